import { findWallets, type Wallet } from "../wallets.ts";
import { type Call, obstacleOf, Refused, Stopped, type WantedChain } from "./provider.ts";

/** A purchase of a wallet that is final, in words. */
export interface Purchase {
  readonly index: number;
  readonly txHash: string;
  readonly quantity: number;
  readonly refunded: boolean;
  readonly tickets: string;
  readonly amount: string;
  readonly standing: string | null;
}

/** Purchases of a wallet in a lot, and the refund that is open. */
export interface Standing {
  readonly wallet: string;
  readonly purchases: readonly Purchase[];
  readonly refund: {
    readonly call: Call;
    readonly indexes: readonly number[];
    readonly text: string;
  } | null;
}

export interface Facts {
  readonly kind: "checkout" | "refund";
  readonly onChain: WantedChain & {
    readonly lot: number;
    /** Paths that answer JSON. */
    readonly purchase: string;
    readonly wallet: string;
    readonly errors: Readonly<Record<string, string>>;
    readonly refused: string;
    readonly reverted: string;
    /** The wallet that a page of refunds shows. */
    readonly account?: string | null;
  };
}

/** Letters of the part that names an error. */
const SELECTOR = 10;
/** States after the page's own names for errors. */
const STATES: Readonly<Record<string, string>> = {
  SoldOut: "soldOut",
  NotSelling: "closed",
  ERC20InsufficientBalance: "balance",
};

export function find<E extends HTMLElement = HTMLElement>(selector: string): E | null {
  return document.querySelector<E>(selector);
}

/** Shows one of the page's texts; null: none. @param text of `error` */
export function say(state: string | null, text = ""): void {
  for (const each of document.querySelectorAll<HTMLElement>("[data-state]")) {
    each.hidden = each.dataset.state !== state;
    if (each.dataset.state === "error") each.textContent = text;
  }
}

/** Says why nothing was sent. */
export function sayError(error: unknown, facts: Facts["onChain"]): void {
  if (!(error instanceof Refused)) return say(obstacleOf(error));
  const name = facts.errors[error.raised.slice(0, SELECTOR)];
  const state = STATES[name ?? ""];
  if (state) say(state);
  else say("error", facts.refused.replace("{error}", name ?? "?"));
}

/** Says that a transaction had no effect. */
export function sayReverted(raised: string, facts: Facts["onChain"]): void {
  say("error", facts.reverted.replace("{error}", facts.errors[raised.slice(0, SELECTOR)] ?? "?"));
}

/** Asks the service. Raises Stopped. */
export async function ask<T>(path: string, parameters: Readonly<Record<string, string>>): Promise<T> {
  const address = new URL(path, location.href);
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  const answer = await fetch(address, { cache: "no-store" }).catch(() => null);
  const body = (await answer?.json().catch(() => null)) as unknown;
  if (answer?.ok && body) return body as T;
  const { error } = (body ?? {}) as { readonly error?: string };
  throw new Stopped(error === "sold_out" ? "soldOut" : error === "entries_closed" ? "closed" : "unavailable");
}

/** @param sent names the purchase that the wallet has sent, for a frame that hears nothing of this window */
export function standingOf(
  wallet: string,
  facts: Facts["onChain"],
  sent: Readonly<Record<string, string>> = {},
): Promise<Standing> {
  return ask<Standing>(facts.wallet, { wallet, ...sent });
}

/** Offers a button for each wallet of the browser. @param met each wallet, before it is chosen */
export function offerWallets(chosen: (wallet: Wallet) => Promise<void>, met: (wallet: Wallet) => void): void {
  const section = find("[data-chain-wallet]");
  const list = section?.querySelector("[data-wallets]");
  if (!section || !list) return;
  const none = section.querySelector<HTMLElement>("[data-none]")!;
  findWallets(
    { old: section.dataset.name! },
    (wallet) => {
      none.hidden = true;
      list.append(buttonFor(wallet, chosen));
      met(wallet);
    },
    (any) => (none.hidden = any),
  );
}

function buttonFor(wallet: Wallet, chosen: (wallet: Wallet) => Promise<void>): HTMLElement {
  const button = Object.assign(document.createElement("button"), { type: "button" });
  if (wallet.icon !== "")
    button.append(Object.assign(document.createElement("img"), { src: wallet.icon, alt: "" }));
  button.append(wallet.name);
  button.addEventListener("click", async () => {
    // A second transaction would pay twice: the buttons stay off until the wallet has answered.
    setWallets({ isOff: true });
    await chosen(wallet);
    setWallets({ isOff: false });
    if (!button.closest("[hidden]")) button.focus();
  });
  return button;
}

function setWallets({ isOff }: { readonly isOff: boolean }): void {
  for (const each of document.querySelectorAll<HTMLButtonElement>("[data-wallets] button"))
    each.disabled = isOff;
}

export function showTransaction(hash: string | null): void {
  const line = find("[data-transaction]");
  if (!line) return;
  line.hidden = hash === null;
  line.querySelector("code")!.textContent = hash ?? "";
}

/** Shows purchases as the service has put them into words. */
export function showPurchases(purchases: readonly Purchase[]): void {
  const list = find("[data-purchases]")!;
  const lines = purchases.map(({ tickets, amount, standing }) => {
    const line = document.createElement("li");
    const number = Object.assign(document.createElement("b"), { textContent: tickets });
    line.append(number, part(amount), ...(standing === null ? [] : [part(standing)]));
    return line;
  });
  list.replaceChildren(...lines);
}

function part(text: string): HTMLElement {
  return Object.assign(document.createElement("span"), { textContent: text });
}
