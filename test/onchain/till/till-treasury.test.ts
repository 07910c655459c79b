import { expect } from "vitest";
import { LotUnwinder } from "../../../src/lots/lot-unwinder.ts";
import { TillTransfers } from "../../../src/till/till-transfers.ts";
import { TillWatcher } from "../../../src/till/till-watcher.ts";
import type { TestService } from "../../support/service/service.ts";
import { CONFIRMATIONS } from "../chain-rig.ts";
import { type PaidOrder, TICKET, TillRig } from "./till-rig.ts";
import { it } from "../../support/chain/on-anvil.ts";
import { opened } from "../../support/opened.ts";

const HOUR_MS = 3_600_000;

const till = opened(() => TillRig.open({ background: false, hides: true }));

const turn = () => till.turn();
const during = (ms: number, eachMs?: number) => till.during(ms, eachMs);
const paid = (more?: bigint) => till.paid(more);
const shown = (order: PaidOrder) => till.shown(order);
const movements = (order: PaidOrder) => till.movements(order);
const alertsOf = (order: PaidOrder) => till.alertsOf(order);
const treasuryCloses = (order: PaidOrder, units: bigint, token?: TillRig["chain"]["usdc"]) =>
  till.treasuryCloses(order, units, token);
const treasuryBalance = () => till.balance(till.chain.treasury);

it("what is paid again after the treasury took the price goes back, and nothing more to it", async () => {
  const before = await treasuryBalance();
  const order = await paid();
  await treasuryCloses(order, TICKET);
  await till.pay(order.session.address, TICKET);
  await during(60_000);
  expect(await till.balance(order.refundTo)).toBe(TICKET);
  expect(await shown(order)).toMatchObject({ decision: "to_treasury", paidOutBy: "treasury", stayed: [] });
  await till.drawn(order.lotId);
  await during(2 * 60_000);
  expect((await treasuryBalance()) - before).toBe(TICKET);
  expect(await till.balance(order.refundTo)).toBe(TICKET);
  expect(await movements(order)).toEqual([
    `${TICKET} to treasury by other: final`,
    `${TICKET} to buyer by service: final`,
  ]);
  expect(alertsOf(order)).toEqual([]);
});

it("what the treasury has taken is paid out: no call, no failure and no alert follows", async () => {
  const order = await paid();
  const taken = await treasuryCloses(order, TICKET);
  await till.drawn(order.lotId);
  await during(2 * 60_000);
  await during(26 * HOUR_MS, 2 * HOUR_MS);
  const { movements: left, ...page } = await shown(order);
  expect(page).toMatchObject({ decision: "to_treasury", paidOutBy: "treasury" });
  expect(left).toMatchObject([
    { to: "treasury", by: "other", state: "final", txHash: taken, units: String(TICKET), error: null },
  ]);
  expect(alertsOf(order)).toEqual([]);
});

it("a price that the service pays out is told as its own", async () => {
  const before = await treasuryBalance();
  const order = await paid(3n);
  await till.drawn(order.lotId);
  await during(2 * 60_000);
  expect((await treasuryBalance()) - before).toBe(TICKET);
  expect(await till.balance(order.refundTo)).toBe(3n);
  expect(await shown(order)).toMatchObject({ decision: "to_treasury", paidOutBy: "service" });
});

it("between the draw and the service's call, in a block that is not final: paid once", async () => {
  const before = await treasuryBalance();
  const order = await paid();
  const { wiring, clock } = till.rig.service;
  await till.drawn(order.lotId);
  clock.advance(2 * HOUR_MS);
  await till.meetClocks();
  await till.chain.mine(CONFIRMATIONS);
  await wiring.get(TillWatcher).watchOnce();
  await treasuryCloses(order, TICKET);
  await till.pay(order.session.address, TICKET);
  await wiring.get(TillTransfers).moveOnce();
  expect(await movements(order)).toEqual([]);
  await during(3 * 60_000);
  expect([(await treasuryBalance()) - before, await till.balance(order.refundTo)]).toEqual([TICKET, TICKET]);
  expect(alertsOf(order)).toEqual([]);
});

it("a part taken twice, and with it the rest given back: nothing is left to do", async () => {
  const before = await treasuryBalance();
  const order = await paid();
  // The contract gives the rest back with it.
  await treasuryCloses(order, 10_000_000n);
  await till.pay(order.session.address, 4n);
  await treasuryCloses(order, 4n);
  await till.pay(order.session.address, 5n);
  await during(60_000);
  await till.drawn(order.lotId);
  await during(3 * 60_000);
  expect((await treasuryBalance()) - before).toBe(10_000_004n);
  expect(await till.balance(order.refundTo)).toBe(TICKET - 10_000_000n + 5n);
  expect(await shown(order)).toMatchObject({ decision: "to_treasury", paidOutBy: null });
  expect(alertsOf(order)).toEqual([]);
});

it("before the order is settled, and another token: the price is paid out, the rest goes back", async () => {
  const before = await treasuryBalance();
  const { usdt, treasury } = till.chain;
  const usdtBefore = await till.balance(treasury, usdt);
  const { id: lotId } = await till.lot();
  const refundTo = till.refundAddress();
  const session = await till.session(lotId, refundTo);
  const order = { lotId, refundTo, session };
  await till.pay(session.address, 7n, usdt);
  await treasuryCloses(order, 7n, usdt);
  await till.pay(session.address, TICKET);
  await treasuryCloses(order, TICKET);
  await till.pay(session.address, 9n);
  await turn();
  await till.until(session, { status: "paid" });
  await during(60_000);
  await till.drawn(lotId);
  await during(2 * 60_000);
  expect((await treasuryBalance()) - before).toBe(TICKET);
  expect((await till.balance(treasury, usdt)) - usdtBefore).toBe(7n);
  expect([await till.balance(refundTo), await till.balance(refundTo, usdt)]).toEqual([9n, 0n]);
  expect(await shown(order)).toMatchObject({ paidOutBy: "treasury" });
  expect(alertsOf(order)).toEqual([]);
});

it("a close that a reorganisation drops before it is final counts for nothing", async () => {
  const before = await treasuryBalance();
  const order = await paid();
  await treasuryCloses(order, TICKET);
  const at = Number(await till.chain.client.getBlockNumber());
  await till.caughtUp();
  await till.rig.anvil.reorganise(at);
  await till.drawn(order.lotId);
  await during(2 * 60_000);
  expect((await treasuryBalance()) - before).toBe(TICKET);
  expect(await shown(order)).toMatchObject({ paidOutBy: "service" });
});

it("the refund of a price that the treasury has taken is the partner's", async () => {
  const order = await paid();
  await treasuryCloses(order, TICKET);
  await turn();
  expect((await till.partner.post(`/competitions/${order.lotId}/cancel`)).status).toBe(200);
  await till.rig.service.wiring.get(LotUnwinder).unwindOnce();
  await during(60_000);
  const states = await till.rig.rows("select state from refund where order_id = $1", [order.session.id]);
  expect(states).toEqual([{ state: "manual" }]);
  expect(alertsOf(order)).toEqual([]);
});

it("a close that the node hides moves nothing and alerts, until the node shows it", async () => {
  const order = await paid();
  till.rig.node.hidden.add(await treasuryCloses(order, TICKET));
  await till.drawn(order.lotId);
  await during(2 * 60_000);
  expect(await movements(order)).toEqual([]);
  expect(alertsOf(order)).toEqual([expect.stringContaining("differs from what the node shows")]);
  till.rig.node.hidden.clear();
  await during(8 * HOUR_MS, HOUR_MS);
  expect(await shown(order)).toMatchObject({ paidOutBy: "treasury" });
  // Once more, six hours later, before all blocks were read again.
  expect(alertsOf(order)).toHaveLength(2);
});

it("two services at once write each close once, and move what is paid again once", async () => {
  const order = await paid();
  const other = await till.rig.another({ background: false });
  await treasuryCloses(order, TICKET);
  await till.pay(order.session.address, TICKET);
  await till.chain.mine(CONFIRMATIONS);
  await till.meetClocks(other);
  await till.meetClocks();
  const services = [till.rig.service, other];
  const both = (act: (service: TestService) => Promise<unknown>) =>
    Promise.all(services.flatMap((service) => [act(service), act(service)]));
  await both(({ wiring }) => wiring.get(TillWatcher).watchOnce());
  await both(({ wiring }) => wiring.get(TillTransfers).moveOnce());
  await during(60_000);
  const closes = await till.rig.rows("select from till_close where order_id = $1", [order.session.id]);
  expect(closes).toHaveLength(2);
  expect(await till.balance(order.refundTo)).toBe(TICKET);
});
