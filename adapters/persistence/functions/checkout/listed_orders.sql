-- Lists an organisation's orders, newest first, by buyer (email or wallet), lot, status as partners see it, and
-- creation from `since` to before `until`, and members of its metadata; null omits a condition. Returns at most `most`
-- after the order `after`, and scans at most `look_at_most`, in an index: the buyer's or lot's pending orders, else the
-- lot's, else the organisation's since the buyer's first. Buyers and lots of other organisations have no orders here.
-- An order's number is assigned some time after its time is read: up to ten minutes. Locks nothing.
-- @returns shown: false in a last row after which more may follow
create or replace function listed_orders(
  organisation bigint, buyer_email text, buyer_wallet text, of_lot bigint, wanted_status text, since timestamptz,
  until timestamptz, after text, most integer, look_at_most integer,
  its_metadata jsonb
) returns table (shown boolean, listed ticket_order) language plpgsql stable rows 10
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set plan_cache_mode = force_generic_plan as $$
declare
  slack constant interval := '10 minutes';
  buyer bigint;
  -- No matching order is older.
  earliest timestamptz := since;
  -- Only lower numbers are scanned.
  top bigint := 9223372036854775807;
  candidates refcursor;
  t ticket_order%rowtype;
  last_shown ticket_order%rowtype;
  looked integer := 0;
  found_so_far integer := 0;
begin
  if buyer_email is not null or buyer_wallet is not null then
    buyer := account_of(organisation, buyer_email, buyer_wallet);
    if buyer is null then return; end if;
    -- An account comes with its first order.
    select greatest(since, a.created_at) into earliest from account a where a.id = buyer;
  end if;
  if of_lot is not null then
    perform from lot l where l.organisation_id = organisation and l.id = of_lot;
    if not found then return; end if;
  end if;
  if after is not null then
    select k.number into top from ticket_order k where k.organisation_id = organisation and k.id = after;
    if not found then return; end if;
  end if;
  if until is not null then top := least(top, last_order_before(organisation, until + slack) + 1); end if;

  if wanted_status = 'pending' and buyer is not null then
    -- Few: a buyer's pending orders are limited. A separate query: by the lot's key all buyers' would be read.
    open candidates for
      select k.* from (
        select p.order_id, p.number from (
          select o.organisation_id, o.order_id, o.number, o.lot_id from pending_order o where o.account_id = buyer offset 0
        ) p
        where p.organisation_id = organisation and p.number < top and (of_lot is null or p.lot_id = of_lot)
        order by p.number desc limit look_at_most
      ) p
      join ticket_order k on k.organisation_id = organisation and k.id = p.order_id
      order by p.number desc;
  elsif wanted_status = 'pending' and of_lot is not null then
    open candidates for
      select k.* from (
        select p.order_id, p.number from pending_order p
        where p.organisation_id = organisation and p.lot_id = of_lot and p.number < top
        order by p.number desc limit look_at_most
      ) p
      join ticket_order k on k.organisation_id = organisation and k.id = p.order_id
      order by p.number desc;
  elsif of_lot is not null then
    -- Each part is in the order of its index, so the rows are merged one by one, as far as needed.
    open candidates for
      (select k.* from ticket_order k where k.lot_id = of_lot and k.unwound_at is null and k.number < top order by k.number desc)
      union all
      -- Only paid orders are given back.
      (select k.* from ticket_order k where k.lot_id = of_lot and k.unwound_at is not null and k.number < top
        and wanted_status is distinct from 'failed' order by k.number desc)
      order by number desc;
  else
    open candidates for
      select k.* from ticket_order k where k.organisation_id = organisation and k.number < top and k.number > 0
      order by k.number desc;
  end if;

  loop
    fetch candidates into t;
    exit when not found;
    -- All that follow are older.
    exit when t.created_at < earliest - slack;
    looked := looked + 1;
    if (buyer is null or t.account_id = buyer) and (of_lot is null or t.lot_id = of_lot) and (since is null or t.created_at >= since)
      and (until is null or t.created_at < until) and (its_metadata is null or t.metadata @> its_metadata)
      and (wanted_status is null or wanted_status = case
        when t.status = 'pending' and (select l.status from lot l where l.id = t.lot_id) = 'cancelled' then 'failed'
        else t.status
      end)
    then
      if found_so_far = most then
        shown := false; listed := last_shown; return next;
        exit;
      end if;
      found_so_far := found_so_far + 1;
      last_shown := t;
      shown := true; listed := t; return next;
    end if;
    if looked = look_at_most then
      shown := false; listed := t; return next;
      exit;
    end if;
  end loop;
  close candidates;
end $$;

-- Lists orders for processes of the previous version, which know no metadata.
-- @returns shown: false in a last row after which more may follow
create or replace function listed_orders(
  organisation bigint, buyer_email text, buyer_wallet text, of_lot bigint, wanted_status text, since timestamptz,
  until timestamptz, after text, most integer, look_at_most integer
) returns table (shown boolean, listed ticket_order) language sql stable rows 10 as $$
  select * from listed_orders(
    organisation, buyer_email, buyer_wallet, of_lot, wanted_status, since, until, after, most, look_at_most, null)
$$;
