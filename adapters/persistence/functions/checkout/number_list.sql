-- Ticket numbers, as a JSON array holds them.
create or replace function number_list(first integer, quantity integer) returns text language plpgsql immutable as $$
begin
  if quantity = 1 then return first::text; end if;
  return (select string_agg(n::text, ',' order by n) from generate_series(first, first + quantity - 1) n);
end $$;
