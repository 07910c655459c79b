/** Paragraph of a mail: a sentence, a highlighted code, a sentence with a link, a button, or names with values. */
export type Paragraph =
  | string
  | { readonly code: string }
  | { readonly text: string; readonly url: string }
  | { readonly button: string; readonly url: string }
  | { readonly facts: readonly (readonly [name: string, value: string])[] };

/** A mail in words. */
export interface Saying {
  readonly subject: string;
  readonly paragraphs: readonly Paragraph[];
}

/** Line breaks, other controls, and marks that turn the direction of what follows them. */
const UNPRINTABLE = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** Replaces line breaks and control characters, so that a text stays on one line as it was typed. */
export function printable(text: string): string {
  return text.replaceAll(UNPRINTABLE, " ").trim();
}
