-- Identifies callers and admits as many of the wanted requests as their budgets allow, all concurrent callers in one
-- call. Returns the keys of their proofs of possession. No row: the key is unknown, revoked or expired, or belongs to
-- another tenant than the host's.
-- Locks: budgets, by ascending key, so that every call locks them in the same order.
-- @param keys SHA-256 of API keys
-- @param tenants slugs; null: any
-- @param wanted requests of the key, at least 1
-- @returns item: counted from 0; granted: at most `wanted`; reset_at: seconds since 1970; retry_after: seconds
create or replace function admit(keys bytea[], tenants text[], wanted integer[])
returns table (
  item integer, organisation_id bigint, slug text, api_key_id bigint, scopes text[], proof_key bytea, quota integer,
  granted integer, remaining integer, reset_at bigint, retry_after integer, allowed_addresses text[]
) language plpgsql
set plan_cache_mode = force_generic_plan as $$
declare
  window_sec integer;
  interval_ns bigint;
  arrival bigint;
  at_ns bigint;
begin
  for i in 1 .. cardinality(keys) loop
    select a.organisation_id, o.slug, a.id, a.scopes, a.proof_key, a.rate_limit, a.rate_window_sec, a.allowed_addresses
      into organisation_id, slug, api_key_id, scopes, proof_key, quota, window_sec, allowed_addresses
      from api_key a join organisation o on o.id = a.organisation_id
      where a.hash = keys[i] and a.revoked_at is null and (tenants[i] is null or o.slug = tenants[i])
        and (a.expires_at is null or a.expires_at > now());
    if not found then
      -- A rolled key's former secret, during its grace.
      select a.organisation_id, o.slug, a.id, a.scopes, a.proof_key, a.rate_limit, a.rate_window_sec, a.allowed_addresses
        into organisation_id, slug, api_key_id, scopes, proof_key, quota, window_sec, allowed_addresses
        from api_key a join organisation o on o.id = a.organisation_id
        where a.previous_hash = keys[i] and a.revoked_at is null and (tenants[i] is null or o.slug = tenants[i])
          and (a.expires_at is null or a.expires_at > now()) and a.previous_until > now();
      if not found then continue; end if;
    end if;
    item := i - 1;
    interval_ns := greatest(1, window_sec * 1000000000::bigint / quota);

    -- All at once, or else one by one until the budget is spent.
    granted := 0;
    if wanted[i] <= quota then
      arrival := spend_budget('api_key', admit.api_key_id::text, interval_ns, quota, wanted[i]);
      if arrival is not null then granted := wanted[i]; end if;
    end if;
    while granted < wanted[i] loop
      at_ns := spend_budget('api_key', admit.api_key_id::text, interval_ns, quota, 1);
      exit when at_ns is null;
      arrival := at_ns;
      granted := granted + 1;
    end loop;
    if granted = 0 then
      select r.arrival_ns into arrival from rate_budget r
        where r.principal_id = admit.api_key_id::text and r.principal_kind = 'api_key';
    end if;
    at_ns := now_ns();
    remaining := budget_remaining(arrival, at_ns, interval_ns, quota);
    reset_at := budget_reset_at(arrival, at_ns);
    retry_after := budget_retry_after(arrival, at_ns, interval_ns, quota, granted = wanted[i]);
    return next;
  end loop;
end $$;
