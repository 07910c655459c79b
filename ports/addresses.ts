import { type Token, token } from "./token.ts";

/** The service's public addresses. */
export interface Addresses {
  /** Without a slash at the end. */
  readonly baseUrl: string;
}
export const Addresses: Token<Addresses> = token("Addresses");
