import { type Token, token } from "./token.ts";

/** ISO 4217. */
export interface Currencies {
  /** Decimals of the minor unit (VND 0, USD 2, KWD 3); null: not an ISO 4217 currency. */
  exponent(currency: string): number | null;
}
export const Currencies: Token<Currencies> = token("Currencies");
