-- Trigger of refund. Whoever writes a refund says what is given back; when and by which account follows. Money that is
-- disputed is not sent by itself: the bank may have taken it already.
create or replace function complete_refund() returns trigger language plpgsql
set enable_seqscan = off as $$
begin
  if new.rail_account_id is null then
    select t.rail_account_id into new.rail_account_id from ticket_order t
      where t.organisation_id = new.organisation_id and t.id = new.order_id;
  end if;
  if new.state = 'requested' and exists (
    select 1 from dispute d where d.organisation_id = new.organisation_id and d.order_id = new.order_id
  ) then
    new.state := 'manual';
    new.last_error := 'disputed';
  end if;
  -- A refund of money from before a recovery may have been sent, under this key, in the time that a restore has lost: the
  -- rail is asked first.
  if new.asked_at is null and exists (
    select 1 from payment y join recovery r on r.begun_at >= y.received_at
    where y.organisation_id = new.organisation_id and y.id = new.payment_id
  ) then
    new.asked_at := new.created_at;
  end if;
  if new.state = 'requested' then new.due_at := coalesce(new.due_at, new.created_at); end if;
  return new;
end $$;
