-- What organisations pay in for their draws: tokens that they send to an address of their own.

-- An address is never given up: what comes to it later is credited, too.
create table deposit_address (
  organisation_id bigint not null references organisation (id),
  -- Hex SHA-256 of the extended public key that it is derived from; the index is the organisation's id.
  source text not null check (source ~ '^[0-9a-f]{64}$'),
  address text not null unique check (address ~ '^0x[0-9a-f]{40}$'),
  created_at timestamptz not null,
  primary key (organisation_id, source)
);

-- Blocks before `next_block` were looked at for transfers to all addresses.
create table deposit_watch (
  chain_id bigint primary key,
  next_block bigint not null check (next_block >= 0)
);

create table deposit (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisation (id),
  chain_id bigint not null,
  tx_hash text not null check (tx_hash ~ '^0x[0-9a-f]{64}$'),
  block_number bigint not null check (block_number >= 0),
  token text not null check (token ~ '^0x[0-9a-f]{40}$'),
  -- Of all transfers of the transaction to the organisation, together.
  units numeric(78) not null check (units > 0),
  amount_cents bigint not null check (amount_cents > 0),
  credited_at timestamptz not null,
  -- The organisation's first report of it. The watcher needs none.
  reported_at timestamptz,
  constraint deposit_credited_once unique (organisation_id, chain_id, tx_hash)
);

-- Credits a deposit that is not credited yet. With a proof it is a report, and uses the proof.
-- Outcomes: credited (now, or reported for the first time), known, too_large, replayed, stale_key.
create function credit_deposit(
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
