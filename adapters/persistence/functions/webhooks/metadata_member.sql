-- Returns the metadata of an order or lot as the last member of an event's data; empty without metadata. Stable, as the
-- functions it calls: otherwise the planner would not inline it.
create or replace function metadata_member(metadata jsonb) returns text language sql stable as $$
  select coalesce(',"metadata":' || metadata::text, '')
$$;
