-- Writes a browser's attempt to sign in by mail together with the mail of its code.
-- Locks: as sign_in_mails_wait, until the transaction ends.
-- @param at the attempt's time; p_mail_at: the mail's, which is real time
-- @returns seconds until another mail may go to the address, and nothing is written; 0: both are written
create or replace function add_sign_in_mail(
  p_organisation_id bigint, p_value text, p_client text, per_hour integer, per_day integer,
  p_hash bytea, p_code_mac bytea, p_tries integer, at timestamptz, p_expires_at timestamptz,
  p_sealed bytea, p_mail_at timestamptz, p_fresh_until timestamptz
) returns integer language plpgsql as $$
declare
  seconds integer := sign_in_mails_wait(p_organisation_id, p_value, per_hour, per_day, at);
  added_id bigint;
begin
  if seconds > 0 then
    return seconds;
  end if;
  insert into mail as m (organisation_id, kind, sealed, created_at, fresh_until, due_at)
    values (p_organisation_id, 'sign_in_code', p_sealed, p_mail_at, p_fresh_until, p_mail_at)
    returning m.id into added_id;
  insert into sign_in_attempt (organisation_id, hash, kind, value, client, tries_left, code_mac, mail_id, created_at, expires_at)
    values (p_organisation_id, p_hash, 'email', p_value, p_client, p_tries, p_code_mac, added_id, at, p_expires_at);
  return 0;
end $$;
