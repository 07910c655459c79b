-- Makes the deliveries that `failed_deliveries` finds due again, if the endpoint is enabled. A delivery that another
-- call replays concurrently is due once, and counted there. `replayed`: the number that became due.
-- Locks: those deliveries by slot, ascending in each.
create or replace function replay_failed(
  organisation bigint, endpoint bigint, since timestamptz, until timestamptz, behind bigint, look_at integer,
  at timestamptz, out replayed integer, out reached bigint
) language plpgsql set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  failed bigint[];
begin
  replayed := 0;
  select f.ids, f.reached into failed, reached
    from failed_deliveries(organisation, endpoint, since, until, behind, look_at) f;
  if failed is null or not exists (
    select from webhook_endpoint p
    where p.organisation_id = organisation and p.id = endpoint and p.enabled and p.removed_at is null
  ) then return; end if;
  with locked as (
    select d.id, d.slot from delivery d
    where d.organisation_id = organisation and d.id = any(failed) and d.state = 'failed'
    order by d.slot, d.id for no key update
  ), due as (
    update delivery k set state = 'pending', finished_at = null, replayed_after = k.attempts
    from locked q where k.organisation_id = organisation and k.id = q.id and k.slot = q.slot
    returning k.id, k.endpoint_id, k.claims
  )
  insert into delivery_queue (delivery_id, endpoint_id, due_at, claims)
    select due.id, due.endpoint_id, at, due.claims from due;
  get diagnostics replayed = row_count;
end $$;
