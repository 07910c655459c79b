-- Takes back what an order's sale has earned. Repeating is safe.
-- Held to the index, as `place` is: unwinding calls it for every order of a lot.
create or replace function reverse_commission(given_back text, at timestamptz) returns void language plpgsql
set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
begin
  insert into commission_entry (organisation_id, affiliate_id, kind, amount_cents, order_id, at)
    select c.organisation_id, c.affiliate_id, 'reversal', -c.amount_cents, c.order_id, reverse_commission.at
    from commission_entry c where c.order_id = given_back and c.kind = 'accrual'
    on conflict (order_id, kind, organisation_id) do nothing;
end $$;
