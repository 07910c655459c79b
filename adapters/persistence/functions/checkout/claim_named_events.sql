-- Leases due names; those beyond their account's queries per minute are postponed to the next one, and returned with
-- `may` false. Leases use the database's clock.
-- Locks: names, skipping locked ones; then the row of each account's minute, ascending, so that concurrent callers are
-- counted one after another.
-- @param p_what null: of all accounts
create or replace function claim_named_events(
  p_limit integer, p_lease_sec integer, p_per_minute integer, p_rail_account_id bigint, p_what text
) returns table (rail_account_id bigint, what text, times integer, tries integer, may boolean)
language sql as $$
  with due as (
    select e.organisation_id, e.rail_account_id, e.what, row_number() over (partition by e.rail_account_id order by e.lease_until) as place
    from (
      select n.organisation_id, n.rail_account_id, n.what, n.lease_until from named_event n
      where n.lease_until <= clock_timestamp()
        and (p_what is null or (n.rail_account_id = p_rail_account_id and n.what = p_what))
      order by n.lease_until limit p_limit for no key update skip locked
    ) e
  ), minutes as (
    insert into named_event_minute as m (organisation_id, rail_account_id, minute, asked)
    select d.organisation_id, d.rail_account_id, date_trunc('minute', clock_timestamp()), count(*)
    from due d group by d.organisation_id, d.rail_account_id order by d.rail_account_id
    on conflict (rail_account_id, organisation_id) do update
      set asked = case when m.minute = excluded.minute then m.asked else 0 end + excluded.asked, minute = excluded.minute
    returning m.rail_account_id, m.asked
  ), judged as (
    select d.organisation_id, d.rail_account_id, d.what,
      m.asked - (select count(*) from due o where o.rail_account_id = d.rail_account_id) + d.place <= p_per_minute as may
    from due d join minutes m on m.rail_account_id = d.rail_account_id
  ), claimed as (
    update named_event n set
      tries = n.tries + case when j.may then 1 else 0 end,
      lease_until = case when j.may then clock_timestamp() + make_interval(secs => p_lease_sec * (1 + n.tries))
        else date_trunc('minute', clock_timestamp()) + interval '1 minute' end
    from judged j where n.organisation_id = j.organisation_id and n.rail_account_id = j.rail_account_id and n.what = j.what
    returning n.rail_account_id, n.what, n.times, n.tries, j.may
  )
  select c.rail_account_id, c.what, c.times, c.tries, c.may from claimed c
$$;
