-- Trigger of tables that an organisation's purchases depend on: gives its terms a new number.
-- Locks: the organisation.
create or replace function change_terms() returns trigger language plpgsql as $$
begin
  update organisation g set terms = g.terms + 1
    where g.id = case when tg_op = 'DELETE' then old.organisation_id else new.organisation_id end;
  return null;
end $$;
