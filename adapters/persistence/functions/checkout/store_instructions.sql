-- Stores rails' payment instructions: [{organisation_id, id, instruction, ids}]. For an order that has ended meanwhile,
-- a job closes the payment at the rail.
-- Locks: orders, as settling does. A function, because its settings bind the planner, and by a list of ids, because a
-- join is planned for the current size: for a small table it would read all rows, and continue to while it grows. Not
-- synced to disk: a crash of the database that loses it has the same result as a process that dies before storing it.
create or replace function store_instructions(answers jsonb) returns void language plpgsql
set enable_seqscan = off set plan_cache_mode = force_generic_plan
set enable_hashjoin = off
set enable_mergejoin = off as $$
declare
  of_orders text[] := array(select e ->> 'id' from jsonb_array_elements(answers) e);
begin
  perform set_config('synchronous_commit', 'off', true);
  perform from ticket_order t where t.id = any(of_orders) order by t.lot_id, t.id for no key update;
  update ticket_order t set instruction = a.instruction, provider_ids = t.provider_ids || a.ids,
      rail_cancel_at = case when t.status = 'failed' then t.failed_at else t.rail_cancel_at end
    from jsonb_to_recordset(answers) as a (organisation_id bigint, id text, instruction jsonb, ids jsonb)
    where t.id = any(of_orders) and t.organisation_id = a.organisation_id and t.id = a.id;
end $$;
