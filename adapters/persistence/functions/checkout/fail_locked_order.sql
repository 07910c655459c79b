-- Ends a pending order without a payment: returns its credit, and the pass on request. The caller has locked its lot,
-- then the order, and subtracts its tickets from the lot's held ones.
-- Locks: account, pass.
create or replace function fail_locked_order(failed ticket_order, reason text, give_back_pass boolean, at timestamptz)
returns void language plpgsql
set enable_seqscan = off as $$
begin
  update ticket_order set status = 'failed', error = reason, failed_at = at,
      -- A job closes a payment that is still open at the provider.
      rail_cancel_at = case when failed.rail_account_id is not null and reason not in ('rail_unavailable') then at end
    where organisation_id = failed.organisation_id and id = failed.id;
  delete from pending_order p
    where p.organisation_id = failed.organisation_id and p.lot_id = failed.lot_id and p.number = failed.number;
  if failed.credit_cents > 0 then
    update account set reserved_cents = reserved_cents - failed.credit_cents
      where organisation_id = failed.organisation_id and id = failed.account_id;
  end if;
  if give_back_pass and failed.pass_hash is not null then
    update entry_pass set order_id = null
      where hash = failed.pass_hash and organisation_id = failed.organisation_id and order_id = failed.id;
  end if;
end $$;
