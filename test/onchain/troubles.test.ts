import { expect } from "vitest";
import { ADMIN_TOKEN } from "../support/service/service.ts";
import { DAY_SEC, LifeRig } from "./life-rig.ts";
import { it } from "../support/chain/on-anvil.ts";
import { opened } from "../support/opened.ts";

const life = opened(() => LifeRig.open({ hides: true }));

const cancel = async (lotId: number) => {
  const { status, json } = await life.partner.post(`/competitions/${lotId}/cancel`);
  return [status, json.error ?? json.data.state];
};
const callsToCancel = async (lotId: number) => {
  const rows = await life.rig.rows(
    "select from chain_call where purpose = 'cancel_lot' and split_part(reference, '/', 1) = $1",
    [String(lotId)],
  );
  return rows.length;
};

it("a cancellation that no block has yet is 503, goes on, and is one call and one event", async () => {
  const lotId = await life.created();
  await life.rig.pauseMining();
  expect(await cancel(lotId)).toEqual([503, "chain_unavailable"]);
  expect([(await life.competition(lotId)).state, await life.told(lotId)]).toEqual(["open", []]);
  await life.rig.resumeMining();
  await life.cancelled(lotId);
  await life.settled();
  await life.cancelled(lotId);
  expect([await callsToCancel(lotId), (await life.told(lotId)).map(({ type }) => type)]).toEqual([
    1,
    ["lot.cancelled"],
  ]);
});

it("from 23 hours after the end on, a cancellation is told once it is final", async () => {
  const lotId = await life.created();
  const { clock } = life.rig.service;
  // The chain's time is not there yet, so the lot is neither closed nor drawn.
  clock.advance((DAY_SEC + 23 * 3_600) * 1_000);
  expect(await cancel(lotId)).toEqual([503, "chain_unavailable"]);
  await life.untilState(lotId, 4);
  expect(await life.told(lotId)).toEqual([]);
  await life.settled();
  await life.cancelled(lotId);
  expect([await callsToCancel(lotId), (await life.told(lotId)).length]).toEqual([1, 1]);
  await life.chain.goTo(Math.ceil(clock.now().getTime() / 1_000));
});

it("the operator's call to draw is refused for a lot on chain, whose draw the contract has", async () => {
  const lotId = await life.created();
  await life.buy(lotId, life.buyers[0], 1);
  await life.chain.goTo((await life.chain.now()) + DAY_SEC);
  await life.caughtUp();
  const { status, json } = await life.rig.service.call(
    "POST",
    `/admin/api/v1/organisations/${life.partner.organisation.slug}/competitions/${lotId}/draw`,
    { key: ADMIN_TOKEN },
  );
  expect([status, json.error]).toEqual([400, "invalid_transition"]);
  expect(json.message).toContain("raffle contract");
});

it("a request and an answer that a reorganisation takes back are made again, and one draw is told", async () => {
  const { chain, rig } = life;
  const lotId = await life.created();
  await life.buy(lotId, life.buyers[0], 2);
  await life.buy(lotId, life.buyers[1], 3);
  await chain.goTo((await chain.now()) + DAY_SEC);
  await life.settled();
  await life.untilState(lotId, 2);
  const { address, abi } = chain.raffle;
  const asked = {
    address,
    abi,
    eventName: "DrawRequested",
    args: { lotId: BigInt(lotId) },
    fromBlock: 0n,
  } as const;
  const [taken] = await chain.client.getContractEvents(asked);
  const first = await chain.answer(taken!.args.requestId!);
  expect((await rig.lot(lotId))!.state).toBe(3);
  await rig.anvil.reorganise(Number(taken!.blockNumber));
  const requestId = await life.requested(lotId);
  const second = await chain.answer(requestId);
  await rig.anvil.reorganise(Number(second.blockNumber));
  await life.settled();
  expect([(await rig.lot(lotId))!.state, await life.told(lotId, "draw.completed")]).toEqual([2, []]);
  const last = await chain.answer(requestId);
  await life.settled();
  await life.settled();
  const { ticket } = (await rig.lot(lotId)) as { ticket: number };
  expect(await life.told(lotId, "draw.completed")).toMatchObject([{ data: { winnerTicketId: ticket } }]);
  expect(await life.told(lotId, "lot.closed")).toHaveLength(1);
  const { fulfillmentTx } = await life.onChain(lotId);
  expect(fulfillmentTx).toBe(last.transactionHash);
  expect(fulfillmentTx).not.toBe(first.transactionHash);
});

it("a lot one of whose logs the node hides is not closed until the node tells it, few blocks at once", async () => {
  const { chain, rig } = life;
  const lotId = await life.created();
  await life.buy(lotId, life.buyers[0], 2);
  // The last one, so that no later purchase shows that it is missing.
  const hidden = await life.buy(lotId, life.buyers[1], 3);
  life.rig.node.hidden.add(hidden);
  await chain.goTo((await chain.now()) + DAY_SEC);
  await life.settled();
  const isTold = async () =>
    rig.service.logLines.some(
      (line) => line.includes("no complete list of a lot's purchases") && line.includes(`"lotId":${lotId}`),
    );
  await life.eventually(isTold, true);
  await life.settled();
  expect((await life.told(lotId)).map(({ type }) => type)).toEqual(["entry.confirmed"]);
  expect([(await life.competition(lotId)).state, (await rig.lot(lotId))!.state]).toEqual(["closing", 1]);
  life.rig.node.hidden.clear();
  life.rig.node.mostBlocks = 3;
  rig.service.clock.advance(60_000);
  await life.eventually(async () => (await life.told(lotId, "lot.closed")).length, 1);
  life.rig.node.mostBlocks = Infinity;
  await life.requested(lotId);
  expect((await life.told(lotId)).map(({ type }) => type)).toEqual([
    "entry.confirmed",
    "entry.confirmed",
    "lot.closed",
  ]);
  expect(await life.told(lotId, "lot.closed")).toMatchObject([{ data: { ticketsSold: 5 } }]);
});
