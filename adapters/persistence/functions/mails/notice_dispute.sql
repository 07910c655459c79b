-- Trigger of dispute, for those of an order that open, and whose date for an answer is named or moves. Disputes of a
-- stolen card arrive together.
create or replace function notice_dispute() returns trigger language plpgsql
set enable_seqscan = off as $$
begin
  perform write_notice(new.organisation_id, 'disputes_opened', new.id, '{}', interval '1 minute');
  return null;
end $$;
