import { Migration } from "../schema/migration.ts";

/** Replaces the primary key that begins with the organisation: see 0016. */
export default class AttemptsKey extends Migration {
  override readonly sql = `
    alter table sign_in_attempt
      drop constraint sign_in_attempt_pkey,
      add constraint sign_in_attempt_pkey primary key using index sign_in_attempt_by_hash;
  `;
}
