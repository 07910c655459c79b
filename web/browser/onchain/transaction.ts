import type { Wallet } from "../wallets.ts";
import { type Facts, say, sayReverted, showTransaction, type Standing, standingOf } from "./page.ts";
import { type Call, type Provider, read, Refused, succeeded } from "./provider.ts";

/** A transaction that was sent, as the tab remembers it over a reload. */
export interface Transaction {
  /** The wallet that it is about. */
  readonly wallet: string;
  /** The name of the wallet program that has sent it, from the account `from`. */
  readonly program: string;
  readonly from: string;
  /** null: the wallet makes it of several calls, and has not named it. */
  readonly hash: string | null;
  /** The wallet's name for several calls (EIP-5792); null: it is one call. */
  readonly batch: string | null;
  readonly call: Call;
  /** Final purchases of the wallet before, or the ones that are refunded. */
  readonly indexes: readonly number[];
  readonly quantity: number;
  readonly sinceMs: number;
}

const CHAIN_MS = 2_000;
const SERVICE_MS = 4_000;
const SLOW_MS = 10 * 60_000;
/** Statuses of calls by EIP-5792: below it they are under way, from the second on they have failed. */
const DONE = 200;
const FAILED = 400;

const keyOf = ({ lot }: Facts["onChain"], kind: string) => `raffle-on-chain:${kind}:${lot}`;

/** Keeps a transaction for a reload of this tab. */
function remember({ kind, onChain }: Facts, transaction: Transaction | null): void {
  try {
    const key = keyOf(onChain, kind);
    if (transaction === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(transaction));
  } catch {
    // Without storage a reload shows the form again.
  }
}

export function remembered({ kind, onChain }: Facts): Transaction | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(onChain, kind)) ?? "null") as Transaction | null;
  } catch {
    return null;
  }
}

/** Returns the index from which on purchases of the wallet are later than those that were final when it was sent. */
export function nextIndex({ indexes }: Pick<Transaction, "indexes">): number {
  return Math.max(-1, ...indexes) + 1;
}

interface Ends {
  /**
   * Returns whether the transaction is final, as the service knows.
   * @param isMined a block has it by its hash: a wallet has not replaced it by another one
   */
  isOver(standing: Standing, transaction: Transaction, isMined: boolean): boolean;
  over(standing: Standing, transaction: Transaction): void;
  /** It has failed in a block. */
  failed(reason: string): void;
  /** It may never be mined. */
  slow(): void;
}

/** Follows a transaction: by the wallet until a block has it, by the service until it is final. */
export class Pursuit {
  #transaction: Transaction;
  readonly #facts: Facts;
  readonly #ends: Ends;
  #provider: Provider | null = null;
  #isMined = false;
  #isOver = false;

  constructor(transaction: Transaction, facts: Facts, ends: Ends) {
    this.#transaction = transaction;
    this.#facts = facts;
    this.#ends = ends;
    remember(facts, transaction);
    say("sent");
    showTransaction(transaction.hash);
    void this.#byService();
  }

  /** Asks this wallet as well, if it has sent the transaction. */
  by({ name, provider }: Wallet): void {
    if (this.#provider !== null || name !== this.#transaction.program) return;
    this.#provider = provider;
    void this.#byWallet(provider);
  }

  end(): void {
    this.#isOver = true;
    remember(this.#facts, null);
    showTransaction(null);
    say(null);
  }

  get #visited(): Readonly<Record<string, string>> {
    const visit = new URLSearchParams(location.search).get("visit");
    if (this.#facts.kind !== "checkout" || visit === null) return {};
    return { visit, from: String(nextIndex(this.#transaction)) };
  }

  async #byService(): Promise<void> {
    while (!this.#isOver) {
      const { wallet } = this.#transaction;
      const standing = await standingOf(wallet, this.#facts.onChain, this.#visited).catch(() => null);
      if (this.#isOver) return;
      if (standing !== null && this.#ends.isOver(standing, this.#transaction, this.#isMined)) {
        this.#isOver = true;
        say(null);
        return this.#ends.over(standing, this.#transaction);
      }
      if (!this.#isMined && Date.now() - this.#transaction.sinceMs > SLOW_MS) {
        say("slow");
        this.#ends.slow();
      }
      await pause(SERVICE_MS);
    }
  }

  async #byWallet(provider: Provider): Promise<void> {
    while (!this.#isOver && !this.#isMined) {
      const success = await this.#outcome(provider).catch(() => null);
      if (this.#isOver) return;
      if (success === false) return this.#revert(provider);
      if (success) {
        this.#isMined = true;
        say("included");
      } else await pause(CHAIN_MS);
    }
  }

  async #outcome(provider: Provider): Promise<boolean | null> {
    const { batch, hash } = this.#transaction;
    if (batch === null) return hash === null ? null : succeeded(provider, hash);
    const answer = (await provider.request({ method: "wallet_getCallsStatus", params: [batch] })) as {
      readonly status?: unknown;
      readonly receipts?: readonly { readonly transactionHash?: unknown }[];
    };
    const last = answer.receipts?.at(-1)?.transactionHash;
    if (typeof last === "string" && last !== hash) {
      this.#transaction = { ...this.#transaction, hash: last };
      remember(this.#facts, this.#transaction);
      showTransaction(last);
    }
    const status = Number(answer.status);
    return status >= FAILED ? false : status >= DONE ? true : null;
  }

  /** Says why the contract has refused: the same call is tried once more. */
  async #revert(provider: Provider): Promise<void> {
    const { call, from } = this.#transaction;
    const raised = await read(provider, call, from).then(
      () => "",
      (error: unknown) => (error instanceof Refused ? error.raised : ""),
    );
    if (this.#isOver) return;
    const hash = this.#transaction.hash;
    this.end();
    showTransaction(hash);
    sayReverted(raised, this.#facts.onChain);
    this.#ends.failed(raised);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
