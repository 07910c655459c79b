import { expect } from "vitest";
import type { Hex } from "../../../ports/chain.ts";
import { LotUnwinder } from "../../../src/lots/lot-unwinder.ts";
import { ContractCalls } from "../../../src/onchain/contract-calls.ts";
import { RefundRunner } from "../../../src/refunds/refund-runner.ts";
import { TillTransfers } from "../../../src/till/till-transfers.ts";
import { TillWatcher } from "../../../src/till/till-watcher.ts";
import { CONFIRMATIONS } from "../chain-rig.ts";
import { type PaidOrder, TICKET, TillRig } from "./till-rig.ts";
import { it } from "../../support/chain/on-anvil.ts";
import { opened } from "../../support/opened.ts";

const MINUTE_MS = 60_000;

const till = opened(() => TillRig.open({ background: false, hides: true }));

const send = () => till.rig.service.wiring.get(ContractCalls).sendOnce();
const treasuryBalance = () => till.balance(till.chain.treasury);
const callsOf = ({ session }: PaidOrder) =>
  till.rig.rows<{ purpose: string; state: string; error: string | null }>(
    "select purpose, state, error from chain_call where reference like $1 order by id",
    [`${session.id}/%`],
  );

/** Has the service read what is final and queue its next call of the till, without sending it. */
async function queueCall(order: PaidOrder): Promise<void> {
  const { wiring } = till.rig.service;
  const before = await callsOf(order);
  await till.chain.mine(CONFIRMATIONS);
  await till.meetClocks();
  // A minute more than what was read may be old, and than the longest lease.
  till.rig.service.clock.advance(2 * MINUTE_MS);
  await till.meetClocks();
  await till.chain.mine(CONFIRMATIONS);
  while ((await wiring.get(TillWatcher).watchOnce()) > 0);
  await wiring.get(TillTransfers).moveOnce();
  expect(await callsOf(order)).toHaveLength(before.length + 1);
}

/** Has the service send it, and this happen before a block has it. */
async function overtake(act: () => Promise<unknown>): Promise<void> {
  await till.rig.pauseMining();
  await send();
  const [hash] = await till.rig.pool();
  const [attempt] = await till.rig.rows<{ raw: Hex }>("select raw from chain_attempt where tx_hash = $1", [
    hash,
  ]);
  await till.chain.rpc("anvil_dropTransaction", [hash]);
  await till.rig.resumeMining();
  await act();
  await till.chain.rpc("eth_sendRawTransaction", [attempt!.raw]);
}

/** Has the treasury take the price, and the buyer pay once more. */
async function payAgain(order: PaidOrder, units = TICKET): Promise<void> {
  await till.treasuryCloses(order, TICKET);
  await till.pay(order.session.address, units);
}

it("a price that the treasury takes before the block of the service's call is paid once", async () => {
  const before = await treasuryBalance();
  const order = await till.paid();
  await till.drawn(order.lotId);
  await queueCall(order);
  await overtake(() => payAgain(order));
  await till.during(3 * MINUTE_MS);
  expect([(await treasuryBalance()) - before, await till.balance(order.refundTo)]).toEqual([TICKET, TICKET]);
  expect(await callsOf(order)).toEqual([
    { purpose: "close_payment", state: "final", error: "ClosedMeanwhile" },
    { purpose: "give_back", state: "final", error: null },
  ]);
  expect(await till.shown(order)).toMatchObject({ decision: "to_treasury", paidOutBy: "treasury" });
  expect(till.alertsOf(order)).toEqual([]);
});

it("a call that the treasury precedes is refused without a transaction, once", async () => {
  const before = await treasuryBalance();
  const order = await till.paid();
  await till.drawn(order.lotId);
  await queueCall(order);
  await payAgain(order);
  await send();
  const refused = { purpose: "close_payment", state: "refused", error: "ClosedMeanwhile" };
  expect(await callsOf(order)).toEqual([refused]);
  // Not before the treasury's block is final.
  till.rig.service.clock.advance(2 * MINUTE_MS);
  await till.caughtUp();
  expect(await callsOf(order)).toEqual([refused]);
  await till.during(3 * MINUTE_MS);
  expect([(await treasuryBalance()) - before, await till.balance(order.refundTo)]).toEqual([TICKET, TICKET]);
  expect(await callsOf(order)).toEqual([refused, { purpose: "give_back", state: "final", error: null }]);
  expect(till.alertsOf(order)).toEqual([]);
});

it("a surplus that the treasury gave back is not taken from the buyer's next payment", async () => {
  const before = await treasuryBalance();
  const order = await till.paid();
  await till.pay(order.session.address, 3n);
  await queueCall(order);
  await overtake(() => payAgain(order, TICKET + 4n));
  // All of it goes back, by a call of the same kind, at once.
  await till.during(MINUTE_MS);
  expect((await treasuryBalance()) - before).toBe(TICKET);
  expect(await till.balance(order.refundTo)).toBe(TICKET + 7n);
  expect(await callsOf(order)).toEqual([
    { purpose: "give_back", state: "final", error: "ClosedMeanwhile" },
    { purpose: "give_back", state: "final", error: null },
  ]);
  expect(till.alertsOf(order)).toEqual([]);
});

it("a refund that the treasury precedes does not fail", async () => {
  const before = await treasuryBalance();
  const order = await till.paid();
  expect((await till.partner.post(`/competitions/${order.lotId}/cancel`)).status).toBe(200);
  await till.rig.service.wiring.get(LotUnwinder).unwindOnce();
  await till.rig.service.wiring.get(RefundRunner).refundOnce();
  await queueCall(order);
  // Nothing to the treasury: the contract gives all of it back.
  await overtake(() => till.treasuryCloses(order, 0n));
  await till.during(3 * MINUTE_MS);
  expect([(await treasuryBalance()) - before, await till.balance(order.refundTo)]).toEqual([0n, TICKET]);
  const states = await till.rig.rows("select state from refund where order_id = $1", [order.session.id]);
  expect(states).toEqual([{ state: "succeeded" }]);
  expect(await callsOf(order)).toHaveLength(1);
  expect(till.alertsOf(order)).toEqual([]);
});

it("a refusal by a close that a reorganisation drops is followed by the same call", async () => {
  const before = await treasuryBalance();
  const order = await till.paid();
  await till.drawn(order.lotId);
  await queueCall(order);
  await till.treasuryCloses(order, TICKET);
  const at = Number(await till.chain.client.getBlockNumber());
  await send();
  expect(await callsOf(order)).toMatchObject([{ state: "refused", error: "ClosedMeanwhile" }]);
  await till.rig.anvil.reorganise(at);
  await till.during(4 * MINUTE_MS);
  expect((await treasuryBalance()) - before).toBe(TICKET);
  expect(await till.shown(order)).toMatchObject({ paidOutBy: "service" });
  expect(await callsOf(order)).toMatchObject([{ state: "refused" }, { state: "final", error: null }]);
  expect(till.alertsOf(order)).toEqual([]);
});

it("what a node hides together with the treasury's close is not the treasury's", async () => {
  const before = await treasuryBalance();
  const order = await till.paid();
  till.rig.node.hidden.add(await till.treasuryCloses(order, TICKET));
  till.rig.node.hidden.add(await till.pay(order.session.address, TICKET));
  await till.drawn(order.lotId);
  await till.during(MINUTE_MS);
  expect([(await treasuryBalance()) - before, await till.balance(order.refundTo)]).toEqual([TICKET, 0n]);
  till.rig.node.hidden.clear();
  await till.during(20 * MINUTE_MS, MINUTE_MS);
  expect([(await treasuryBalance()) - before, await till.balance(order.refundTo)]).toEqual([TICKET, TICKET]);
  const refused = { purpose: "close_payment", state: "refused", error: "ClosedMeanwhile" };
  const calls = await callsOf(order);
  expect(calls.at(-1)).toEqual({ purpose: "give_back", state: "final", error: null });
  expect(calls.slice(0, -1)).toEqual(calls.slice(0, -1).map(() => refused));
  expect(calls.length).toBeLessThan(5);
  expect(till.alertsOf(order)).toEqual([]);
});

it("the price is paid out after a treasury that gave a surplus back itself", async () => {
  const before = await treasuryBalance();
  const order = await till.paid();
  await till.pay(order.session.address, 3n);
  await till.treasuryGivesBack(order, TICKET);
  await till.drawn(order.lotId);
  await till.during(2 * MINUTE_MS);
  expect([(await treasuryBalance()) - before, await till.balance(order.refundTo)]).toEqual([TICKET, 3n]);
  expect(await till.shown(order)).toMatchObject({ paidOutBy: "service" });
  expect(await callsOf(order)).toEqual([{ purpose: "close_payment", state: "final", error: null }]);
});
