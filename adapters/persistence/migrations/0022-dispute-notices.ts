import { Migration } from "../schema/migration.ts";

/** Mails members about disputes. The trigger's function has no effect until its text is applied. */
export default class DisputeNotices extends Migration {
  override readonly sql = `
    alter table "notice" drop constraint "notice_kind_check";
    alter table "notice" add constraint "notice_kind_check"
      check (kind in ('keys', 'endpoints_disabled', 'endpoints_failing', 'refunds_failed', 'disputes_opened')) not valid;
    create function notice_dispute() returns trigger language plpgsql as 'begin return null; end';
    create trigger dispute_opened after insert on dispute
      for each row when (new.standing = 'open') execute function notice_dispute();
  `;
}
