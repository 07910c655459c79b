-- Returns a time in the format of the API and webhooks: UTC, milliseconds. Stable, as the functions it calls: otherwise
-- the planner would not inline it.
create or replace function iso(at timestamptz) returns text language sql stable as $$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;
