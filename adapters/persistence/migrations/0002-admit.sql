-- Generic cell rate algorithm: one instant a caller, moved on by one interval a request.
-- A burst may be as large as the limit; the budget refills continuously.
create type budget as (allowed boolean, remaining integer, reset_at bigint, retry_after integer);

create function now_ns() returns bigint language sql volatile as $$
  select (extract(epoch from clock_timestamp()) * 1000000000)::bigint
$$;

create function budget_state(arrival_ns bigint, now_ns bigint, interval_ns bigint, quota integer, allowed boolean)
returns budget language sql immutable as $$
  select
    allowed,
    greatest(0, (interval_ns * quota - greatest(0, arrival_ns - now_ns)) / interval_ns)::integer,
    -- rounded up: the budget is full at that second, not just before it
    (greatest(arrival_ns, now_ns) + 999999999) / 1000000000,
    case when allowed then 0
         else greatest(1, (arrival_ns + interval_ns - interval_ns * quota - now_ns + 999999999) / 1000000000)::integer
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
  k record;
  interval_ns bigint;
  arrival bigint;
  spent boolean;
  b budget;
begin
  select a.id, a.organisation_id, o.slug, a.scopes, a.rate_limit, a.rate_window_sec into k
    from api_key a join organisation o on o.id = a.organisation_id
    where a.hash = key_hash and a.revoked_at is null and (tenant_slug is null or o.slug = tenant_slug);
  if not found then return; end if;

  interval_ns := greatest(1, k.rate_window_sec * 1000000000::bigint / k.rate_limit);
  -- The clock is read under the row's lock: a time from before the wait for it would refuse what fits by now.
  insert into rate_budget as r (api_key_id, arrival_ns) values (k.id, now_ns() + interval_ns)
    on conflict on constraint rate_budget_pkey do update set arrival_ns = greatest(r.arrival_ns, now_ns()) + interval_ns
      where greatest(r.arrival_ns, now_ns()) + interval_ns - now_ns() <= interval_ns * k.rate_limit
    returning r.arrival_ns into arrival;
  spent := found;
  if not spent then
    select r.arrival_ns into arrival from rate_budget r where r.api_key_id = k.id;
  end if;
  b := budget_state(arrival, now_ns(), interval_ns, k.rate_limit, spent);
  return query select k.organisation_id, k.slug, k.id, k.scopes, k.rate_limit, b.allowed, b.remaining, b.reset_at, b.retry_after;
end $$;

-- One failed authentication of a client address.
create function spend_failure(client text, quota integer, window_sec integer)
returns table (allowed boolean, remaining integer, reset_at bigint, retry_after integer) language plpgsql as $$
declare
  interval_ns bigint := greatest(1, window_sec * 1000000000::bigint / quota);
  arrival bigint;
  spent boolean;
  b budget;
begin
  insert into failure_budget as f (address, arrival_ns) values (client, now_ns() + interval_ns)
    on conflict on constraint failure_budget_pkey do update set arrival_ns = greatest(f.arrival_ns, now_ns()) + interval_ns
      where greatest(f.arrival_ns, now_ns()) + interval_ns - now_ns() <= interval_ns * quota
    returning f.arrival_ns into arrival;
  spent := found;
  if not spent then
    select f.arrival_ns into arrival from failure_budget f where f.address = client;
  end if;
  b := budget_state(arrival, now_ns(), interval_ns, quota, spent);
  return query select b.allowed, b.remaining, b.reset_at, b.retry_after;
end $$;
