-- Returns the seconds until another mail with a code may go to an address at an organisation; 0: now. A limit ends when
-- the mail that filled it has aged. Requests for one address take turns until their transactions end.
-- Locks: the address at the organisation, an advisory lock of the transaction.
create or replace function sign_in_mails_wait(
  p_organisation_id bigint, p_value text, per_hour integer, per_day integer, at timestamptz
) returns integer language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('sign-in ' || p_organisation_id || ' ' || p_value, 0));
  -- Compares sums, so that the index of created_at alone, which has the attempts of all addresses, is not used.
  return greatest(0, ceil(extract(epoch from greatest(
      (select s.created_at + interval '1 hour' as ends_at from sign_in_attempt s
        where s.organisation_id = p_organisation_id and s.kind = 'email' and s.value = p_value
          and s.created_at + interval '1 hour' > at
        order by ends_at desc offset per_hour - 1 limit 1),
      (select s.created_at + interval '1 day' as ends_at from sign_in_attempt s
        where s.organisation_id = p_organisation_id and s.kind = 'email' and s.value = p_value
          and s.created_at + interval '1 day' > at
        order by ends_at desc offset per_day - 1 limit 1)
    ) - at)))::integer;
end $$;
