import { type Token, token } from "./token.ts";

/** Business time. Budgets and leases use the database's clock instead. */
export interface Clock {
  now(): Date;
}
export const Clock: Token<Clock> = token("Clock");
