import type { Wallet } from "../wallets.ts";
import {
  type Facts,
  find,
  offerWallets,
  say,
  sayError,
  showPurchases,
  type Standing,
  standingOf,
} from "./page.ts";
import { accountOf, onChain, read, send, Stopped } from "./provider.ts";
import { Pursuit, remembered, type Transaction } from "./transaction.ts";

/** Lists what a wallet has paid, and lets any wallet have the contract pay it back. */
export function startRefund(facts: Facts): void {
  new Refunds(facts).start();
}

class Refunds {
  readonly #facts: Facts;
  readonly #wallets: Wallet[] = [];
  readonly #button = find<HTMLButtonElement>("[data-refund]")!;
  readonly #again = find("[data-again]")!;
  #chosen: Wallet | null = null;
  #pursuit: Pursuit | null = null;

  constructor(facts: Facts) {
    this.#facts = facts;
  }

  start(): void {
    this.#button.addEventListener("click", async () => {
      this.#button.disabled = true;
      await this.#try(() => this.#claim());
      this.#button.disabled = false;
    });
    this.#again.addEventListener("click", () => {
      this.#pursuit?.end();
      location.reload();
    });
    offerWallets(
      (wallet) => this.#try(() => this.#choose(wallet)),
      (wallet) => {
        this.#wallets.push(wallet);
        this.#pursuit?.by(wallet);
      },
    );
    const before = remembered(this.#facts);
    if (before !== null) this.#follow(before);
  }

  async #try(step: () => Promise<void>): Promise<void> {
    try {
      await step();
    } catch (error) {
      sayError(error, this.#facts.onChain);
    }
  }

  async #choose(wallet: Wallet): Promise<void> {
    const { onChain: facts } = this.#facts;
    if (this.#pursuit !== null) return;
    say("waiting");
    const account = await accountOf(wallet.provider);
    this.#chosen = wallet;
    this.#show(await standingOf(facts.account ?? account, facts));
    if (!this.#button.hidden) this.#button.focus();
  }

  async #claim(): Promise<void> {
    const account = find("[data-account]")!.textContent!;
    this.#follow(await refund(this.#chosen!, this.#facts.onChain, account));
  }

  #show(standing: Standing): void {
    const { wallet, purchases, refund: open } = standing;
    this.#list(wallet, standing);
    this.#button.hidden = open === null || this.#chosen === null;
    this.#button.textContent = open?.text ?? "";
    say(open !== null ? null : purchases.length === 0 ? "none" : "done");
  }

  #list(wallet: string, { purchases }: Standing): void {
    find("[data-outcome]")!.hidden = false;
    find("[data-account]")!.textContent = wallet;
    find("[data-empty]")!.hidden = purchases.length > 0;
    showPurchases(purchases);
  }

  #follow(transaction: Transaction): void {
    this.#button.hidden = true;
    this.#pursuit = new Pursuit(transaction, this.#facts, {
      isOver: (standing, { wallet, indexes, quantity }) => {
        // Also after a reload, which has forgotten the list.
        this.#list(wallet, standing);
        const paid = standing.purchases.filter(({ index, refunded }) => refunded && indexes.includes(index));
        return paid.length >= quantity;
      },
      over: (standing) => {
        this.#pursuit?.end();
        this.#pursuit = null;
        this.#show(standing);
        find("[data-outcome]")!.focus();
      },
      failed: () => {
        this.#pursuit = null;
        this.#button.hidden = this.#chosen === null;
      },
      slow: () => (this.#again.hidden = false),
    });
    for (const wallet of this.#wallets) this.#pursuit.by(wallet);
  }
}

/** Has the contract pay a wallet back. @param account the wallet that is paid */
async function refund(
  { name, provider }: Wallet,
  facts: Facts["onChain"],
  account: string,
): Promise<Transaction> {
  say("waiting");
  const from = await accountOf(provider);
  await onChain(provider, facts);
  const { wallet, refund: open } = await standingOf(account, facts);
  if (open === null) throw new Stopped("stuck");
  const { call, indexes } = open;
  // The contract passes over what it has paid already, and what the token does not transfer.
  const count = Number(BigInt(await read(provider, call, from)));
  if (count === 0) throw new Stopped("stuck");
  const hash = await send(provider, { from, call, chainId: facts.chainId });
  const sent = { wallet, from, program: name, hash, batch: null, call };
  return { ...sent, indexes, quantity: count, sinceMs: Date.now() };
}
