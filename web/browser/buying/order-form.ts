// The form of checkout's first page, which works without a script: it says what other numbers cost, and is sent once.

import { isAddress } from "../protocol.ts";

interface Facts {
  readonly kind?: string;
  /** The page's own address, also where a form has led to it. */
  readonly here?: string;
  /** Prices by the way to pay. */
  readonly prices?: Readonly<
    Record<
      string,
      readonly (readonly [total: string, credit: string, toPay: string, free: boolean, each: string] | null)[]
    >
  >;
}

export function startOrderForm(): void {
  const facts = JSON.parse(document.querySelector("#facts")?.textContent ?? "{}") as Facts;
  document.querySelector<HTMLElement>("[data-fault]")?.focus();
  // A page that the browser had put aside does not know what was bought meanwhile.
  addEventListener("pageshow", ({ persisted }) => persisted && facts.here && location.replace(facts.here));
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-once]")) sendOnce(form);
  fillInEmail();
  const quantity = document.querySelector<HTMLInputElement>("#quantity");
  if (facts.kind !== "checkout" || !quantity) return;
  sayPrices(quantity, facts.prices ?? {});
  startButtons(quantity);
}

/** Fills in the address that a partner's page knows, and takes it out of this page's address and the browser's history. */
function fillInEmail(): void {
  const { pathname, search, hash } = location;
  const query = new URLSearchParams(search);
  const address = new URLSearchParams(hash.slice(1)).get("email");
  if (address === null && !query.has("email")) return;
  query.delete("email");
  history.replaceState(history.state, "", `${pathname}?${query}`.replace(/\?$/, ""));
  const field = document.querySelector<HTMLInputElement>('.order input[name="email"]');
  // A buyer who is signed in has no such field, and nothing replaces what was typed.
  if (address === null || !field || field.value !== "" || !isAddress(address)) return;
  field.value = address;
  if (!field.validity.valid) field.value = "";
}

/** Lets the buttons next to the number change it, within what is available. */
function startButtons(quantity: HTMLInputElement): void {
  const put = (value: number) => {
    const number = Math.min(Number(quantity.max), Math.max(1, value));
    if (quantity.value === String(number)) return;
    quantity.value = String(number);
    quantity.dispatchEvent(new Event("input"));
  };
  for (const button of document.querySelectorAll<HTMLElement>("[data-step]"))
    button.addEventListener("click", () => put((quantity.valueAsNumber || 0) + Number(button.dataset.step)));
  for (const button of document.querySelectorAll<HTMLElement>("[data-choose]"))
    button.addEventListener("click", () => put(Number(button.dataset.choose)));
}

function sendOnce(form: HTMLFormElement): void {
  let isSent = false;
  form.addEventListener("submit", (event) => {
    if (isSent) event.preventDefault();
    isSent = true;
    form.setAttribute("aria-busy", "true");
  });
  // Back from the next page, the browser shows this one as it was.
  addEventListener("pageshow", () => {
    isSent = false;
    form.removeAttribute("aria-busy");
  });
}

function sayPrices(quantity: HTMLInputElement, prices: NonNullable<Facts["prices"]>): void {
  const rows = document.querySelector<HTMLElement>(".order .totals");
  const button = document.querySelector<HTMLElement>(".order button[data-free]");
  const refund = document.querySelector<HTMLElement>(".order .refund");
  const put = (name: string, text: string, hidden: boolean) => {
    const row = rows?.querySelector<HTMLElement>(`[data-row="${name}"]`);
    const place = row?.querySelector(`[data-price="${name}"]`);
    if (!row || !place) return;
    row.hidden = hidden;
    if (place.textContent !== text) place.textContent = text;
  };
  const say = () => {
    const way = document.querySelector<HTMLInputElement>('.order input[name="pay"]:checked')?.value;
    const price = prices[way ?? "money"]?.[quantity.valueAsNumber - 1];
    if (rows) rows.hidden = !price;
    if (!price) return;
    const [total, credit, toPay, free, each] = price;
    put("each", each, each === "");
    put("total", total, credit === "");
    put("credit", credit, credit === "");
    put("toPay", toPay, false);
    if (refund) refund.hidden = free;
    const label = free ? button?.dataset.free : button?.dataset.charged;
    if (button && label && document.querySelector('.order input[name="account"]')) button.textContent = label;
  };
  quantity.addEventListener("input", say);
  for (const way of document.querySelectorAll('.order input[name="pay"]'))
    way.addEventListener("change", say);
  // Back from the next page, the browser may have kept another choice than the page was made with.
  addEventListener("pageshow", say);
}
