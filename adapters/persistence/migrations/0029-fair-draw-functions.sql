-- Uses a proof up inside the transaction of its effect. Outcomes: used, replayed, stale_key (the API key has another
-- proof key by now). The key stays as it is until the transaction ends: a rotation comes before all of it, or after.
create function take_proof(key_id bigint, verified_with bytea, token_id text, request uuid, expires timestamptz)
returns text language plpgsql as $$
declare
  current_key bytea;
begin
  select k.proof_key into current_key from api_key k where k.id = key_id for share;
  if current_key is distinct from verified_with then return 'stale_key'; end if;
  if not use_proof(key_id, token_id, request, expires) then return 'replayed'; end if;
  return 'used';
end $$;

-- Outcomes: rotated, replayed, stale_key. Locked for change from the start: two rotations that both only read would
-- wait for each other.
create function rotate_proof_key(
  new_key bytea, at timestamptz,
  key_id bigint, verified_with bytea, token_id text, request uuid, expires timestamptz,
  out outcome text, out key_prefix text
) language plpgsql as $$
begin
  select k.prefix into key_prefix from api_key k where k.id = key_id for no key update;
  outcome := take_proof(key_id, verified_with, token_id, request, expires);
  if outcome <> 'used' then return; end if;
  update api_key k set proof_key = new_key, proof_key_at = at where k.id = key_id;
  outcome := 'rotated';
end $$;

-- Writes a commitment. Outcomes: committed, too_many (so many are open), replayed, stale_key.
create function commit_draw(
  organisation bigint, draw uuid, seed_hash text, seed bytea, at timestamptz, expires_on timestamptz, most_open integer,
  key_id bigint, verified_with bytea, token_id text, request uuid, expires timestamptz
) returns text language plpgsql as $$
declare
  outcome text := take_proof(key_id, verified_with, token_id, request, expires);
begin
  if outcome <> 'used' then return outcome; end if;
  -- One commitment of an organisation after the other: each counts those before it.
  perform 1 from organisation o where o.id = organisation for no key update;
  if (select count(*) from fair_draw f
      where f.organisation_id = organisation and f.revealed_at is null and f.expires_at > at) >= most_open then
    return 'too_many';
  end if;
  insert into fair_draw (id, organisation_id, server_seed_hash, server_seed, created_at, expires_at)
    values (draw, organisation, seed_hash, seed, at, expires_on);
  return 'committed';
end $$;

-- Reveals a draw and charges it, once. Outcomes: revealed, repeated (by the same inputs), conflict (by others),
-- expired, insufficient (balance), missing, replayed, stale_key. `cost_cents`: what the draw cost, in repeats, too.
-- Locks: API key, draw, account.
create function reveal_draw(
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
  insert into draw_ledger_entry (organisation_id, kind, amount_cents, draw_id, created_at)
    values (organisation, 'draw', -unit_cost_cents, draw, at);
  update fair_draw f set revealed_at = at, client_seed = client, nonce = given_nonce, candidates_hash = hash,
      candidate_count = candidates, pick = picked, winner_indices = indices, cost_cents = unit_cost_cents
    where f.id = draw;
  outcome := 'revealed';
  cost_cents := unit_cost_cents;
end $$;
