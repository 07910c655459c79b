-- Reveals a draw and charges it, once. Outcomes: revealed, repeated (by the same inputs), conflict (by others),
-- expired, insufficient (balance), missing, replayed, stale_key. `cost_cents`: what the draw cost, in repeats, too.
-- Locks: API key, proof, draw, account.
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

  -- The balance is checked again under its lock.
  update draw_account a set balance_cents = a.balance_cents - unit_cost_cents, draws = a.draws + 1,
      cost_cents = a.cost_cents + unit_cost_cents
    where a.organisation_id = organisation and a.balance_cents >= unit_cost_cents;
  if not found then outcome := 'insufficient'; return; end if;
  at := draw_ledger_time(organisation, at);
  insert into draw_ledger_entry (organisation_id, kind, amount_cents, draw_id, created_at)
    values (organisation, 'draw', -unit_cost_cents, draw, at);
  update fair_draw f set revealed_at = at, client_seed = client, nonce = given_nonce, candidates_hash = hash,
      candidate_count = candidates, pick = picked, winner_indices = indices, cost_cents = unit_cost_cents
    where f.organisation_id = organisation and f.id = draw;
  outcome := 'revealed';
  cost_cents := unit_cost_cents;
end $$;
