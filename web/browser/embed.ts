import { isScheme, openFrame, removeDead } from "./frame.ts";
import { serviceAt } from "./pay/service-address.ts";
import { elementOf, wrong } from "./pay/wrong-option.ts";
import type { Handle, LotOptions, ResultsOptions, Target } from "./service.d.ts";

export { checkout } from "./pay/pay-session.ts";

const SLUG = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const OPTIONS: ReadonlySet<string> = new Set(["host", "org", "lot", "locale", "scheme", "affiliate"]);

export function lot(target: Target, options: LotOptions): Handle {
  const where = checked("lot", options);
  const id = options.lot;
  if (id !== undefined && !isId(id)) throw wrong("lot", "lot", "the id of a competition");
  return framed("lot", target, options, where, id === undefined ? "" : `/competition/${id}`);
}

export function results(target: Target, options: ResultsOptions): Handle {
  const where = checked("results", options);
  if (!isId(options.lot)) throw wrong("results", "lot", "the id of a competition");
  return framed("results", target, options, where, `/competition/${options.lot}/results`);
}

function framed(call: string, target: Target, options: LotOptions, base: string, rest: string): Handle {
  const element = elementOf(call, target);
  const { org, locale = document.documentElement.lang, scheme = "auto", affiliate } = options;
  const { box, unmount } = openFrame("embed", element, { base, path: org + rest, locale, scheme, affiliate });
  removeDead("embed", element);
  element.append(box);
  return { unmount };
}

/** @returns the service's address, without a slash at the end */
function checked(call: string, options: LotOptions): string {
  if (typeof options !== "object" || options === null) throw wrong(call, "options", "an object");
  const unknown = Object.keys(options).find((name) => !OPTIONS.has(name));
  if (unknown !== undefined) throw new TypeError(`Service.${call}: unknown option ${unknown}`);
  const { host, org, locale, scheme, affiliate } = options;
  const base = serviceAt(host);
  if (base === null) throw wrong(call, "host", "the service's host, such as raffles.example");
  if (typeof org !== "string" || !SLUG.test(org)) throw wrong(call, "org", "the slug of an organisation");
  if (locale !== undefined && typeof locale !== "string") throw wrong(call, "locale", "a language tag");
  if (scheme !== undefined && !isScheme(scheme)) throw wrong(call, "scheme", "light, dark or auto");
  if (affiliate !== undefined && typeof affiliate !== "string")
    throw wrong(call, "affiliate", "an affiliate's code");
  return base;
}

function isId(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}
