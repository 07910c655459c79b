import { keccak256, parseEther, parseEventLogs, encodeAbiParameters } from "viem";
import { expect, it } from "vitest";
import { DAY, PRICE, RaffleBench, refusal } from "../support/chain/raffle-bench.ts";
import { opened } from "../support/opened.ts";
import { describe } from "../support/chain/on-anvil.ts";

const HOUR = 3_600;
const OPEN = 1;
const DRAWING = 2;
const DRAWN = 3;
const CANCELLED = 4;
/** An amount of gas above that of an answer. */
const GAS = 1_000_000n;

describe("the raffle contract draws", () => {
  const bench = opened(() => RaffleBench.open());

  const stateOf = async (lotId: bigint) => (await bench.ask<{ state: number }>("lots", lotId)).state;

  /** Has a draw without an answer cancelled, three days after its request. */
  async function cancelDraw(lotId: bigint): Promise<void> {
    const { requestedAt } = await bench.ask<{ requestedAt: number }>("lots", lotId);
    await bench.chain.goTo(Math.max(requestedAt + 3 * DAY, (await bench.chain.now()) + 1));
    await bench.send("cancel", [lotId], bench.chain.stranger);
    await bench.chain.goTo((await bench.chain.now()) + HOUR);
    await bench.send("cancel", [lotId], bench.chain.stranger);
  }

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

  it("each place of a lot, over many lots, and with it each buyer", async () => {
    const { chain } = bench;
    const winners = new Map<number, string>();
    for (let lot = 0; lot < 60 && winners.size < 3; lot += 1) {
      const { lotId, requestId } = await bench.requested([1, 1, 1]);
      await chain.answer(requestId);
      const { ticket, winner } = await bench.ask<{ ticket: number; winner: string }>("lots", lotId);
      expect(winners.get(ticket) ?? winner).toBe(winner);
      winners.set(ticket, winner);
    }
    const [one, two, three] = chain.buyers;
    expect(Object.fromEntries(winners)).toEqual({ 1: one, 2: two, 3: three });
  });

  it("at its operator's request from the end on, at any account's from a day later, and no lot without tickets", async () => {
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

  it("with the coordinator's number alone, and none to a lot that is cancelled", async () => {
    const { chain } = bench;
    const drawn = await bench.requested([1, 1]);
    await chain.answer(drawn.requestId);
    const { lotId, requestId } = await bench.requested([2, 2]);
    const forged = bench.send("rawFulfillRandomWords", [requestId, [1n]], chain.operator);
    expect(await refusal(forged)).toBe("NotCoordinator");
    await cancelDraw(lotId);
    const { logs } = await chain.answer(requestId);
    expect(parseEventLogs({ abi: chain.raffle.abi, logs })).toEqual([]);
    expect(await bench.ask("lots", lotId)).toMatchObject({ state: CANCELLED, ticket: 0 });
    const before = await bench.balance(chain.buyers[0]!);
    await bench.send("refund", [lotId, [0, 1]], chain.stranger);
    expect((await bench.balance(chain.buyers[0]!)) - before).toBe(2n * PRICE);
    const coordinator = chain.coordinator.address;
    await chain.rpc("anvil_impersonateAccount", [coordinator]);
    await chain.rpc("anvil_setBalance", [coordinator, "0xde0b6b3a7640000"]);
    // Neither an unknown request, an answer without a word nor a second one raises or changes anything.
    for (const answer of [
      [12_345n, [1n]],
      [requestId, []],
      [requestId, [1n]],
      [drawn.requestId, [2n]],
    ]) {
      const { status, logs } = await bench.send("rawFulfillRandomWords", answer, coordinator);
      expect([status, logs]).toEqual(["success", []]);
    }
    await chain.rpc("anvil_stopImpersonatingAccount", [coordinator]);
  });

  it("nothing where its cancellation was announced an hour ago, three days after the request: until then an answer wins", async () => {
    const { chain } = bench;
    const { lotId, terms } = await bench.openLot();
    await bench.buy(lotId, chain.buyers[0]!, 2);
    // Requested late: the request counts, not the end.
    await chain.goTo(terms.endAt + 4 * DAY);
    await bench.send("requestDraw", [lotId], chain.operator);
    const requestId = (await chain.openRequests()).at(-1)!;
    const requestedAt = await chain.now();
    const cancelling = (from: `0x${string}`) => refusal(bench.send("cancel", [lotId], from));
    for (const from of [chain.operator, chain.stranger, chain.owner])
      expect(await cancelling(from)).toBe(`NotYet(${requestedAt + 3 * DAY})`);
    /** Sends a transaction in a block of exactly that second. */
    const sendAt = async (
      seconds: number,
      contract: typeof chain.coordinator,
      name: string,
      args: readonly unknown[],
    ) => {
      await chain.rpc("evm_setNextBlockTimestamp", [`0x${seconds.toString(16)}`]);
      const { status } = await chain.write(contract, name, args, { from: chain.stranger, gas: GAS });
      return status;
    };
    const announcedAt = requestedAt + 3 * DAY;
    expect(await sendAt(announcedAt - 1, chain.raffle, "cancel", [lotId])).toBe("reverted");
    expect(await sendAt(announcedAt, chain.raffle, "cancel", [lotId])).toBe("success");
    const cancelledFrom = announcedAt + HOUR;
    expect(await bench.ask("lots", lotId)).toMatchObject({ state: DRAWING, cancelledFrom });
    for (const from of [chain.operator, chain.stranger])
      expect(await cancelling(from)).toBe(`NotYet(${cancelledFrom})`);
    const refunding = bench.send("refund", [lotId, [0]], chain.stranger);
    expect(await refusal(refunding)).toBe(`WrongState(${DRAWING})`);
    const answer = await chain.answerOf(requestId);
    const announced = await chain.rpc("evm_snapshot", []);
    const answerAt = (seconds: number) => sendAt(seconds, chain.coordinator, "fulfillRandomWords", answer);
    expect(await answerAt(cancelledFrom - 1)).toBe("success");
    expect(await stateOf(lotId)).toBe(DRAWN);
    expect(await cancelling(chain.stranger)).toBe(`WrongState(${DRAWN})`);
    await chain.rpc("evm_revert", [announced]);
    expect(await sendAt(cancelledFrom - 1, chain.raffle, "cancel", [lotId])).toBe("reverted");
    expect(await answerAt(cancelledFrom)).toBe("success");
    expect(await stateOf(lotId)).toBe(DRAWING);
    expect(await cancelling(chain.stranger)).toBe("nothing");
    expect(await stateOf(lotId)).toBe(CANCELLED);
  });

  it("once any account has funded a subscription that was empty, with the same proof", async () => {
    const { chain } = bench;
    const keyHash = chain.vrfKey.hash;
    const empty = await chain.openSubscription(0n);
    await chain.write(chain.coordinator, "addConsumer", [empty, chain.raffle.address], { from: chain.owner });
    const paidBy = (subscriptionId: bigint) =>
      bench.send("setRandomness", [{ subscriptionId, keyHash, confirmations: 3 }], chain.owner);
    await paidBy(empty);
    const { lotId, requestId } = await bench.requested([2]);
    // A later lot is paid for otherwise, and this one is not.
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
});
