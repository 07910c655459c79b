-- Settles a batch: plain payments by one statement (`settle_plain`), the others by `settle_carefully`.
-- Locks: lots, orders, each ascending; for payments that are not plain also accounts.
-- @returns as `settle_carefully`
create or replace function settle(payments jsonb, patient boolean)
returns table(item integer, outcome text, first_ticket integer, request_id text)
language plpgsql
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set enable_hashjoin = off
set enable_mergejoin = off as $$
declare
  reports constant json := (
    select json_agg(e.p || jsonb_build_object('repeated', e.of_order > 1 or e.of_payment > 1) order by e.position) from (
      select q.p, q.position, count(*) over (partition by q.p ->> 'order_id') as of_order,
        count(*) over (partition by q.p ->> 'organisation_id', q.p ->> 'payment_id') as of_payment
      from jsonb_array_elements(payments) with ordinality as q (p, position)
    ) e
  );
  done integer[] := '{}';
  others integer[];
begin
  for item, first_ticket, request_id in select s.item, s.first_ticket, s.request_id from settle_plain(reports, patient) s loop
    outcome := 'settled';
    done := done || item;
    return next;
  end loop;
  others := array(select i from generate_series(0, jsonb_array_length(payments) - 1) i where i <> all(done));
  if cardinality(others) > 0 then
    return query
      select others[c.item + 1], c.outcome, c.first_ticket, c.request_id
      from settle_carefully((select jsonb_agg(payments -> i order by i) from unnest(others) i), patient) c;
  end if;
end $$;
