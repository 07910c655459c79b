import { Chain, ChainUnavailable, type Hex, type Transfer } from "../../ports/chain.ts";
import { Clock } from "../../ports/clock.ts";
import type { DepositAddresses } from "../../ports/fair-draws/deposit-addresses.ts";
import { type CreditOutcome, DepositBook } from "../../ports/fair-draws/deposit-book.ts";
import { DepositSettings } from "../../ports/settings.ts";
import { Log } from "../../ports/log.ts";
import { Process } from "../shared/process.ts";
import { checksummedWallet } from "../buyers/account.ts";
import type { OrganisationId } from "../shared/ids.ts";
import { invariant } from "../shared/invariant.ts";
import { Problem, Unavailable } from "../shared/problem.ts";
import {
  centsOf,
  DepositTooLarge,
  type DepositToken,
  NoMatchingTransfer,
  type DepositTarget,
  TransactionNotFinal,
  TransactionNotFound,
  transactionHash,
} from "./deposit.ts";
import { proofRefused } from "../fair-draws/draw-keys.ts";
import type { ProofUse } from "../fair-draws/possession.ts";
import { leastUsedCache } from "../shared/cache/least-used-cache.ts";
import { BlockSpan } from "../shared/chain/block-span.ts";

const MAX_SHOWN = 10_000;
const MAX_BLOCKS = 2_000;
const ADDRESSES_A_CALL = 1_000;
const MAX_CENTS = BigInt(Number.MAX_SAFE_INTEGER);

/** One transaction's deposit to one organisation, in token units. */
interface Receipt {
  readonly organisationId: OrganisationId;
  readonly txHash: Hex;
  readonly blockNumber: number;
  readonly units: bigint;
}

/**
 * Organisations' deposits for draws: tokens sent to the organisation's own address, so the sender does not matter. Only
 * final transfers, as shown by the chain's logs, are credited.
 */
export class Deposits extends Process<typeof Deposits.needs> {
  static readonly needs = {
    book: DepositBook,
    chain: Chain,
    clock: Clock,
    log: Log,
    settings: DepositSettings,
  };
  /** Blocks scanned per query. */
  readonly #span = new BlockSpan(MAX_BLOCKS);
  /** Assigned addresses are kept and watched for ever. */
  readonly #addresses = leastUsedCache<OrganisationId, Hex>(MAX_SHOWN);

  /** Returns the organisation's deposit target; null: deposits are not accepted. May first raise ChainUnavailable. */
  async target(organisationId: OrganisationId): Promise<DepositTarget | null> {
    const { settings } = this.parts;
    if (settings === null) return null;
    const { token } = settings;
    return {
      depositAddress: spelled(await this.#addressOf(organisationId, settings.addresses)),
      tokenAddress: spelled(token.address),
      tokenSymbol: token.symbol,
      tokenDecimals: token.decimals,
    };
  }

  /**
   * Credits a transaction that the organisation reports, unless it is already credited. The first report returns the
   * amount even if the watcher credited it; a repeat returns 0. The proof is used if a balance is returned.
   */
  async report(
    organisationId: OrganisationId,
    txHash: string,
    proof: ProofUse,
  ): Promise<{ balanceCents: number; creditedCents: number; duplicate: boolean }> {
    const { settings } = this.parts;
    const hash = transactionHash(txHash);
    if (settings === null) throw Unavailable.because("This service does not accept deposits.");
    await this.#addressOf(organisationId, settings.addresses);
    const receipt = await this.#receipt(organisationId, hash, settings.token);
    const cents = centsOf(receipt.units, settings.token.decimals);
    if (cents === 0n) throw NoMatchingTransfer.because();
    const result = await this.#credit(receipt, cents, settings.token, proof);
    if (result.outcome !== "credited" && result.outcome !== "known") {
      throw result.outcome === "too_large" ? DepositTooLarge.because() : proofRefused(result.outcome);
    }
    const { balanceCents, amountCents } = result;
    const duplicate = result.outcome === "known";
    return { balanceCents, creditedCents: duplicate ? 0 : amountCents, duplicate };
  }

  /** Credits the deposits in the next final blocks. @returns final blocks still to be scanned */
  async watchOnce(): Promise<number> {
    const { book, chain, settings } = this.parts;
    if (settings === null) return 0;
    const from = await book.nextBlock(chain.chainId);
    if (from === null) {
      // Without assigned addresses there can be no deposits. Addresses may be older than this chain's configuration.
      const firstPage = await book.addresses({ after: null, limit: 1 });
      if (firstPage.length > 0) await this.#watch();
      return 0;
    }
    const final = await chain.final();
    if (final < from) return 0;
    const to = Math.min(final, from + this.#span.blocks - 1);
    // Addresses are read after `final`: a payment to an address assigned later is in a later block.
    for (const receipt of await this.#receipts({
      token: settings.token.address,
      fromBlock: from,
      toBlock: to,
    })) {
      const cents = centsOf(receipt.units, settings.token.decimals);
      // Anyone can cause zero-value transfers at no cost.
      if (cents > 0n) await this.#credit(receipt, cents, settings.token, null);
    }
    await book.advance(chain.chainId, { from, to: to + 1 });
    return final - to;
  }

  /** Returns the address, which is watched before it is disclosed. */
  async #addressOf(organisationId: OrganisationId, addresses: DepositAddresses): Promise<Hex> {
    const { book, chain, clock } = this.parts;
    const cached = this.#addresses.get(organisationId);
    if (cached) return cached;
    const { source } = addresses;
    const { address: known, watched } = await book.find(organisationId, source, chain.chainId);
    if (!watched) await this.#watch();
    const address = known ?? addresses.at(organisationId);
    if (known === null) await book.add({ organisationId, source, address, now: clock.now() });
    this.#addresses.set(organisationId, address);
    return address;
  }

  async #watch(): Promise<void> {
    const { book, chain } = this.parts;
    await book.watchFrom(chain.chainId, (await chain.final()) + 1);
  }

  /** Returns the deposit of a final transaction; raises a problem for any other. */
  async #receipt(organisationId: OrganisationId, txHash: Hex, token: DepositToken): Promise<Receipt> {
    const { book, chain } = this.parts;
    const own = await book.addressesOf(organisationId);
    const answers = await Promise.all(
      own.map((to) => chain.transaction(txHash, { token: token.address, to })),
    );
    const transactions = answers.filter((answer) => answer !== null);
    const [first] = transactions;
    if (first === undefined || transactions.length < own.length) throw TransactionNotFound.because();
    const transfers = transactions.flatMap((answer) => answer.transfers);
    if (transfers.length === 0) throw NoMatchingTransfer.because();
    if (transactions.some((answer) => !answer.final)) throw TransactionNotFinal.because();
    return { organisationId, txHash, blockNumber: first.blockNumber, units: sum(transfers) };
  }

  /** Returns one receipt per organisation and transaction in some final blocks. */
  async #receipts(blocks: { token: Hex; fromBlock: number; toBlock: number }): Promise<Iterable<Receipt>> {
    const { book } = this.parts;
    const receipts = new Map<string, Receipt>();
    for (let after: Hex | null = null; ;) {
      const page = await book.addresses({ after, limit: ADDRESSES_A_CALL });
      const owners = new Map(page.map(({ address, organisationId }) => [address, organisationId]));
      for (const { to, txHash, blockNumber, units } of await this.#transfers([...owners.keys()], blocks)) {
        const organisationId = owners.get(to);
        invariant(organisationId !== undefined, "the chain's transfers are to the queried addresses");
        const key = `${organisationId} ${txHash}`;
        const before = receipts.get(key)?.units ?? 0n;
        receipts.set(key, { organisationId, txHash, blockNumber, units: before + units });
      }
      if (page.length < ADDRESSES_A_CALL) return receipts.values();
      after = page.at(-1)!.address;
    }
  }

  async #transfers(
    to: readonly Hex[],
    blocks: { token: Hex; fromBlock: number; toBlock: number },
  ): Promise<Transfer[]> {
    const blockCount = blocks.toBlock - blocks.fromBlock + 1;
    try {
      const transfers = await this.parts.chain.transfers({ to, ...blocks });
      this.#span.answered(blockCount);
      return transfers;
    } catch (error) {
      if (error instanceof Problem && error.code === ChainUnavailable.code) this.#span.rejected(blockCount);
      throw error;
    }
  }

  async #credit(
    { organisationId, txHash, blockNumber, units }: Receipt,
    cents: bigint,
    token: DepositToken,
    proof: ProofUse | null,
  ): Promise<CreditOutcome> {
    const { book, chain, clock, log } = this.parts;
    const { chainId } = chain;
    const facts = { organisationId, chainId, txHash, units: String(units) };
    const result: CreditOutcome =
      cents > MAX_CENTS
        ? { outcome: "too_large" }
        : await book.credit(
            {
              organisationId,
              chainId,
              txHash,
              blockNumber,
              token: token.address,
              units,
              amountCents: Number(cents),
              now: clock.now(),
            },
            proof,
          );
    if (result.outcome === "too_large") {
      log.error(facts, "deposit too large for a balance; not credited");
    } else if (result.outcome === "credited") {
      const { amountCents } = result;
      log.info({ ...facts, amountCents }, proof === null ? "deposit credited" : "deposit reported");
    }
    return result;
  }
}

function sum(transfers: readonly Transfer[]): bigint {
  return transfers.reduce((total, { units }) => total + units, 0n);
}

function spelled(address: Hex): string {
  const checksummed = checksummedWallet(address);
  invariant(checksummed !== null, "a stored address is one");
  return checksummed;
}
