-- Writes a commitment. Outcomes: committed, too_many (open commitments), replayed, stale_key.
-- Locks: API key, shared; proof; organisation, so that each commitment counts the earlier ones.
create or replace function commit_draw(
  organisation bigint, draw uuid, seed_hash text, seed bytea, at timestamptz, expires_on timestamptz, most_open integer,
  key_id bigint, verified_with bytea, token_id text, request uuid, expires timestamptz
) returns text language plpgsql as $$
declare
  outcome text := take_proof(key_id, verified_with, token_id, request, expires);
begin
  if outcome <> 'used' then return outcome; end if;
  -- An organisation's commitments follow one another: each counts the earlier ones.
  perform 1 from organisation o where o.id = organisation for no key update;
  if (select count(*) from fair_draw f
      where f.organisation_id = organisation and f.revealed_at is null and f.expires_at > at) >= most_open then
    return 'too_many';
  end if;
  insert into fair_draw (id, organisation_id, server_seed_hash, server_seed, created_at, expires_at)
    values (draw, organisation, seed_hash, seed, at, expires_on);
  return 'committed';
end $$;
