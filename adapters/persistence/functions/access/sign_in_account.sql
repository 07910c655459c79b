-- Returns the account of an identity, created if absent; of two concurrent calls one creates it.
-- Locks: a new identity. Repeating is safe.
create or replace function sign_in_account(
  p_organisation_id bigint, p_kind text, p_value text, p_at timestamptz
) returns bigint language plpgsql as $$
declare
  found_id bigint;
begin
  loop
    select i.account_id into found_id from account_identity i
      where i.organisation_id = p_organisation_id and i.kind = p_kind and i.value = p_value;
    if found then
      return found_id;
    end if;
    begin
      insert into account as a (organisation_id, created_at) values (p_organisation_id, p_at) returning a.id into found_id;
      insert into account_identity (organisation_id, account_id, kind, value, created_at)
        values (p_organisation_id, found_id, p_kind, p_value, p_at);
      return found_id;
    exception when unique_violation then
      -- Another call has created it meanwhile: it is found next, and this try's account is rolled back with its block.
      null;
    end;
  end loop;
end $$;
