-- A time as the API and webhooks show it: UTC, milliseconds. Stable, as what it calls: only then does the planner put
-- it in place of a call.
create or replace function iso(at timestamptz) returns text language sql stable as $$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;
