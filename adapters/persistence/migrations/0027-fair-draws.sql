-- Fair draws over lists: what an organisation has paid in and what its draws cost.

-- One row an organisation, made with its first deposit. Every change of it writes a draw_ledger_entry, too.
create table draw_account (
  organisation_id bigint primary key references organisation (id),
  balance_cents bigint not null default 0 constraint draw_account_never_overdrawn check (balance_cents >= 0),
  -- Draws that were revealed, and what they cost together.
  draws bigint not null default 0 check (draws >= 0),
  cost_cents bigint not null default 0 check (cost_cents >= 0)
);

-- Append-only: the sum of an organisation's amounts is its balance.
create table draw_ledger_entry (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisation (id),
  kind text not null check (kind in ('draw', 'deposit')),
  amount_cents bigint not null,
  tx_hash text check (tx_hash ~ '^0x[0-9a-f]{64}$'),
  draw_id uuid,
  created_at timestamptz not null,
  check (case kind when 'draw' then amount_cents <= 0 and draw_id is not null and tx_hash is null
    else amount_cents >= 0 and draw_id is null and tx_hash is not null end)
);
create index draw_ledger_by_organisation on draw_ledger_entry (organisation_id, id);
-- A draw is charged once.
create unique index draw_ledger_draw on draw_ledger_entry (draw_id) where draw_id is not null;

create function append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger draw_ledger_append_only before update or delete on draw_ledger_entry
  for each row execute function append_only();

-- Commitments of the service to a secret seed, and what became of them.
create table fair_draw (
  id uuid primary key,
  organisation_id bigint not null references organisation (id),
  -- Hex SHA-256 of the seed as text.
  server_seed_hash text not null check (server_seed_hash ~ '^[0-9a-f]{64}$'),
  -- Encrypted, also once it is revealed.
  server_seed bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  revealed_at timestamptz,
  client_seed text check (char_length(client_seed) <= 200),
  nonce text check (char_length(nonce) <= 80),
  -- Hex SHA-256 of the candidates in RFC 8785 form. The candidates themselves are kept nowhere.
  candidates_hash text check (candidates_hash ~ '^[0-9a-f]{64}$'),
  candidate_count integer check (candidate_count between 1 and 10000),
  pick integer check (pick between 1 and candidate_count),
  winner_indices integer[] check (cardinality(winner_indices) = pick),
  cost_cents bigint check (cost_cents >= 0),
  unique (organisation_id, id),
  check (num_nulls(revealed_at, client_seed, nonce, candidates_hash, candidate_count, pick, winner_indices, cost_cents)
    in (0, 8))
);
-- Numbers at random hardly compress: trying to takes longer than all else that a reveal does here.
alter table fair_draw alter column winner_indices set storage external;
create index fair_draw_open on fair_draw (organisation_id, expires_at) where revealed_at is null;
alter table draw_ledger_entry add foreign key (organisation_id, draw_id) references fair_draw (organisation_id, id);

-- The Ed25519 key (32 bytes) that signs proofs of possession for an API key.
alter table api_key add column proof_key bytea check (length(proof_key) = 32),
  add column proof_key_at timestamptz,
  add constraint api_key_proof_key check ((proof_key is null) = (proof_key_at is null));

-- Proofs that were used, until nobody could use them anyway. `used_by`: the request that used it.
create table used_proof (
  api_key_id bigint not null references api_key (id),
  jti text not null check (char_length(jti) between 16 and 64),
  used_by uuid not null,
  expires_at timestamptz not null,
  primary key (api_key_id, jti)
);
create index used_proof_expiring on used_proof (expires_at);

-- Uses a proof for a request. Repeating it for the same request changes nothing; false: another request used it.
create function use_proof(key_id bigint, token_id text, request uuid, expires timestamptz) returns boolean
language plpgsql as $$
begin
  insert into used_proof as p (api_key_id, jti, used_by, expires_at) values (key_id, token_id, request, expires)
    on conflict (api_key_id, jti) do update set used_by = p.used_by where p.used_by = excluded.used_by;
  return found;
end $$;
