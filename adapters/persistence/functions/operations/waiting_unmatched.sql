-- Payments for orders that are not here and that nobody has decided on, by currency: how many, what they come to in its
-- minor unit without what was sent back already, and since when the oldest waits. Of all organisations, for those who
-- watch: at most so many are looked at. Locks nothing.
create or replace function waiting_unmatched(count_at_most integer)
returns table (currency text, waiting integer, amount bigint, since timestamptz) language sql stable
set enable_seqscan = off set enable_bitmapscan = off as $$
  select u.currency, count(*)::integer, sum(u.amount - u.sent_back)::bigint, min(u.found_at) from (
    select * from unmatched_payment k where k.state = 'open' limit count_at_most
  ) u
  group by u.currency
$$;
