import { type Token, token } from "./token.ts";

/** Encrypts what must be read again: rail credentials, webhook secrets, stored answers. */
export interface Vault {
  /** @param purpose is authenticated with the text: what was sealed for one purpose opens for no other. */
  seal(plain: Uint8Array, purpose: string): Uint8Array;
  open(sealed: Uint8Array, purpose: string): Uint8Array;
}
export const Vault: Token<Vault> = token("Vault");
