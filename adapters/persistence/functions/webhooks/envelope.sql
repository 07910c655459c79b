-- The text of an event that is signed and sent. Ids hold nothing that JSON would escape. Stable, as what it calls: only
-- then does the planner put it in place of a call.
-- @param data JSON
create or replace function envelope(id text, type text, at timestamptz, data text) returns text language sql stable as $$
  select format('{"id":"%s","type":"%s","createdAt":"%s","data":%s}', id, type, iso(at), data)
$$;
