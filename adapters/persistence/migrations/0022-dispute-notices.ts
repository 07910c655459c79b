import { Migration } from "../schema/migration.ts";

/** Mails members about disputes. The trigger's function has no effect until its text is applied. */
export default class DisputeNotices extends Migration {
  override readonly sql = `
    alter table "notice" drop constraint "notice_kind_check";
    alter table "notice" add constraint "notice_kind_check"
      check (kind in ('keys', 'endpoints_disabled', 'endpoints_failing', 'refunds_failed', 'disputes_opened', 'disputes_due')) not valid;
    create function notice_dispute() returns trigger language plpgsql as 'begin return null; end';
    create trigger dispute_opened after insert on dispute
      for each row when (new.standing = 'open' and new.order_id is not null) execute function notice_dispute();
    create trigger dispute_due after update of standing, order_id, answer_by on dispute
      for each row when (
        new.standing = 'open' and new.order_id is not null and (
          old.standing <> 'open' or old.order_id is null
          or (new.answer_by is not null and new.answer_by is distinct from old.answer_by)
        )
      ) execute function notice_dispute();
  `;
}
