-- Decides on cancelling a lot on chain: from then on its draw is not requested by the service. Outcomes: intended,
-- already, has_winner (its draw is requested, or is to be), missing.
-- Locks: the lot, and what it is on chain. Gives up after two seconds, as `cancel_lot`.
create or replace function intend_cancel(organisation bigint, cancelled bigint, at timestamptz) returns text language plpgsql
set lock_timeout = '2s' as $$
declare
  l lot%rowtype;
  c chain_lot%rowtype;
begin
  select * into l from lot k where k.id = cancelled and k.organisation_id = organisation for no key update;
  if not found then return 'missing'; end if;
  if l.status = 'cancelled' then return 'already'; end if;
  select * into c from chain_lot k where k.lot_id = cancelled and k.organisation_id = organisation for no key update;
  if not found then return 'missing'; end if;
  if l.drawn_at is not null or c.request_id is not null or c.intent = 'request' then return 'has_winner'; end if;
  update chain_lot k set intent = 'cancel', due_at = at where k.organisation_id = organisation and k.lot_id = cancelled;
  return 'intended';
end $$;
