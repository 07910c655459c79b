-- Returns a buyer's account, by email or wallet; null: none.
create or replace function account_of(organisation bigint, buyer_email text, buyer_wallet text) returns bigint language plpgsql as $$
declare
  found_id bigint;
begin
  select i.account_id into found_id from account_identity i
    where i.organisation_id = organisation
      and i.kind = case when buyer_email is not null then 'email' else 'wallet' end
      and i.value = coalesce(buyer_email, buyer_wallet);
  return found_id;
end $$;
