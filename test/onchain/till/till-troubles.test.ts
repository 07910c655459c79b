import { expect } from "vitest";
import { TillBook } from "../../../ports/onchain/till-book.ts";
import { TillContract } from "../../../ports/onchain/till-contract.ts";
import { TillTransfers } from "../../../src/till/till-transfers.ts";
import { TillWatcher } from "../../../src/till/till-watcher.ts";
import { ADMIN_TOKEN } from "../../support/service/service.ts";
import { CONFIRMATIONS } from "../chain-rig.ts";
import { TillRig, type TokenSession } from "./till-rig.ts";
import { it } from "../../support/chain/on-anvil.ts";
import { opened } from "../../support/opened.ts";

const till = opened(() => TillRig.open({ hides: true }));

const statusOf = async (session: TokenSession) => {
  const { status, error } = await till.status(session);
  return error ?? status;
};
const callsOf = (session: TokenSession) =>
  till.rig.rows<{ purpose: string }>("select purpose from chain_call where reference like $1 order by id", [
    `${session.id}/%`,
  ]);

it("a payment that a reorganisation drops before it is final settles nothing until it comes again", async () => {
  const lot = await till.lot();
  const session = await till.session(lot.id, till.refundAddress());
  await till.pay(session.address, session.units);
  const at = Number(await till.chain.client.getBlockNumber());
  await till.caughtUp();
  await till.rig.anvil.reorganise(at);
  await till.settled();
  expect([await statusOf(session), await till.balance(session.address)]).toEqual(["pending", 0n]);
  await till.pay(session.address, session.units);
  await till.settled();
  await till.until(session, { status: "paid" });
});

it("a node that hides a payment ends no order, and settles it once it shows the payment", async () => {
  const lot = await till.lot();
  const refundTo = till.refundAddress();
  const session = await till.session(lot.id, refundTo);
  till.rig.node.hidden.add(await till.pay(session.address, session.units));
  await till.settled();
  await till.pass(13);
  await till.settled();
  expect(await statusOf(session)).toBe("pending");
  expect(await till.balance(session.address)).toBe(session.units);
  till.rig.node.hidden.clear();
  await till.eventually(() => statusOf(session), "paid");
});

it("two services that read and move at once write each transfer once and pay each part once", async () => {
  const lot = await till.lot();
  const other = await till.rig.another();
  const [one, two] = [till.refundAddress(), till.refundAddress()];
  const first = await till.session(lot.id, one);
  const second = await till.session(lot.id, two, { buyer: { email: "bert@example.com" } });
  await till.pay(first.address, first.units + 2n);
  await till.pay(second.address, second.units + 3n);
  await till.chain.mine(CONFIRMATIONS);
  await till.meetClocks(other);
  const services = [till.rig.service, other];
  const both = (act: (service: (typeof services)[0]) => Promise<unknown>) =>
    Promise.all(services.flatMap((service) => [act(service), act(service)]));
  await both(({ wiring }) => wiring.get(TillWatcher).watchOnce());
  await both(({ wiring }) => wiring.get(TillTransfers).moveOnce());
  await till.eventually(async () => [await till.balance(one), await till.balance(two)], [2n, 3n]);
  for (const session of [first, second]) await till.until(session, { status: "paid" });
  expect(await till.told(lot.id)).toHaveLength(2);
  for (const session of [first, second]) expect(await callsOf(session)).toEqual([{ purpose: "give_back" }]);
});

it("what was placed and never handed over is given up, and a repeat of its request goes on with one address", async () => {
  const lot = await till.lot();
  const book = till.rig.service.wiring.get(TillBook);
  const headers = { "Idempotency-Key": crypto.randomUUID() };
  const body = { refundAddress: till.refundAddress() };
  till.rig.node.isAway = true;
  const away = await till.create(lot.id, body, headers);
  expect([away.status, away.json.error]).toEqual([502, "rail_unavailable"]);
  till.rig.node.isAway = false;
  const back = await till.create(lot.id, body, headers);
  expect(back.status, back.text).toBe(201);
  const rows = await till.rig.rows("select from till_payment where order_id = $1", [back.json.data.id]);
  expect(rows).toHaveLength(1);
  expect(await book.byOrder(till.partner.organisation.slug, back.json.data.id)).toMatchObject({
    intent: "keep",
  });
});

it("a refund to a blocked address fails with an alert, and succeeds when the operator asks again", async () => {
  const lot = await till.lot();
  const { usdt } = till.chain;
  const refundTo = till.refundAddress();
  const session = await till.session(lot.id, refundTo, { token: "USDT" });
  await till.pay(session.address, session.units, usdt);
  await till.settled();
  await till.until(session, { status: "paid" });
  const block = (isBlocked: boolean) =>
    till.chain.write(usdt, "setBlocked", [refundTo, isBlocked], { from: till.chain.owner });
  await block(true);
  expect((await till.partner.post(`/competitions/${lot.id}/cancel`)).status).toBe(200);
  const refund = async () => {
    const [found] = await till.rig.rows<{ id: number; state: string }>(
      "select id, state from refund where order_id = $1",
      [session.id],
    );
    return found ?? null;
  };
  await till.eventually(async () => (await refund())?.state, "failed");
  expect(till.rig.service.logLines.join("\n")).toContain("money could not be given back");
  await block(false);
  const { slug } = till.partner.organisation;
  const path = `/admin/api/v1/organisations/${slug}/refunds/${(await refund())!.id}/retry`;
  const { status, text } = await till.rig.service.call("POST", path, { key: ADMIN_TOKEN });
  expect(status, text).toBe(200);
  await till.eventually(async () => (await refund())?.state, "succeeded");
  expect(await till.balance(refundTo, usdt)).toBe(session.units);
});

it("of another organisation neither the order nor its money is seen", async () => {
  const lot = await till.lot();
  const session = await till.session(lot.id, till.refundAddress());
  const stranger = await till.rig.addPartner({ fiatEnabled: true });
  expect((await stranger.get(`/checkout/sessions/${session.id}`)).status).toBe(404);
  const { wiring } = till.rig.service;
  expect(await wiring.get(TillBook).byOrder(stranger.organisation.slug, session.id)).toBeNull();
  // The address commits to the organisation's own treasury: with another end it is another address.
  const contract = wiring.get(TillContract)!;
  const ends = { orderId: session.id, treasury: till.chain.stranger, refundTo: till.chain.stranger };
  expect(await contract.addressOf(ends)).not.toBe(session.address);
});
