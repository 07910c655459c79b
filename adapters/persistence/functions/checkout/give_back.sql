-- Gives paid orders back: credit returned, a refund written, the commission reversed. The caller has locked them, and
-- none was given back before.
-- Locks: accounts, ascending.
-- @param unrefundable rails ("kind/provider") that cannot refund: their rows wait for the operator
create or replace function give_back(orders text[], why text, unrefundable text[], at timestamptz) returns void language plpgsql
set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
begin
  if exists (select 1 from ticket_order t where t.id = any(orders) and t.credit_cents > 0) then
    perform 1 from account a where a.id = any(array(
        select t.account_id from ticket_order t where t.id = any(orders) and t.credit_cents > 0
      )) order by a.id for no key update;
    update account a set balance_cents = a.balance_cents + s.cents
      from (
        select t.account_id, sum(t.credit_cents)::bigint as cents from ticket_order t
        where t.id = any(orders) and t.credit_cents > 0 group by t.account_id
      ) s where a.id = s.account_id;
    insert into credit_entry (organisation_id, account_id, kind, amount_cents, order_id, reason, at)
      select t.organisation_id, t.account_id, 'refund', t.credit_cents, t.id, why, give_back.at
      from ticket_order t where t.id = any(orders) and t.credit_cents > 0;
  end if;
  insert into refund (
    organisation_id, order_id, payment_id, amount, currency, reason, state, rail_account_id, created_at, updated_at
  )
    select y.organisation_id, y.order_id, y.id, y.amount, y.currency, why,
      case when y.rail_kind || '/' || y.rail_provider = any(unrefundable) then 'manual' else 'requested' end,
      t.rail_account_id, give_back.at, give_back.at
    from ticket_order t
    -- One order at a time: another join would read all payments.
    cross join lateral (
      select * from payment k where k.order_id = t.id and k.organisation_id = t.organisation_id
        and k.state = 'settled' and k.amount > 0 offset 0
    ) y
    where t.id = any(orders)
    on conflict (payment_id, organisation_id) do nothing;
  perform reverse_commission(t.id, give_back.at) from ticket_order t
    where t.id = any(orders) and t.affiliate_id is not null;
  update ticket_order t set unwound_at = give_back.at where t.id = any(orders);
end $$;
