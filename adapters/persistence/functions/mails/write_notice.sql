-- Writes that an organisation's people are to be told of a record, in the transaction of the cause. Where nobody works there,
-- nobody is to be told.
-- Times are as the service's clock counts them.
-- @param wait how long it waits for others of its kind, or for being so still
create or replace function write_notice(
  organisation bigint, of_kind text, of_record bigint, of_facts jsonb, wait interval
) returns void language sql
set enable_seqscan = off as $$
  insert into notice (organisation_id, kind, about, facts, due_at)
    select organisation, of_kind, of_record, of_facts, date_trunc('milliseconds', clock_timestamp()) + wait
    where exists (select from membership m where m.organisation_id = organisation)
$$;
