import { Migration } from "../schema/migration.ts";

/** Checks existing notices, while others are written. */
export default class DisputeNoticesValidate extends Migration {
  override readonly sql = `
    alter table "notice" validate constraint notice_kind_check;
  `;
}
