import { type Token, token } from "./token.ts";

/** Unguessable values. */
export interface Random {
  bytes(length: number): Uint8Array;
  /** `prefix` followed by `length` characters, chosen uniformly from the alphabet. */
  text(prefix: string, length: number, alphabet: string): string;
}
export const Random: Token<Random> = token("Random");

/** Encrypts data that must be read later: rail credentials, webhook secrets, stored answers. */
export interface Vault {
  /** @param purpose authenticated with the text: data sealed for one purpose cannot be opened for another */
  seal(plain: Uint8Array, purpose: string): Uint8Array;
  open(sealed: Uint8Array, purpose: string): Uint8Array;
}
export const Vault: Token<Vault> = token("Vault");
