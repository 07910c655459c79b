import { parseEventLogs } from "viem";
import { beforeAll, expect, it } from "vitest";
import type { Hex } from "../../ports/chain.ts";
import { VrfKey } from "../../tools/chain/vrf-key.ts";
import type { LocalChain } from "../../tools/chain/local-chain.ts";
import { DAY, PRICE, RaffleBench, refusal } from "../support/chain/raffle-bench.ts";
import { opened } from "../support/opened.ts";
import { describe } from "../support/chain/on-anvil.ts";

const LANE_GAS_PRICE = 500n * 10n ** 9n;
const UNKNOWN: Hex = `0x${"77".repeat(32)}`;
const CANCELLED = 4;

describe("the randomness of the raffle contract", () => {
  let chain: LocalChain;
  const bench = opened(() => RaffleBench.open());
  beforeAll(async () => {
    ({ chain } = bench);
  });

  interface Randomness {
    readonly subscriptionId: bigint;
    readonly keyHash: Hex;
    readonly confirmations: number;
  }
  const present = (): Randomness => ({
    subscriptionId: chain.subscriptionId,
    keyHash: chain.vrfKey.hash,
    confirmations: 3,
  });
  const set = (more: Partial<Randomness>, from = chain.owner) =>
    bench.send("setRandomness", [{ ...present(), ...more }], from);
  const words = ({ subscriptionId, keyHash, confirmations }: Randomness) => [
    subscriptionId,
    keyHash,
    confirmations,
  ];

  /** Ends the lot and requests its draw. @returns the request at the coordinator */
  async function request(lotId: bigint, endAt: number) {
    await chain.goTo(endAt);
    const { logs } = await bench.send("requestDraw", [lotId], chain.operator);
    const { abi } = chain.coordinator;
    const [words] = parseEventLogs({ abi, logs, eventName: "RandomWordsRequested" }) as unknown as {
      args: {
        requestId: bigint;
        subId: bigint;
        keyHash: Hex;
        minimumRequestConfirmations: number;
        callbackGasLimit: number;
        numWords: number;
      };
    }[];
    return words!.args;
  }

  it("is set by its owner alone, with 3 to 200 confirmations and a key that the coordinator knows", async () => {
    for (const from of [chain.operator, chain.stranger, chain.treasury])
      expect(await refusal(set({}, from))).toBe(`OwnableUnauthorizedAccount(${from})`);
    for (const confirmations of [0, 1, 2, 201, 65_535])
      expect(await refusal(set({ confirmations }))).toBe("BadRandomness(confirmations)");
    for (const keyHash of [UNKNOWN, `0x${"0".repeat(64)}`] as const)
      expect(await refusal(set({ keyHash }))).toBe("BadRandomness(keyHash)");
    expect(await bench.ask("randomness")).toEqual(words(present()));
    for (const confirmations of [200, 3]) {
      const { logs } = await set({ confirmations });
      expect(parseEventLogs({ abi: chain.raffle.abi, logs })).toMatchObject([
        { eventName: "RandomnessSet", args: { ...present(), confirmations } },
      ]);
      expect(await bench.ask("randomness")).toEqual(words({ ...present(), confirmations }));
    }
  });

  it("is checked at the deployment, too, and a coordinator that does not list its keys is accepted", async () => {
    await expect(chain.raffleWith({ keyHash: UNKNOWN })).rejects.toThrow("reverted");
    // A contract without such a function, and an account without code.
    for (const coordinator of [chain.usdt.address, chain.stranger]) {
      const raffle = await chain.raffleWith({ coordinator, keyHash: UNKNOWN });
      expect(await chain.read(raffle, "randomness")).toEqual(words({ ...present(), keyHash: UNKNOWN }));
    }
  });

  it("of a lot is what was in force when it was created, and its owner changes it for later lots alone", async () => {
    const before = await bench.openLot();
    await bench.buy(before.lotId, chain.buyers[0]!, 2);
    const key = new VrfKey(0xbeefn);
    const { coordinator, owner } = chain;
    await chain.write(coordinator, "registerProvingKey", [key.publicKey, LANE_GAS_PRICE], { from: owner });
    const subscriptionId = await chain.openSubscription(10n ** 18n);
    await chain.write(coordinator, "addConsumer", [subscriptionId, chain.raffle.address], { from: owner });
    const later = { subscriptionId, keyHash: key.hash, confirmations: 7 };
    await set(later);
    const after = await bench.openLot();
    await bench.buy(after.lotId, chain.buyers[1]!, 1);
    await set({ confirmations: 200 });
    expect(await bench.ask("randomnessOf", before.lotId)).toEqual(words(present()));
    expect(await bench.ask("randomnessOf", after.lotId)).toEqual(words(later));
    expect(await refusal(bench.ask("randomnessOf", bench.nextLotId()))).toBe("WrongState(0)");
    const numbers = { callbackGasLimit: 300_000, numWords: 1 };
    const first = await request(before.lotId, before.terms.endAt);
    expect(first).toMatchObject({
      subId: chain.subscriptionId,
      keyHash: chain.vrfKey.hash,
      minimumRequestConfirmations: 3,
      ...numbers,
    });
    expect(await request(after.lotId, Math.max(after.terms.endAt, (await chain.now()) + 1))).toMatchObject({
      subId: subscriptionId,
      keyHash: key.hash,
      minimumRequestConfirmations: 7,
      ...numbers,
    });
    await chain.answer(first.requestId);
    expect(await bench.ask("lots", before.lotId)).toMatchObject({ state: 3 });
    await set({});
  });

  it("that the coordinator forgets draws nothing: after three days and an hour all is refunded", async () => {
    const key = new VrfKey(0xfeedn);
    const { coordinator, owner, buyers } = chain;
    await chain.write(coordinator, "registerProvingKey", [key.publicKey, LANE_GAS_PRICE], { from: owner });
    await set({ keyHash: key.hash });
    const { lotId, terms } = await bench.openLot();
    await set({});
    await bench.buy(lotId, buyers[1]!, 4);
    await chain.write(coordinator, "deregisterProvingKey", [key.publicKey], { from: owner });
    const { requestId } = await request(lotId, terms.endAt);
    expect(await refusal(chain.answer(requestId))).toBe("NoCorrespondingRequest");
    await chain.goTo((await chain.now()) + 3 * DAY);
    await bench.send("cancel", [lotId], chain.stranger);
    await chain.goTo((await chain.now()) + 3_600);
    await bench.send("cancel", [lotId], chain.stranger);
    expect(await bench.ask("lots", lotId)).toMatchObject({ state: CANCELLED });
    const before = await bench.balance(buyers[1]!);
    await bench.send("refund", [lotId, [0]], chain.stranger);
    expect((await bench.balance(buyers[1]!)) - before).toBe(4n * PRICE);
  });
});
