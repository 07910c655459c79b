-- Places a batch of orders. Most are plain: they want no credit, pass or earlier order, and nothing refuses them. Lots of
-- which all orders are plain are served by one statement; the others are left to `place_carefully`.
-- Locks: lots, ascending; for orders that are not plain also accounts and passes.
-- @returns as `place_carefully`
create or replace function place(orders jsonb, patient boolean)
returns table(item integer, outcome text, order_id text, order_number bigint, available integer)
language plpgsql
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set enable_hashjoin = off
set enable_mergejoin = off as $$
declare
  done integer[] := '{}';
  others integer[];
begin
  perform hurry(patient);
  perform 1 from lot
    where lot.id = any(array(select (e ->> 'lot_id')::bigint from jsonb_array_elements(orders) e))
    order by lot.id for no key update;
  for item, outcome, order_id, order_number in
    with wanted as materialized (
      select q.*, coalesce(q.email, q.wallet) as identity,
        case when q.email is not null then 'email' else 'wallet' end as identity_kind
      from rows from (jsonb_to_recordset(orders) as (
        id text, organisation_id bigint, lot_id bigint, email text, wallet text, api_key_id bigint,
        idempotency_id bigint, quantity integer, price_cents bigint, credit_cents bigint, charge_amount bigint,
        charge_currency text, rate text, source text, rail_account_id bigint, rail_kind text, rail_provider text,
        return_url text, pass_hash text, max_pending_orders integer, max_pending_tickets integer,
        hold_until timestamptz, rail_expires_at timestamptz, now timestamptz, affiliate_id bigint,
        commission_cents bigint, request_id text
      )) with ordinality as q (
        id, organisation_id, lot_id, email, wallet, api_key_id, idempotency_id, quantity, price_cents, credit_cents,
        charge_amount, charge_currency, rate, source, rail_account_id, rail_kind, rail_provider, return_url, pass_hash,
        max_pending_orders, max_pending_tickets, hold_until, rail_expires_at, now, affiliate_id, commission_cents,
        request_id, position
      )
    ), known as (
      select q.*, i.account_id, l.max_tickets - l.sold - l.held as free,
        l.status = 'active' and l.halted_at is null and q.now >= l.start_at and q.now < l.end_at
          and q.price_cents = l.price_cents * q.quantity and q.credit_cents = 0 and q.pass_hash is null
          and (q.idempotency_id is null
            or (select true from ticket_order t where t.idempotency_id = q.idempotency_id limit 1) is null) as is_plain
      from wanted q
      join lot l on l.id = q.lot_id and l.organisation_id = q.organisation_id
      left join account_identity i
        on i.organisation_id = q.organisation_id and i.kind = q.identity_kind and i.value = q.identity
    ), counted as (
      select k.*, sum(k.quantity) over (partition by k.lot_id) as tickets,
        count(*) over buyer as buyers_orders, sum(k.quantity) over buyer as buyers_tickets,
        count(*) over (partition by k.idempotency_id) as of_request,
        k.account_id is null and row_number() over (partition by k.organisation_id, k.identity) = 1 as is_newcomer
      from known k
      window buyer as (partition by k.lot_id, coalesce(k.account_id::text, k.identity))
    ), judged as (
      select c.*, bool_and(coalesce(
          c.is_plain and c.tickets <= c.free and (c.idempotency_id is null or c.of_request = 1)
          and before.orders + c.buyers_orders <= c.max_pending_orders
          and before.tickets + c.buyers_tickets <= c.max_pending_tickets, false
        )) over (partition by c.lot_id) as lot_is_plain
      from counted c
      cross join lateral (
        -- The lot is compared apart: by the lot's key everybody's would be read.
        select count(*) as orders, coalesce(sum(p.quantity), 0) as tickets from (
          select o.organisation_id, o.lot_id, o.quantity from pending_order o where o.account_id = c.account_id offset 0
        ) p where p.organisation_id = c.organisation_id and p.lot_id = c.lot_id
      ) before
    ), plain as materialized (
      select n.*, max(n.new_account_id) over (partition by n.organisation_id, n.identity) as account_id_if_new
      from (
        select j.*, case when j.is_newcomer and j.lot_is_plain then nextval('account_id_seq') end as new_account_id
        from judged j
      ) n
      where n.lot_is_plain
    ), named as (
      -- Whoever writes the identity makes its account. Where another call was faster, the order is not plain.
      insert into account_identity (organisation_id, account_id, kind, value, created_at)
      select p.organisation_id, p.new_account_id, p.identity_kind, p.identity, p.now from plain p
      where p.new_account_id is not null order by p.organisation_id, p.identity
      on conflict do nothing
      returning account_identity.account_id, account_identity.organisation_id, account_identity.created_at
    ), newcomers as (
      insert into account (id, organisation_id, created_at) overriding system value
      select n.account_id, n.organisation_id, n.created_at from named n
    ), placed as (
      insert into ticket_order (
        id, organisation_id, lot_id, account_id, api_key_id, idempotency_id, quantity, status, price_cents, credit_cents,
        charge_amount, charge_currency, rate, source, rail_account_id, rail_kind, rail_provider, return_url, buyer_email,
        hold_until, rail_expires_at, created_at, request_id, affiliate_id, commission_cents
      )
      select q.id, q.organisation_id, q.lot_id, coalesce(q.account_id, q.account_id_if_new), q.api_key_id, q.idempotency_id,
        q.quantity, 'pending', q.price_cents, 0, q.charge_amount, q.charge_currency, q.rate, q.source,
        q.rail_account_id, q.rail_kind, q.rail_provider, q.return_url, q.email, q.hold_until, q.rail_expires_at,
        q.now, q.request_id, q.affiliate_id, coalesce(q.commission_cents, 0)
      from plain q
      where q.account_id is not null or q.account_id_if_new in (select n.account_id from named n)
      returning ticket_order.organisation_id, ticket_order.lot_id, ticket_order.number, ticket_order.account_id,
        ticket_order.id, ticket_order.quantity, ticket_order.hold_until, ticket_order.created_at
    ), waiting as (
      insert into pending_order (organisation_id, lot_id, number, account_id, order_id, quantity, check_at)
      select p.organisation_id, p.lot_id, p.number, p.account_id, p.id, p.quantity,
        -- Until the rail has answered, reconciliation looks soon.
        least(p.hold_until, p.created_at + interval '30 seconds')
      from placed p
    ), held as (
      update lot l set held = l.held + s.tickets
      from (select p.lot_id, sum(p.quantity) as tickets from placed p group by p.lot_id) s where l.id = s.lot_id
    )
    select w.position - 1, 'placed', p.id, p.number from placed p join wanted w on w.id = p.id
  loop
    done := done || item;
    return next;
  end loop;
  others := array(select i from generate_series(0, jsonb_array_length(orders) - 1) i where i <> all(done));
  if cardinality(others) > 0 then
    return query
      select others[c.item + 1], c.outcome, c.order_id, c.order_number, c.available
      from place_carefully((select jsonb_agg(orders -> i order by i) from unnest(others) i), patient) c;
  end if;
end $$;
