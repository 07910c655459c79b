-- Returns differences between some lots' counters and their tickets and pending orders. Tickets are numbered from 1
-- without a gap, so the highest number is the number issued; `order_differences` checks that each range belongs to its
-- order. One statement, so it sees one moment, also while tickets are sold. Locks nothing.
-- @param most pending orders and void ranges added up per lot; with more, that sum is omitted
-- @returns expected: tickets, by the lot's rows; found: by its counters. For a winner accounts: the ticket's, and the
-- winner's
create or replace function lot_differences(organisations bigint[], ids bigint[], most integer)
returns table (
  rule text, organisation_id bigint, lot_id bigint, order_id text, account_id bigint, payment_id bigint, expected bigint,
  found bigint
) language sql stable rows 10
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan as $$
  select r.rule, l.organisation_id, l.id, null, null::bigint, null::bigint, r.expected, r.found
  from unnest(organisations, ids) as q (organisation_id, id)
  cross join lateral (select * from lot k where k.id = q.id and k.organisation_id = q.organisation_id limit 1) l
  left join lateral (select * from lot_stock k where k.lot_id = l.id and k.organisation_id = l.organisation_id limit 1) s on true
  cross join lateral (
    select coalesce((
      select i.last from ticket_range i where i.lot_id = l.id and i.organisation_id = l.organisation_id
      order by i.last desc limit 1
    ), 0) as highest
  ) i
  cross join lateral (
    select case when count(*) <= most then coalesce(sum(w.quantity), 0) end as pending from (
      select k.quantity from pending_order k where k.organisation_id = l.organisation_id and k.lot_id = l.id limit most + 1
    ) w
  ) p
  cross join lateral (
    select case when count(*) <= most then coalesce(sum(w.tickets), 0) end as void from (
      select v.last - v.first + 1 as tickets from ticket_range v
      where v.lot_id = l.id and v.organisation_id = l.organisation_id and v.voided_at is not null limit most + 1
    ) w
  ) v
  left join lateral (
    select * from winner k where k.lot_id = l.id and k.organisation_id = l.organisation_id limit 1
  ) w on true
  left join lateral (
    select case when k.first <= w.ticket_number then k.account_id end as account_id from ticket_range k
    where k.lot_id = l.id and k.organisation_id = l.organisation_id and k.last >= w.ticket_number
    order by k.last limit 1
  ) t on true
  left join lateral (
    select * from lot_commitment k
    where k.lot_id = l.id and k.organisation_id = l.organisation_id and k.voided_at is null limit 1
  ) c on true
  cross join lateral (values
    ('lot_sold', i.highest::bigint, coalesce(s.sold, 0)::bigint), ('lot_held', p.pending, coalesce(s.held, 0)),
    ('lot_voided', v.void, coalesce(s.voided, 0)),
    ('lot_committed', case when c.id is not null then s.sold - s.voided end, c.total_tickets),
    ('lot_drawn', (l.drawn_at is not null)::integer, (w.id is not null)::integer),
    ('lot_winner', case when w.id is not null then coalesce(t.account_id, 0) end, w.account_id)
  ) as r (rule, expected, found)
  where r.expected <> r.found
$$;
