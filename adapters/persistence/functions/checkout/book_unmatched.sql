-- Books money that a rail account received for an unknown order. Repeating is safe: a payment is booked once.
-- Outcomes: booked, known, foreign (its number was never issued here: another system uses the account).
-- Locks: none.
-- @param lost_order, lost_number the provider's references to the order; one of them may be null
-- @param received amount in the currency's minor unit, of which `back` was already returned at the provider
create or replace function book_unmatched(
  organisation bigint, account bigint, payment_id text, lost_order text, lost_number bigint, ids jsonb, received bigint,
  received_currency text, back bigint, how text, at timestamptz
) returns text language plpgsql as $$
declare
  booked bigint;
begin
  if lost_order is null and lost_number > (select s.last_value from ticket_order_number_seq s) then return 'foreign'; end if;
  insert into unmatched_payment (
    organisation_id, rail_account_id, provider_payment_id, order_id, order_number, provider_ids, amount, currency,
    sent_back, state, found_by, found_at
  ) values (
    organisation, account, payment_id, lost_order, lost_number, coalesce(ids, '{}'), received, received_currency, back, 'open',
    how, at
  ) on conflict (organisation_id, rail_account_id, provider_payment_id) do nothing returning id into booked;
  return case when booked is null then 'known' else 'booked' end;
end $$;
