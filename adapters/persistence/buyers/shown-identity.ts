/**
 * Returns a lateral join for an account's first identity, as the columns `email` and `wallet` of `known`, of which one
 * is null: orders and winners show it.
 * @param of alias of a row with organisation_id and account_id
 */
export function shownIdentity(of: string): string {
  return `cross join lateral (
    select case i.kind when 'email' then i.value end as email, case i.kind when 'wallet' then i.value end as wallet
    from account_identity i where i.organisation_id = ${of}.organisation_id and i.account_id = ${of}.account_id
    order by i.created_at, i.kind, i.value limit 1
  ) known`;
}
