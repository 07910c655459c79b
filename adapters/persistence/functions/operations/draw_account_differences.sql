-- Returns differences between some organisations' draw accounts and the sums of their deposits and draws. One
-- statement, so it sees one moment, also while deposits are credited and draws revealed. Locks nothing.
-- @param most deposits added up per organisation; with more, that sum is omitted
-- @returns expected: US cents, by deposits and costs; found: the balance
create or replace function draw_account_differences(organisations bigint[], most integer)
returns table (
  rule text, organisation_id bigint, lot_id bigint, order_id text, account_id bigint, payment_id bigint, expected bigint,
  found bigint
) language sql stable rows 10
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan as $$
  select 'draw_balance', a.organisation_id, null::bigint, null, null::bigint, null::bigint, d.paid - a.cost_cents,
    a.balance_cents
  from unnest(organisations) as q (organisation_id)
  cross join lateral (select * from draw_account k where k.organisation_id = q.organisation_id limit 1) a
  cross join lateral (
    select case when count(*) <= most then coalesce(sum(w.amount_cents), 0)::bigint end as paid from (
      select k.amount_cents from deposit k where k.organisation_id = a.organisation_id limit most + 1
    ) w
  ) d
  where d.paid - a.cost_cents <> a.balance_cents
$$;
