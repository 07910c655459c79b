import type { Vault } from "../../../ports/crypto.ts";
import type { Database } from "../database/database.ts";
import { EncryptionKeyCanaryRow } from "../entities/operations.ts";
import { selection } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";
import { RAIL_CREDENTIALS_PURPOSE } from "./rail-account-row.ts";
import { SECRET_PURPOSE } from "../webhooks/webhook-endpoints.ts";

const PURPOSE = "encryption-key-canary";
const WORD = Buffer.from("canary");

const CANARY = selection(EncryptionKeyCanaryRow, "c", ["keyId", "sealed"]);
// One of several simultaneous first starts decides which keys are right, and the others compare.
const LOCK = statement(
  "lock-encryption-key-canary",
  "lock table encryption_key_canary in share row exclusive mode",
);
/** Secrets of older versions, which wrote no canary. */
const NEWEST_SECRETS = statement(
  "newest-secrets",
  `(select credentials as sealed, '${RAIL_CREDENTIALS_PURPOSE}' as purpose from rail_account order by updated_at desc limit 1)
    union all (select secret, '${SECRET_PURPOSE}' from webhook_endpoint where removed_at is null order by id desc limit 1)`,
);
const UNREADABLE = statement(
  "accounts-of-other-keys",
  `select count(*)::int as accounts from rail_account
    where enabled and not get_byte(credentials, 0) = any($1::int[])`,
);

/** One key of ENCRYPTION_KEY, and a vault with only this key. */
interface CanaryKey {
  readonly id: number;
  readonly vault: Vault;
}

type KeyFinding =
  | { readonly outcome: "wrong"; readonly fault: string }
  /** `unreadableAccounts`: enabled rail accounts that are encrypted with another key. */
  | { readonly outcome: "right"; readonly unreadableAccounts: number };

/**
 * Checks the keys against the database's secrets. The first start decides which are right; a later one may add a new
 * key only together with a known one. Repeating it is safe, also simultaneously.
 */
export async function examineEncryptionKeys(db: Database, keys: readonly CanaryKey[]): Promise<KeyFinding> {
  return db.run(async () => {
    await db.query(LOCK);
    const canaries = await db.rows(CANARY).list({});
    const known = new Map(canaries.map(({ keyId, sealed }) => [keyId, sealed]));
    const fault = known.size === 0 ? await strangeSecrets(db, keys) : strangeKeys(known, keys);
    if (fault !== null) return { outcome: "wrong", fault };
    for (const { id, vault } of keys)
      if (!known.has(id)) await db.rows(CANARY).add({ keyId: id, sealed: vault.seal(WORD, PURPOSE) });
    const [unreadable] = await db.query<{ accounts: number }>(UNREADABLE, [keys.map(({ id }) => id)]);
    return { outcome: "right", unreadableAccounts: unreadable!.accounts };
  });
}

function strangeKeys(known: ReadonlyMap<number, Uint8Array>, keys: readonly CanaryKey[]): string | null {
  const wrong = keys.find(({ id, vault }) => known.has(id) && !opens(vault, known.get(id)!, PURPOSE));
  if (wrong)
    return `the key with the id ${wrong.id} is not the key that this database's secrets are encrypted with`;
  if (keys.some(({ id }) => known.has(id))) return null;
  const ids = [...known.keys()].toSorted((a, b) => a - b).join(", ");
  return `this database's secrets are encrypted with keys of other ids (${ids}): keep the previous key together with the new one`;
}

async function strangeSecrets(db: Database, keys: readonly CanaryKey[]): Promise<string | null> {
  const secrets = await db.query<{ sealed: Uint8Array; purpose: string }>(NEWEST_SECRETS);
  const opened = secrets.every(({ sealed, purpose }) =>
    keys.some(({ vault }) => opens(vault, sealed, purpose)),
  );
  return opened ? null : "the key cannot decrypt the secrets of this database";
}

function opens(vault: Vault, sealed: Uint8Array, purpose: string): boolean {
  try {
    vault.open(sealed, purpose);
    return true;
  } catch {
    return false;
  }
}
