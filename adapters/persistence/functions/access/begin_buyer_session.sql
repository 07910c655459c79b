-- Signs a browser in at an organisation, with the account of an identity, created if absent.
-- Locks: the former session, then a new identity.
-- @param p_former_hash the browser's former session: the browser stays signed in at its other organisations, under the
--   new hash alone; null, or not seen after seen_after: it has none
-- @returns the account
create or replace function begin_buyer_session(
  p_organisation_id bigint, p_hash bytea, p_former_hash bytea, seen_after timestamptz, p_kind text, p_value text,
  at timestamptz
) returns bigint language plpgsql as $$
declare
  signed_in_id bigint;
begin
  -- Accounts of other organisations are updated by their foreign key.
  update buyer_session s set hash = p_hash, seen_at = at where s.hash = p_former_hash and s.seen_at > seen_after;
  if not found then
    insert into buyer_session (hash, seen_at) values (p_hash, at);
  end if;
  insert into buyer_session_account as a (organisation_id, session_hash, account_id, kind, value, signed_in_at)
    values (p_organisation_id, p_hash, sign_in_account(p_organisation_id, p_kind, p_value, at), p_kind, p_value, at)
    on conflict (organisation_id, session_hash) do update
      set account_id = excluded.account_id, kind = excluded.kind, value = excluded.value, signed_in_at = excluded.signed_in_at
    returning a.account_id into signed_in_id;
  return signed_in_id;
end $$;
