-- Counts all waiting work of one organisation. Locks nothing.
create or replace function waiting_of(organisation bigint)
returns table (
  pending_orders bigint, requested bigint, failed bigint, manual bigint, unmatched_payments bigint, open_disputes bigint
) language sql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  select
    (select count(*) from pending_order p
      where p.organisation_id = organisation
        and not exists (
          select from lot l where l.organisation_id = organisation and l.id = p.lot_id and l.status = 'cancelled'
        )),
    (select count(*) from refund f where f.organisation_id = organisation and f.state = 'requested'),
    (select count(*) from refund f where f.organisation_id = organisation and f.state = 'failed'),
    (select count(*) from refund f where f.organisation_id = organisation and f.state = 'manual'),
    (select count(*) from unmatched_payment u where u.organisation_id = organisation and u.state = 'open'),
    (select count(*) from dispute d where d.organisation_id = organisation and d.standing = 'open')
$$;
