-- Takes one try of a code. A right one uses the attempt, and returns the start that it was begun with.
-- Locks: the attempt, then the client's budget.
-- @param window_sec the interval of starts_per_window, as spend_failure took the start
-- @returns no row: nothing can be proven with the attempt any more
create or replace function try_sign_in_code(
  p_organisation_id bigint, p_hash bytea, p_code_mac bytea, at timestamptz, starts_per_window integer, window_sec integer
) returns table (is_right boolean, kind text, value text, tries_left integer) language plpgsql as $$
declare
  begun_by text;
begin
  update sign_in_attempt s set tries_left = s.tries_left - 1, used_at = case when s.code_mac = p_code_mac then at end
    where s.organisation_id = p_organisation_id and s.hash = p_hash and s.kind = 'email' and s.used_at is null
      and s.tries_left > 0 and s.expires_at > at
    returning s.used_at is not null, s.kind, s.value, s.tries_left, s.client
    into is_right, kind, value, tries_left, begun_by;
  if not found then
    return;
  end if;
  if is_right then
    update failure_budget f
      set arrival_ns = f.arrival_ns - greatest(1, window_sec * 1000000000::bigint / starts_per_window)
      where f.address = 'sign-in ' || p_organisation_id || ' ' || begun_by;
  end if;
  return next;
end $$;
