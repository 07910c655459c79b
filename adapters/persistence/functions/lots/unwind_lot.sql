-- Unwinds one batch of a cancelled lot's orders: `pending` ones fail, `paid` ones are given back. Each batch continues
-- after the number passed, so none rereads earlier orders. Repeating it is safe. A process of the previous version may
-- pass an id: it begins again.
-- Locks: lot, orders, accounts for `pending`. The cancellation determines the paid orders, so for `paid` they are
-- locked without the lot, by several workers concurrently, which skip each other's locked rows.
-- @param after an order's number as text; null: from the first
-- @param unrefundable rails ("kind/provider") that cannot refund: their rows wait for the operator
-- @returns handled: orders; last: the next `after`, null at the end
create or replace function unwind_lot(
  cancelled bigint, stage text, after text, batch integer, unrefundable text[], at timestamptz
) returns table (handled integer, last text) language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan as $$
declare
  behind bigint := case when after ~ '^[0-9]+$' then after::bigint else 0 end;
  organisation bigint;
  claimed text[];
  t ticket_order%rowtype;
  released integer := 0;
begin
  select l.organisation_id into organisation from lot l
    where l.id = cancelled and l.status = 'cancelled' and l.unwound_at is null;
  if not found then handled := 0; return next; return; end if;
  if stage = 'paid' then
    claimed := array(
      select k.id from ticket_order k
      where k.lot_id = cancelled and k.status = 'paid' and k.unwound_at is null and k.number > behind
      order by k.number limit batch for no key update skip locked
    );
    if cardinality(claimed) > 0 then perform give_back(claimed, 'competition_cancelled', unrefundable, at); end if;
  else
    claimed := array(
      select p.order_id from pending_order p
      where p.organisation_id = organisation and p.lot_id = cancelled and p.number > behind
      order by p.number limit batch
    );
    if cardinality(claimed) > 0 then
      perform 1 from lot l where l.id = cancelled for no key update;
      for t in
        select * from ticket_order k where k.id = any(claimed) and k.status = 'pending' order by k.id for no key update
      loop
        perform fail_locked_order(t, 'competition_cancelled', false, at);
        released := released + t.quantity;
      end loop;
      if released > 0 then
        update lot_stock s set held = s.held - released where s.lot_id = cancelled and s.organisation_id = organisation;
      end if;
    end if;
  end if;
  handled := cardinality(claimed);
  if handled = batch then
    last := (select k.number::text from ticket_order k where k.id = claimed[handled]);
  end if;
  return next;
end $$;
