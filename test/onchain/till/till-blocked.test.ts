import { expect } from "vitest";
import type { Hex } from "../../../ports/chain.ts";
import { type PaidOrder, TICKET, TillRig } from "./till-rig.ts";
import { it } from "../../support/chain/on-anvil.ts";
import { opened } from "../../support/opened.ts";

const HOUR_MS = 3_600_000;

const till = opened(() => TillRig.open({ background: false }));

/** The token's issuer puts an address on its list, or takes it off. */
function block(account: Hex, isBlocked: boolean) {
  const { chain } = till;
  return chain.write(chain.usdt, "setBlocked", [account, isBlocked], { from: chain.owner });
}

const usdtOf = (holder: Hex) => till.balance(holder, till.chain.usdt);
const callsOf = ({ session }: Pick<PaidOrder, "session">) =>
  till.rig.rows<{ state: string; error: string | null }>(
    "select state, error from chain_call where reference like $1 order by id",
    [`${session.id}/%`],
  );

it("a blocked refund address and one unit too much do not hold up the seller's price", async () => {
  const refundTo = till.chain.buyers[0]!.toLowerCase() as Hex;
  const order = await till.paid(0n, { token: "USDT", refundTo });
  await block(refundTo, true);
  await till.pay(order.session.address, 1n, till.chain.usdt);
  const before = await usdtOf(till.chain.treasury);
  const ownBefore = await usdtOf(refundTo);
  await till.during(3 * 60_000);
  expect(await callsOf(order)).toMatchObject([{ state: "refused" }, { state: "refused" }]);
  const alerts = till.alertsOf(order);
  expect(alerts).toEqual(["money at an address of the till could not be moved; it is tried again"]);

  await till.drawn(order.lotId);
  await till.during(2 * 60_000);
  expect((await usdtOf(till.chain.treasury)) - before).toBe(TICKET);
  const stayed = [{ token: till.chain.usdt.address.toLowerCase(), units: "1" }];
  expect(await till.shown(order)).toMatchObject({ paidOutBy: "service", stayed });

  // Nothing is tried, and no alert follows, however long it stays.
  const calls = await callsOf(order);
  await till.during(50 * HOUR_MS, 5 * HOUR_MS);
  expect(await callsOf(order)).toEqual(calls);
  expect(till.alertsOf(order)).toEqual(alerts);

  await block(refundTo, false);
  const { chain } = till;
  const args = [till.paymentOf(order), chain.usdt.address];
  await chain.write(chain.till, "withdraw", args, { from: chain.buyers[0]! });
  await till.during(2 * HOUR_MS, HOUR_MS);
  expect((await usdtOf(refundTo)) - ownBefore).toBe(1n);
  expect(await till.shown(order)).toMatchObject({ paidOutBy: "service", stayed: [] });
  expect((await till.movements(order)).at(-1)).toBe("1 to buyer by other: final");
});

it("what came with the price right before the draw stays, and alerts once", async () => {
  const order = await till.paid(0n, { token: "USDT" });
  await block(order.refundTo, true);
  await till.drawn(order.lotId);
  await till.pay(order.session.address, 3n, till.chain.usdt);
  await till.during(3 * 60_000);
  expect(await till.shown(order)).toMatchObject({ paidOutBy: "service", stayed: [{ units: "3" }] });
  expect(till.alertsOf(order)).toHaveLength(1);
  // More of it is tried, and given up after a day.
  await till.pay(order.session.address, 4n, till.chain.usdt);
  await till.during(60 * HOUR_MS, 2 * HOUR_MS);
  const calls = await callsOf(order);
  await till.during(24 * HOUR_MS, 6 * HOUR_MS);
  expect(await callsOf(order)).toEqual(calls);
  expect(till.alertsOf(order)).toHaveLength(1);
  await block(order.refundTo, false);
});

it("what a failed order has to give back to a blocked address is tried for a day, then stays", async () => {
  const { id: lotId } = await till.lot();
  const refundTo = till.chain.buyers[1]!.toLowerCase() as Hex;
  const session = await till.session(lotId, refundTo, { token: "USDT" });
  const order = { lotId, refundTo, session };
  await till.pay(session.address, session.units - 1n, till.chain.usdt);
  await block(refundTo, true);
  await till.pass(13);
  await till.during(60_000);
  await till.until(session, { status: "failed", error: "underpaid" });
  await till.during(40 * HOUR_MS, HOUR_MS);
  expect(await till.shown(order)).toMatchObject({ stayed: [{ units: String(session.units - 1n) }] });
  expect(till.alertsOf(order)).toHaveLength(1);
  const calls = await callsOf(order);
  expect(calls.length).toBeLessThan(20);
  expect(calls.at(-1)).toMatchObject({ state: "final" });
  await till.during(24 * HOUR_MS, 6 * HOUR_MS);
  expect(await callsOf(order)).toEqual(calls);

  // The treasury cannot have it; the refund address can, once it is free.
  await expect(till.treasuryCloses(order, 1n, till.chain.usdt)).rejects.toThrow(/NotThere/);
  await block(refundTo, false);
  const before = await usdtOf(refundTo);
  const { chain } = till;
  const args = [till.paymentOf(order), chain.usdt.address];
  await chain.write(chain.till, "withdraw", args, { from: chain.buyers[1]! });
  expect((await usdtOf(refundTo)) - before).toBe(session.units - 1n);
});

it("a session is refused whose refund address the token's issuer blocks, and nothing is left of it", async () => {
  const { id: lotId } = await till.lot();
  const refundAddress = till.refundAddress();
  await block(refundAddress, true);
  const { status, json } = await till.create(lotId, { refundAddress, token: "USDT" });
  expect([status, json.error, json.issues[0].path]).toEqual([400, "invalid_request", "refundAddress"]);
  // The other token's issuer does not block it.
  expect((await till.create(lotId, { refundAddress })).status).toBe(201);
  await block(refundAddress, false);
  const buyer = { email: "bert@example.com" };
  expect((await till.create(lotId, { refundAddress, token: "USDT", buyer })).status).toBe(201);
  expect(await till.rig.rows("select from till_payment where refund_to = $1", [refundAddress])).toHaveLength(
    2,
  );
});
