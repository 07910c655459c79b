-- Makes a finished delivery due again. Outcomes: replayed, pending (due already), disabled (its endpoint), missing (it,
-- or its endpoint was removed).
-- Locks: the delivery.
create or replace function replay_delivery(organisation bigint, replayed bigint, at timestamptz) returns text
language plpgsql as $$
declare
  d delivery%rowtype;
  p webhook_endpoint%rowtype;
begin
  select * into d from delivery k
    where k.id = replayed and k.organisation_id = organisation and k.slot = (replayed & 7)::smallint for no key update;
  if not found then return 'missing'; end if;
  select * into p from webhook_endpoint e where e.id = d.endpoint_id and e.organisation_id = organisation;
  if p.removed_at is not null then return 'missing'; end if;
  if not p.enabled then return 'disabled'; end if;
  if d.state = 'pending' then return 'pending'; end if;
  update delivery k set state = 'pending', finished_at = null, replayed_after = k.attempts
    where k.id = d.id and k.organisation_id = organisation and k.slot = d.slot;
  insert into delivery_queue (delivery_id, endpoint_id, due_at, claims) values (d.id, d.endpoint_id, at, d.claims);
  return 'replayed';
end $$;
