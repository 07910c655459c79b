-- Returns differences between some accounts' credit and their entries and pending orders. One statement, so it sees one
-- moment, also while credit is granted and spent. Locks nothing.
-- @returns expected: US cents, by entries and orders; found: by the account
create or replace function account_differences(organisations bigint[], ids bigint[])
returns table (
  rule text, organisation_id bigint, lot_id bigint, order_id text, account_id bigint, payment_id bigint, expected bigint,
  found bigint
) language sql stable rows 10
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan as $$
  select r.rule, a.organisation_id, null::bigint, null, a.id, null::bigint, r.expected, r.found
  from unnest(organisations, ids) as q (organisation_id, id)
  cross join lateral (select * from account k where k.id = q.id and k.organisation_id = q.organisation_id limit 1) a
  cross join lateral (
    select coalesce(sum(c.amount_cents), 0)::bigint as entries from credit_entry c
    where c.organisation_id = a.organisation_id and c.account_id = a.id
  ) c
  cross join lateral (
    select coalesce(sum(o.credit_cents), 0)::bigint as pending from (
      -- The organisation is compared separately: by the key of lots all accounts' orders would be read.
      select p.organisation_id, p.order_id from pending_order p where p.account_id = a.id offset 0
    ) k
    cross join lateral (
      select t.credit_cents from ticket_order t where t.id = k.order_id and t.organisation_id = k.organisation_id limit 1
    ) o
    where k.organisation_id = a.organisation_id
  ) t
  cross join lateral (values
    ('account_balance', c.entries, a.balance_cents), ('account_reserved', t.pending, a.reserved_cents)
  ) as r (rule, expected, found)
  where r.expected <> r.found
$$;
