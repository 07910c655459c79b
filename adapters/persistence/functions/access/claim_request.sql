-- Claims one try of a request with an Idempotency-Key: of simultaneous tries one gets the claim.
-- Outcomes: claimed (new), resumed (an earlier try ended without an answer), replay, conflict, in_progress. Leases use
-- the database's clock, ages the caller's: an idle record of 24 hours counts as absent.
-- Locks: the request's record. `retry_after` in seconds, only for in_progress.
-- @param caller_kind, caller_id the key's principal
-- @param try names this try; null: the lease can only expire
create or replace function claim_request(
  caller_kind text, caller_id text, route_template text, idempotency_key text, hash bytea, at timestamptz,
  lease_sec integer, try uuid default null
) returns table (outcome text, request_id bigint, answer_status integer, answer_body bytea, retry_after integer)
language plpgsql as $$
declare
  r idempotency%rowtype;
begin
  loop
    insert into idempotency (
        principal_kind, principal_id, route, key, request_hash, lease_until, lease, created_at
      )
      values (
        caller_kind, caller_id, route_template, idempotency_key, hash,
        clock_timestamp() + make_interval(secs => lease_sec), try, at
      )
      on conflict (principal_id, principal_kind, route, key) do nothing returning id into request_id;
    if found then outcome := 'claimed'; return next; return; end if;

    select * into r from idempotency i
      where i.principal_id = caller_id and i.principal_kind = caller_kind and i.route = route_template
        and i.key = idempotency_key
      for no key update;
    -- Pruned meanwhile: the next iteration inserts.
    continue when not found;
    if r.created_at <= at - interval '24 hours' and coalesce(r.lease_until <= clock_timestamp(), true) then
      -- A new id: the effects and the order of the old one belong to another request.
      delete from idempotency i where i.id = r.id;
      continue;
    end if;
    exit;
  end loop;

  request_id := r.id;
  if r.request_hash <> hash then
    outcome := 'conflict';
  elsif r.status is not null then
    outcome := 'replay';
    answer_status := r.status;
    answer_body := r.body;
  elsif r.lease_until > clock_timestamp() then
    outcome := 'in_progress';
    retry_after := ceil(extract(epoch from r.lease_until - clock_timestamp()));
  else
    update idempotency i set lease_until = clock_timestamp() + make_interval(secs => lease_sec), lease = try
      where i.id = r.id;
    outcome := 'resumed';
  end if;
  return next;
end $$;
