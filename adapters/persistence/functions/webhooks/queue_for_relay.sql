-- Trigger of event. Events that wait for the relay stand in a table of their own, by the transaction that writes them:
-- so relaying one touches no row with a payload, nor its indexes.
create or replace function queue_for_relay() returns trigger language plpgsql as $$
begin
  insert into event_unrelayed (organisation_id, event_id, slot) select organisation_id, id, slot from added;
  return null;
end $$;
