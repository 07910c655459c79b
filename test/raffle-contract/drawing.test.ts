import { keccak256, parseEther, parseEventLogs, encodeAbiParameters } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Anvil } from "../support/chain/anvil.ts";
import { DAY, PRICE, RaffleBench, refusal } from "../support/chain/raffle-bench.ts";

const program = Anvil.program();
const OPEN = 1;
const DRAWING = 2;
const DRAWN = 3;
const CANCELLED = 4;
/** More than an answer takes. */
const GAS = 1_000_000n;

describe.skipIf(program === null)("the raffle contract draws", () => {
  let bench: RaffleBench;
  beforeAll(async () => {
    bench = await RaffleBench.open(program!);
  });
  afterAll(() => bench?.stop());

  const stateOf = async (lotId: bigint) => (await bench.ask<{ state: number }>("lots", lotId)).state;

  it("the owner of ticket seed mod tickets + 1, by one answer to one request, and pays out once", async () => {
    const { chain } = bench;
    const { lotId, requestId } = await bench.requested([3, 1, 5]);
    expect(await stateOf(lotId)).toBe(DRAWING);
    expect(await refusal(bench.send("requestDraw", [lotId], chain.operator))).toBe(`WrongState(${DRAWING})`);
    expect(await refusal(bench.send("payOut", [lotId], chain.stranger))).toBe(`WrongState(${DRAWING})`);
    const { logs } = await chain.answer(requestId);
    const [drawn] = parseEventLogs({ abi: chain.raffle.abi, logs, eventName: "Drawn" });
    const [fulfilled] = parseEventLogs({
      abi: chain.coordinator.abi,
      logs,
      eventName: "RandomWordsFulfilled",
    }) as unknown as { args: { outputSeed: bigint; success: boolean } }[];
    const { seed, ticket, winner } = drawn!.args;
    const numbers = [{ type: "uint256" }, { type: "uint256" }] as const;
    expect(seed).toBe(BigInt(keccak256(encodeAbiParameters(numbers, [fulfilled!.args.outputSeed, 0n]))));
    expect(fulfilled!.args.success).toBe(true);
    expect(ticket).toBe(Number(seed % 9n) + 1);
    expect(winner).toBe(await bench.ask("ownerOfTicket", lotId, ticket));
    expect(await bench.ask("lots", lotId)).toMatchObject({ state: DRAWN, ticket, winner });
    expect(await refusal(chain.answer(requestId))).toBe("NoCorrespondingRequest");

    const { treasury } = chain;
    const before = await bench.balance(treasury);
    await bench.send("payOut", [lotId], chain.stranger);
    expect((await bench.balance(treasury)) - before).toBe(9n * PRICE);
    expect(await refusal(bench.send("payOut", [lotId], treasury))).toBe(`WrongState(${DRAWN})`);
    expect(await refusal(bench.send("cancel", [lotId], chain.operator))).toBe(`WrongState(${DRAWN})`);
    expect(await refusal(bench.send("refund", [lotId, [0]], chain.stranger))).toBe(`WrongState(${DRAWN})`);
  });

  it("each place of a lot, over many lots", async () => {
    const places = new Set<number>();
    for (let lot = 0; lot < 40 && places.size < 3; lot += 1) {
      const { lotId, requestId } = await bench.requested([1, 1, 1]);
      await bench.chain.answer(requestId);
      places.add((await bench.ask<{ ticket: number }>("lots", lotId)).ticket);
    }
    expect([...places].toSorted()).toEqual([1, 2, 3]);
  });

  it("at its operator's request from the end on, at anybody's from a day later, and no lot without tickets", async () => {
    const { chain } = bench;
    const { lotId, terms } = await bench.openLot();
    const empty = await bench.openLot({ endAt: terms.endAt });
    const request = (from: `0x${string}`, id = lotId) => refusal(bench.send("requestDraw", [id], from));
    await bench.buy(lotId, chain.buyers[0]!);
    expect(await request(chain.operator)).toBe(`NotYet(${terms.endAt})`);
    await chain.goTo(terms.endAt);
    expect(await request(chain.operator, empty.lotId)).toBe("NoTickets");
    expect(await request(chain.stranger)).toBe(`NotYet(${terms.endAt + DAY})`);
    await chain.goTo(terms.endAt + DAY);
    expect(await request(chain.stranger)).toBe("nothing");
    expect(await request(chain.stranger, bench.nextLotId())).toBe("WrongState(0)");
    await chain.answer((await chain.openRequests()).at(-1)!);
    expect(await stateOf(lotId)).toBe(DRAWN);
  });

  it("with nobody's number but the coordinator's, and none to a lot that is cancelled", async () => {
    const { chain } = bench;
    const { lotId, requestId } = await bench.requested([2, 2]);
    const forged = bench.send("rawFulfillRandomWords", [requestId, [1n]], chain.operator);
    expect(await refusal(forged)).toBe("NotCoordinator");
    const requestedAt = await chain.now();
    expect(await refusal(bench.send("cancel", [lotId], chain.operator))).toMatch(/^NotYet/);
    await chain.goTo(requestedAt + 3 * DAY);
    await bench.send("cancel", [lotId], chain.stranger);
    const { logs } = await chain.answer(requestId);
    expect(parseEventLogs({ abi: chain.raffle.abi, logs })).toEqual([]);
    expect(await bench.ask("lots", lotId)).toMatchObject({ state: CANCELLED, ticket: 0 });
    const before = await bench.balance(chain.buyers[0]!);
    await bench.send("refund", [lotId, [0, 1]], chain.stranger);
    expect((await bench.balance(chain.buyers[0]!)) - before).toBe(2n * PRICE);
    const coordinator = chain.coordinator.address;
    await chain.rpc("anvil_impersonateAccount", [coordinator]);
    await chain.rpc("anvil_setBalance", [coordinator, "0xde0b6b3a7640000"]);
    // Neither an unknown request nor an answer without a word raises.
    for (const answer of [
      [12_345n, [1n]],
      [requestId, []],
    ]) {
      const { status, logs } = await bench.send("rawFulfillRandomWords", answer, coordinator);
      expect([status, logs]).toEqual(["success", []]);
    }
    await chain.rpc("anvil_stopImpersonatingAccount", [coordinator]);
  });

  it("once anybody has funded a subscription that was empty, with the same proof", async () => {
    const { chain } = bench;
    const keyHash = chain.vrfKey.hash;
    const empty = await chain.openSubscription(0n);
    await chain.write(chain.coordinator, "addConsumer", [empty, chain.raffle.address], { from: chain.owner });
    const paidBy = (subscriptionId: bigint) =>
      bench.send("setRandomness", [{ subscriptionId, keyHash, confirmations: 3 }], chain.owner);
    await paidBy(empty);
    const { lotId, requestId } = await bench.requested([2]);
    await paidBy(chain.subscriptionId);
    const failed = await chain.answer(requestId, { gas: GAS });
    expect(failed.status).toBe("reverted");
    expect(await stateOf(lotId)).toBe(DRAWING);
    const funding = { from: chain.stranger, value: parseEther("1") };
    await chain.write(chain.coordinator, "fundSubscriptionWithNative", [empty], funding);
    expect((await chain.answer(requestId)).status).toBe("success");
    expect(await stateOf(lotId)).toBe(DRAWN);
  });

  it("by the request of the chain that stays: after a reorganisation an old proof proves nothing", async () => {
    const { chain } = bench;
    const { lotId, terms } = await bench.openLot();
    await bench.buy(lotId, chain.buyers[0]!, 7);
    await chain.goTo(terms.endAt);
    await bench.send("requestDraw", [lotId], chain.operator);
    const requestId = (await chain.openRequests()).at(-1)!;
    const [oldProof, oldCommitment, onlyPremium] = await chain.answerOf(requestId);
    await chain.rpc("anvil_reorg", [1, []]);
    expect(await stateOf(lotId)).toBe(OPEN);
    await bench.send("requestDraw", [lotId], chain.operator);
    expect((await chain.openRequests()).at(-1)).toBe(requestId);
    const [, commitment] = await chain.answerOf(requestId);
    await chain.mine(1);
    const old = [oldProof, commitment, onlyPremium];
    const answering = chain.write(chain.coordinator, "fulfillRandomWords", old, { from: chain.stranger });
    expect(await refusal(answering)).toMatch(/^Error\(/);
    expect(commitment).not.toEqual(oldCommitment);
    await chain.answer(requestId);
    expect(await stateOf(lotId)).toBe(DRAWN);
  });

  it("nothing with a key that the coordinator does not know: after three days all is refunded", async () => {
    const { chain } = bench;
    const { lotId, terms } = await bench.openLot();
    await bench.buy(lotId, chain.buyers[1]!, 4);
    const { subscriptionId, vrfKey } = chain;
    const randomness = (keyHash: string) => [{ subscriptionId, keyHash, confirmations: 3 }];
    await bench.send("setRandomness", randomness(`0x${"77".repeat(32)}`), chain.owner);
    await chain.goTo(terms.endAt);
    await bench.send("requestDraw", [lotId], chain.operator);
    await bench.send("setRandomness", randomness(vrfKey.hash), chain.owner);
    const answering = chain.answer((await chain.openRequests()).at(-1)!);
    expect(await refusal(answering)).toBe("NoCorrespondingRequest");
    await chain.goTo((await chain.now()) + 3 * DAY);
    await bench.send("cancel", [lotId], chain.stranger);
    const before = await bench.balance(chain.buyers[1]!);
    await bench.send("refund", [lotId, [0]], chain.stranger);
    expect((await bench.balance(chain.buyers[1]!)) - before).toBe(4n * PRICE);
  });
});

it.skipIf(program !== null)("drawing by the raffle contract", ({ skip }) =>
  skip("there is no anvil on this machine"),
);
