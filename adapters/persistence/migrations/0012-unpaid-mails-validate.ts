import { Migration } from "../schema/migration.ts";

/** Reads the mails of before once, while others are written. */
export default class UnpaidMailsValidate extends Migration {
  override readonly sql = `
    alter table "mail" validate constraint mail_kind_check;
  `;
}
