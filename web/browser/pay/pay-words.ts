type Key =
  | "again"
  | "bank"
  | "card"
  | "check"
  | "continue"
  | "cvc"
  | "expiry"
  | "frame"
  | "pay"
  | "retry"
  | "testCard"
  | "trouble"
  | "yes";

declare global {
  /** Inserted by the bundler: the messages whose keys begin with `pay.`, by language, only those in use. */
  const PAY_WORDS: Readonly<Record<Key, Readonly<Record<string, string>>>>;
}

/** In this language, else in English. @param texts one of PAY_WORDS */
export function wordIn(locale: string, texts: Readonly<Record<string, string>>): string {
  return texts[locale.toLowerCase().split(/[-_]/)[0]!] ?? texts.en!;
}
