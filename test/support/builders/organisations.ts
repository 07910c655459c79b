import { Database } from "../../../adapters/persistence/database/database.ts";
import { PostgresApiKeys } from "../../../adapters/persistence/organisations/api-keys.ts";
import { PostgresOrganisations } from "../../../adapters/persistence/organisations/organisations.ts";
import { AesVault } from "../../../adapters/crypto/aes-vault.ts";
import { CryptoRandom } from "../../../adapters/crypto/crypto-random.ts";
import type { Log } from "../../../ports/log.ts";
import { DEFAULT_RATE, newSecretKey, type Scope } from "../../../src/organisations/api-key.ts";
import { DEFAULT_SETTINGS, type Organisation } from "../../../src/organisations/organisation.ts";

export const SILENT: Log = { debug() {}, info() {}, warn() {}, error() {} };
export const TEST_VAULT = new AesVault([{ id: 0, key: Buffer.alloc(32, 7) }]);

export function openPool(url: string, poolSize = 10): Promise<Database> {
  return Database.open({ url, poolSize, log: SILENT });
}

let organisations = 0;

/** A new organisation with the default settings. */
export async function addOrganisation(db: Database): Promise<Organisation> {
  const slug = `org-${++organisations}-${Math.random().toString(36).slice(2, 8)}`;
  const added = await new PostgresOrganisations(db).add({
    ...DEFAULT_SETTINGS,
    slug,
    name: slug,
    mode: "live",
    createdAt: new Date(),
  });
  return added!;
}

/** A new key of the organisation, as access control is shown it. */
export async function addKey(
  db: Database,
  organisationId: number,
  rate: {
    readonly rateLimit?: number;
    readonly rateWindowSec?: number;
    readonly scopes?: readonly Scope[];
  } = {},
): Promise<{ readonly id: number; readonly hash: Uint8Array }> {
  const { hash, prefix } = newSecretKey(new CryptoRandom(), { digit: "0" });
  const open = { expiresAt: null, allowedAddresses: null, createdAt: new Date() };
  const key = { name: "test", scopes: [], ...DEFAULT_RATE, ...rate, ...open };
  const { id } = await new PostgresApiKeys(db).add(organisationId, key, { prefix, hash });
  return { id, hash };
}
