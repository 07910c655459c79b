-- Records a provider's report of a dispute, and takes a paid order's tickets out of the draw while that is possible.
-- Some providers name only the payment. A surplus payment of an order takes no tickets with it. Disputed money is not
-- refunded as well: refunds not yet sent to a rail wait for the operator.
-- Locks: lot, order.
-- @param disputed amount in the currency's minor unit
-- @param told_at time of its message: an older one, processed again after a later one, changes no stage
-- @param answer_until null: the provider waits for no answer, or names no time
-- @returns tickets: voided, kept, none; disputed_order: null if the account charged no such order; early: the order is
-- pending, so this is to be repeated when it has ended
create or replace function record_dispute(
  organisation bigint, account bigint, dispute_id text, of_order text, of_payment text, new_stage text, new_standing text,
  disputed bigint, disputed_currency text, at timestamptz, told_at timestamptz, answer_until timestamptz,
  out tickets text, out disputed_order text, out early boolean
) language plpgsql
set enable_seqscan = off as $$
declare
  l lot%rowtype;
  t ticket_order%rowtype;
  p payment%rowtype;
begin
  tickets := 'none';
  select y.* into p from payment y join rail_account a
    on a.organisation_id = y.organisation_id and a.id = account and a.kind = y.rail_kind and a.provider = y.rail_provider
    where y.organisation_id = organisation and y.provider_payment_id = of_payment;
  select * into l from lot where organisation_id = organisation and id = (
      select k.lot_id from ticket_order k
      where k.id = coalesce(of_order, p.order_id) and k.organisation_id = organisation and k.rail_account_id = account
    ) for no key update;
  if found then
    select * into t from ticket_order k
      where k.organisation_id = organisation and k.id = coalesce(of_order, p.order_id) for no key update;
    if t.status = 'paid' and coalesce(p.state, 'settled') = 'settled' then
      perform void_range(l, t.id, record_dispute.at);
      tickets := case when exists (
        select 1 from ticket_range r
        where r.organisation_id = organisation and r.order_id = t.id and r.voided_at is not null
      ) then 'voided' else 'kept' end;
      perform reverse_commission(t.id, record_dispute.at);
    end if;
    update refund f set state = 'manual', last_error = 'disputed', due_at = null, updated_at = record_dispute.at
      where f.organisation_id = organisation and f.payment_id = any(array(
          select y.id from payment y
          where y.organisation_id = organisation and y.order_id = t.id and y.id = coalesce(p.id, y.id)
        )) and f.state = 'requested' and f.asked_at is null;
  end if;
  disputed_order := t.id;
  early := coalesce(t.status = 'pending', false);
  insert into dispute as d (
    organisation_id, rail_account_id, provider_dispute_id, order_id, stage, standing, amount, currency, tickets, created_at, updated_at, answer_by
  ) values (
    organisation, account, dispute_id, t.id, new_stage, new_standing, disputed, disputed_currency, record_dispute.tickets,
    told_at, told_at, answer_until
  ) on conflict (rail_account_id, provider_dispute_id, organisation_id) do update set
    stage = case when told_at < d.updated_at then d.stage else excluded.stage end,
    standing = case when told_at < d.updated_at then d.standing else excluded.standing end,
    amount = case when told_at < d.updated_at then d.amount else excluded.amount end,
    currency = case when told_at < d.updated_at then d.currency else excluded.currency end,
    answer_by = case when told_at < d.updated_at then d.answer_by else excluded.answer_by end,
    updated_at = greatest(d.updated_at, told_at),
    order_id = coalesce(d.order_id, excluded.order_id),
    tickets = case when excluded.order_id is null then d.tickets else excluded.tickets end;
end $$;

-- Serves the version before, which reads no time for an answer.
create or replace function record_dispute(
  organisation bigint, account bigint, dispute_id text, of_order text, of_payment text, new_stage text, new_standing text,
  disputed bigint, disputed_currency text, at timestamptz, told_at timestamptz, out tickets text, out disputed_order text, out early boolean
) language sql as $$
  select r.tickets, r.disputed_order, r.early from record_dispute(
    organisation, account, dispute_id, of_order, of_payment, new_stage, new_standing, disputed, disputed_currency, at, told_at, null
  ) r
$$;
