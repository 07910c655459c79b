-- Gives one paid order back, and takes its tickets out of the draw while that is possible.
-- Outcomes: refunded, already, not_paid, missing.
-- Locks: lot, order, account.
-- @param unrefundable rails ("kind/provider") that cannot refund: their rows wait for the operator
create or replace function refund_order(organisation bigint, given_back text, why text, unrefundable text[], at timestamptz)
returns text language plpgsql
set enable_seqscan = off as $$
declare
  l lot%rowtype;
  t ticket_order%rowtype;
begin
  select * into l from lot where organisation_id = organisation and id = (
      select k.lot_id from ticket_order k where k.id = given_back and k.organisation_id = organisation
    ) for no key update;
  if not found then return 'missing'; end if;
  select * into t from ticket_order k where k.organisation_id = organisation and k.id = given_back
    for no key update;
  if t.status <> 'paid' then return 'not_paid'; end if;
  if t.unwound_at is not null then return 'already'; end if;
  perform give_back(array[t.id], why, unrefundable, refund_order.at);
  perform void_range(l, t.id, refund_order.at);
  return 'refunded';
end $$;
