import { describe, expect, it } from "vitest";
import { ExtendedKeyAddresses, PUBLISHED_KEY } from "../../adapters/chain/extended-key-addresses.ts";
import { SimulatedChain } from "../../adapters/chain/simulated-chain.ts";
import { type Chain, ChainUnavailable, type Hex } from "../../ports/chain.ts";
import { DepositBook } from "../../ports/fair-draws/deposit-book.ts";
import { SimulatedClock } from "../../ports/simulated/simulated-clock.ts";
import { Random } from "../../ports/crypto.ts";
import { SimulatedChainState } from "../../ports/simulated/simulated-chain-state.ts";
import { brokenRules } from "../support/builders/books.ts";
import { addOrganisation } from "../support/builders/organisations.ts";
import { CENT, CONFIRMATIONS, DepositRig, TOKEN } from "./deposit-rig.ts";
import { opened } from "../support/opened.ts";

const TOKEN_SETTINGS = { address: TOKEN, symbol: "USDC", decimals: 6 } as const;
/** The key of BIP-32's test vector 2. */
const OTHER_KEY =
  "xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUapSCGu8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduB";

const rig = opened(() => DepositRig.open());

const refused = (code: string) => expect.objectContaining({ name: "Problem", code });
const position = async (chainId = 31_337) => rig.service.wiring.get(DepositBook).nextBlock(chainId);

/** Returns a port with some methods replaced. */
function but<Port extends object>(port: Port, methods: Partial<Port>): Port {
  return new Proxy(port, {
    get(_port, property) {
      const member: unknown = Reflect.get(methods, property) ?? Reflect.get(port, property, port);
      return typeof member === "function" ? member.bind(port) : member;
    },
  });
}

describe("watching", () => {
  it("begins with the first address, behind the final block of then", async () => {
    await rig.chain.mine(20);
    expect(await rig.deposits.watchOnce()).toBe(0);
    expect(await position()).toBeNull();
    const final = await rig.chain.final();
    await rig.payer();
    const began = (await position())!;
    expect(began).toBeGreaterThan(final);
    expect(began).toBeLessThanOrEqual((await rig.chain.final()) + 1);
  });

  it("credits a final deposit without a report, not before; the first report answers it, the second is a duplicate", async () => {
    const payer = await rig.payer();
    const txHash = await rig.pay([payer, 25n * CENT]);
    await rig.chain.mine(CONFIRMATIONS - 2);
    await rig.watch();
    expect(await rig.ledger(payer)).toEqual([]);
    await rig.chain.mine(2);
    await rig.watch();
    expect(await rig.ledger(payer)).toEqual([[25, txHash]]);
    expect(await rig.report(payer, txHash)).toEqual({
      balanceCents: 25,
      creditedCents: 25,
      duplicate: false,
    });
    expect(await rig.report(payer, txHash)).toEqual({ balanceCents: 25, creditedCents: 0, duplicate: true });
    await rig.watch();
    expect(await rig.ledger(payer)).toEqual([[25, txHash]]);
  });

  it("credits each organisation of a transaction, its transfers together", async () => {
    const [one, two] = [await rig.payer(), await rig.payer()];
    const half = CENT / 2n;
    const txHash = await rig.pay([one, half], [two, 2n * CENT], [one, half], [one, 3n * CENT + half]);
    await rig.settle();
    await rig.watch();
    expect(await rig.ledger(one)).toEqual([[4, txHash]]);
    expect(await rig.ledger(two)).toEqual([[2, txHash]]);
  });

  it("asks the chain nothing for an address while it is watched, and shows none while it is silent and not", async () => {
    const { id } = await addOrganisation(rig.service.database);
    rig.chain.fallSilent(true);
    expect(await rig.deposits.target(id)).toMatchObject({ tokenSymbol: "USDC" });
    const unwatched = rig.with({ chain: but<Chain>(rig.chain, { chainId: 5 }) });
    await expect(unwatched.target(id)).rejects.toEqual(refused("chain_unavailable"));
    rig.chain.fallSilent(false);
  });

  it("misses nothing of an address that was made while it looked", async () => {
    const book = rig.service.wiring.get(DepositBook);
    await rig.settle();
    await rig.watch();
    const [early, paid] = [
      await rig.payer(),
      [] as [payer: Awaited<ReturnType<DepositRig["payer"]>>, txHash: Hex][],
    ];
    await rig.pay([early, CENT]);
    await rig.settle();
    const slow = but<DepositBook>(book, {
      // Another organisation gets its address, and pays, after the addresses were read.
      addresses: async (page) => {
        const found = await book.addresses(page);
        const late = await rig.payer();
        paid.push([late, await rig.pay([late, 3n * CENT])]);
        await rig.settle();
        return found;
      },
    });
    await rig.with({ book: slow }).watchOnce();
    await rig.watch();
    expect(paid).toHaveLength(1);
    for (const [payer, txHash] of paid) expect(await rig.ledger(payer)).toEqual([[3, txHash]]);
    expect(await rig.balance(early)).toBe(1);
  });

  it("that was away catches up in steps of 2,000 blocks", async () => {
    const payer = await rig.payer();
    await rig.settle();
    await rig.watch();
    const first = await rig.pay([payer, CENT]);
    await rig.chain.mine(5_000);
    const last = await rig.pay([payer, 2n * CENT]);
    await rig.settle();
    const blocksLeft = await rig.deposits.watchOnce();
    expect(blocksLeft).toBeGreaterThanOrEqual(3_000);
    expect(await rig.ledger(payer)).toEqual([[1, first]]);
    expect(await rig.deposits.watchOnce()).toBeLessThanOrEqual(blocksLeft - 1_900);
    expect(await rig.deposits.watchOnce()).toBe(0);
    expect(await rig.ledger(payer)).toEqual([
      [1, first],
      [2, last],
    ]);
  });

  it("queries fewer blocks where a node cannot answer for as many, and more again when it can", async () => {
    const payer = await rig.payer();
    await rig.settle();
    await rig.watch();
    const txHash = await rig.pay([payer, CENT]);
    await rig.chain.mine(1_000);
    let mostBlocks = 300;
    const queriedBlocks: number[] = [];
    const narrow = but<Chain>(rig.chain, {
      transfers: async (filter) => {
        const blocks = filter.toBlock - filter.fromBlock + 1;
        queriedBlocks.push(blocks);
        if (blocks > mostBlocks) throw ChainUnavailable.because();
        return rig.chain.transfers(filter);
      },
    });
    const watcher = rig.with({ chain: narrow });
    const step = () => watcher.watchOnce().catch(() => 1);
    while (queriedBlocks.at(-1)! > mostBlocks || queriedBlocks.length === 0) await step();
    expect(queriedBlocks.at(-1)).toBe(250);
    expect(await rig.ledger(payer)).toEqual([[1, txHash]]);
    mostBlocks = 2_000;
    while ((await step()) > 0);
    expect(Math.max(...queriedBlocks.slice(-3))).toBeGreaterThan(250);
  });

  it("stops while the chain is silent, logs that, and misses nothing", async () => {
    const payer = await rig.payer();
    const txHash = await rig.pay([payer, CENT]);
    await rig.settle();
    rig.chain.fallSilent(true);
    await expect(rig.deposits.watchOnce()).rejects.toEqual(refused("chain_unavailable"));
    rig.chain.fallSilent(false);
    await rig.watch();
    expect(await rig.ledger(payer)).toEqual([[1, txHash]]);
  });

  it("that dies between crediting and moving on, or half-way through crediting, does so once", async () => {
    const [one, two] = [await rig.payer(), await rig.payer()];
    const book = rig.service.wiring.get(DepositBook);
    await rig.watch();
    await rig.pay([one, CENT]);
    await rig.pay([two, 2n * CENT]);
    await rig.settle();
    const die = async () => {
      throw new Error("the process died");
    };
    let credits = 0;
    const halfWay = but<DepositBook>(book, {
      credit: (...all) => ((credits += 1) === 2 ? die() : book.credit(...all)),
    });
    await expect(rig.with({ book: halfWay }).watchOnce()).rejects.toThrow("the process died");
    expect([await rig.balance(one), await rig.balance(two)]).toEqual([1, 0]);
    const atTheEnd = but<DepositBook>(book, { advance: die });
    await expect(rig.with({ book: atTheEnd }).watchOnce()).rejects.toThrow("the process died");
    await rig.watch();
    expect([await rig.balance(one), await rig.balance(two)]).toEqual([1, 2]);
  });

  it("by many at once, while it is reported many times at once, credits once and answers that to one", async () => {
    const payer = await rig.payer();
    for (let round = 1; round <= 5; round += 1) {
      const txHash = await rig.pay([payer, 10n * CENT], [payer, CENT]);
      await rig.settle();
      const watchers = Array.from({ length: 4 }, () => rig.watch(rig.with({})));
      const reports = await Promise.all(Array.from({ length: 10 }, () => rig.report(payer, txHash)));
      await Promise.all(watchers);
      expect(reports.filter(({ duplicate }) => !duplicate)).toEqual([
        { balanceCents: 11 * round, creditedCents: 11, duplicate: false },
      ]);
      expect(reports.filter(({ creditedCents }) => creditedCents === 0)).toHaveLength(9);
      expect(await rig.balance(payer)).toBe(11 * round);
      expect(await rig.ledger(payer)).toHaveLength(round);
    }
  });

  it("never goes back: a slow process changes nothing", async () => {
    const book = rig.service.wiring.get(DepositBook);
    await rig.watch();
    const before = (await position())!;
    await rig.chain.mine(50);
    const slow = but<DepositBook>(book, {
      advance: async (chainId, range) => {
        await rig.chain.mine(30);
        await rig.watch();
        await book.advance(chainId, range);
      },
    });
    await rig.with({ book: slow }).watchOnce();
    expect(await position()).toBeGreaterThanOrEqual(before + 80);
  });

  it("of more addresses than a query may name sends several, and adds up the answers about a transaction", async () => {
    const [payer, ...old] = [await rig.payer(), "0x00", "0xff"] as const;
    const addresses = old.map((start) => start.padEnd(42, "5") as Hex);
    await rig.rows(
      `insert into deposit_address (organisation_id, source, address, created_at)
       select $1::bigint, encode(sha256(n::text::bytea), 'hex'), '0x' || lpad(to_hex(n * 65537), 40, '8'), now()
       from generate_series(1, 2500) n
       union all select $1::bigint, encode(sha256(a::bytea), 'hex'), a, now() from unnest($2::text[]) a`,
      payer.id,
      addresses,
    );
    await rig.watch();
    const txHash = await rig.pay(...addresses.map((to) => [to, CENT] as const), [payer, CENT]);
    await rig.settle();
    const addressCounts: number[] = [];
    const counting = but<Chain>(rig.chain, {
      transfers: (filter) => {
        addressCounts.push(filter.to.length);
        return rig.chain.transfers(filter);
      },
    });
    await rig.watch(rig.with({ chain: counting }));
    expect(addressCounts.slice(0, 2)).toEqual([1_000, 1_000]);
    expect(addressCounts[2]).toBeGreaterThan(500);
    expect(await rig.ledger(payer)).toEqual([[3, txHash]]);
    await rig.rows("delete from deposit_address where organisation_id = $1", payer.id);
  });
});

describe("another extended public key", () => {
  it("gives organisations new addresses, and what comes to the old ones is still theirs", async () => {
    const payer = await rig.payer();
    const settings = { addresses: new ExtendedKeyAddresses(OTHER_KEY), token: TOKEN_SETTINGS };
    const deposits = rig.with({ settings });
    const { depositAddress } = (await deposits.target(payer.id))!;
    expect(depositAddress).not.toBe(payer.address);
    const toOld = await rig.pay([payer, CENT]);
    const toBoth = await rig.pay([payer, CENT], [depositAddress as Hex, 2n * CENT]);
    await rig.settle();
    expect(await rig.report(payer, toOld, deposits)).toMatchObject({ creditedCents: 1 });
    await rig.watch(deposits);
    expect(await rig.ledger(payer)).toEqual([
      [1, toOld],
      [3, toBoth],
    ]);
    // Configured back: the former address.
    const back = rig.with({
      settings: { addresses: new ExtendedKeyAddresses(PUBLISHED_KEY), token: TOKEN_SETTINGS },
    });
    expect((await back.target(payer.id))!.depositAddress).toBe(payer.address);
  });
});

describe("another chain", () => {
  it("is watched from when it is configured, for the addresses of before, and knows its own transactions alone", async () => {
    const payer = await rig.payer();
    const here = await rig.pay([payer, CENT]);
    await rig.settle();
    await rig.watch();
    const { wiring } = rig.service;
    const other = new SimulatedChain({
      settings: { chainId: 8_453, confirmations: CONFIRMATIONS },
      chainState: wiring.get(SimulatedChainState),
      clock: wiring.get(SimulatedClock),
      random: wiring.get(Random),
    });
    const deposits = rig.with({ chain: other });
    expect(await deposits.watchOnce()).toBe(0);
    expect(await position(8_453)).toBeGreaterThan(0);
    // The same hash there is another transaction.
    expect(await rig.report(payer, here, deposits)).toMatchObject({ creditedCents: 1, duplicate: false });
    expect(await rig.balance(payer)).toBe(2);
  });
});

describe("a service with its worker", () => {
  it("credits automatically, and logs it", async () => {
    const running = await DepositRig.open({ background: true });
    try {
      const payer = await running.payer();
      const txHash = await running.pay([payer, 9n * CENT]);
      await running.settle();
      await expect.poll(() => running.ledger(payer)).toEqual([[9, txHash]]);
      await expect
        .poll(() => running.logged("deposit credited"))
        .toMatchObject([{ organisationId: payer.id, txHash, amountCents: 9 }]);
      expect(await brokenRules(running.service.databaseUrl)).toEqual([]);
    } finally {
      await running.service.stop();
    }
  });
});
