import { readFileSync } from "node:fs";
import { IntlMessageFormat } from "intl-messageformat";
import { leastUsedCache } from "../../src/shared/cache/least-used-cache.ts";
import { type Money, moneyText } from "../../src/shared/money.ts";
import type { Locale } from "../../src/shop/locale.ts";

import en from "./en.json" with { type: "json" };

export type Key = keyof typeof en;
export const KEYS = Object.keys(en) as Key[];
type Value = string | number;
/** Parts of a message: text, and placeholders for its tags. */
type Piece = string | object;
type Values = Readonly<Record<string, Value | object | ((pieces: Piece[]) => object)>>;

const MINUTES = { style: "unit", unit: "minute", unitDisplay: "long" } as const;
/** Amounts of a language that are remembered: those of some twenty price lists. */
const AMOUNTS = 2_000;

/** The words of one language. Messages are parsed when they are first needed, and formats are made once. */
export class Words {
  readonly locale: Locale;
  readonly #texts: Readonly<Record<Key, string>>;
  readonly #formats = new Map<Key, IntlMessageFormat>();
  readonly #times: Intl.DateTimeFormat;
  readonly #days: Intl.DateTimeFormat;
  readonly #numbers: Intl.NumberFormat;
  readonly #minutes: Intl.NumberFormat;
  readonly #fromNow: Intl.RelativeTimeFormat;
  readonly #amounts = leastUsedCache<string, string>(AMOUNTS);

  constructor(locale: Locale) {
    this.locale = locale;
    this.#texts =
      locale === "en" ? en : JSON.parse(readFileSync(new URL(`./${locale}.json`, import.meta.url), "utf8"));
    const zoned = {
      year: "numeric",
      month: "long",
      day: "numeric",
      hour: "numeric",
      minute: "2-digit",
    } as const;
    this.#times = new Intl.DateTimeFormat(locale, { ...zoned, timeZone: "UTC", timeZoneName: "short" });
    this.#days = new Intl.DateTimeFormat(locale, {
      day: "numeric",
      month: "short",
      timeZone: "UTC",
      timeZoneName: "short",
    });
    this.#numbers = new Intl.NumberFormat(locale);
    this.#minutes = new Intl.NumberFormat(locale, MINUTES);
    this.#fromNow = new Intl.RelativeTimeFormat(locale);
  }

  /** Plain text. */
  text(key: Key, values?: Readonly<Record<string, Value>>): string {
    return String(this.#format(key).format(values));
  }

  /** Fills values and tags into their places. */
  pieces(key: Key, values: Values): Piece[] {
    const made = this.#format(key).format<Piece>(values as never);
    return Array.isArray(made) ? made : [made];
  }

  number(value: number): string {
    return this.#numbers.format(value);
  }

  /** An amount in a currency's minor unit. @param exponent decimals of the currency */
  money(money: Money, exponent: number): string {
    const key = `${money.amount} ${money.currency} ${exponent}`;
    let amount = this.#amounts.get(key);
    if (amount === undefined) {
      amount = moneyText(this.locale, money, exponent);
      this.#amounts.set(key, amount);
    }
    return amount;
  }

  /** `15 minutes` */
  minutes(count: number): string {
    return this.#minutes.format(count);
  }

  /** In UTC, which it names: the browser puts its own zone in the place. */
  time(at: Date): string {
    return this.#times.format(at);
  }

  /** `27 Dec, UTC`: the browser puts the day in its own zone in the place. */
  day(at: Date): string {
    return this.#days.format(at);
  }

  /** `in 5 minutes`: in whole minutes, or hours or days where it is long. */
  fromNow(seconds: number): string {
    const minutes = Math.max(1, Math.ceil(seconds / 60));
    if (minutes <= 90) return this.#fromNow.format(minutes, "minute");
    const hours = Math.ceil(minutes / 60);
    return hours <= 48
      ? this.#fromNow.format(hours, "hour")
      : this.#fromNow.format(Math.ceil(hours / 24), "day");
  }

  #format(key: Key): IntlMessageFormat {
    let format = this.#formats.get(key);
    if (!format) {
      format = new IntlMessageFormat(this.#texts[key], this.locale);
      this.#formats.set(key, format);
    }
    return format;
  }
}

const BY_LOCALE = new Map<Locale, Words>();

export function wordsIn(locale: Locale): Words {
  let words = BY_LOCALE.get(locale);
  if (!words) {
    words = new Words(locale);
    BY_LOCALE.set(locale, words);
  }
  return words;
}
