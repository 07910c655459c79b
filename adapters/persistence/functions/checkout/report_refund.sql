-- Records a rail's unrequested report of a refund. `failed` is final, in any order of reports.
-- Outcomes: updated, lost (a succeeded refund has failed), known (nothing new), other_amount, missing.
-- Locks: the refund.
-- @param reported amount in the currency's minor unit
create or replace function report_refund(
  organisation bigint, account bigint, of_key text, provider_id text, new_state text, reported bigint,
  reported_currency text, at timestamptz
) returns text language plpgsql
set enable_seqscan = off as $$
declare
  f refund%rowtype;
begin
  select * into f from refund r where r.key = of_key and r.organisation_id = organisation and r.rail_account_id = account
    for no key update;
  if not found then
    select * into f from refund r where r.rail_account_id = account and r.provider_refund_id = provider_id
      and r.organisation_id = organisation limit 1 for no key update;
    if not found then return 'missing'; end if;
  end if;
  if f.amount <> reported or f.currency <> reported_currency then return 'other_amount'; end if;
  if f.note is not null or f.failed_at_rail then return 'known'; end if;
  if new_state = 'failed' then
    update refund set state = 'failed', failed_at_rail = true, last_error = 'failed_at_provider', due_at = null,
        lease_until = null, provider_refund_id = coalesce(provider_id, provider_refund_id), updated_at = at
      where organisation_id = organisation and id = f.id;
    return case f.state when 'succeeded' then 'lost' else 'updated' end;
  end if;
  if f.state = 'succeeded' then return 'known'; end if;
  if new_state = 'succeeded' then
    update refund set state = 'succeeded', succeeded_at = at, last_error = null, due_at = null, lease_until = null,
        provider_refund_id = coalesce(provider_id, provider_refund_id), updated_at = at
      where organisation_id = organisation and id = f.id;
    return 'updated';
  end if;
  if f.state <> 'requested' then return 'known'; end if;
  update refund set accepted_at = coalesce(accepted_at, at),
      provider_refund_id = coalesce(provider_id, provider_refund_id), updated_at = at
    where organisation_id = organisation and id = f.id;
  return 'updated';
end $$;
