-- A buyer's account, by whichever they are known by; null: there is none. One index each, where `or` would walk through
-- one of them.
create or replace function account_of(organisation bigint, buyer_email text, buyer_wallet text) returns bigint language plpgsql as $$
declare
  found_id bigint;
begin
  if buyer_email is not null then
    select a.id into found_id from account a where a.organisation_id = organisation and a.email = buyer_email;
  else
    select a.id into found_id from account a where a.organisation_id = organisation and a.wallet = buyer_wallet;
  end if;
  return found_id;
end $$;
