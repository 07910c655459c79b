-- Counts undecided unmatched payments by currency, with their sum in its minor unit, less returned money, and the time
-- of the oldest. Of all live organisations, for monitoring: the number of rows scanned is limited. Locks nothing.
create or replace function waiting_unmatched(count_at_most integer)
returns table (currency text, waiting integer, amount bigint, since timestamptz) language sql stable
set enable_seqscan = off set enable_bitmapscan = off as $$
  select u.currency, count(*)::integer, sum(u.amount - u.sent_back)::bigint, min(u.found_at) from (
    select * from unmatched_payment k where k.state = 'open' and not exists (select from organisation g where g.id = k.organisation_id and g.mode = 'test')
    limit count_at_most
  ) u
  group by u.currency
$$;
