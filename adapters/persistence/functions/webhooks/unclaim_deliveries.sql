-- Gives up leases under which nothing was sent: their claims do not count.
create or replace function unclaim_deliveries(claimer uuid, deliveries bigint[], numbers integer[]) returns void language sql
set enable_seqscan = off set enable_bitmapscan = off as $$
  update delivery_queue q set lease_until = null, leased_by = null, claims = q.claims - 1
    from unnest(deliveries, numbers) as u (delivery_id, number)
    where q.delivery_id = u.delivery_id and q.claims = u.number and q.leased_by = claimer
$$;
