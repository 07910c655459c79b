-- Counts the stored deliveries of an endpoint by result, those not accepted since it fails, the attempts of the hours
-- from a time on, and the deliveries that ended on days. Locks nothing.
-- @param day_bounds the beginning of each day, and the end of the last
-- @returns hours: place from 0, accepted and failed attempts; days: place from 0, deliveries that were accepted and that
-- were given up; last_attempts: none or one, since it fails
create or replace function figures_of_endpoint(organisation bigint, endpoint bigint, hours_from timestamptz, day_bounds timestamptz[]
)
returns table (
  pending bigint, delivered bigint, failed bigint, since timestamptz, attempted bigint, undelivered bigint,
  last_attempts json, hours json, days json
) language sql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  with fails as materialized (
    select p.failing_since from webhook_endpoint p where p.organisation_id = organisation and p.id = endpoint
  ), sent as materialized (
    select d.id, d.slot, d.state, d.attempts, coalesce(d.finished_at, 'infinity') as ended_at
    from delivery d where d.organisation_id = organisation and d.endpoint_id = endpoint
  ), tried as materialized (
    select a.* from sent d
    cross join lateral (
      select k.* from delivery_attempt k
      where k.organisation_id = organisation and k.delivery_id = d.id and k.slot = d.slot offset 0
    ) a
    where d.attempts > 0 and d.ended_at >= least(hours_from, (select failing_since from fails))
  )
  select count(*) filter (where d.state = 'pending'), count(*) filter (where d.state = 'delivered'),
    count(*) filter (where d.state = 'failed'), (select failing_since from fails),
    count(*) filter (where d.attempts > 0 and d.ended_at >= (select failing_since from fails)),
    count(*) filter (where d.attempts > 0 and d.ended_at >= (select failing_since from fails) and d.state <> 'delivered'),
    (select json_agg(l) from (
      select a.* from tried a where a.at >= (select failing_since from fails) order by a.at desc limit 1
    ) l),
    (select json_agg(h order by h.hour) from (
      select floor(extract(epoch from a.at - hours_from) / 3600)::integer as hour,
        count(*) filter (where a.status between 200 and 299) as accepted,
        count(*) filter (where a.status is null or a.status not between 200 and 299) as failed
      from tried a where a.at >= hours_from group by 1
    ) h),
    (select json_agg(y order by y.day) from (
      select width_bucket(f.ended_at, day_bounds) - 1 as day,
        count(*) filter (where f.state = 'delivered') as delivered,
        count(*) filter (where f.state = 'failed') as failed
      from sent f
      where f.state <> 'pending' and f.ended_at >= day_bounds[1]
        and f.ended_at < day_bounds[array_upper(day_bounds, 1)]
      group by 1
    ) y)
  from sent d
$$;

-- The same without days, which the version before calls while it is replaced.
create or replace function figures_of_endpoint(organisation bigint, endpoint bigint, hours_from timestamptz)
returns table (
  pending bigint, delivered bigint, failed bigint, since timestamptz, attempted bigint, undelivered bigint,
  last_attempts json, hours json
) language sql stable as $$
  select f.pending, f.delivered, f.failed, f.since, f.attempted, f.undelivered, f.last_attempts, f.hours
  from figures_of_endpoint(organisation, endpoint, hours_from, array[]::timestamptz[]) f
$$;
