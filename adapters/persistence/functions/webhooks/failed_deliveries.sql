-- Scans a number of an endpoint's deliveries, newest first, after one (null: from the newest), and finds those that
-- failed from `since` to before `until`. `reached`: the last one scanned; null: all were. Locks nothing. A partial
-- index of failed deliveries would make every update of a delivery write indexes: a column of an index's condition
-- counts as indexed.
create or replace function failed_deliveries(
  organisation bigint, endpoint bigint, since timestamptz, until timestamptz, behind bigint, look_at integer,
  out ids bigint[], out reached bigint
) language sql stable set enable_seqscan = off set enable_bitmapscan = off as $$
  with looked as materialized (
    select d.id, d.state, d.finished_at from delivery d
    where d.organisation_id = organisation and d.endpoint_id = endpoint
      and (d.organisation_id, d.endpoint_id, d.id) < (organisation, endpoint, coalesce(behind, 9223372036854775807))
    order by d.id desc limit look_at
  )
  select array_agg(q.id order by q.id)
      filter (where q.state = 'failed' and q.finished_at >= since and q.finished_at < until),
    case when count(*) = look_at then min(q.id) end
  from looked q
$$;
