-- Writes a notice of a record for an organisation's members, in the transaction of its cause, if the organisation has
-- members. Times have the precision of the service's clock.
-- @param wait how long it waits for others of its kind, or for still being true
create or replace function write_notice(
  organisation bigint, of_kind text, of_record bigint, of_facts jsonb, wait interval
) returns void language sql
set enable_seqscan = off as $$
  insert into notice (organisation_id, kind, about, facts, due_at)
    select organisation, of_kind, of_record, of_facts, date_trunc('milliseconds', clock_timestamp()) + wait
    where exists (select from membership m where m.organisation_id = organisation)
$$;
