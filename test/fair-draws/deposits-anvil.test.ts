import { setTimeout as delay } from "node:timers/promises";
import { createWalletClient, encodeFunctionData, http } from "viem";
import { mnemonicToAccount } from "viem/accounts";
import { beforeAll, expect, it } from "vitest";
import { describe } from "../support/chain/on-anvil.ts";
import { ExtendedKeyAddresses, PUBLISHED_KEY } from "../../adapters/chain/extended-key-addresses.ts";
import { ViemChain } from "../../adapters/chain/viem-chain.ts";
import type { Hex } from "../../ports/chain.ts";
import type { Deposits } from "../../src/deposits/deposits.ts";
import { Anvil, ANVIL_CHAIN_ID } from "../support/chain/anvil.ts";
import { brokenRules } from "../support/builders/books.ts";
import { compiledContracts, type Contract } from "../support/chain/contracts.ts";
import { SILENT } from "../support/builders/organisations.ts";
import { CENT, DepositRig, type Payer } from "./deposit-rig.ts";
import { opened, prepared } from "../support/opened.ts";

const MNEMONIC = `${"abandon ".repeat(11)}about`;
const CONFIRMATIONS = 5;
const TOKENS = ["Dollar", "SilentDollar", "FeeDollar"] as const;
type TokenName = (typeof TOKENS)[number];

const refused = (code: string) => expect.objectContaining({ name: "Problem", code });

/** Real tokens on a real node, and a service that reads it. */
class TokenBench {
  readonly anvil: Anvil;
  readonly rig: DepositRig;
  readonly addresses: Readonly<Record<TokenName | "Payroll", Hex>>;
  readonly #contracts: Readonly<Record<string, Contract>>;

  private constructor(
    anvil: Anvil,
    rig: DepositRig,
    contracts: Readonly<Record<string, Contract>>,
    addresses: TokenBench["addresses"],
  ) {
    this.anvil = anvil;
    this.rig = rig;
    this.#contracts = contracts;
    this.addresses = addresses;
  }

  static async open(): Promise<TokenBench> {
    const contracts = await compiledContracts();
    const anvil = await Anvil.start();
    try {
      const deployed: Record<string, Hex> = {};
      for (const name of [...TOKENS, "Payroll"]) {
        deployed[name] = (await mined(anvil, { data: contracts[name]!.bytecode })).contractAddress;
      }
      const addresses = deployed as TokenBench["addresses"];
      const rig = await DepositRig.open({
        environment: {
          CHAIN_RPC_URL: anvil.url,
          CHAIN_ID: String(ANVIL_CHAIN_ID),
          CHAIN_CONFIRMATIONS: String(CONFIRMATIONS),
          DEPOSIT_XPUB: PUBLISHED_KEY,
          DEPOSIT_TOKEN_ADDRESS: addresses.Dollar,
        },
      });
      return new TokenBench(anvil, rig, contracts, addresses);
    } catch (error) {
      await anvil.stop();
      throw error;
    }
  }

  /** Returns a service that settles in this token. */
  settlingIn(name: TokenName): Deposits {
    const token = { address: this.addresses[name], symbol: name, decimals: 6 };
    return this.rig.with({ settings: { addresses: new ExtendedKeyAddresses(PUBLISHED_KEY), token } });
  }

  /** Calls the token's `transfer` in a separate transaction, as most payers do. */
  async transfer(name: TokenName, to: Payer | Hex, units: bigint): Promise<Hex> {
    const address = typeof to === "string" ? to : to.address;
    return this.call(name, "transfer", [address, units]);
  }

  async call(name: TokenName | "Payroll", functionName: string, args: readonly unknown[]): Promise<Hex> {
    const { abi } = this.#contracts[name]!;
    const data = encodeFunctionData({ abi, functionName, args });
    return (await mined(this.anvil, { to: this.addresses[name], data })).transactionHash;
  }

  /** Pays several from a contract that holds the tokens. */
  async payroll(name: TokenName, payments: readonly (readonly [Payer, bigint])[]): Promise<Hex> {
    const total = payments.reduce((sum, [, units]) => sum + units, 0n);
    await this.transfer(name, this.addresses.Payroll, total * 2n);
    const [to, values] = [payments.map(([payer]) => payer.address), payments.map(([, units]) => units)];
    return this.call("Payroll", "pay", [this.addresses[name], to, values]);
  }

  async close(): Promise<void> {
    await this.rig.service.stop();
    await this.anvil.stop();
  }
}

interface Receipt {
  readonly transactionHash: Hex;
  readonly contractAddress: Hex;
}

/** Sends a transaction of the node's account, also one that fails. */
async function mined(anvil: Anvil, transaction: { readonly to?: Hex; readonly data: Hex }): Promise<Receipt> {
  const [from] = await anvil.rpc<Hex[]>("eth_accounts", []);
  const txHash = await anvil.rpc<Hex>("eth_sendTransaction", [{ from, gas: "0x4c4b40", ...transaction }]);
  for (let tries = 0; tries < 200; tries += 1) {
    const receipt = await anvil.rpc<Receipt | null>("eth_getTransactionReceipt", [txHash]);
    if (receipt !== null) return receipt;
    await delay(20);
  }
  throw new Error("the node mines nothing");
}

describe("on a real node", () => {
  let payer: Payer;
  let other: Payer;
  const bench = opened(() => TokenBench.open());
  const rig = prepared(() => bench.rig);
  beforeAll(async () => {
    [payer, other] = [await rig.payer(), await rig.payer()];
  });

  it("an OpenZeppelin token is credited when it is final, by report or by the watcher", async () => {
    const txHash = await bench.transfer("Dollar", payer, 1_234_567_899n);
    await expect(rig.report(payer, txHash)).rejects.toEqual(refused("transaction_not_final"));
    await expect(rig.report(other, txHash)).rejects.toEqual(refused("no_matching_transfer"));
    await bench.anvil.mine(CONFIRMATIONS);
    expect(await rig.report(payer, txHash)).toEqual({
      balanceCents: 123_456,
      creditedCents: 123_456,
      duplicate: false,
    });
    const later = await bench.transfer("Dollar", payer, CENT);
    await bench.anvil.mine(CONFIRMATIONS);
    await rig.watch();
    expect(await rig.ledger(payer)).toEqual([
      [123_456, txHash],
      [1, later],
    ]);
  });

  it("a token whose transfer returns nothing, as USDT's, is credited in the same way, by the watcher too", async () => {
    const silent = bench.settlingIn("SilentDollar");
    const [one, two] = [
      await bench.transfer("SilentDollar", payer, 5n * CENT),
      await bench.transfer("SilentDollar", other, 6n * CENT),
    ];
    await bench.anvil.mine(CONFIRMATIONS);
    expect(await rig.report(payer, one, silent)).toMatchObject({ creditedCents: 5, duplicate: false });
    await rig.watch(silent);
    expect(await rig.ledger(other)).toEqual([[6, two]]);
    expect(await rig.report(other, two, silent)).toMatchObject({ creditedCents: 6, duplicate: false });
    expect(await rig.report(other, two, silent)).toMatchObject({ creditedCents: 0, duplicate: true });
  });

  it("another real token at the same address does not count as a deposit", async () => {
    const txHash = await bench.transfer("SilentDollar", payer, 5n * CENT);
    await bench.anvil.mine(CONFIRMATIONS);
    await expect(rig.report(payer, txHash)).rejects.toEqual(refused("no_matching_transfer"));
  });

  it.each(["Dollar", "SilentDollar"] as const)(
    "a contract that pays two organisations in one transaction of %s credits both",
    async (name) => {
      const deposits = bench.settlingIn(name);
      const txHash = await bench.payroll(name, [
        [payer, 10n * CENT],
        [other, 20n * CENT],
        [payer, 1n * CENT],
      ]);
      await bench.anvil.mine(CONFIRMATIONS);
      expect(await rig.report(payer, txHash, deposits)).toMatchObject({ creditedCents: 11 });
      expect(await rig.report(other, txHash, deposits)).toMatchObject({ creditedCents: 20 });
      await rig.watch(deposits);
      expect(await rig.report(payer, txHash, deposits)).toMatchObject({
        creditedCents: 0,
        duplicate: true,
      });
    },
  );

  it("a token that keeps a fee is credited by what arrived", async () => {
    const txHash = await bench.transfer("FeeDollar", payer, 1_000n * CENT);
    await bench.anvil.mine(CONFIRMATIONS);
    const receipt = await rig.report(payer, txHash, bench.settlingIn("FeeDollar"));
    expect(receipt).toMatchObject({ creditedCents: 990 });
  });

  it("a transfer that reverts, and one of nothing, are no deposits", async () => {
    const beyond = await bench.call("Payroll", "pay", [
      bench.addresses.Dollar,
      [payer.address, other.address],
      [CENT, 10n ** 30n],
    ]);
    const nothing = await bench.transfer("Dollar", payer, 0n);
    await bench.anvil.mine(CONFIRMATIONS);
    for (const txHash of [beyond, nothing]) {
      await expect(rig.report(payer, txHash)).rejects.toEqual(refused("no_matching_transfer"));
    }
  });

  it("what a reorganisation drops before it is final is not credited", async () => {
    const before = await rig.balance(payer);
    const txHash = await bench.transfer("Dollar", payer, 77n * CENT);
    const head = Number(await bench.anvil.rpc<Hex>("eth_blockNumber", []));
    await bench.anvil.reorganise(head);
    await bench.anvil.mine(CONFIRMATIONS);
    await expect(rig.report(payer, txHash)).rejects.toEqual(refused("transaction_not_found"));
    await rig.watch();
    expect(await rig.balance(payer)).toBe(before);
  });

  it("the holder of the private key moves the money on", async () => {
    const account = mnemonicToAccount(MNEMONIC, { addressIndex: payer.id });
    expect(account.address).toBe(payer.address);
    await bench.anvil.rpc("anvil_setBalance", [account.address, "0xde0b6b3a7640000"]);
    const { abi } = (await compiledContracts()).Dollar!;
    const wallet = createWalletClient({ account, transport: http(bench.anvil.url) });
    const safe = `0x${"5afe".repeat(10)}`;
    const txHash = await wallet.writeContract({
      address: bench.addresses.Dollar,
      abi,
      functionName: "transfer",
      args: [safe, 1_000n * CENT],
      chain: null,
    });
    await expect
      .poll(() => bench.anvil.rpc("eth_getTransactionReceipt", [txHash]))
      .toMatchObject({ status: "0x1" });
  });

  it("a token's decimals are read at the start; without a token, nothing is", async () => {
    const chain = new ViemChain({
      chainId: ANVIL_CHAIN_ID,
      rpcUrl: bench.anvil.url,
      confirmations: CONFIRMATIONS,
      unitOfWork: { open: false },
      log: SILENT,
    });
    for (const name of TOKENS) expect(await chain.decimalsOf(bench.addresses[name])).toBe(6);
    expect(await chain.decimalsOf(`0x${"99".repeat(20)}`)).toBeNull();
  });

  it("the books are right", async () => {
    expect(await brokenRules(rig.service.databaseUrl)).toEqual([]);
  });
});
