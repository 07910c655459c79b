-- Adds an organisation's noted refunds to the figures' sums. The first call for an organisation counts its refunds as
-- they are, and drops the notes that it sees: they are in them.
-- An organisation that another process counts is left to it.
-- Locks: the organisation, by an advisory lock, and sums.
-- @returns number of notes, and of refunds, that were added
create or replace function count_refunds(organisation bigint, most integer) returns integer language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan as $$
declare
  is_first boolean;
  ids bigint[];
  factors integer[];
  times timestamptz[];
begin
  if not pg_try_advisory_xact_lock(hashtextextended('figures of ' || organisation, 0)) then return 0; end if;
  insert into figure_organisation (organisation_id) values (organisation) on conflict do nothing;
  is_first := found;
  if is_first then
    -- One statement: what it reads and what it drops are of the same moment.
    with dropped as (
      delete from figure_refund n where n.organisation_id = organisation
    )
    select array_agg(f.id), array_agg(1), array_agg(coalesce(f.succeeded_at, f.updated_at)) into ids, factors, times
      from refund f where f.organisation_id = organisation and f.state = 'succeeded';
  else
    with noted as (
      select n.id from figure_refund n where n.organisation_id = organisation order by n.id limit most
    ), dropped as (
      delete from figure_refund n where n.organisation_id = organisation and n.id = any(array(select d.id from noted d))
      returning n.refund_id, n.is_failure, n.at
    )
    select array_agg(d.refund_id), array_agg(case when d.is_failure then -1 else 1 end), array_agg(d.at)
      into ids, factors, times from dropped d;
  end if;
  if ids is null then return is_first::integer; end if;
  insert into figure_sum as s (
    organisation_id, is_day, part, part_id, at, currency, orders, tickets, gross, refunds, refunded, sessions, converted,
    other_taken, other_refunded
  )
  select organisation, d.is_day, p.part, p.part_id,
    case when d.is_day then date_bin('1 day', u.at, '2000-01-01 00:00:00+00') else quarter_of(u.at) end as at, u.currency,
    0, 0, 0, sum(u.refunds), sum(u.refunded), 0, 0, sum(u.other_taken), sum(u.other_refunded)
  from refund_figures(organisation, ids, factors, times) u
  cross join (values (false), (true)) as d (is_day)
  cross join lateral (values
    ('all', 0::bigint), ('competition', coalesce(u.lot_id, 0)), ('rail', u.rail_account_id),
    ('affiliate', coalesce(u.affiliate_id, 0))
  ) as p (part, part_id)
  group by 2, 3, 4, 5, 6
  order by 2, 3, 4, 5, 6
  on conflict (organisation_id, is_day, part, part_id, at, currency) do update set
    refunds = s.refunds + excluded.refunds, refunded = s.refunded + excluded.refunded,
    other_taken = s.other_taken + excluded.other_taken, other_refunded = s.other_refunded + excluded.other_refunded;
  return cardinality(ids);
end $$;
