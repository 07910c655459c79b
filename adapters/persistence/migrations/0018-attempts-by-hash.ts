import { IndexMigration } from "../schema/migration.ts";

/** Finds an attempt by its hash: the index of the primary key of 0019. */
export default class AttemptsByHash extends IndexMigration {
  override readonly sql = `
    create unique index concurrently if not exists sign_in_attempt_by_hash on sign_in_attempt (hash, organisation_id);
  `;
}
