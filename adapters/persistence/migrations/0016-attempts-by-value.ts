import { IndexMigration } from "../schema/migration.ts";

/**
 * Finds the attempts of an address by the column that tells most. An index that begins with the organisation, as the
 * primary key does, is taken for any other while statistics say that the table is empty, and reads all its attempts.
 */
export default class AttemptsByValue extends IndexMigration {
  override readonly sql = `
    create index concurrently if not exists sign_in_attempt_by_value on sign_in_attempt (value, organisation_id, created_at);
  `;
}
