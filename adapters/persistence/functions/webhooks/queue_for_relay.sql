-- Trigger of event: queues events for the relay in a separate table, in the same transaction, so relaying touches no
-- row with a payload, nor its indexes.
create or replace function queue_for_relay() returns trigger language plpgsql as $$
begin
  insert into event_unrelayed (organisation_id, event_id, slot) select organisation_id, id, slot from added;
  return null;
end $$;
