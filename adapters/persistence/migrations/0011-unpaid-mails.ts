import { Migration } from "../schema/migration.ts";

/** Allows mails about orders that are not paid yet. */
export default class UnpaidMails extends Migration {
  override readonly sql = `
    alter table "mail" drop constraint "mail_kind_check";
    alter table "mail" add constraint "mail_kind_check"
      check (kind in ('sign_in_code', 'tickets_issued', 'refund', 'winner', 'order_unpaid')) not valid;
  `;
}
