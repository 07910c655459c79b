-- Deletes what has outlived its age, at most `batch` rows of each kind. Returns how many rows went.
create function prune(at timestamptz, batch integer) returns integer language plpgsql as $$
declare
  gone integer;
  total integer := 0;
begin
  delete from event where id in (
    select e.id from event e where e.created_at < at - interval '30 days' order by e.created_at limit batch);
  get diagnostics gone = row_count;
  total := total + gone;

  delete from idempotency where id in (
    select i.id from idempotency i where i.created_at < at - interval '25 hours' order by i.created_at limit batch);
  get diagnostics gone = row_count;
  total := total + gone;

  delete from entry_pass where hash in (
    select p.hash from entry_pass p where p.expires_at < at - interval '1 day' order by p.expires_at limit batch);
  get diagnostics gone = row_count;
  total := total + gone;

  delete from rail_notification where id in (
    select n.id from rail_notification n where n.received_at < at - interval '90 days' and n.processed_at is not null
    order by n.received_at limit batch);
  get diagnostics gone = row_count;
  total := total + gone;

  delete from failure_budget where address in (
    select f.address from failure_budget f
    where f.arrival_ns < (extract(epoch from clock_timestamp()) * 1000000000)::bigint limit batch);
  get diagnostics gone = row_count;
  return total + gone;
end $$;

-- Refunds of the simulated provider: never more than was received, whoever asks at once.
create function sandbox_refund(session text, refund_key text, new_refund_id text, wanted bigint, wanted_currency text)
returns setof sandbox_refund language plpgsql as $$
declare
  paid sandbox_payment%rowtype;
begin
  select * into paid from sandbox_payment p where p.session_id = session and p.state = 'paid' for update;
  if not found or paid.received_currency <> wanted_currency or wanted
      + (select coalesce(sum(r.amount), 0) from sandbox_refund r where r.session_id = session) > paid.received_amount then
    return;
  end if;
  return query insert into sandbox_refund (key, session_id, refund_id, amount, currency, state)
    values (refund_key, session, new_refund_id, wanted, wanted_currency, 'succeeded')
    on conflict do nothing returning *;
end $$;
