-- How many deliveries to an endpoint `claimer` may hold, and how many of them all hold now. Whoever holds some alone
-- may hold `deep`, of which it sends no more than `wide` at once; several hold `wide` together. Where nothing got
-- through since the last success a few calls are enough to learn that it works again.
create or replace function endpoint_room(
  endpoint webhook_endpoint, claimer uuid, wide integer, deep integer, quick bigint[],
  out held integer, out room integer
) language sql stable set enable_seqscan = off set enable_bitmapscan = off as $$
  select count(*), case
      when endpoint.failing_since is not null then least(wide, 4)
      when count(*) filter (where q.leased_by <> claimer) = 0 and endpoint.id = any(quick) then deep
      else wide
    end
  from delivery_queue q where q.endpoint_id = endpoint.id and q.lease_until is not null
$$;
