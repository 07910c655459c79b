-- Refunds a payment of the simulated provider: never more than was received, also in concurrent calls. No row: refused,
-- or done before.
-- Locks: the payment.
create or replace function sandbox_refund(session text, refund_key text, new_refund_id text, wanted bigint, wanted_currency text)
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
