-- The simulated chain's memory (never used in production).
create table simulated_chain (
  -- One row.
  id boolean primary key default true check (id),
  salt bytea not null check (length(salt) = 32),
  genesis_at timestamptz not null,
  mined_blocks bigint not null default 0,
  -- Blocks that the clock had made at the last mining.
  clock_blocks bigint not null default 0,
  last_mined_at timestamptz not null,
  -- The lowest block of each reorganisation. In this row, so that who waits for it sees it.
  reorganised_from bigint[] not null default '{}'
);

create table simulated_mining (
  first_number bigint primary key,
  blocks integer not null check (blocks > 0),
  mined_before bigint not null,
  at timestamptz not null
);

create table simulated_transaction (
  hash text primary key,
  -- One transaction a block.
  block_number bigint not null unique,
  succeeded boolean not null
);

create table simulated_transfer (
  tx_hash text not null references simulated_transaction (hash) on delete cascade,
  log_index integer not null,
  token text not null,
  recipient text not null,
  units numeric(78) not null check (units >= 0),
  primary key (tx_hash, log_index)
);
