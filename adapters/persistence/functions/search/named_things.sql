-- Finds an organisation's things by a name, or by the integer that it is: at most 50, always in the same order. Each
-- lookup is by a key; providers' names are looked up for each of the organisation's few rail accounts, since their keys
-- begin with it. A search of all organisations calls it for each: an index that begins with an email or a provider's id
-- would be written by each purchase, and belong to no cell. Locks nothing.
-- @param wanted_number null: the text is not an integer
-- @param email, wallet in canonical form; null: the text cannot be one
create or replace function named_things(organisation bigint, wanted text, wanted_number bigint, email text, wallet text)
returns table (named_by text, kind text, id text, at timestamptz) language sql stable rows 10
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan as $$
  select f.named_by, f.kind, f.id, f.at
  from (
    select 1 as place, 'orderId' as named_by, 'order' as kind, t.id, t.created_at as at from ticket_order t
    where t.organisation_id = organisation and t.id = wanted
    union all
    select 2, 'orderId', 'unmatched_payment', u.id::text, u.found_at from unmatched_payment u
    where u.organisation_id = organisation and u.order_id = wanted
    union all
    select 3, case i.kind when 'email' then 'email' else 'walletAddress' end, 'account', a.id::text, a.created_at
    from account_identity i join account a on a.organisation_id = i.organisation_id and a.id = i.account_id
    where i.organisation_id = organisation and i.kind = case when email is null then 'wallet' else 'email' end
      and i.value = coalesce(email, wallet)
    union all
    select 4, 'accountId', 'account', a.id::text, a.created_at from account a
    where a.organisation_id = organisation and a.id = wanted_number
    union all
    select 5, 'competitionId', 'competition', l.id::text, l.created_at from lot l
    where l.organisation_id = organisation and l.id = wanted_number
    union all
    select 6, 'orderNumber', 'order', t.id, t.created_at from ticket_order t
    where t.organisation_id = organisation and t.number = wanted_number and t.number > 0
    union all
    select 7, 'paymentId', 'order', t.id, t.created_at
    from rail_account r
    join payment y on y.organisation_id = r.organisation_id and y.rail_kind = r.kind and y.rail_provider = r.provider
      and y.provider_payment_id = wanted
    join ticket_order t on t.organisation_id = y.organisation_id and t.id = y.order_id
    where r.organisation_id = organisation
    union all
    select 8, 'paymentId', 'unmatched_payment', u.id::text, u.found_at
    from rail_account r
    join unmatched_payment u on u.organisation_id = r.organisation_id and u.rail_account_id = r.id
      and u.provider_payment_id = wanted
    where r.organisation_id = organisation
    union all
    select g.place, 'refundId', g.kind, g.id, g.at
    from (
      select f.id, f.order_id, f.created_at from refund f
      where f.organisation_id = organisation and f.id = wanted_number
      union
      select f.id, f.order_id, f.created_at
      from rail_account r
      join refund f on f.organisation_id = r.organisation_id and f.rail_account_id = r.id and f.provider_refund_id = wanted
      where r.organisation_id = organisation
    ) f
    cross join lateral (
      select 9 as place, 'refund' as kind, f.id::text as id, f.created_at as at
      union all
      select 10, 'order', t.id, t.created_at from ticket_order t
      where t.organisation_id = organisation and t.id = f.order_id
    ) g
    union all
    select 11, 'disputeId', 'order', t.id, t.created_at
    from rail_account r
    join dispute d on d.organisation_id = r.organisation_id and d.rail_account_id = r.id and d.provider_dispute_id = wanted
    join ticket_order t on t.organisation_id = d.organisation_id and t.id = d.order_id
    where r.organisation_id = organisation
    union all
    select g.place, 'eventId', g.kind, g.id, g.at
    from event v
    cross join lateral (
      select 12 as place, 'event' as kind, v.id, v.created_at as at
      union all
      select 13, 'order', t.id, t.created_at from ticket_order t
      where t.organisation_id = organisation and t.id = v.payload::json -> 'data' ->> 'orderId'
    ) g
    where v.organisation_id = organisation and v.id = wanted
    union all
    select 14, 'deliveryId', 'delivery', d.id::text, d.created_at from delivery d
    where d.organisation_id = organisation and d.id = wanted_number and d.slot = (wanted_number & 7)::smallint
  ) f
  order by f.place, f.at desc, f.id limit 50
$$;
