import { type Token, token } from "./token.ts";

/** Unguessable values. */
export interface Random {
  bytes(length: number): Uint8Array;
  /** `prefix` followed by `length` characters, chosen uniformly from the alphabet. */
  text(prefix: string, length: number, alphabet: string): string;
}
export const Random: Token<Random> = token("Random");
