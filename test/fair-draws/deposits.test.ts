import { beforeAll, describe, expect, it } from "vitest";
import { ExtendedKeyAddresses, PUBLISHED_KEY } from "../../adapters/chain/extended-key-addresses.ts";
import type { Hex } from "../../ports/chain.ts";
import { brokenRules } from "../support/builders/books.ts";
import { addOrganisation } from "../support/builders/organisations.ts";
import {
  CENT,
  CONFIRMATIONS,
  DepositRig,
  OTHER_TOKEN,
  type Payer,
  type Payment,
  proofOf,
  TOKEN,
} from "./deposit-rig.ts";
import { opened } from "../support/opened.ts";

const STRANGER: Hex = `0x${"99".repeat(20)}`;
const MOST_UNITS = 2n ** 256n - 1n;
const MOST_CENTS = Number.MAX_SAFE_INTEGER;

let payer: Payer;
let other: Payer;
const rig = opened(() => DepositRig.open());
beforeAll(async () => {
  [payer, other] = [await rig.payer(), await rig.payer()];
});

const refused = (code: string) => expect.objectContaining({ name: "Problem", code });
const booked = (of: Payer, txHash: Hex) =>
  rig.ledger(of).then((all) => all.filter(([, tx]) => tx === txHash));
/** Pays in a transaction and makes it final. */
async function paid(...payments: Payment[]): Promise<Hex> {
  const txHash = await rig.pay(...payments);
  await rig.settle();
  return txHash;
}

describe("an organisation's settlement", () => {
  it("names the token, and an address that stays, is its own, and is spelled with its checksum", async () => {
    const target = await rig.deposits.target(payer.id);
    expect(target).toEqual({
      depositAddress: payer.address,
      tokenAddress: TOKEN,
      tokenSymbol: "USDC",
      tokenDecimals: 6,
    });
    expect(payer.address.toLowerCase()).toBe(new ExtendedKeyAddresses(PUBLISHED_KEY).at(payer.id));
    expect(payer.address).not.toBe(payer.address.toLowerCase());
    expect(other.address).not.toBe(payer.address);
    expect(await rig.deposits.target(payer.id)).toEqual(target);
  });

  it("is made once by many requests at once", async () => {
    const { id } = await addOrganisation(rig.service.database);
    const targets = await Promise.all(Array.from({ length: 10 }, () => rig.deposits.target(id)));
    expect(new Set(targets.map((one) => one!.depositAddress)).size).toBe(1);
  });
});

describe("a reported transaction", () => {
  it("is credited when it is final: before it exists 404, before it is final 409", async () => {
    await expect(rig.report(payer, `0x${"ab".repeat(32)}`)).rejects.toEqual(refused("transaction_not_found"));
    const txHash = await rig.pay([payer, 250n * CENT]);
    await rig.chain.mine(CONFIRMATIONS - 2);
    await expect(rig.report(payer, txHash)).rejects.toEqual(refused("transaction_not_final"));
    await rig.chain.mine(2);
    const before = await rig.balance(payer);
    expect(await rig.report(payer, txHash)).toEqual({
      balanceCents: before + 250,
      creditedCents: 250,
      duplicate: false,
    });
    expect((await rig.ledger(payer)).at(-1)).toEqual([250, txHash]);
  });

  it("is credited once: a repeat answers the balance, and that nothing was credited", async () => {
    const txHash = await paid([payer, 7n * CENT]);
    const { balanceCents } = await rig.report(payer, txHash);
    const repeat = { balanceCents, creditedCents: 0, duplicate: true };
    expect(await rig.report(payer, txHash)).toEqual(repeat);
    expect(await rig.report(payer, `0x${txHash.slice(2).toUpperCase()}`)).toEqual(repeat);
    expect(await booked(payer, txHash)).toHaveLength(1);
  });

  it("that a reorganisation drops before it is final is never credited", async () => {
    const txHash = await rig.pay([payer, 5n * CENT]);
    await rig.chain.reorganise(await rig.chain.head());
    await rig.settle();
    await expect(rig.report(payer, txHash)).rejects.toEqual(refused("transaction_not_found"));
    await rig.watch();
    expect(await booked(payer, txHash)).toEqual([]);
  });

  it("counts all its transfers together, then leaves out what is less than a cent", async () => {
    const txHash = await paid([payer, CENT - 1n], [payer, 2n], [other, 90n * CENT], [payer, 3n * CENT - 2n]);
    expect(await rig.report(payer, txHash)).toMatchObject({ creditedCents: 3 });
  });

  it("of less than a cent, or of nothing, does not count as a deposit", async () => {
    for (const units of [0n, 1n, CENT - 1n]) {
      const txHash = await paid([payer, units]);
      await expect(rig.report(payer, txHash)).rejects.toEqual(refused("no_matching_transfer"));
      await rig.watch();
      expect(await booked(payer, txHash)).toEqual([]);
    }
  });

  it("in another token, to another address, or that failed, does not count as a deposit", async () => {
    const inOther = await paid([payer, 5n * CENT, OTHER_TOKEN]);
    const toStranger = await paid([STRANGER, 5n * CENT]);
    const failed = await rig.chain.send([{ token: TOKEN, to: payer.address, units: 5n * CENT }], {
      fails: true,
    });
    await rig.settle();
    await rig.watch();
    for (const txHash of [inOther, toStranger, failed]) {
      await expect(rig.report(payer, txHash)).rejects.toEqual(refused("no_matching_transfer"));
      expect(await booked(payer, txHash)).toEqual([]);
    }
  });

  it("in two tokens counts the one", async () => {
    const txHash = await paid([payer, 5n * CENT, OTHER_TOKEN], [payer, 2n * CENT]);
    expect(await rig.report(payer, txHash)).toMatchObject({ creditedCents: 2 });
  });

  it("of another organisation credits nothing to the reporter, before and after the payer's report", async () => {
    const txHash = await paid([payer, 40n * CENT]);
    const before = await rig.balance(other);
    await expect(rig.report(other, txHash)).rejects.toEqual(refused("no_matching_transfer"));
    expect(await rig.report(payer, txHash)).toMatchObject({ creditedCents: 40, duplicate: false });
    await expect(rig.report(other, txHash)).rejects.toEqual(refused("no_matching_transfer"));
    expect(await rig.balance(other)).toBe(before);
  });

  it("that pays two organisations credits each with its part", async () => {
    const txHash = await paid([payer, 11n * CENT], [other, 22n * CENT], [payer, 1n * CENT]);
    expect(await rig.report(payer, txHash)).toMatchObject({ creditedCents: 12, duplicate: false });
    expect(await rig.report(other, txHash)).toMatchObject({ creditedCents: 22, duplicate: false });
    await rig.watch();
    expect(await rig.report(other, txHash)).toMatchObject({ creditedCents: 0, duplicate: true });
  });

  it.each([
    [2, 12_345n, 12_345],
    [6, 12_349_999n, 1_234],
    [18, 123_456_789_012_345_678n, 12],
  ])("in a token of %d decimals is floored to cents: %d units", async (decimals, units, cents) => {
    const settings = {
      addresses: new ExtendedKeyAddresses(PUBLISHED_KEY),
      token: { address: OTHER_TOKEN, symbol: "T", decimals },
    };
    const txHash = await paid([payer, units, OTHER_TOKEN]);
    expect(await rig.report(payer, txHash, rig.with({ settings }))).toMatchObject({ creditedCents: cents });
  });

  it("with an invalid hash is an invalid request, before the chain is queried", async () => {
    rig.chain.fallSilent(true);
    await expect(rig.report(payer, "0x12")).rejects.toEqual(refused("invalid_request"));
    rig.chain.fallSilent(false);
  });

  it("cannot be judged while the chain is silent, and nothing is written", async () => {
    const txHash = await paid([payer, 5n * CENT]);
    rig.chain.fallSilent(true);
    await expect(rig.report(payer, txHash)).rejects.toEqual(refused("chain_unavailable"));
    rig.chain.fallSilent(false);
    expect(await booked(payer, txHash)).toEqual([]);
    expect(await rig.report(payer, txHash)).toMatchObject({ creditedCents: 5, duplicate: false });
  });
});

describe("a proof", () => {
  it("reports once: another request with it credits nothing, the same request may repeat", async () => {
    const [first, second] = [await paid([payer, CENT]), await paid([payer, CENT])];
    const proof = proofOf(payer);
    expect(await rig.deposits.report(payer.id, first, proof)).toMatchObject({ duplicate: false });
    const replay = proofOf(payer, { jti: proof.jti });
    await expect(rig.deposits.report(payer.id, second, replay)).rejects.toEqual(refused("replayed_proof"));
    expect(await booked(payer, second)).toEqual([]);
    expect(await rig.deposits.report(payer.id, second, proof)).toMatchObject({ duplicate: false });
  });

  it("of ten requests at once serves one", async () => {
    const txHash = await paid([payer, CENT]);
    const { jti } = proofOf(payer);
    const tries = Array.from({ length: 10 }, () =>
      rig.deposits.report(payer.id, txHash, proofOf(payer, { jti })),
    );
    const ends = await Promise.allSettled(tries);
    expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const end of ends)
      if (end.status === "rejected") expect(end.reason).toEqual(refused("replayed_proof"));
  });

  it("by a key that was replaced after it was verified reports nothing", async () => {
    const owner = await rig.payer();
    const txHash = await paid([owner, CENT]);
    const late = proofOf(owner, { proofKey: new Uint8Array(32) });
    await expect(rig.deposits.report(owner.id, txHash, late)).rejects.toEqual(refused("invalid_proof"));
    expect(await rig.ledger(owner)).toEqual([]);
  });

  it("waits for a rotation under way, and is then by a key that was replaced", async () => {
    const owner = await rig.payer();
    const txHash = await paid([owner, CENT]);
    const rotation = await rig.service.database.pool.connect();
    await rotation.query("begin");
    await rotation.query("update api_key set proof_key = $2 where id = $1", [owner.keyId, Buffer.alloc(32)]);
    const report = rig.report(owner, txHash).then(
      () => "told",
      (error: unknown) => error,
    );
    const waiting =
      "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
    await expect.poll(() => rig.rows(waiting)).toHaveLength(1);
    await rotation.query("commit");
    rotation.release();
    expect(await report).toEqual(refused("invalid_proof"));
    expect(await rig.ledger(owner)).toEqual([]);
  });

  it("by a key of another organisation reports nothing", async () => {
    const txHash = await paid([payer, CENT]);
    await expect(rig.deposits.report(payer.id, txHash, proofOf(other))).rejects.toEqual(
      refused("invalid_proof"),
    );
    expect(await booked(payer, txHash)).toEqual([]);
  });
});

describe("a deposit that is too large", () => {
  it("for a number is not credited, wraps nothing, and is an alert that names it", async () => {
    await rig.watch();
    const txHash = await paid([payer, MOST_UNITS], [payer, MOST_UNITS]);
    const before = await rig.balance(payer);
    await rig.watch();
    await expect(rig.report(payer, txHash)).rejects.toEqual(refused("deposit_too_large"));
    expect(await rig.balance(payer)).toBe(before);
    const alerts = rig.logged("too large for a balance").filter((line) => line.txHash === txHash);
    expect(alerts).toHaveLength(2);
    expect(alerts[0]).toMatchObject({ organisationId: payer.id, units: String(2n * MOST_UNITS) });
    // The watcher continued.
    const next = await paid([payer, CENT]);
    await rig.watch();
    expect(await booked(payer, next)).toHaveLength(1);
  });

  it("for what is there already is not credited: a balance has 2^53 - 1 cents at most", async () => {
    const rich = await rig.payer();
    const most = await paid([rich, BigInt(MOST_CENTS) * CENT]);
    expect(await rig.report(rich, most)).toMatchObject({
      balanceCents: MOST_CENTS,
      creditedCents: MOST_CENTS,
    });
    const more = await paid([rich, CENT]);
    await rig.watch();
    await expect(rig.report(rich, more)).rejects.toEqual(refused("deposit_too_large"));
    expect(await rig.balance(rich)).toBe(MOST_CENTS);
  });
});

describe("a service that takes no deposits", () => {
  it("has no settlement, answers reports 503, and watches nothing", async () => {
    const off = rig.with({ settings: null });
    expect(await off.target(payer.id)).toBeNull();
    await expect(rig.report(payer, `0x${"ab".repeat(32)}`, off)).rejects.toEqual(refused("unavailable"));
    expect(await off.watchOnce()).toBe(0);
  });
});

describe("after all of it", () => {
  it("the books are right", async () => {
    expect(await brokenRules(rig.service.databaseUrl)).toEqual([]);
  });
});
