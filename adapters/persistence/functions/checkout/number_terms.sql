-- Trigger of organisation. Whatever changes in it has a new number: what was decided by the former one is not placed.
create or replace function number_terms() returns trigger language plpgsql as $$
begin
  new.terms := old.terms + 1;
  return new;
end $$;
