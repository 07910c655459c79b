-- The time of the organisation's next ledger entry: not before that of its last. To be asked for under the lock of its
-- draw account, under which entries are numbered, too: so the newest by number is the newest by time, also where a
-- request took the time before it waited for the lock.
create function draw_ledger_time(organisation bigint, at timestamptz) returns timestamptz language plpgsql as $$
begin
  return greatest(at, (
    select e.created_at from draw_ledger_entry e where e.organisation_id = organisation order by e.id desc limit 1
  ));
end $$;

-- Reveals a draw and charges it, once. Outcomes: revealed, repeated (by the same inputs), conflict (by others),
-- expired, insufficient (balance), missing, replayed, stale_key. `cost_cents`: what the draw cost, in repeats, too.
-- Locks: API key, draw, account.
create or replace function reveal_draw(
  organisation bigint, draw uuid, client text, given_nonce text, hash text, candidates integer, picked integer,
  indices integer[], unit_cost_cents bigint, at timestamptz,
  key_id bigint, verified_with bytea, token_id text, request uuid, expires timestamptz,
  out outcome text, out cost_cents bigint
) language plpgsql as $$
declare
  d fair_draw%rowtype;
begin
  outcome := take_proof(key_id, verified_with, token_id, request, expires);
  if outcome <> 'used' then return; end if;

  select * into d from fair_draw f where f.organisation_id = organisation and f.id = draw for no key update;
  if not found then outcome := 'missing'; return; end if;
  if d.revealed_at is not null then
    if (d.client_seed, d.nonce, d.candidates_hash, d.pick) <> (client, given_nonce, hash, picked) then
      outcome := 'conflict';
      return;
    end if;
    if d.winner_indices <> indices then raise exception 'draw % has another result now', draw; end if;
    outcome := 'repeated';
    cost_cents := d.cost_cents;
    return;
  end if;
  if d.expires_at <= at then outcome := 'expired'; return; end if;

  -- Under its lock the balance is looked at again.
  update draw_account a set balance_cents = a.balance_cents - unit_cost_cents, draws = a.draws + 1,
      cost_cents = a.cost_cents + unit_cost_cents
    where a.organisation_id = organisation and a.balance_cents >= unit_cost_cents;
  if not found then outcome := 'insufficient'; return; end if;
  at := draw_ledger_time(organisation, at);
  insert into draw_ledger_entry (organisation_id, kind, amount_cents, draw_id, created_at)
    values (organisation, 'draw', -unit_cost_cents, draw, at);
  update fair_draw f set revealed_at = at, client_seed = client, nonce = given_nonce, candidates_hash = hash,
      candidate_count = candidates, pick = picked, winner_indices = indices, cost_cents = unit_cost_cents
    where f.id = draw;
  outcome := 'revealed';
  cost_cents := unit_cost_cents;
end $$;

-- Credits a deposit that is not credited yet. With a proof it is a report, and uses the proof.
-- Outcomes: credited (now, or reported for the first time), known, too_large, replayed, stale_key.
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
  -- Held by whoever credits or charges this organisation: one at a time.
  insert into draw_account (organisation_id) values (organisation) on conflict do nothing;
  select a.balance_cents into balance from draw_account a where a.organisation_id = organisation for no key update;
  select * into d from deposit k
    where k.organisation_id = organisation and k.chain_id = chain and k.tx_hash = tx;
  if found then
    amount := d.amount_cents;
    outcome := 'known';
    if key_id is not null and d.reported_at is null then
      update deposit k set reported_at = at where k.id = d.id;
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
