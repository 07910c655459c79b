import { openCheckout } from "./buying/opened-checkout.ts";
import { isScheme, openFrame, removeDead } from "./frame.ts";
import { serviceAt } from "./pay/service-address.ts";
import { elementOf, inDocument, wrong } from "./pay/wrong-option.ts";
import type { Handle, LotOptions, OpenHandle, OpenOptions, ResultsOptions, Target } from "./service.d.ts";

export { checkout } from "./pay/pay-session.ts";

const SLUG = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const MAX_QUANTITY = 100;
const LOOK = ["host", "org", "lot", "locale", "scheme", "affiliate"];
const CALLS = ["onOpen", "onPending", "onPaid", "onFailed", "onClose", "onBlocked", "onError"] as const;

export function lot(target: Target, options: LotOptions): Handle {
  const where = checked("lot", options, ["email"]);
  const id = options.lot;
  if (id !== undefined && !isId(id)) throw wrong("lot", "lot", "the id of a competition");
  return framed("lot", target, options, where, id === undefined ? "" : `/competition/${id}`);
}

export function results(target: Target, options: ResultsOptions): Handle {
  const where = checked("results", options);
  if (!isId(options.lot)) throw wrong("results", "lot", "the id of a competition");
  return framed("results", target, options, where, `/competition/${options.lot}/results`);
}

export function open(options: OpenOptions): OpenHandle {
  inDocument("open");
  const base = checked("open", options, ["quantity", "email", ...CALLS]);
  const { lot: id, quantity = 1 } = options;
  if (!isId(id)) throw wrong("open", "lot", "the id of a competition");
  if (!isId(quantity) || quantity > MAX_QUANTITY)
    throw wrong("open", "quantity", `a number from 1 to ${MAX_QUANTITY}`);
  for (const name of CALLS)
    if (options[name] !== undefined && typeof options[name] !== "function")
      throw wrong("open", name, "a function");
  const { locale = document.documentElement.lang } = options;
  return openCheckout(base, { ...options, locale });
}

function framed(call: string, target: Target, options: LotOptions, base: string, rest: string): Handle {
  const element = elementOf(call, target);
  const { org, locale = document.documentElement.lang, scheme = "auto", affiliate, email } = options;
  const frame = { base, path: org + rest, locale, scheme, affiliate, email };
  const { box, unmount } = openFrame("embed", element, frame);
  removeDead("embed", element);
  element.append(box);
  return { unmount };
}

/** @returns the service's address, without a slash at the end */
function checked(call: string, options: LotOptions, more: readonly string[] = []): string {
  if (typeof options !== "object" || options === null) throw wrong(call, "options", "an object");
  const unknown = Object.keys(options).find((name) => ![...LOOK, ...more].includes(name));
  if (unknown !== undefined) throw new TypeError(`Service.${call}: unknown option ${unknown}`);
  const { host, org, locale, scheme, affiliate, email } = options;
  const base = serviceAt(host);
  if (base === null) throw wrong(call, "host", "the service's host, such as raffles.example");
  if (typeof org !== "string" || !SLUG.test(org)) throw wrong(call, "org", "the slug of an organisation");
  if (locale !== undefined && typeof locale !== "string") throw wrong(call, "locale", "a language tag");
  if (scheme !== undefined && !isScheme(scheme)) throw wrong(call, "scheme", "light, dark or auto");
  if (affiliate !== undefined && typeof affiliate !== "string")
    throw wrong(call, "affiliate", "an affiliate's code");
  if (email !== undefined && typeof email !== "string") throw wrong(call, "email", "a mail address");
  return base;
}

function isId(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}
