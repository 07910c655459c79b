/** A paragraph of a mail: a sentence, a code that stands out, or a sentence with an address to go to. */
export type Paragraph = string | { readonly code: string } | { readonly text: string; readonly url: string };

/** Line breaks, other controls, and marks that turn the direction of what follows them. */
const UNPRINTABLE = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** On one line, and as it was typed. */
export function printable(text: string): string {
  return text.replaceAll(UNPRINTABLE, " ").trim();
}
