-- Credits a new deposit. A call with a proof is a report, and uses the proof.
-- Outcomes: credited (now, or reported for the first time), known, too_large, replayed, stale_key.
-- Locks: API key and proof, of a report; draw account.
-- @param token_units of the token's smallest unit
create or replace function credit_deposit(
  organisation bigint, chain bigint, tx text, block bigint, token_address text, token_units numeric, cents bigint,
  at timestamptz, key_id bigint, key bytea, proof_id text, request uuid, proof_expires timestamptz,
  out outcome text, out amount bigint, out balance bigint
) language plpgsql as $$
declare
  d deposit%rowtype;
begin
  if key_id is not null then
    if not exists (select from api_key k where k.id = key_id and k.organisation_id = organisation) then
      outcome := 'stale_key';
      return;
    end if;
    outcome := take_proof(key_id, key, proof_id, request, proof_expires);
    if outcome <> 'used' then return; end if;
  end if;
  -- The lock of all that credit or charge this organisation.
  insert into draw_account (organisation_id) values (organisation) on conflict do nothing;
  select a.balance_cents into balance from draw_account a where a.organisation_id = organisation for no key update;
  select * into d from deposit k
    where k.organisation_id = organisation and k.chain_id = chain and k.tx_hash = tx;
  if found then
    amount := d.amount_cents;
    outcome := 'known';
    if key_id is not null and d.reported_at is null then
      update deposit k set reported_at = at where k.organisation_id = organisation and k.id = d.id;
      outcome := 'credited';
    end if;
    return;
  end if;
  -- A JSON number holds no more.
  if balance > 9007199254740991 - cents then
    outcome := 'too_large';
    return;
  end if;
  at := draw_ledger_time(organisation, at);
  insert into deposit (organisation_id, chain_id, tx_hash, block_number, token, units, amount_cents, credited_at,
      reported_at)
    values (organisation, chain, tx, block, token_address, token_units, cents, at,
      case when key_id is not null then at end);
  insert into draw_ledger_entry (organisation_id, kind, amount_cents, tx_hash, created_at)
    values (organisation, 'deposit', cents, tx, at);
  update draw_account a set balance_cents = a.balance_cents + cents where a.organisation_id = organisation
    returning a.balance_cents into balance;
  amount := cents;
  outcome := 'credited';
end $$;
