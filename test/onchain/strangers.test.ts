import { encodeFunctionData, parseEther } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { expect, vi } from "vitest";
import { Chain } from "../../ports/chain.ts";
import { RaffleWatch } from "../../ports/onchain/raffle-watch.ts";
import { DrawFunds } from "../../src/onchain/draw-funds.ts";
import { RaffleLots } from "../../src/onchain/raffle-lots.ts";
import { RaffleWatcher } from "../../src/onchain/raffle-watcher.ts";
import { ContractCalls } from "../../src/onchain/contract-calls.ts";
import { receiptOf } from "../../tools/chain/receipt.ts";
import { brokenRules } from "../support/builders/books.ts";
import type { TestService } from "../support/service/service.ts";
import { DAY_SEC, LifeRig, PRICE } from "./life-rig.ts";
import { it } from "../support/chain/on-anvil.ts";
import { opened } from "../support/opened.ts";
import { eventually } from "../support/eventually.ts";

/** More than an answer takes. */
const GAS = 1_000_000n;
const MINUTE_MS = 60_000;

// Nothing happens automatically: where a test holds the service back, the service was too late or dead.
const life = opened(() => LifeRig.open({ background: false }));

const send = (service: TestService = life.rig.service) => service.wiring.get(ContractCalls).sendOnce();

/** Sends the service's transactions until `work` ends. */
async function whileSending<T>(work: Promise<T>): Promise<T> {
  let over = false;
  const end = () => (over = true);
  work.then(end, end);
  await eventually(async () => {
    await send();
    return over;
  }, "an end of what needs a transaction");
  return work;
}

/** A lot whose end is a day of the chain's time away, with tickets of two buyers. */
async function sold(body: object = {}, token = life.chain.usdc): Promise<{ lotId: number; end: number }> {
  const lotId = await whileSending(life.created(body));
  await life.buy(lotId, life.buyers[0], 2, token);
  await life.buy(lotId, life.buyers[1], 3, token);
  const end = Date.parse((await life.competition(lotId)).endDate) / 1_000;
  return { lotId, end };
}

/** Settles until the contract has the lot in a state: 2 drawing, 3 drawn, 4 cancelled. */
async function untilState(lotId: number, state: number, service = life.rig.service): Promise<void> {
  await eventually(async () => {
    await life.settled(service);
    await send(service);
    return (await life.rig.lot(lotId))!.state === state;
  }, `state ${state}`);
  await life.settled(service);
}

async function strangerRequests(lotId: number): Promise<bigint> {
  const { chain } = life;
  await chain.write(chain.raffle, "requestDraw", [BigInt(lotId)], { from: chain.stranger });
  return (await chain.openRequests()).at(-1)!;
}

async function callsOf(lotId: number, purpose: string): Promise<(string | null)[]> {
  const rows = await life.rig.rows<{ error: string | null }>(
    "select error from chain_call where purpose = $2 and split_part(reference, '/', 1) = $1 order by id",
    [String(lotId), purpose],
  );
  return rows.map(({ error }) => error);
}

/** Checks that the contract's winner is published once and the treasury is paid. */
async function expectDrawn(lotId: number, service = life.rig.service): Promise<void> {
  const { ticket } = (await life.rig.lot(lotId)) as { ticket: number };
  const partner = life.partner.at(service);
  expect((await partner.get(`/competitions/${lotId}`)).json.data.state).toBe("drawn");
  expect(await life.told(lotId, "lot.closed")).toMatchObject([{ data: { ticketsSold: 5 } }]);
  expect(await life.told(lotId, "draw.completed")).toMatchObject([{ data: { winnerTicketId: ticket } }]);
  await eventually(async () => {
    await life.settled(service);
    await send(service);
    return (await life.onChain(lotId)).payoutTx !== null;
  }, "a payout");
  expect(await life.told(lotId)).toHaveLength(4);
  expect(await brokenRules(service.databaseUrl)).toEqual([]);
}

/** An answer of the API to a cancellation that a stranger's request is ahead of. */
const HAS_WINNER = [400, "competition_has_winner"];
const cancel = async (lotId: number) => {
  const { status, json } = await life.partner.post(`/competitions/${lotId}/cancel`);
  return [status, json.error ?? json.data.state];
};
/** Cancels and repeats a 503, as a partner does: a busy machine may take longer than a request waits. */
const cancelAgain = async (lotId: number) => {
  let said = await cancel(lotId);
  for (let more = 5; said[0] === 503 && more > 0; more -= 1) said = await cancel(lotId);
  return said;
};

it("an empty subscription calls the operator before the draw, and once a stranger has funded it the draw completes", async () => {
  const { chain, rig } = life;
  const owner = { from: chain.owner };
  const empty = await chain.openSubscription(0n);
  await chain.write(chain.coordinator, "addConsumer", [empty, chain.raffle.address], owner);
  const paidBy = (subscriptionId: bigint) => {
    const randomness = { subscriptionId, keyHash: chain.vrfKey.hash, confirmations: 3 };
    return chain.write(chain.raffle, "setRandomness", [randomness], owner);
  };
  const funds = rig.service.wiring.get(DrawFunds);
  const alerts = () => rig.service.logLines.filter((line) => line.includes("does not pay for the draws"));
  // A lot keeps the subscription that was set when it was created.
  const funded = await sold();
  await paidBy(empty);
  await life.settled();
  await funds.lookOnce();
  expect(alerts()).toEqual([]);
  const { lotId, end } = await sold();
  await paidBy(chain.subscriptionId);
  await life.settled();
  await funds.lookOnce();
  await funds.lookOnce();
  expect(alerts()).toHaveLength(1);
  const alert = { alert: true, subscription: String(empty), draws: 1, wei: "0" };
  expect(JSON.parse(alerts()[0]!)).toMatchObject(alert);

  await chain.goTo(end);
  await untilState(funded.lotId, 2);
  await untilState(lotId, 2);
  const requestId = BigInt((await life.onChain(lotId)).vrfRequestId);
  expect((await chain.answer(requestId, { gas: GAS })).status).toBe("reverted");
  await life.settled();
  expect((await life.competition(lotId)).state).toBe("closing");
  const funding = { from: chain.stranger, value: parseEther("1") };
  await chain.write(chain.coordinator, "fundSubscriptionWithNative", [empty], funding);
  await chain.answer(requestId);
  await life.settled();
  await expectDrawn(lotId);
  await funds.lookOnce();
  expect(alerts()).toHaveLength(1);
});

it("a lot whose operator is gone is drawn by a stranger, and a service with the owner's new operator shows its winner", async () => {
  const { chain, rig } = life;
  const { lotId, end } = await sold();
  await chain.goTo(end + DAY_SEC);
  await chain.answer(await strangerRequests(lotId));
  expect(await life.told(lotId)).toEqual([]);

  const key = generatePrivateKey();
  const { address } = privateKeyToAccount(key);
  await chain.rpc("anvil_setBalance", [address, "0xde0b6b3a7640000"]);
  await chain.write(chain.raffle, "setOperator", [address], { from: chain.owner });
  const restarted = await rig.another({ environment: { CHAIN_SIGNER_KEY: key }, background: false });
  await life.settled(restarted);
  await expectDrawn(lotId, restarted);
  const { payoutTx } = await life.onChain(lotId);
  expect((await chain.client.getTransaction({ hash: payoutTx })).from).toBe(address.toLowerCase());
  expect(await callsOf(lotId, "request_draw")).toEqual([]);
  await chain.write(chain.raffle, "setOperator", [chain.operator], { from: chain.owner });
});

it("proceeds wait for a treasury that its token blocks: the operator is called, and another address gets them", async () => {
  const { chain, rig } = life;
  const { lotId, end } = await sold({ paymentToken: "USDT" }, chain.usdt);
  await chain.goTo(end);
  await untilState(lotId, 2);
  await chain.write(chain.usdt, "setBlocked", [chain.treasury, true], { from: chain.owner });
  await chain.answer(BigInt((await life.onChain(lotId)).vrfRequestId));
  const alerts = () => rig.service.logLines.filter((line) => line.includes("keeps being refused"));
  for (let tries = 1; alerts().length === 0 && tries < 20; tries += 1) {
    await life.settled();
    await send();
    rig.service.clock.advance(15 * MINUTE_MS);
  }
  expect(alerts()).toHaveLength(1);
  expect(JSON.parse(alerts()[0]!)).toMatchObject({ alert: true, lotId, purpose: "pay_out" });
  expect((await life.competition(lotId)).state).toBe("drawn");
  const elsewhere = chain.accounts.at(-1)!;
  const moved = [BigInt(lotId), elsewhere];
  await chain.write(chain.raffle, "moveTreasury", moved, { from: chain.treasury });
  await expectDrawn(lotId);
  expect((await life.onChain(lotId)).treasury).toBe(elsewhere);
  expect(await chain.read(chain.usdt, "balanceOf", [elsewhere])).toBe(5n * PRICE);
  await chain.write(chain.usdt, "setBlocked", [chain.treasury, false], { from: chain.owner });
});

it("a stranger's request is followed where the service's own comes second, which is made once", async () => {
  const { chain, rig } = life;
  const { lotId, end } = await sold();
  await chain.goTo(end + DAY_SEC);
  await life.settled();
  expect(await callsOf(lotId, "request_draw")).toHaveLength(1);
  const requestId = await strangerRequests(lotId);
  await send();
  // Not final: to the service's own eyes, its call was refused.
  for (let i = 0; i < 3; i += 1) {
    rig.service.clock.advance(1_000);
    await rig.service.wiring.get(RaffleLots).stepOnce();
    await send();
  }
  expect(await callsOf(lotId, "request_draw")).toEqual(["WrongState"]);
  await life.settled();
  await chain.answer(requestId);
  await life.settled();
  await expectDrawn(lotId);
  expect(await callsOf(lotId, "request_draw")).toEqual(["WrongState"]);
});

it("a cancellation that a stranger's request overtakes, from 23 hours after the end on, is 400, and the lot is drawn", async () => {
  const { chain, rig } = life;
  const { client } = chain;
  const { lotId, end } = await sold();
  // The service was away since: it knows of neither the end nor the last tickets.
  const aheadMs = (end + DAY_SEC) * 1_000 - 10 * MINUTE_MS - rig.service.clock.now().getTime();
  rig.service.clock.advance(aheadMs);
  await chain.goTo(end + DAY_SEC - 600);
  await rig.pauseMining();
  const answer = cancel(lotId);
  await eventually(async () => {
    await send();
    return (await rig.pool()).length > 0;
  }, "a transaction in the pool");
  const [hash] = await rig.pool();
  // In the block of the cancellation, before it.
  const tip = `0x${parseEther("0.000001").toString(16)}`;
  const data = encodeFunctionData({
    abi: chain.raffle.abi,
    functionName: "requestDraw",
    args: [BigInt(lotId)],
  });
  const { address: to } = chain.raffle;
  const fees = { maxFeePerGas: tip, maxPriorityFeePerGas: tip, gas: "0xf4240" };
  await chain.rpc("eth_sendTransaction", [{ from: chain.stranger, to, data, ...fees }]);
  await chain.goTo(end + DAY_SEC);
  expect((await receiptOf(client, hash!)).status).toBe("reverted");
  await send();
  // A busy machine may have taken longer than the request waits.
  expect([HAS_WINNER, [503, "chain_unavailable"]]).toContainEqual(await answer);
  await rig.resumeMining();
  expect(await cancelAgain(lotId)).toEqual(HAS_WINNER);
  await life.settled();
  await chain.answer((await chain.openRequests()).at(-1)!);
  await life.settled();
  await expectDrawn(lotId);
  expect([await callsOf(lotId, "request_draw"), await callsOf(lotId, "cancel_lot")]).toEqual([
    [],
    ["NotYet"],
  ]);
});

it("a cancellation that a reorganisation gives to a stranger's request was told to nobody", async () => {
  const { chain, rig } = life;
  const { lotId, end } = await sold();
  const aheadMs = (end + DAY_SEC) * 1_000 - 10 * MINUTE_MS - rig.service.clock.now().getTime();
  rig.service.clock.advance(Math.max(0, aheadMs));
  await chain.goTo(end + DAY_SEC - 600);
  expect(await whileSending(cancel(lotId))).toEqual([503, "chain_unavailable"]);
  expect((await rig.lot(lotId))!.state).toBe(4);
  await rig.pauseMining();
  await chain.rpc("anvil_reorg", [1, []]);
  for (const hash of await rig.pool()) await chain.rpc("anvil_dropTransaction", [hash]);
  await rig.resumeMining();
  await chain.goTo(end + DAY_SEC);
  const requestId = await strangerRequests(lotId);
  expect(await whileSending(cancelAgain(lotId))).toEqual(HAS_WINNER);
  expect((await life.competition(lotId)).state).not.toBe("cancelled");
  await life.settled();
  await chain.answer(requestId);
  await life.settled();
  await expectDrawn(lotId);
  expect(await life.told(lotId, "lot.cancelled")).toEqual([]);
});

it("a lot that nobody here has created calls the operator once, and the others are followed", async () => {
  const { chain, rig } = life;
  const lotId = await whileSending(life.created());
  const now = await chain.now();
  const terms = {
    token: chain.usdc.address,
    price: PRICE,
    maxTickets: 5,
    treasury: chain.stranger,
    startAt: now - 60,
    endAt: now + DAY_SEC,
  };
  const strange = lotId + 1_000_000;
  await chain.write(chain.raffle, "createLot", [BigInt(strange), terms, terms.endAt], {
    from: chain.operator,
  });
  await life.buy(strange, life.buyers[0], 1);
  await life.buy(lotId, life.buyers[0], 1);
  // A page of blocks whose lots could not be looked up is read again.
  const watch = rig.service.wiring.get(RaffleWatch);
  const away = vi.spyOn(watch, "strange").mockRejectedValue(new Error("the database is away"));
  await expect(life.settled()).rejects.toThrow("the database is away");
  away.mockRestore();
  for (let twice = 0; twice < 2; twice += 1) await life.settled();
  const alerts = rig.service.logLines.filter((line) => line.includes("this service did not create"));
  expect(alerts.map((line) => JSON.parse(line))).toMatchObject([{ alert: true, lots: 1, lotIds: [strange] }]);
  expect((await life.competition(lotId)).ticketsSold).toBe(1);
});

it("a reader of the contract that another one overtook reads the blocks that are left", async () => {
  const { rig, chain } = life;
  await life.settled();
  await chain.mine(3);
  const { wiring } = rig.service;
  const [watch, raffleWatcher] = [wiring.get(RaffleWatch), wiring.get(RaffleWatcher)];
  const write = watch.write.bind(watch);
  const overtaken = vi.spyOn(watch, "write");
  overtaken.mockImplementationOnce(async (watched, blocks, events, now) => {
    const toBlock = blocks.fromBlock;
    const { hash: lastHash } = await chain.client.getBlock({ blockNumber: BigInt(toBlock) });
    expect(await write(watched, { ...blocks, toBlock, lastHash }, [], now)).toBe("written");
    return write(watched, blocks, events, now);
  });
  while ((await raffleWatcher.watchOnce()) > 0);
  expect(overtaken.mock.settledResults.map(({ value }) => value)).toEqual(["moved_on", "written"]);
  overtaken.mockRestore();
  expect((await raffleWatcher.readUpTo())!.block).toBe(await wiring.get(Chain).final());
});
