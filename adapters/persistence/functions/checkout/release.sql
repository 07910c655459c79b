-- Ends orders that were not paid. Outcomes: failed, final (paid or failed before), missing.
-- Locks: lots, ascending; orders, ascending; accounts and passes with their order.
-- Held to the indexes and to nested loops, as `settle` is.
-- @returns item: counted from 0
create or replace function release(orders jsonb, patient boolean)
returns table (item integer, outcome text) language plpgsql
set enable_seqscan = off set plan_cache_mode = force_generic_plan
set enable_hashjoin = off
set enable_mergejoin = off as $$
declare
  r record;
  t ticket_order%rowtype;
  hurried text := hurry(patient);
begin
  perform 1 from lot where lot.id = any(array(
      select k.lot_id from ticket_order k
      where k.id = any(array(select e ->> 'order_id' from jsonb_array_elements(orders) e))
    )) order by lot.id for no key update;
  for r in
    select q.* from rows from (jsonb_to_recordset(orders) as (
      order_id text, organisation_id bigint, rail_account_id bigint, error text, give_back_pass boolean, now timestamptz
    )) with ordinality as q (order_id, organisation_id, rail_account_id, error, give_back_pass, now, position)
    order by q.order_id
  loop
    item := r.position - 1;
    select * into t from ticket_order k where k.id = r.order_id and k.organisation_id = r.organisation_id
      and k.rail_account_id is not distinct from r.rail_account_id for no key update;
    if not found then outcome := 'missing'; return next; continue; end if;
    if t.status <> 'pending' then outcome := 'final'; return next; continue; end if;
    perform fail_locked_order(t, r.error, r.give_back_pass, r.now);
    update lot_stock s set held = s.held - t.quantity where s.lot_id = t.lot_id and s.organisation_id = t.organisation_id;
    outcome := 'failed';
    return next;
  end loop;
end $$;
