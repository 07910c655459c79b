-- Trigger of dispute, for those of an order that open, and whose date for an answer is named or moves: notifies members
-- at once, since disputes of a stolen card arrive together, and three days before the date.
create or replace function notice_dispute() returns trigger language plpgsql
set enable_seqscan = off as $$
begin
  perform write_notice(new.organisation_id, 'disputes_opened', new.id, '{}', interval '1 minute');
  delete from notice n
    where n.organisation_id = new.organisation_id and n.kind = 'disputes_due' and n.about = new.id;
  if new.answer_by > clock_timestamp() + interval '4 days' then
    perform write_notice(
      new.organisation_id, 'disputes_due', new.id, '{}', new.answer_by - interval '3 days' - clock_timestamp()
    );
  end if;
  return null;
end $$;
