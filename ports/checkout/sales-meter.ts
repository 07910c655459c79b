import type { Money } from "../../src/shared/money.ts";
import { type Token, token } from "../token.ts";

/** Counts sales for monitoring. Never throws, and never waits. */
export interface SalesMeter {
  /** An order was settled: called once for each. @param sale.received null: nothing was charged, and no rail was needed */
  settled(sale: {
    readonly kind: string | null;
    readonly provider: string | null;
    readonly received: Money | null;
  }): void;
}
export const SalesMeter: Token<SalesMeter> = token("SalesMeter");
