-- Orders a refund of the rest of an unmatched payment, once. Its key derives from the provider's id of the payment, so
-- a database that is restored once more and books the payment again sends no second refund; another database may have
-- sent it, so the provider is queried by the key before anything is sent.
-- Outcomes: refunded, already, resolved, missing.
-- Locks: the unmatched payment.
-- @param unrefundable rails ("kind/provider") that cannot refund: their rows wait for the operator
create or replace function refund_unmatched(
  organisation bigint, unmatched bigint, why text, unrefundable text[], at timestamptz
) returns text language plpgsql
set enable_seqscan = off as $$
declare
  u unmatched_payment%rowtype;
  rail text;
begin
  select * into u from unmatched_payment p where p.organisation_id = organisation and p.id = unmatched for no key update;
  if not found then return 'missing'; end if;
  if u.state <> 'open' then return case u.state when 'refunded' then 'already' else 'resolved' end; end if;
  select r.kind || '/' || r.provider into rail from rail_account r
    where r.organisation_id = organisation and r.id = u.rail_account_id;
  insert into refund (
    organisation_id, unmatched_payment_id, key, amount, currency, reason, state, rail_account_id, asked_at, created_at,
    updated_at
  ) values (
    organisation, u.id,
    'lost_' || left(encode(sha256(convert_to(
      concat_ws(' ', u.organisation_id, u.rail_account_id, u.provider_payment_id), 'UTF8')), 'hex'), 24),
    u.amount - u.sent_back, u.currency, why,
    case when rail = any(unrefundable) or u.order_id is null then 'manual' else 'requested' end, u.rail_account_id, at, at,
    at
  );
  update unmatched_payment p set state = 'refunded', decided_at = refund_unmatched.at, note = why
    where p.organisation_id = organisation and p.id = unmatched;
  return 'refunded';
end $$;
