-- Gives a queued call the lowest nonce that none of the signer's calls has and that is not used on chain: none is ever
-- skipped, even after crashes.
-- Locks: the signer, then the call.
-- Outcomes: the nonce; null if the call is no longer queued, or too many calls are in flight.
-- @param mined transactions of the signer in blocks
-- @param in_flight the most calls that may be `sent` at once
create or replace function take_nonce(
  organisation bigint, call bigint, by_signer text, mined bigint, gas_limit bigint, in_flight integer
) returns bigint language plpgsql as $$
declare
  chain bigint;
  s chain_signer%rowtype;
  taken bigint;
begin
  select c.chain_id into chain from chain_call c where c.organisation_id = organisation and c.id = call;
  if not found then return null; end if;
  insert into chain_signer (chain_id, address, next_nonce) values (chain, by_signer, mined) on conflict do nothing;
  select * into s from chain_signer k where k.chain_id = chain and k.address = by_signer for update;
  perform from chain_call c
    where c.organisation_id = organisation and c.id = call and c.state = 'queued' for update;
  if not found then return null; end if;
  if in_flight <= (
    select count(*) from chain_call c where c.chain_id = chain and c.signer = by_signer and c.state = 'sent'
  ) then return null; end if;
  select min(n) into taken from generate_series(mined, greatest(mined, s.next_nonce)) n
    where not exists (select from chain_call c where c.chain_id = chain and c.signer = by_signer and c.nonce = n);
  update chain_signer k set next_nonce = greatest(k.next_nonce, taken + 1)
    where k.chain_id = chain and k.address = by_signer;
  update chain_call c set state = 'sent', signer = by_signer, nonce = taken, gas = gas_limit
    where c.organisation_id = organisation and c.id = call;
  return taken;
end $$;
