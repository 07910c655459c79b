-- Returns the number of deliveries to an endpoint that `claimer` may hold, and the number held now. A single holder may
-- hold `deep`, of which it sends at most `wide` at once; several hold `wide` together. While nothing has succeeded
-- since the endpoint began to fail, a few calls are enough to detect its recovery.
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
