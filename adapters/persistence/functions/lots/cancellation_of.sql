-- Returns the present effects of cancelling a lot, in counts and sums, by the rules of `unwind_lot` and `give_back`.
-- Changes nothing. Reads all orders of the lot that were not given back.
-- @param unrefundable rails ("kind/provider") that cannot refund: their refunds wait for the operator
-- @returns amounts in minor units. refunds: JSON, one element for each rail, currency and way
create or replace function cancellation_of(organisation bigint, cancelled bigint, unrefundable text[]) returns table (
  pending_orders bigint, pending_tickets bigint, reserved_cents bigint, paid_orders bigint, paid_tickets bigint,
  credit_cents bigint, commissions bigint, commission_cents bigint, refunds jsonb, purchases bigint, purchased_units numeric
) language plpgsql stable
set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
begin
  select count(*), coalesce(sum(p.quantity), 0), coalesce(sum(t.credit_cents), 0)
    into pending_orders, pending_tickets, reserved_cents
    from pending_order p
    join ticket_order t on t.id = p.order_id and t.organisation_id = p.organisation_id and t.status = 'pending'
    where p.organisation_id = organisation and p.lot_id = cancelled;
  select count(*), coalesce(sum(t.quantity), 0), coalesce(sum(t.credit_cents), 0)
    into paid_orders, paid_tickets, credit_cents
    from ticket_order t
    where t.lot_id = cancelled and t.organisation_id = organisation and t.status = 'paid' and t.unwound_at is null;
  select count(*), coalesce(sum(c.amount_cents), 0) into commissions, commission_cents
    from ticket_order t
    join commission_entry c on c.order_id = t.id and c.organisation_id = t.organisation_id and c.kind = 'accrual'
    where t.lot_id = cancelled and t.organisation_id = organisation and t.status = 'paid' and t.unwound_at is null
      and t.affiliate_id is not null
      and not exists (
        select from commission_entry r
        where r.order_id = t.id and r.organisation_id = t.organisation_id and r.kind = 'reversal'
      );
  select coalesce(jsonb_agg(to_jsonb(g) order by g.kind, g.provider, g.currency, g."byHand"), '[]') into refunds
    from (
      select y.rail_kind as kind, y.rail_provider as provider, y.currency,
        y.rail_kind || '/' || y.rail_provider = any(unrefundable) as "byHand", count(*) as refunds,
        sum(y.amount) as amount
      from ticket_order t
      cross join lateral (
        select * from payment k where k.order_id = t.id and k.organisation_id = t.organisation_id
          and k.state = 'settled' and k.amount > 0 offset 0
      ) y
      where t.lot_id = cancelled and t.organisation_id = organisation and t.status = 'paid' and t.unwound_at is null
        and not exists (select from refund f where f.payment_id = y.id and f.organisation_id = y.organisation_id)
      group by 1, 2, 3, 4
    ) g;
  select count(*), coalesce(sum(p.units), 0) into purchases, purchased_units
    from chain_purchase p where p.organisation_id = organisation and p.lot_id = cancelled;
  return next;
end $$;
