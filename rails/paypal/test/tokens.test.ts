import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { driving } from "./driving.ts";
import { openPaypalHarness, OURS, type PaypalHarness } from "./harness.ts";

let harness: PaypalHarness;
beforeEach(async () => {
  harness = await openPaypalHarness();
});
afterEach(() => harness.close());

const { created, look } = driving(() => harness);

describe("access tokens", () => {
  it("are requested once by many at once, and used until shortly before their end", async () => {
    const orders = await Promise.all([1, 2, 3, 4].map(() => created()));
    harness.advance(30);
    await Promise.all(orders.map(look));
    expect(harness.simulator.tokensGiven).toBe(1);
    harness.advance(9 * 60);
    await Promise.all(orders.map(look));
    expect(harness.simulator.tokensGiven).toBe(2);
  });

  it("are requested again, once, when PayPal takes one back before its time", async () => {
    const order = await created();
    harness.advance(10);
    harness.simulator.revokeTokens();
    expect(await look(order)).toMatchObject({ outcome: "pending" });
    expect(harness.simulator.tokensGiven).toBe(1);
    harness.faults.answerNext!(401);
    expect(await look(order)).toEqual({ outcome: "unknown", reason: "refused" });
    expect(await look(order)).toMatchObject({ outcome: "pending" });
  });

  it("are not shared with another secret, even with the same client id", async () => {
    const order = await created();
    const credentials = { clientId: OURS.clientId, clientSecret: "a-secret-that-somebody-guessed" };
    const impostor = { ...harness.account, credentials };
    expect(await harness.rail.lookUp(impostor, order)).toEqual({ outcome: "unknown", reason: "refused" });
    expect(await harness.rail.checkAccount(impostor)).toMatchObject({ outcome: "refused" });
  });

  it("are tried with the credentials as they are, not with a token from before", async () => {
    await created();
    const before = harness.simulator.tokensGiven;
    expect(await harness.rail.checkAccount(harness.account)).toEqual({ outcome: "accepted" });
    expect(harness.simulator.tokensGiven).toBe(before + 1);
  });
});
