-- Finds an organisation's orders by columns without an index, which every purchase would pay for: the placing request,
-- and ids of the rail. Scans at most `look_at` orders, newest first, after the number `behind`, of those older than
-- `before` (null: of all), and returns at most `most`. Numbers are assigned some time after the order's time is read:
-- up to ten minutes. Locks nothing.
-- @returns named_by: null in a last row after which more may follow
create or replace function orders_among(
  organisation bigint, wanted text, behind bigint, before timestamptz, most integer, look_at integer
) returns table (named_by text, id text, at timestamptz) language plpgsql stable rows 10
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set plan_cache_mode = force_generic_plan as $$
declare
  top bigint := behind;
  looked integer := 0;
  found_so_far integer := 0;
  t record;
begin
  if before is not null then
    top := least(top, last_order_before(organisation, before + interval '10 minutes') + 1);
  end if;
  for t in
    select k.id, k.created_at, case
        when k.request_id = wanted then 'requestId'
        when exists (select from jsonb_each_text(k.provider_ids) e where e.value = wanted) then 'providerId'
      end as fits
    from ticket_order k where k.organisation_id = organisation and k.number < top and k.number > 0
    order by k.number desc limit look_at
  loop
    looked := looked + 1;
    id := t.id;
    at := t.created_at;
    if t.fits is not null and (before is null or t.created_at < before) then
      found_so_far := found_so_far + 1;
      named_by := t.fits;
      return next;
    end if;
    if looked = look_at or found_so_far = most then
      named_by := null;
      return next;
      return;
    end if;
  end loop;
end $$;
