-- Returns the beginning of the quarter of an hour: in any time zone a day begins with one.
create or replace function quarter_of(at timestamptz) returns timestamptz language sql immutable as $$
  select date_bin('15 minutes', at, '2000-01-01 00:00:00+00')
$$;
