import { type Token, token } from "../token.ts";

/** Pictures from addresses that partners gave. */
export interface Pictures {
  /**
   * Calls public addresses alone, follows nobody elsewhere, and ends within 5 seconds.
   * @returns PNG, JPEG or WebP of at most 5 MB and 30 million pixels; null: there is none to be had
   */
  fetch(url: string): Promise<Uint8Array | null>;
}
export const Pictures: Token<Pictures> = token("Pictures");
