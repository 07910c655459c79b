-- Leases a batch of due refunds to the caller, at most `per_account` of a rail account in all processes together. A
-- query of the rail is recorded before it is sent; `asked_before` is the former value. Due times use the business
-- clock, leases the database's.
-- @param except_accounts rail accounts to skip, because they do not answer
-- Locks: refunds whose lease lapsed, rail accounts, refunds; rows locked by another claimer are skipped.
create or replace function claim_refunds(
  batch integer, per_account integer, lease_sec integer, at timestamptz, except_accounts bigint[]
)
returns table (
  refund_id bigint, order_id text, payment_id bigint, organisation_id bigint, rail_account_id bigint, key text,
  amount bigint, currency text, state text, provider_refund_id text, tries integer, asked_before boolean, accepted boolean
) language plpgsql
set enable_seqscan = off set enable_bitmapscan = off as $$
#variable_conflict use_column
declare
  database_now timestamptz := clock_timestamp();
  lapsed bigint[];
  mine bigint[];
begin
  lapsed := array(select f.id from refund f where f.lease_until < database_now for no key update skip locked);
  if cardinality(lapsed) > 0 then
    update refund f set lease_until = null where f.id = any(lapsed);
  end if;

  mine := array(
    select r.id from accounts_with_refunds() w
      join rail_account r on r.id = w.rail_account_id
      cross join lateral (
        select count(*) as calls from refund f where f.rail_account_id = r.id and f.lease_until is not null
      ) busy
    where w.due_at <= at and busy.calls < per_account and w.rail_account_id <> all(except_accounts)
    order by busy.calls, w.due_at limit batch
    for no key update of r skip locked
  );
  if cardinality(mine) = 0 then return; end if;

  return query
  with room as materialized (
    select m.id, (
      select count(*) from refund f where f.rail_account_id = m.id and f.lease_until is not null
    ) as calls
    from unnest(mine) as m (id)
  ), turn as (
    select n.id, n.due_at, n.asked_at, room.calls + row_number() over (partition by room.id order by n.due_at, n.id) as place
    from room cross join lateral (
      select f.id, f.due_at, f.asked_at from refund f
      where f.rail_account_id = room.id and f.due_at is not null and f.lease_until is null and f.due_at <= at
      order by f.due_at limit greatest(0, least(batch, per_account - room.calls)) for no key update skip locked
    ) n
  ), chosen as materialized (
    select turn.id, turn.asked_at from turn order by turn.place, turn.due_at limit batch
  ), taken as (
    update refund f set lease_until = clock_timestamp() + make_interval(secs => lease_sec), tries = f.tries + 1,
        asked_at = coalesce(f.asked_at, at)
      from chosen c where f.id = c.id
      returning f.*, c.asked_at is not null as asked_before
  )
  select t.id, t.order_id, t.payment_id, t.organisation_id, t.rail_account_id, t.key, t.amount, t.currency, t.state,
    t.provider_refund_id, t.tries, t.asked_before, t.accepted_at is not null
  from taken t;
end $$;
