import { tellFrame } from "../buying/opener.ts";
import type { SentPurchase } from "../protocol.ts";
import type { Wallet } from "../wallets.ts";
import {
  type Facts,
  find,
  offerWallets,
  type Purchase,
  sayError,
  showPurchases,
  type Standing,
} from "./page.ts";
import { buy } from "./purchase.ts";
import { nextIndex, Pursuit, remembered, type Transaction } from "./transaction.ts";

/** Time after which a transaction that no block has may have been replaced. */
const REPLACED_MS = 60_000;

/** Lets a wallet of the browser buy, and shows the tickets once the purchase is final. */
export function startBuying(facts: Facts): void {
  const form = find<HTMLFormElement>("form[data-on-chain]");
  if (!form) return;
  const met: Wallet[] = [];
  let pursuit: Pursuit | null = null;
  const setForm = ({ isShown }: { readonly isShown: boolean }) => {
    form.hidden = !isShown;
    find("[data-chain-wallet]")!.hidden = !isShown;
  };
  const setButton = (name: "again" | "more", { isShown }: { readonly isShown: boolean }) => {
    find(`[data-${name}]`)!.hidden = !isShown;
  };
  const restart = () => {
    pursuit?.end();
    pursuit = null;
    setForm({ isShown: true });
    setButton("again", { isShown: false });
    setButton("more", { isShown: false });
    find("[data-outcome]")!.hidden = true;
  };
  const follow = (transaction: Transaction) => {
    setForm({ isShown: false });
    tellFrame({ type: "pending", order: null, sent: sentBy(transaction, facts) });
    pursuit = new Pursuit(transaction, facts, {
      isOver: (standing, sent, isMined) => purchaseIn(standing, sent, isMined) !== null,
      over(standing, sent) {
        setButton("again", { isShown: false });
        setButton("more", { isShown: true });
        showPurchases(standing.purchases);
        const outcome = find("[data-outcome]")!;
        outcome.hidden = false;
        outcome.focus();
        tellFrame({ type: "paid", quantity: purchaseIn(standing, sent, false)?.quantity ?? sent.quantity });
      },
      failed() {
        setForm({ isShown: true });
        tellFrame({ type: "failed", reason: "reverted" });
      },
      slow: () => setButton("again", { isShown: true }),
    });
    for (const wallet of met) pursuit.by(wallet);
  };
  form.addEventListener("submit", (event) => event.preventDefault());
  for (const name of ["again", "more"]) find(`[data-${name}]`)!.addEventListener("click", restart);
  offerWallets(
    async (wallet) => {
      if (!form.reportValidity()) return;
      const quantity = form.querySelector<HTMLInputElement>("#quantity")!.valueAsNumber;
      try {
        follow(await buy(wallet, quantity, facts.onChain));
      } catch (error) {
        sayError(error, facts.onChain);
      }
    },
    (wallet) => {
      met.push(wallet);
      pursuit?.by(wallet);
    },
  );
  const before = remembered(facts);
  if (before !== null) follow(before);
}

/** Returns where a frame finds the purchase of a transaction once it is final, also without this window. */
function sentBy({ wallet, hash, indexes }: Transaction, { onChain }: Facts): SentPurchase {
  const { pathname } = new URL(onChain.wallet, location.href);
  return {
    path: `${pathname}?wallet=${wallet}`,
    hash: hash?.toLowerCase() ?? null,
    from: nextIndex({ indexes }),
  };
}

/**
 * Returns the purchase of a transaction; null: it is not final. A wallet may have replaced the transaction by one of
 * another hash: then it is the purchase that was not there before.
 */
function purchaseIn(
  { purchases }: Standing,
  { hash, indexes, sinceMs }: Transaction,
  isMined: boolean,
): Purchase | null {
  const own = purchases.find(({ txHash }) => txHash === hash?.toLowerCase());
  if (own || (hash !== null && (isMined || Date.now() - sinceMs < REPLACED_MS))) return own ?? null;
  return purchases.find(({ index }) => !indexes.includes(index)) ?? null;
}
