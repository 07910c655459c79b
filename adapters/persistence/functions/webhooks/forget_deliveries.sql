-- Trigger of delivery: what a delivery had waiting and its attempts go with it. Foreign keys would do the same for a
-- sixth of what a delivery costs the database.
create or replace function forget_deliveries() returns trigger language plpgsql
set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  delete from delivery_queue q where q.delivery_id = any(array(select id from gone));
  delete from delivery_attempt a where a.delivery_id = any(array(select id from gone));
  return null;
end $$;
