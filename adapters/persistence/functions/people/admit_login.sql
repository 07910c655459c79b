-- Returns the person signed in by a login, with their permissions, and takes one request from its budget. Read at each
-- request, so a deletion or change takes effect at the next. `seen_at` is written once a minute. No row: an unknown or
-- ended login.
-- Locks: the login, once a minute; its budget.
-- @param at real time
-- @param member_idle, member_longest, operator_idle, operator_longest durations of logins
-- @param quota requests a minute
-- @returns memberships: null if none; reset_at: seconds since 1970; retry_after: seconds
create or replace function admit_login(
  login_hash bytea, at timestamptz, member_idle interval, member_longest interval, operator_idle interval,
  operator_longest interval, quota integer
) returns table (
  login_id bigint, means text, person_id bigint, email text, name text, operator_role text, created_at timestamptz,
  seen_at timestamptz, confirmed_at timestamptz, passkeys integer, memberships json, allowed boolean, remaining integer, reset_at bigint,
  retry_after integer
) language plpgsql
set plan_cache_mode = force_generic_plan as $$
declare
  interval_ns bigint := 60000000000 / quota;
  arrival bigint;
  at_ns bigint;
begin
  select l.id, l.means, p.id, p.email, p.name, p.operator_role, l.created_at, l.seen_at, l.confirmed_at,
      (select count(*)::integer from passkey k where k.person_id = p.id),
      (select json_agg(json_build_object('id', o.id, 'slug', o.slug, 'name', o.name, 'role', m.role) order by o.slug)
        from membership m join organisation o on o.id = m.organisation_id where m.person_id = p.id)
    into login_id, means, person_id, email, name, operator_role, created_at, seen_at, confirmed_at, passkeys, memberships
    from login l join person p on p.id = l.person_id
    where l.hash = login_hash
      and l.seen_at > at - case when p.operator_role is null then member_idle else operator_idle end
      and l.created_at > at - case when p.operator_role is null then member_longest else operator_longest end;
  if not found then return; end if;

  if seen_at < at - interval '1 minute' then
    update login l set seen_at = at where l.id = login_id;
    seen_at := at;
  end if;
  arrival := spend_budget('login', login_id::text, interval_ns, quota, 1);
  allowed := arrival is not null;
  if not allowed then
    select r.arrival_ns into arrival from rate_budget r
      where r.principal_id = login_id::text and r.principal_kind = 'login';
  end if;
  at_ns := now_ns();
  remaining := budget_remaining(arrival, at_ns, interval_ns, quota);
  reset_at := budget_reset_at(arrival, at_ns);
  retry_after := budget_retry_after(arrival, at_ns, interval_ns, quota, allowed);
  return next;
end $$;
