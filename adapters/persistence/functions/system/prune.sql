-- Deletes expired rows, at most `batch` of each kind. Returns their number. Rows are numbered in order of insertion, so
-- the oldest are found by number: an index by age would cost each insert. Events, deliveries and attempts are emptied
-- by `empty_slot`.
-- Locks: the advisory lock of pruning, until the transaction ends. Outcomes: 0 if another process holds it, or nothing
-- has expired. Repeating is safe.
create or replace function prune(at timestamptz, batch integer) returns integer language plpgsql as $$
declare
  gone integer;
  total integer := 0;
begin
  if not pg_try_advisory_xact_lock(hashtext('partner-raffle-api pruning')) then
    return 0;
  end if;

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

  delete from mail where id in (
    select m.id from (select * from mail order by id limit batch) m
    where m.created_at < at - interval '7 days');
  get diagnostics gone = row_count;
  total := total + gone;

  -- Mails to an address are counted over a day.
  delete from sign_in_attempt where (organisation_id, hash) in (
    select s.organisation_id, s.hash from sign_in_attempt s where s.created_at < at - interval '2 days'
    order by s.created_at limit batch);
  get diagnostics gone = row_count;
  total := total + gone;

  delete from question_turn where (organisation_id, account_id, lot_id) in (
    select t.organisation_id, t.account_id, t.lot_id from question_turn t where t.changed_at < at - interval '1 day'
    order by t.changed_at limit batch);
  get diagnostics gone = row_count;
  total := total + gone;

  delete from buyer_session where hash in (
    select s.hash from buyer_session s where s.seen_at < at - interval '31 days' order by s.seen_at limit batch);
  get diagnostics gone = row_count;
  total := total + gone;

  delete from person_mail where id in (
    select m.id from (select * from person_mail order by id limit batch) m
    where m.created_at < at - interval '7 days');
  get diagnostics gone = row_count;
  total := total + gone;

  delete from person_code where hash in (
    select c.hash from person_code c where c.created_at < at - interval '2 days' order by c.created_at limit batch);
  get diagnostics gone = row_count;
  total := total + gone;

  delete from sign_in_link where hash in (
    select k.hash from sign_in_link k where k.expires_at < at - interval '1 day' order by k.expires_at limit batch);
  get diagnostics gone = row_count;
  total := total + gone;

  delete from passkey_challenge where hash in (
    select c.hash from passkey_challenge c where c.expires_at < at - interval '1 day' order by c.expires_at limit batch);
  get diagnostics gone = row_count;
  total := total + gone;

  delete from provider_way where hash in (
    select w.hash from provider_way w where w.expires_at < at - interval '1 day' order by w.expires_at limit batch);
  get diagnostics gone = row_count;
  total := total + gone;

  delete from login where id in (
    select l.id from login l where l.seen_at < at - interval '15 days' order by l.seen_at limit batch);
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
