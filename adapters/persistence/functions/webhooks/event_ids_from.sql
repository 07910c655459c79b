-- Returns the least id of events of this time or later: an id begins with its time in milliseconds, nine digits of base
-- 36.
create or replace function event_ids_from(at timestamptz) returns text language sql immutable as $$
  select 'evt_' || string_agg(
    substr('0123456789abcdefghijklmnopqrstuvwxyz', 1 + (ms / digit % 36)::integer, 1), '' order by digit desc)
  from (select floor(extract(epoch from at) * 1000)::bigint as ms) t
    cross join unnest(array[1, 36, 1296, 46656, 1679616, 60466176, 2176782336, 78364164096, 2821109907456]) as digit
$$;
