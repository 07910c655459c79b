-- Uses a proof for a request. Repeating it for the same request changes nothing; false: another request used it.
-- Locks: the proof.
create or replace function use_proof(key_id bigint, token_id text, request uuid, expires timestamptz) returns boolean
language plpgsql as $$
begin
  insert into used_proof as p (organisation_id, api_key_id, jti, used_by, expires_at)
      select k.organisation_id, k.id, token_id, request, expires from api_key k where k.id = key_id
    on conflict (api_key_id, jti, organisation_id) do update set used_by = p.used_by where p.used_by = excluded.used_by;
  return found;
end $$;
