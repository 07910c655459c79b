/**
 * Decimals that Example Pay gives each currency on the wire. Where they are not those of ISO 4217, `toWireAmount` and
 * `fromWireAmount` (`rails/shared/wire-money.ts`) convert each amount.
 */
export const CURRENCIES: ReadonlyMap<string, number> = new Map([
  ["USD", 2],
  ["JPY", 0],
]);

/** ISO minor units. */
export const MINIMUM_CHARGE: ReadonlyMap<string, number> = new Map([["USD", 50]]);
