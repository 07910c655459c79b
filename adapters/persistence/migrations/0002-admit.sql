-- Generic cell rate algorithm: one instant a caller, moved on by one interval a request.
-- A burst may be as large as the limit; the budget refills continuously.
create function now_ns() returns bigint language sql volatile as $$
  select (extract(epoch from clock_timestamp()) * 1000000000)::bigint
$$;

-- What a caller is told of a budget. Plain expressions, which the planner puts in place of a call.
create function budget_remaining(arrival_ns bigint, at_ns bigint, interval_ns bigint, quota integer)
returns integer language sql immutable as $$
  select greatest(0, (interval_ns * quota - greatest(0, arrival_ns - at_ns)) / interval_ns)::integer
$$;

-- Rounded up: the budget is full at that second, not just before it.
create function budget_reset_at(arrival_ns bigint, at_ns bigint) returns bigint language sql immutable as $$
  select (greatest(arrival_ns, at_ns) + 999999999) / 1000000000
$$;

create function budget_retry_after(arrival_ns bigint, at_ns bigint, interval_ns bigint, quota integer, allowed boolean)
returns integer language sql immutable as $$
  select case when allowed then 0
    else greatest(1, (arrival_ns + interval_ns - interval_ns * quota - at_ns + 999999999) / 1000000000)::integer
  end
$$;

-- Who calls, and may it: the key and its budget in one round trip. No row: the key is unknown or revoked,
-- or belongs to another tenant than the host named.
create function admit(key_hash bytea, tenant_slug text)
returns table (
  organisation_id bigint, slug text, api_key_id bigint, scopes text[], quota integer, allowed boolean,
  remaining integer, reset_at bigint, retry_after integer
) language plpgsql as $$
declare
  window_sec integer;
  interval_ns bigint;
  arrival bigint;
  at_ns bigint;
begin
  select a.organisation_id, o.slug, a.id, a.scopes, a.rate_limit, a.rate_window_sec
    into organisation_id, slug, api_key_id, scopes, quota, window_sec
    from api_key a join organisation o on o.id = a.organisation_id
    where a.hash = key_hash and a.revoked_at is null and (tenant_slug is null or o.slug = tenant_slug);
  if not found then return; end if;

  interval_ns := greatest(1, window_sec * 1000000000::bigint / quota);
  -- The clock is read under the row's lock: a time from before the wait for it would refuse what fits by now.
  insert into rate_budget as r (api_key_id, arrival_ns) values (admit.api_key_id, now_ns() + interval_ns)
    on conflict on constraint rate_budget_pkey do update set arrival_ns = greatest(r.arrival_ns, now_ns()) + interval_ns
      where greatest(r.arrival_ns, now_ns()) + interval_ns - now_ns() <= interval_ns * quota
    returning r.arrival_ns into arrival;
  allowed := found;
  if not allowed then
    select r.arrival_ns into arrival from rate_budget r where r.api_key_id = admit.api_key_id;
  end if;
  at_ns := now_ns();
  remaining := budget_remaining(arrival, at_ns, interval_ns, quota);
  reset_at := budget_reset_at(arrival, at_ns);
  retry_after := budget_retry_after(arrival, at_ns, interval_ns, quota, allowed);
  return next;
end $$;

-- One failed authentication of a client address.
create function spend_failure(client text, quota integer, window_sec integer)
returns table (allowed boolean, remaining integer, reset_at bigint, retry_after integer) language plpgsql as $$
declare
  interval_ns bigint := greatest(1, window_sec * 1000000000::bigint / quota);
  arrival bigint;
  at_ns bigint;
begin
  insert into failure_budget as f (address, arrival_ns) values (client, now_ns() + interval_ns)
    on conflict on constraint failure_budget_pkey do update set arrival_ns = greatest(f.arrival_ns, now_ns()) + interval_ns
      where greatest(f.arrival_ns, now_ns()) + interval_ns - now_ns() <= interval_ns * quota
    returning f.arrival_ns into arrival;
  allowed := found;
  if not allowed then
    select f.arrival_ns into arrival from failure_budget f where f.address = client;
  end if;
  at_ns := now_ns();
  remaining := budget_remaining(arrival, at_ns, interval_ns, quota);
  reset_at := budget_reset_at(arrival, at_ns);
  retry_after := budget_retry_after(arrival, at_ns, interval_ns, quota, allowed);
  return next;
end $$;
