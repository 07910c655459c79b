-- Who calls, as before, and with which key it signs its proofs of possession.
drop function admit(bytea[], text[], integer[]);
create function admit(keys bytea[], tenants text[], wanted integer[])
returns table (
  item integer, organisation_id bigint, slug text, api_key_id bigint, scopes text[], proof_key bytea, quota integer,
  granted integer, remaining integer, reset_at bigint, retry_after integer
) language plpgsql
set plan_cache_mode = force_generic_plan as $$
declare
  window_sec integer;
  interval_ns bigint;
  arrival bigint;
  at_ns bigint;
begin
  for i in 1 .. cardinality(keys) loop
    select a.organisation_id, o.slug, a.id, a.scopes, a.proof_key, a.rate_limit, a.rate_window_sec
      into organisation_id, slug, api_key_id, scopes, proof_key, quota, window_sec
      from api_key a join organisation o on o.id = a.organisation_id
      where a.hash = keys[i] and a.revoked_at is null and (tenants[i] is null or o.slug = tenants[i]);
    if not found then continue; end if;
    item := i - 1;
    interval_ns := greatest(1, window_sec * 1000000000::bigint / quota);

    -- All at once, or else one by one until the budget is spent.
    granted := 0;
    if wanted[i] <= quota then
      arrival := spend_budget(admit.api_key_id, interval_ns, quota, wanted[i]);
      if arrival is not null then granted := wanted[i]; end if;
    end if;
    while granted < wanted[i] loop
      at_ns := spend_budget(admit.api_key_id, interval_ns, quota, 1);
      exit when at_ns is null;
      arrival := at_ns;
      granted := granted + 1;
    end loop;
    if granted = 0 then
      select r.arrival_ns into arrival from rate_budget r where r.api_key_id = admit.api_key_id;
    end if;
    at_ns := now_ns();
    remaining := budget_remaining(arrival, at_ns, interval_ns, quota);
    reset_at := budget_reset_at(arrival, at_ns);
    retry_after := budget_retry_after(arrival, at_ns, interval_ns, quota, granted = wanted[i]);
    return next;
  end loop;
end $$;

-- Used proofs go when they are too old to be used anyway.
-- Deletes what has outlived its age, at most `batch` rows of each kind. Returns how many rows went.
create or replace function prune(at timestamptz, batch integer) returns integer language plpgsql as $$
declare
  gone integer;
  total integer := 0;
begin
  delete from event where id in (
    select e.id from (select * from event order by sequence limit batch) e
    where e.created_at < at - interval '30 days');
  get diagnostics gone = row_count;
  total := total + gone;

  delete from idempotency where id in (
    select i.id from (select * from idempotency order by id limit batch) i
    where i.created_at < at - interval '25 hours');
  get diagnostics gone = row_count;
  total := total + gone;

  delete from entry_pass where hash in (
    select p.hash from entry_pass p where p.expires_at < at - interval '1 day' order by p.expires_at limit batch);
  get diagnostics gone = row_count;
  total := total + gone;

  delete from rail_notification where id in (
    select n.id from (select * from rail_notification order by id limit batch) n
    where n.received_at < at - interval '90 days' and n.processed_at is not null);
  get diagnostics gone = row_count;
  total := total + gone;

  delete from failure_budget where address in (
    select f.address from failure_budget f
    where f.arrival_ns < (extract(epoch from clock_timestamp()) * 1000000000)::bigint limit batch);
  get diagnostics gone = row_count;
  total := total + gone;

  -- The minute is for processes whose clocks differ.
  delete from used_proof where (api_key_id, jti) in (
    select u.api_key_id, u.jti from used_proof u where u.expires_at < at - interval '1 minute'
    order by u.expires_at limit batch);
  get diagnostics gone = row_count;
  return total + gone;
end $$;
