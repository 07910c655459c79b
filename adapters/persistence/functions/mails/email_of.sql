-- Returns a buyer's address: the account's own, else one of a linked account; null: none, or erased.
create or replace function email_of(organisation bigint, account bigint) returns text language sql stable
set enable_seqscan = off as $$
  select i.value from account_identity i
  where i.organisation_id = organisation and i.kind = 'email' and i.value not like 'erased-%@erased.invalid'
    and i.account_id = any(array(
      select account
      union all select k.other_id from account_link k where k.organisation_id = organisation and k.account_id = account
      union all select k.account_id from account_link k where k.organisation_id = organisation and k.other_id = account
    ))
  order by i.account_id <> account, i.created_at, i.value limit 1
$$;
