-- Trigger of refund. An insert has the payment; the trigger adds key, account and due time. The refund of a disputed
-- payment waits for the operator: the bank may have taken the money already.
create or replace function complete_refund() returns trigger language plpgsql
set enable_seqscan = off as $$
begin
  new.requested_at := coalesce(new.requested_at, new.created_at);
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
  -- The same payment gets the same key in a database that was restored and records the payment again.
  new.key := coalesce(new.key, 'refund_' || left(encode(sha256(convert_to((
    select concat_ws(' ', y.organisation_id, y.order_id, y.provider_payment_id) from payment y
    where y.organisation_id = new.organisation_id and y.id = new.payment_id
  ), 'UTF8')), 'hex'), 24));
  -- A refund for an order that is older than a recovery may have been sent, under this key, after the restored point:
  -- the rail is queried before anything is sent.
  if new.asked_at is null and exists (
    select 1 from ticket_order t join recovery r on r.begun_at >= t.created_at
    where t.organisation_id = new.organisation_id and t.id = new.order_id
  ) then
    new.asked_at := new.created_at;
  end if;
  if new.state = 'requested' then new.due_at := coalesce(new.due_at, new.created_at); end if;
  return new;
end $$;
