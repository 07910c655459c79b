-- Returns the signed text of an event. Ids hold nothing that JSON would escape. Stable, as the functions it calls:
-- otherwise the planner would not inline it.
-- @param data JSON
create or replace function envelope(id text, type text, at timestamptz, data text) returns text language sql stable as $$
  select format('{"id":"%s","type":"%s","createdAt":"%s","data":%s}', id, type, iso(at), data)
$$;
