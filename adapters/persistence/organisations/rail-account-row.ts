import type { Vault } from "../../../ports/crypto.ts";
import type { OrderRail } from "../../../src/checkout/order.ts";
import type { Mode } from "../../../src/organisations/mode.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import { RailAccountRow } from "../entities/organisations.ts";
import { selection, text } from "../statements/selection.ts";

/** Encryption purpose of the credentials. */
export const RAIL_CREDENTIALS_PURPOSE = "rail-credentials";

/** The rail account `r` that an order is charged by, of an organisation `g`. */
export const RAIL_ACCOUNT = selection(RailAccountRow, "r", ["kind", "provider", "credentials", "settings"], {
  accountId: "id",
  organisationSlug: text({ sql: "g.slug" }),
  mode: text<Mode>({ sql: "g.mode" }),
});

/** Returns the record; null if the join found no account. @param credentials instead of those of the row */
export function railRecord(read: object, vault: Vault, credentials?: Uint8Array): OrderRail | null {
  const account = RAIL_ACCOUNT.recordOrNull(read);
  return account && { ...account, credentials: openedCredentials(credentials ?? account.credentials, vault) };
}

/** Returns the record of an account from an inner join. */
export function knownRail(read: object, vault: Vault, credentials?: Uint8Array): OrderRail {
  const rail = railRecord(read, vault, credentials);
  invariant(rail, "an inner join finds the account");
  return rail;
}

export function openedCredentials(sealed: Uint8Array, vault: Vault): Record<string, string> {
  const text = Buffer.from(vault.open(sealed, RAIL_CREDENTIALS_PURPOSE)).toString("utf8");
  return JSON.parse(text) as Record<string, string>;
}
