-- Refunds are executed: claimed, asked for at their rail, and looked up until they are decided.
alter table refund
  add column rail_account_id bigint,
  -- When a worker looks at it next, by the business clock; null: nobody does. A succeeded one is looked at once more.
  add column due_at timestamptz,
  -- By the database's clock; set while somebody works on it.
  add column lease_until timestamptz,
  -- Since it was last asked for; the number of the claim under way, which fences off those before it.
  add column tries integer not null default 0,
  -- The rail may know it under its key: it is looked up before anything is sent.
  add column asked_at timestamptz,
  -- The rail said that it works on it.
  add column accepted_at timestamptz,
  -- The rail said that it failed: its last word under this key. Another try has another key.
  add column failed_at_rail boolean not null default false,
  add column renewals integer not null default 0,
  add column last_error text,
  add column succeeded_at timestamptz,
  -- How the operator gave the money back by hand.
  add column note text;
update refund f set rail_account_id = t.rail_account_id, due_at = case when f.state = 'requested' then now() end
  from ticket_order t where t.id = f.order_id;
alter table refund
  alter column rail_account_id set not null,
  add foreign key (organisation_id, rail_account_id) references rail_account (organisation_id, id);
create index refund_due on refund (rail_account_id, due_at) where due_at is not null and lease_until is null;
create index refund_leased on refund (rail_account_id) where lease_until is not null;
create index refund_by_state on refund (organisation_id, state, id);
create index refund_by_provider_id on refund (rail_account_id, provider_refund_id) where provider_refund_id is not null;

comment on column ticket_order.unwound_at is 'Given back: credit returned, refund written, commission reversed.';

-- Money that a buyer's bank takes back, or asks about.
create table dispute (
  id bigint generated always as identity primary key,
  organisation_id bigint not null,
  rail_account_id bigint not null,
  provider_dispute_id text not null,
  -- null: it names no order that this account charged.
  order_id text,
  -- In the provider's words.
  stage text not null,
  amount bigint not null check (amount >= 0),
  currency text not null,
  -- kept: the tickets stay in the draw, which was committed or decided before. none: there were none.
  tickets text not null check (tickets in ('voided', 'kept', 'none')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (organisation_id, id),
  unique (rail_account_id, provider_dispute_id),
  foreign key (organisation_id, rail_account_id) references rail_account (organisation_id, id),
  foreign key (organisation_id, order_id) references ticket_order (organisation_id, id)
);
create index dispute_by_order on dispute (organisation_id, order_id) where order_id is not null;

-- Whoever writes a refund says what is given back; when and by which account follows. Money that is disputed is not
-- sent by itself: the bank may have taken it already.
create function complete_refund() returns trigger language plpgsql
set enable_seqscan = off as $$
begin
  if new.rail_account_id is null then
    select t.rail_account_id into new.rail_account_id from ticket_order t where t.id = new.order_id;
  end if;
  if new.state = 'requested' and exists (
    select 1 from dispute d where d.organisation_id = new.organisation_id and d.order_id = new.order_id
  ) then
    new.state := 'manual';
    new.last_error := 'disputed';
  end if;
  if new.state = 'requested' then new.due_at := coalesce(new.due_at, new.created_at); end if;
  return new;
end $$;
create trigger refund_added before insert on refund for each row execute function complete_refund();

-- Rail accounts that refunds wait for, each with its earliest: one look into the index an account.
create function accounts_with_refunds() returns table (rail_account_id bigint, due_at timestamptz) language sql stable
set enable_seqscan = off set enable_bitmapscan = off as $$
  with recursive head as (
    (select f.rail_account_id, f.due_at from refund f where f.due_at is not null and f.lease_until is null
     order by f.rail_account_id, f.due_at limit 1)
    union all
    select n.rail_account_id, n.due_at from head h cross join lateral (
      select f.rail_account_id, f.due_at from refund f
      where f.due_at is not null and f.lease_until is null and f.rail_account_id > h.rail_account_id
      order by f.rail_account_id, f.due_at limit 1
    ) n
  )
  select h.rail_account_id, h.due_at from head h
$$;

-- Leases a batch of due refunds to the caller, at most `per_account` of a rail account in all processes together.
-- Whoever claims for an account holds its row: another claimer passes it over. That the rail may have been asked is
-- written before anybody asks; `asked_before` is what held until now.
create function claim_refunds(batch integer, per_account integer, lease_sec integer, at timestamptz)
returns table (
  refund_id bigint, order_id text, payment_id bigint, organisation_id bigint, rail_account_id bigint, key text,
  amount bigint, currency text, state text, provider_refund_id text, tries integer, asked_before boolean, accepted boolean
) language plpgsql
set enable_seqscan = off set enable_bitmapscan = off as $$
#variable_conflict use_column
declare
  database_now timestamptz := clock_timestamp();
  lapsed bigint[];
  mine bigint[];
begin
  lapsed := array(select f.id from refund f where f.lease_until < database_now for no key update skip locked);
  if cardinality(lapsed) > 0 then
    update refund f set lease_until = null where f.id = any(lapsed);
  end if;

  mine := array(
    select r.id from accounts_with_refunds() w
      join rail_account r on r.id = w.rail_account_id
      cross join lateral (
        select count(*) as calls from refund f where f.rail_account_id = r.id and f.lease_until is not null
      ) busy
    where w.due_at <= at and busy.calls < per_account
    order by busy.calls, w.due_at limit batch
    for no key update of r skip locked
  );
  if cardinality(mine) = 0 then return; end if;

  return query
  with room as materialized (
    select m.id, (
      select count(*) from refund f where f.rail_account_id = m.id and f.lease_until is not null
    ) as calls
    from unnest(mine) as m (id)
  ), turn as (
    select n.id, n.due_at, n.asked_at, room.calls + row_number() over (partition by room.id order by n.due_at, n.id) as place
    from room cross join lateral (
      select f.id, f.due_at, f.asked_at from refund f
      where f.rail_account_id = room.id and f.due_at is not null and f.lease_until is null and f.due_at <= at
      order by f.due_at limit greatest(0, least(batch, per_account - room.calls)) for no key update skip locked
    ) n
  ), chosen as materialized (
    select turn.id, turn.asked_at from turn order by turn.place, turn.due_at limit batch
  ), taken as (
    update refund f set lease_until = clock_timestamp() + make_interval(secs => lease_sec), tries = f.tries + 1,
        asked_at = coalesce(f.asked_at, at)
      from chosen c where f.id = c.id
      returning f.*, c.asked_at is not null as asked_before
  )
  select t.id, t.order_id, t.payment_id, t.organisation_id, t.rail_account_id, t.key, t.amount, t.currency, t.state,
    t.provider_refund_id, t.tries, t.asked_before, t.accepted_at is not null
  from taken t;
end $$;

-- What a rail says of a refund without being asked. `failed` is its last word, whatever comes after in which order.
-- Outcomes: updated, lost (what had succeeded has failed), known (nothing new), other_amount, missing.
create function report_refund(
  organisation bigint, account bigint, of_key text, provider_id text, new_state text, reported bigint,
  reported_currency text, at timestamptz
) returns text language plpgsql
set enable_seqscan = off as $$
declare
  f refund%rowtype;
begin
  select * into f from refund r where r.key = of_key and r.organisation_id = organisation and r.rail_account_id = account
    for no key update;
  if not found then
    select * into f from refund r where r.rail_account_id = account and r.provider_refund_id = provider_id
      and r.organisation_id = organisation limit 1 for no key update;
    if not found then return 'missing'; end if;
  end if;
  if f.amount <> reported or f.currency <> reported_currency then return 'other_amount'; end if;
  if f.note is not null or f.failed_at_rail then return 'known'; end if;
  if new_state = 'failed' then
    update refund set state = 'failed', failed_at_rail = true, last_error = 'failed_at_provider', due_at = null,
        lease_until = null, provider_refund_id = coalesce(provider_id, provider_refund_id), updated_at = at
      where id = f.id;
    return case f.state when 'succeeded' then 'lost' else 'updated' end;
  end if;
  if f.state = 'succeeded' then return 'known'; end if;
  if new_state = 'succeeded' then
    update refund set state = 'succeeded', succeeded_at = at, last_error = null, due_at = null, lease_until = null,
        provider_refund_id = coalesce(provider_id, provider_refund_id), updated_at = at
      where id = f.id;
    return 'updated';
  end if;
  if f.state <> 'requested' then return 'known'; end if;
  update refund set accepted_at = coalesce(accepted_at, at),
      provider_refund_id = coalesce(provider_id, provider_refund_id), updated_at = at
    where id = f.id;
  return 'updated';
end $$;

-- Gives paid orders back: credit returned, a refund written, the commission reversed. The caller has locked them, and
-- none was given back before. Locks accounts, ascending.
-- @param unrefundable rails ("kind/provider") that cannot refund: their rows wait for the operator
create function give_back(orders text[], why text, unrefundable text[], at timestamptz) returns void language plpgsql
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
    organisation_id, order_id, payment_id, key, amount, currency, reason, state, rail_account_id, created_at, updated_at
  )
    select y.organisation_id, y.order_id, y.id, 'refund-' || y.id, y.amount, y.currency, why,
      case when y.rail_kind || '/' || y.rail_provider = any(unrefundable) then 'manual' else 'requested' end,
      t.rail_account_id, give_back.at, give_back.at
    from ticket_order t join payment y on y.order_id = t.id
    where t.id = any(orders) and y.state = 'settled' and y.amount > 0
    on conflict (payment_id) do nothing;
  perform reverse_commission(t.id, give_back.at) from ticket_order t
    where t.id = any(orders) and t.affiliate_id is not null;
  update ticket_order t set unwound_at = give_back.at where t.id = any(orders);
end $$;

-- Takes an order's tickets out of the draw; their numbers and capacity stay used. The caller has locked the lot.
-- @returns whether it did: not after the commitment, not twice
create function void_range(of_lot lot, of_order text, at timestamptz) returns boolean language plpgsql
set enable_seqscan = off as $$
declare
  tickets integer;
begin
  if of_lot.committed_at is not null or of_lot.status = 'cancelled' then return false; end if;
  update ticket_range r set voided_at = at where r.order_id = of_order and r.voided_at is null
    returning r.last - r.first + 1 into tickets;
  if tickets is null then return false; end if;
  update lot set voided = voided + tickets where id = of_lot.id;
  return true;
end $$;

-- Gives one paid order back. Locks: lot, order, account. Outcomes: refunded, already, not_paid, missing.
create function refund_order(organisation bigint, given_back text, why text, unrefundable text[], at timestamptz)
returns text language plpgsql
set enable_seqscan = off as $$
declare
  l lot%rowtype;
  t ticket_order%rowtype;
begin
  select * into l from lot where id = (
      select k.lot_id from ticket_order k where k.id = given_back and k.organisation_id = organisation
    ) for no key update;
  if not found then return 'missing'; end if;
  select * into t from ticket_order k where k.id = given_back for no key update;
  if t.status <> 'paid' then return 'not_paid'; end if;
  if t.unwound_at is not null then return 'already'; end if;
  perform give_back(array[t.id], why, unrefundable, refund_order.at);
  perform void_range(l, t.id, refund_order.at);
  return 'refunded';
end $$;

-- Records what a provider says of a dispute, and takes a paid order's tickets out of the draw while that is possible.
-- Money that is disputed is not refunded as well: refunds that no rail was asked for wait for the operator.
-- Locks: lot, order. Returns what became of the tickets: voided, kept, none.
create function record_dispute(
  organisation bigint, account bigint, dispute_id text, of_order text, new_stage text, disputed bigint,
  disputed_currency text, at timestamptz
) returns text language plpgsql
set enable_seqscan = off as $$
declare
  l lot%rowtype;
  t ticket_order%rowtype;
  fate text := 'none';
begin
  select * into l from lot where id = (
      select k.lot_id from ticket_order k
      where k.id = of_order and k.organisation_id = organisation and k.rail_account_id = account
    ) for no key update;
  if found then
    select * into t from ticket_order k where k.id = of_order for no key update;
    if t.status = 'paid' then
      perform void_range(l, t.id, record_dispute.at);
      fate := case when exists (
        select 1 from ticket_range r where r.order_id = t.id and r.voided_at is not null
      ) then 'voided' else 'kept' end;
      perform reverse_commission(t.id, record_dispute.at);
    end if;
    update refund f set state = 'manual', last_error = 'disputed', due_at = null, updated_at = record_dispute.at
      where f.payment_id = any(array(select y.id from payment y where y.order_id = t.id))
        and f.state = 'requested' and f.asked_at is null;
  end if;
  insert into dispute as d (
    organisation_id, rail_account_id, provider_dispute_id, order_id, stage, amount, currency, tickets, created_at, updated_at
  ) values (
    organisation, account, dispute_id, t.id, new_stage, disputed, disputed_currency, fate, record_dispute.at, record_dispute.at
  ) on conflict (rail_account_id, provider_dispute_id) do update set
    stage = excluded.stage, amount = excluded.amount, currency = excluded.currency, updated_at = excluded.updated_at,
    order_id = coalesce(d.order_id, excluded.order_id),
    tickets = case when excluded.order_id is null then d.tickets else excluded.tickets end;
  return fate;
end $$;

-- One batch of making the buyers of a cancelled lot whole: `pending` orders fail, `paid` ones are given back. It goes
-- on behind the order it is told, so that no batch looks at what earlier ones did. Which orders are paid is settled
-- by the cancelling, so they are done without the lot, and by several workers at once: what one has locked, another
-- passes over. Repeating it is safe.
-- @returns handled: orders; last: where to go on, null at the end
drop function unwind_lot(bigint, integer, text[], timestamptz);
create function unwind_lot(
  cancelled bigint, stage text, after text, batch integer, unrefundable text[], at timestamptz
) returns table (handled integer, last text) language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan as $$
declare
  claimed text[];
  t ticket_order%rowtype;
  released integer := 0;
begin
  perform 1 from lot l where l.id = cancelled and l.status = 'cancelled' and l.unwound_at is null;
  if not found then handled := 0; return next; return; end if;
  if stage = 'paid' then
    claimed := array(
      select k.id from ticket_order k
      where k.lot_id = cancelled and k.status = 'paid' and k.unwound_at is null and k.id > coalesce(after, '')
      order by k.id limit batch for no key update skip locked
    );
    if cardinality(claimed) > 0 then perform give_back(claimed, 'competition_cancelled', unrefundable, at); end if;
  else
    claimed := array(
      select k.id from ticket_order k
      where k.lot_id = cancelled and k.status = 'pending' and k.unwound_at is null and k.id > coalesce(after, '')
      order by k.id limit batch
    );
    if cardinality(claimed) > 0 then
      perform 1 from lot l where l.id = cancelled for no key update;
      for t in
        select * from ticket_order k where k.id = any(claimed) and k.status = 'pending' order by k.id for no key update
      loop
        perform fail_locked_order(t, 'competition_cancelled', false, at);
        released := released + t.quantity;
      end loop;
      if released > 0 then update lot l set held = l.held - released where l.id = cancelled; end if;
    end if;
  end if;
  handled := cardinality(claimed);
  last := case when handled = batch then claimed[handled] end;
  return next;
end $$;

-- Marks a cancelled lot as done once no order of it is owed anything. Returns whether this call did.
create function finish_unwinding(cancelled bigint, at timestamptz) returns boolean language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan as $$
begin
  if exists (select 1 from ticket_order k where k.lot_id = cancelled and k.status = 'pending' and k.unwound_at is null)
    or exists (select 1 from ticket_order k where k.lot_id = cancelled and k.status = 'paid' and k.unwound_at is null) then
    return false;
  end if;
  update lot l set unwound_at = at where l.id = cancelled and l.status = 'cancelled' and l.unwound_at is null;
  return found;
end $$;
