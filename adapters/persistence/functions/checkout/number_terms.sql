-- Trigger of organisation: any change gives its terms a new number, and an order decided by the former one is not
-- placed.
create or replace function number_terms() returns trigger language plpgsql as $$
begin
  new.terms := old.terms + 1;
  return new;
end $$;
