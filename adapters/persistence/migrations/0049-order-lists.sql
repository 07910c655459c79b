-- A competition's orders in the order of their numbers: those that were not given back, by status, and those that were.
-- An order is in one of them at a time, so a purchase pays for one entry, as before.
drop index ticket_order_by_lot;
create index ticket_order_by_lot on ticket_order (lot_id, status, number) where unwound_at is null;
create index ticket_order_unwound on ticket_order (lot_id, number) where unwound_at is not null;

-- One batch of making the buyers of a cancelled lot whole: `pending` orders fail, `paid` ones are given back. It goes
-- on behind the number it is told, so that no batch looks at what earlier ones did. Which orders are paid is settled
-- by the cancelling, so they are done without the lot, and by several workers at once: what one has locked, another
-- passes over. Repeating it is safe. A process of the version before this one may name an id: it begins anew.
-- @returns handled: orders; last: where to go on, null at the end
create or replace function unwind_lot(
  cancelled bigint, stage text, after text, batch integer, unrefundable text[], at timestamptz
) returns table (handled integer, last text) language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan as $$
declare
  behind bigint := case when after ~ '^[0-9]+$' then after::bigint else 0 end;
  claimed text[];
  t ticket_order%rowtype;
  released integer := 0;
begin
  perform 1 from lot l where l.id = cancelled and l.status = 'cancelled' and l.unwound_at is null;
  if not found then handled := 0; return next; return; end if;
  if stage = 'paid' then
    claimed := array(
      select k.id from ticket_order k
      where k.lot_id = cancelled and k.status = 'paid' and k.unwound_at is null and k.number > behind
      order by k.number limit batch for no key update skip locked
    );
    if cardinality(claimed) > 0 then perform give_back(claimed, 'competition_cancelled', unrefundable, at); end if;
  else
    claimed := array(
      select k.id from ticket_order k
      where k.lot_id = cancelled and k.status = 'pending' and k.unwound_at is null and k.number > behind
      order by k.number limit batch
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
  if handled = batch then
    last := (select k.number::text from ticket_order k where k.id = claimed[handled]);
  end if;
  return next;
end $$;

-- The last of an organisation's orders that are all older than a time; 0: none is. Halving finds it, as with events.
create function last_order_before(organisation bigint, moment timestamptz) returns bigint language plpgsql stable
set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan as $$
declare
  low bigint;
  high bigint;
  middle bigint;
  probe record;
begin
  select t.number into high from ticket_order t where t.organisation_id = organisation and t.number > 0
    order by t.number desc limit 1;
  select t.number - 1 into low from ticket_order t where t.organisation_id = organisation and t.number > 0
    order by t.number limit 1;
  -- Up to `low` all are older. Behind `high` none is.
  while low < high loop
    middle := low + (high - low) / 2;
    select t.number, t.created_at into probe from ticket_order t
      where t.organisation_id = organisation and t.number > middle and t.number > 0 order by t.number limit 1;
    if found and probe.created_at < moment then
      low := probe.number;
    else
      high := middle;
    end if;
  end loop;
  return coalesce(low, 0);
end $$;

-- An organisation's orders, newest first: of a buyer (email or wallet), of a lot, in a status as partners are told it,
-- created from `since` to before `until`; null leaves a condition out. At most `most` behind the order `after`, of at most
-- `look_at_most` that are looked at, in an index: what the buyer has pending, else the lot's, else the organisation's
-- since the buyer's first. A last row that is not shown says that more may follow behind it.
-- Nobody and nothing of another organisation has orders here. An order's number is given some time after its time is
-- read: ten minutes are allowed for that.
create function listed_orders(
  organisation bigint, buyer_email text, buyer_wallet text, of_lot bigint, wanted_status text, since timestamptz,
  until timestamptz, after text, most integer, look_at_most integer
) returns table (shown boolean, listed ticket_order) language plpgsql stable rows 10
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set plan_cache_mode = force_generic_plan as $$
declare
  slack constant interval := '10 minutes';
  -- Not written as literals: an index of all that is pending would seem to serve.
  waiting constant text := 'pending';
  settled constant text := 'paid';
  ended constant text := 'failed';
  buyer bigint;
  -- Nothing that fits is older.
  earliest timestamptz := since;
  -- Orders behind it are not looked at.
  top bigint := 9223372036854775807;
  -- What is stored: cancelling a lot fails its pending orders at once, before the job comes by.
  stored text[] := case wanted_status when 'failed' then '{failed,pending}' when 'pending' then '{pending}'
    when 'paid' then '{paid}' else '{pending,paid,failed}' end;
  lot_status text;
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
    select l.status into lot_status from lot l where l.organisation_id = organisation and l.id = of_lot;
    if not found then return; end if;
    if wanted_status = 'failed' and lot_status <> 'cancelled' then stored := '{failed}'; end if;
  end if;
  if after is not null then
    select k.number into top from ticket_order k where k.organisation_id = organisation and k.id = after;
    if not found then return; end if;
  end if;
  if until is not null then top := least(top, last_order_before(organisation, until + slack) + 1); end if;

  if buyer is not null and wanted_status = waiting then
    -- Few: what a buyer may have pending is limited.
    open candidates for
      select k.* from ticket_order k where k.account_id = buyer and k.paid_at is null and k.failed_at is null
        and k.number < top order by k.number desc;
  elsif of_lot is not null then
    -- Each part is in the order of its index, so they are merged row by row, as far as is read.
    open candidates for
      (select k.* from ticket_order k where k.lot_id = of_lot and k.status = waiting and k.unwound_at is null and k.number < top
        and waiting = any(stored) order by k.number desc)
      union all
      (select k.* from ticket_order k where k.lot_id = of_lot and k.status = settled and k.unwound_at is null and k.number < top
        and settled = any(stored) order by k.number desc)
      union all
      (select k.* from ticket_order k where k.lot_id = of_lot and k.status = ended and k.unwound_at is null and k.number < top
        and ended = any(stored) order by k.number desc)
      union all
      -- Only what was paid is given back.
      (select k.* from ticket_order k where k.lot_id = of_lot and k.unwound_at is not null and k.number < top
        and settled = any(stored) order by k.number desc)
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
      and (until is null or t.created_at < until) and (wanted_status is null or wanted_status = case
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
