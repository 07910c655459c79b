-- Trigger of refund, for those that fail. Where many fail they do so within a minute.
create or replace function notice_refund() returns trigger language plpgsql
set enable_seqscan = off as $$
begin
  perform write_notice(new.organisation_id, 'refunds_failed', new.id, '{}', interval '1 minute');
  return null;
end $$;
