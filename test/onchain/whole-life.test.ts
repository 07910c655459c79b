import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getAddress } from "viem";
import { expect } from "vitest";
import { readConfig } from "../../app/config/config.ts";
import { demoIntroduction, seedDemo } from "../../app/demo.ts";
import { brokenRules } from "../support/builders/books.ts";
import { compiledContracts } from "../support/chain/contracts.ts";
import { CONFIRMATIONS, DAY_SEC, LifeRig, PRICE } from "./life-rig.ts";
import { environmentOf } from "./chain-rig.ts";
import { it } from "../support/chain/on-anvil.ts";
import { opened } from "../support/opened.ts";

const life = opened(() => LifeRig.open());

/** Waits until no rule is broken: the search for purchases from before a cancellation runs in parallel. */
async function expectSoundBooks(): Promise<void> {
  await expect.poll(() => brokenRules(life.rig.service.databaseUrl)).toEqual([]);
}
const numbers = (told: { data: { ticketNumbers: number[] } }[]) => told.map(({ data }) => data.ticketNumbers);

it("a purchase is told when it is final, and is an entry of the wallet's account", async () => {
  const [anne, bert] = life.buyers;
  const lotId = await life.created();
  const bought = await life.buy(lotId, anne, 3);
  await life.caughtUp();
  expect([await life.told(lotId), (await life.competition(lotId)).ticketsSold]).toEqual([[], 0]);
  await life.settled();
  expect(await life.told(lotId)).toMatchObject([
    {
      type: "entry.confirmed",
      data: { quantity: 3, ticketNumbers: [1, 2, 3], source: "crypto", orderId: null, txHash: bought },
    },
  ]);
  await life.buy(lotId, bert, 2);
  await life.settled();
  await life.buy(lotId, anne, 1);
  await life.settled();
  const entries = await life.told(lotId);
  expect(numbers(entries)).toEqual([[1, 2, 3], [4, 5], [6]]);
  const [first, second, third] = entries.map(({ data }) => data.userId);
  expect([third === first, second === first]).toEqual([true, false]);
  // Two purchases in one transaction.
  const { chain } = life;
  const { abi, bytecode } = (await compiledContracts()).Crowd!;
  const crowd = await chain.deployed(abi, bytecode);
  await chain.pay(chain.usdc, crowd.address, 2n * PRICE);
  const twice = [chain.raffle.address, chain.usdc.address, BigInt(lotId), PRICE, 2n];
  const { transactionHash: txHash } = await chain.write(crowd, "buyTimes", twice, { from: chain.stranger });
  await life.settled();
  const both = (await life.told(lotId, "entry.confirmed")).filter(({ data }) => data.txHash === txHash);
  expect(numbers(both).toSorted()).toEqual([[7], [8]]);
  const checkout = await life.partner.checkout(lotId);
  expect([checkout.status, checkout.json.error]).toEqual([403, "fiat_disabled"]);
});

it("a lot is closed by the chain's time, drawn by the coordinator and paid out, each once", async () => {
  const { chain } = life;
  const [anne, bert] = life.buyers;
  const lotId = await life.created();
  await life.buy(lotId, anne, 4);
  await life.settled();
  const end = Date.parse((await life.competition(lotId)).endDate) / 1_000;
  // Bought in the last seconds: it is not final when the lot's time is over.
  await chain.rpc("evm_setNextBlockTimestamp", [`0x${(end - 9).toString(16)}`]);
  await life.buy(lotId, bert, 3);
  await chain.goTo(end);
  await life.caughtUp();
  expect([(await life.competition(lotId)).state, await life.told(lotId, "lot.closed")]).toEqual([
    "closing",
    [],
  ]);
  const requestId = await life.requested(lotId);
  expect(await life.told(lotId, "lot.closed")).toMatchObject([{ data: { ticketsSold: 7 } }]);
  const refused = await life.partner.post(`/competitions/${lotId}/cancel`);
  expect([refused.status, refused.json.error]).toEqual([400, "competition_has_winner"]);
  const before = await life.balance(chain.treasury);
  const { transactionHash, blockNumber } = await chain.answer(requestId);
  await life.settled();
  await life.settled();
  const { ticket, winner } = (await life.rig.lot(lotId)) as { ticket: number; winner: string };
  expect((await life.competition(lotId)).state).toBe("drawn");
  const [byAnne, byBert] = (await life.told(lotId, "entry.confirmed")).map(({ data }) => data.userId);
  const winnerUserId = winner === anne ? byAnne : byBert;
  expect(await life.told(lotId, "draw.completed")).toMatchObject([
    { data: { lotId, winnerUserId, winnerTicketId: ticket } },
  ]);
  const { draw } = (await life.partner.get("/winners")).json.data[0];
  expect(draw).toEqual({
    method: "vrf",
    seed: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    winnerIndex: ticket - 1,
    totalTickets: 7,
    vrfRequestId: String(requestId),
    fulfillmentTx: transactionHash,
    blockNumber: Number(blockNumber),
  });
  expect(Number(BigInt(draw.seed) % 7n)).toBe(ticket - 1);
  const paid = async () => (await life.balance(chain.treasury)) - before;
  await life.eventually(paid, 7n * PRICE);
  await life.settled();
  const shown = await life.onChain(lotId, `?wallet=${bert}`);
  const contract = getAddress(chain.raffle.address);
  expect(shown).toMatchObject({ state: "drawn", contract, fulfillmentTx: transactionHash });
  expect([shown.payoutTx === null, shown.purchases.length]).toEqual([false, 1]);
  await expectSoundBooks();
});

it("a lot is cancelled once a block has it; anybody refunds its buyers, and that is shown", async () => {
  const { chain } = life;
  const [anne, bert] = life.buyers;
  const lotId = await life.created();
  await life.buy(lotId, anne, 2);
  await life.settled();
  // Not final when the lot is cancelled.
  await life.buy(lotId, bert, 1);
  for (let i = 0; i < 2; i += 1) await life.cancelled(lotId);
  await life.untilState(lotId, 4);
  const before = await life.balance(bert);
  await chain.write(chain.raffle, "refund", [BigInt(lotId), [0, 1]], { from: chain.stranger });
  expect(await life.balance(bert)).toBe(before + PRICE);
  await life.settled();
  const types = (await life.told(lotId)).map(({ type }) => type);
  expect(types.toSorted()).toEqual(["entry.confirmed", "entry.confirmed", "lot.cancelled"]);
  const { state, purchases } = await life.onChain(lotId, `?wallet=${bert}`);
  expect([state, purchases]).toEqual(["cancelled", [expect.objectContaining({ index: 1, refunded: true })]]);
  await expectSoundBooks();
});

it("without an answer the operator is called, and after three days and an hour the lot is cancelled for good", async () => {
  const { chain } = life;
  const [anne] = life.buyers;
  const lotId = await life.created();
  await life.buy(lotId, anne, 1);
  await chain.goTo((await chain.now()) + DAY_SEC);
  const requestId = await life.requested(lotId);
  await chain.goTo((await chain.now()) + DAY_SEC + 60);
  await life.settled();
  const isOfLot = (line: string) => line.includes("has no answer") && line.includes(`"lotId":${lotId}`);
  // Another loop may have had the lot's turn just before the block was read.
  await life.eventually(async () => life.rig.service.logLines.some(isOfLot), true);
  await chain.goTo((await chain.now()) + 2 * DAY_SEC);
  await life.settled();
  await life.eventually(async () => Number((await life.rig.lot(lotId))!.cancelledFrom) > 0, true);
  await life.settled();
  expect(await life.told(lotId, "lot.cancelled")).toEqual([]);
  await chain.goTo((await chain.now()) + 62 * 60);
  await life.settled();
  await life.untilState(lotId, 4);
  await life.settled();
  await life.eventually(async () => (await life.told(lotId, "lot.cancelled")).length, 1);
  await chain.answer(requestId);
  await chain.write(chain.raffle, "refund", [BigInt(lotId), [0]], { from: chain.stranger });
  await life.settled();
  expect((await life.competition(lotId)).state).toBe("cancelled");
  expect((await life.onChain(lotId, `?wallet=${anne}`)).purchases).toMatchObject([{ refunded: true }]);
});

it("what a reorganisation takes back was told by neither of two services; what strangers do is", async () => {
  const { chain } = life;
  const [anne, bert] = life.buyers;
  const lotId = await life.created();
  const other = await life.rig.another({ background: false });
  await life.buy(lotId, anne, 1);
  await life.buy(lotId, bert, 1);
  await life.rig.anvil.reorganise(Number(await chain.client.getBlockNumber()));
  await chain.mine(CONFIRMATIONS);
  await Promise.all([life.caughtUp(), life.caughtUp(other)]);
  expect(numbers(await life.told(lotId))).toEqual([[1]]);
  expect((await life.competition(lotId)).ticketsSold).toBe(1);
  await expectSoundBooks();
});

it("the demo has a competition on the contract, and a second start finds it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "demo-chain-"));
  try {
    const { chain } = life;
    // The account that `npm run chain` prints as the treasury.
    const variables = { ...environmentOf(chain), DEMO_TREASURY_ADDRESS: chain.treasury };
    const config = readConfig({ DATA_DIR: folder, ...variables });
    const first = await seedDemo(life.rig.service.wiring, config);
    expect(await seedDemo(life.rig.service.wiring, config)).toEqual(first);
    expect(await life.rig.lot(first.onChainId!)).toMatchObject({ state: 1, treasury: chain.treasury });
    const told = demoIntroduction({ baseUrl: "http://127.0.0.1", adminToken: "", ...first });
    expect(told).toContain(`http://127.0.0.1/embed/demo/competition/${first.onChainId}\n`);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it("where a final block is replaced the operator is called, and nothing is taken back", async () => {
  const lotId = await life.created();
  await life.buy(lotId, life.buyers[0], 2);
  await life.settled();
  await life.eventually(async () => (await life.told(lotId)).length, 1);
  const before = await life.told(lotId);
  const head = Number(await life.chain.client.getBlockNumber());
  await life.rig.anvil.reorganise(head - CONFIRMATIONS - 2);
  await life.settled();
  const lines = life.rig.service.logLines;
  expect(lines.some((line) => line.includes("a final block was replaced"))).toBe(true);
  expect(await life.told(lotId)).toEqual(before);
});
