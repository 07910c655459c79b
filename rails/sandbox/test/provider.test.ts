import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RailOrder } from "../../../ports/rail.ts";
import { type SandboxAct, SANDBOX_ACTS } from "../provider.ts";
import { ACCOUNT, openSandboxHarness, type SandboxHarness } from "./harness.ts";

describe("The simulated provider", () => {
  let harness: SandboxHarness;
  beforeEach(async () => {
    harness = await openSandboxHarness("redirect");
  });
  afterEach(() => harness.close());

  const created = async (): Promise<RailOrder> => {
    const order = harness.order();
    await harness.rail.createPayment(ACCOUNT, order);
    return order;
  };
  const read = (at: number) => {
    const notification = harness.received[at];
    if (notification === undefined) throw new Error(`no notification ${at}`);
    return harness.rail.readNotification(ACCOUNT, { ...notification, now: harness.now() });
  };

  it.each(SANDBOX_ACTS)(
    "tells the service, signed, on its own origin and path, that a payment is %s",
    async (act) => {
      const order = await created();
      expect(await harness.simulated.act(order.id, act)).toMatchObject({ result: "done", notified: true });
      expect(harness.received).toHaveLength(1);
      expect(harness.received[0]?.path).toBe(new URL(order.notificationUrl).pathname);
      const seen = await harness.rail.lookUp(ACCOUNT, order);
      expect(read(0)).toMatchObject({
        verified: true,
        events: [{ about: "payment", orderId: order.id, payment: seen }],
      });
    },
  );

  it("notifies again, as the same event, when the requested state is already reached", async () => {
    const order = await created();
    await harness.simulated.act(order.id, "paid");
    harness.advance(1);
    expect(await harness.simulated.act(order.id, "paid")).toMatchObject({ result: "done", notified: true });
    expect(read(1)).toEqual(read(0));
    expect(harness.received[1]?.rawBody).not.toEqual(harness.received[0]?.rawBody);
    expect(harness.payments.charges(order.id)).toEqual([order.charge]);
  });

  it("tries a notification three times and then gives up; the payment stays", async () => {
    const order = await created();
    harness.answers.push(503, 302);
    expect(await harness.simulated.act(order.id, "processing")).toMatchObject({ notified: true });
    expect(harness.received).toHaveLength(3);
    harness.answers.push(500, 500, 500);
    expect(await harness.simulated.act(order.id, "paid")).toMatchObject({ result: "done", notified: false });
    expect(harness.received).toHaveLength(6);
    expect(await harness.rail.lookUp(ACCOUNT, order)).toMatchObject({ outcome: "paid" });
  });

  const refused: [SandboxAct, SandboxAct][] = [
    ["paid", "declined"],
    ["paid", "expired"],
    ["paid", "processing"],
    ["declined", "paid"],
    ["declined", "expired"],
    ["expired", "paid"],
    ["expired", "processing"],
  ];
  it.each(refused)("after %s refuses %s and notifies of nothing", async (first, second) => {
    const order = await created();
    await harness.simulated.act(order.id, first);
    expect(await harness.simulated.act(order.id, second)).toMatchObject({
      result: "refused",
      payment: { state: first },
    });
    expect(harness.received).toHaveLength(1);
  });

  it("lets money arrive late after expiry or cancellation, but not after a decline", async () => {
    const [expired, cancelled, declined] = [await created(), await created(), await created()];
    harness.advance(33);
    const fresh = await created();
    await harness.rail.cancel(ACCOUNT, cancelled);
    await harness.rail.cancel(ACCOUNT, fresh);
    await harness.payments.move(declined.id, ["open"], "declined");
    expect(await harness.simulated.act(expired.id, "paid")).toMatchObject({ result: "refused" });
    for (const order of [expired, cancelled, fresh])
      expect(await harness.simulated.act(order.id, "paid", { late: true })).toMatchObject({ result: "done" });
    expect(await harness.simulated.act(declined.id, "paid", { late: true })).toMatchObject({
      result: "refused",
    });
  });

  it("lets a buyer pay the wrong amount once, and refuses another amount after that", async () => {
    const order = await created();
    const received = { amount: 1, currency: "EUR" };
    await harness.simulated.act(order.id, "paid", { received });
    expect(read(0)).toMatchObject({ events: [{ payment: { outcome: "paid", received } }] });
    expect(await harness.simulated.act(order.id, "paid", { received: order.charge })).toMatchObject({
      result: "refused",
    });
    expect(harness.payments.charges(order.id)).toEqual([received]);
  });

  it("takes money once when several pay at the same moment", async () => {
    const order = await created();
    await Promise.all(Array.from({ length: 5 }, () => harness.simulated.act(order.id, "paid")));
    expect(harness.payments.charges(order.id)).toEqual([order.charge]);
  });

  it("knows no payment that was never created, and no name that none can have", async () => {
    for (const name of ["cs_nobody", "../x", ""])
      expect(await harness.simulated.act(name, "paid")).toEqual({ result: "not_found" });
  });
});
