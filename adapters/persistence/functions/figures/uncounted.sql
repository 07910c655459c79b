-- Returns what the figures' sums may lack: up to `most` lots with sales behind their marks (lot_id), and up to `most`
-- organisations with noted refunds, or never counted (lot_id null). A lot that was drawn or cancelled long ago sells
-- nothing. Locks nothing.
create or replace function uncounted(most integer)
returns table (organisation_id bigint, lot_id bigint) language sql stable
set enable_bitmapscan = off as $$
  (select l.organisation_id, l.id from lot l
    left join figure_lot m on m.organisation_id = l.organisation_id and m.lot_id = l.id
    where (
        m.lot_id is null or m.is_behind or coalesce(l.drawn_at, l.cancelled_at) is null
        or coalesce(l.drawn_at, l.cancelled_at) > now() - interval '7 days'
      )
      and has_new_sales(l.organisation_id, l.id, coalesce(m.tickets, 0), coalesce(m.orders, 0))
    limit most)
  union all
  (select o.id, null from organisation o
    where not exists (select from figure_organisation f where f.organisation_id = o.id)
      or exists (select from figure_refund n where n.organisation_id = o.id)
    limit most)
$$;
