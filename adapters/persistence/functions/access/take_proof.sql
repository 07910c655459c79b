-- Uses a proof up inside the transaction of its effect. Outcomes: used, replayed, stale_key (the API key has another
-- proof key by now).
-- Locks: API key, shared, until the transaction ends: a rotation comes before all of it, or after; then the proof.
create or replace function take_proof(key_id bigint, verified_with bytea, token_id text, request uuid, expires timestamptz)
returns text language plpgsql as $$
declare
  current_key bytea;
begin
  select k.proof_key into current_key from api_key k where k.id = key_id for share;
  if current_key is distinct from verified_with then return 'stale_key'; end if;
  if not use_proof(key_id, token_id, request, expires) then return 'replayed'; end if;
  return 'used';
end $$;
