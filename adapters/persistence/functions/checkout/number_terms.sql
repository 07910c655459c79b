-- Trigger of organisation: any change gives its terms a new number. Orders decided by the former one are refused.
create or replace function number_terms() returns trigger language plpgsql as $$
begin
  new.terms := old.terms + 1;
  return new;
end $$;
