-- Replaces the key that signs an API key's proofs. Outcomes: rotated, key_used_before (by this API key: the present
-- one, or a former one), replayed, stale_key.
-- Locks: API key, for change from the start: two rotations that both only read would wait for each other; then the
-- proof.
create or replace function rotate_proof_key(
  new_key bytea, at timestamptz,
  key_id bigint, verified_with bytea, token_id text, request uuid, expires timestamptz,
  out outcome text, out key_prefix text
) language plpgsql as $$
begin
  select k.prefix into key_prefix from api_key k where k.id = key_id for no key update;
  outcome := take_proof(key_id, verified_with, token_id, request, expires);
  if outcome <> 'used' then return; end if;
  if new_key = verified_with
      or exists (select from former_proof_key f where f.api_key_id = key_id and f.proof_key = new_key) then
    outcome := 'key_used_before';
    return;
  end if;
  insert into former_proof_key (organisation_id, api_key_id, proof_key, replaced_at)
    select k.organisation_id, k.id, verified_with, at from api_key k where k.id = key_id;
  update api_key k set proof_key = new_key, proof_key_at = at where k.id = key_id;
  outcome := 'rotated';
end $$;
