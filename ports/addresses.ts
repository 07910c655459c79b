import { type Token, token } from "./token.ts";

/** Where this service can be reached from outside. */
export interface Addresses {
  /** Without a slash at the end. */
  readonly baseUrl: string;
}
export const Addresses: Token<Addresses> = token("Addresses");
