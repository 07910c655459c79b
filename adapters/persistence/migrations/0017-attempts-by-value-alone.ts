import { IndexMigration } from "../schema/migration.ts";

/** Drops the index that the one of 0016 replaces. */
export default class AttemptsByValueAlone extends IndexMigration {
  override readonly sql = `
    drop index concurrently if exists sign_in_attempt_of;
  `;
}
