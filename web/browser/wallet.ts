import { findWallets, type Wallet } from "./wallets.ts";

type Said = "waiting" | "declined" | "wrong" | "unavailable" | "failed";

/** The buyer said no, as EIP-1193 has it. */
const DECLINED = 4001;

class Refused extends Error {
  readonly said: Said;
  constructor(said: Said) {
    super(said);
    this.said = said;
  }
}

/** Lets buyers sign in by a wallet of their browser. */
export function startWallets(): void {
  const section = document.querySelector<HTMLElement>("[data-wallet]");
  if (!section) return;
  const list = section.querySelector("[data-wallets]")!;
  const none = section.querySelector<HTMLElement>("[data-none]")!;
  findWallets(
    { old: section.dataset.name! },
    (wallet) => {
      none.hidden = true;
      list.append(buttonFor(section, wallet));
    },
    (any) => (none.hidden = any),
  );
}

function buttonFor(section: HTMLElement, { name, icon, provider }: Wallet): HTMLElement {
  const button = document.createElement("button");
  button.type = "button";
  if (icon !== "") {
    const image = document.createElement("img");
    image.src = icon;
    image.alt = "";
    button.append(image);
  }
  button.append(name);
  button.addEventListener("click", async () => {
    if (!isComplete(section)) return;
    const buttons = section.querySelectorAll<HTMLButtonElement>("[data-wallets] button");
    for (const each of buttons) each.disabled = true;
    say(section, "waiting");
    try {
      goOn(section, await proven(section, provider));
    } catch (error) {
      say(section, saidOf(error));
      for (const each of buttons) each.disabled = false;
      button.focus();
    }
  });
  return button;
}

interface Proven {
  readonly next: string;
  /** The account that is signed in now. */
  readonly account: string;
}

/** Returns the form of the purchase that a wallet's section belongs to; null: it belongs to none. */
function purchaseOf({ dataset }: HTMLElement): HTMLFormElement | null {
  return dataset.purchase === undefined ? null : document.querySelector<HTMLFormElement>("form.order");
}

/** Returns whether the form of the purchase can be sent; the browser says what is missing. A wallet needs no email. */
function isComplete(section: HTMLElement): boolean {
  const form = purchaseOf(section);
  const email = form?.querySelector<HTMLInputElement>("#email");
  if (email) email.disabled = true;
  const isValid = form?.reportValidity() ?? true;
  if (email) email.disabled = false;
  return isValid;
}

/** Sends the form of the purchase for the account; without one the next page is opened. */
function goOn(section: HTMLElement, { next, account }: Proven): void {
  const form = purchaseOf(section);
  if (!form) return location.assign(next);
  for (const [name, value] of Object.entries({ account, by: "wallet" })) {
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name, value });
    form.append(field);
  }
  form.querySelector("#email")?.remove();
  form.requestSubmit();
}

/** Proves the wallet to the service. */
async function proven({ dataset }: HTMLElement, provider: Wallet["provider"]): Promise<Proven> {
  const [address] = (await provider.request({ method: "eth_requestAccounts" })) as string[];
  const { message } = await send(dataset.message!, { walletAddress: String(address) });
  const signature = await provider.request({
    method: "personal_sign",
    params: [hexOf(String(message)), address],
  });
  const { next, account } = await send(dataset.proof!, {
    signature: String(signature),
    next: dataset.next!,
    ...(dataset.for === undefined ? {} : { for: dataset.for }),
  });
  return { next: String(next), account: String(account) };
}

async function send(path: string, fields: Record<string, string>): Promise<Record<string, unknown>> {
  const answer = await fetch(path, { method: "POST", body: new URLSearchParams(fields) });
  if (answer.ok) return answer.json();
  throw new Refused(answer.status === 400 ? "wrong" : "unavailable");
}

function saidOf(error: unknown): Said {
  if (error instanceof Refused) return error.said;
  return (error as { code?: unknown } | null)?.code === DECLINED ? "declined" : "failed";
}

function say(section: HTMLElement, what: Said): void {
  for (const each of section.querySelectorAll<HTMLElement>("[data-said]"))
    each.hidden = each.dataset.said !== what;
}

function hexOf(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
