-- Every foreign key that stays inside an organisation carries its id, so that no row can point across tenants.

create table organisation (
  id bigint generated always as identity primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  name text not null,
  crypto_enabled boolean not null,
  accepted_tokens text[] not null,
  fiat_enabled boolean not null,
  fiat_currency text not null check (fiat_currency ~ '^[A-Z]{3}$'),
  rates jsonb not null,
  entry_question_required boolean not null,
  hold_minutes integer not null check (hold_minutes between 5 and 120),
  auto_publish_winners boolean not null,
  return_hosts text[] not null,
  treasury_address text,
  created_at timestamptz not null
);

create table api_key (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisation (id),
  name text not null,
  prefix text not null,
  hash bytea not null unique check (length(hash) = 32),
  scopes text[] not null,
  rate_limit integer not null check (rate_limit between 1 and 10000000),
  rate_window_sec integer not null check (rate_window_sec between 1 and 86400),
  created_at timestamptz not null,
  revoked_at timestamptz,
  unique (organisation_id, id)
);

-- Theoretical arrival times in nanoseconds of the database's clock. Lost with a database crash: budgets start anew.
create unlogged table rate_budget (
  api_key_id bigint primary key,
  arrival_ns bigint not null
) with (fillfactor = 50);

create unlogged table failure_budget (
  address text primary key,
  arrival_ns bigint not null
) with (fillfactor = 50);

create table idempotency (
  id bigint generated always as identity primary key,
  -- 0: the operator
  api_key_id bigint not null,
  route text not null,
  key text not null,
  request_hash bytea not null,
  lease_until timestamptz,
  status integer,
  body bytea,
  created_at timestamptz not null,
  unique (api_key_id, route, key)
);
create index idempotency_age on idempotency (created_at);

create table audit (
  id bigint generated always as identity primary key,
  organisation_id bigint references organisation (id),
  actor text not null,
  action text not null,
  subject text not null,
  facts jsonb not null,
  request_id text not null,
  at timestamptz not null
);
create index audit_by_organisation on audit (organisation_id, id);

create table rail_account (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisation (id),
  kind text not null check (kind in ('flow', 'embed', 'fields', 'redirect', 'qr')),
  provider text not null,
  currencies text[] not null,
  credentials bytea not null,
  settings jsonb not null,
  enabled boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (organisation_id, id),
  unique (organisation_id, kind, provider)
);

-- Which enabled account serves a currency: the key admits one.
create table rail_currency (
  organisation_id bigint not null,
  currency text not null,
  rail_account_id bigint not null,
  primary key (organisation_id, currency),
  foreign key (organisation_id, rail_account_id) references rail_account (organisation_id, id) on delete cascade
);
create index rail_currency_account on rail_currency (organisation_id, rail_account_id);

create table prize (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisation (id),
  category text not null,
  name text,
  brand text,
  model text,
  reference_number text,
  condition text not null check (condition in ('new', 'unworn', 'excellent', 'good')),
  year_manufactured integer,
  retail_value_cents bigint not null check (retail_value_cents >= 0),
  description text,
  image_urls text[] not null,
  created_at timestamptz not null,
  unique (organisation_id, id),
  check (name is not null or (brand is not null and model is not null))
);

create table lot (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisation (id),
  prize_id bigint not null,
  title text not null,
  description text,
  price_cents bigint not null check (price_cents between 0 and 10000000),
  payment_token text not null check (payment_token in ('USDC', 'USDT')),
  max_tickets integer not null check (max_tickets between 1 and 100000000),
  sold integer not null default 0,
  held integer not null default 0,
  voided integer not null default 0,
  status text not null check (status in ('draft', 'active', 'ended', 'cancelled')),
  start_at timestamptz not null,
  end_at timestamptz not null,
  image_url text,
  payment_crypto boolean,
  payment_fiat boolean,
  payment_currency text,
  on_chain boolean not null default false,
  created_at timestamptz not null,
  closed_at timestamptz,
  -- The draw's commitment exists, so its tickets are fixed and money that arrives now is too late.
  committed_at timestamptz,
  drawn_at timestamptz,
  archived_at timestamptz,
  cancelled_at timestamptz,
  -- Set when every order of a cancelled lot has been made whole.
  unwound_at timestamptz,
  unique (organisation_id, id),
  foreign key (organisation_id, prize_id) references prize (organisation_id, id),
  check (end_at > start_at),
  constraint lot_never_oversold check (sold >= 0 and held >= 0 and sold::bigint + held <= max_tickets),
  constraint lot_voided_within_sold check (voided between 0 and sold),
  check ((status = 'cancelled') = (cancelled_at is not null))
) with (fillfactor = 50);
create index lot_active on lot (organisation_id, id) where status = 'active';
create index lot_unwinding on lot (id) where status = 'cancelled' and unwound_at is null;

create table entry_question (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisation (id),
  question text not null,
  options text[] not null,
  answer_index integer not null check (answer_index >= 0),
  category text,
  created_at timestamptz not null,
  unique (organisation_id, id),
  check (answer_index < cardinality(options))
);

create table account (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisation (id),
  email text,
  wallet text,
  balance_cents bigint not null default 0,
  reserved_cents bigint not null default 0,
  created_at timestamptz not null,
  unique (organisation_id, id),
  unique (organisation_id, email),
  unique (organisation_id, wallet),
  check (num_nonnulls(email, wallet) = 1),
  constraint account_never_overdrawn check (reserved_cents >= 0 and balance_cents >= reserved_cents)
);

create table ticket_order (
  id text primary key check (id ~ '^cs_[0-9a-z]{26}$'),
  -- For providers that want an integer as reference. Nobody asks by it yet: an index would be kept for nothing.
  number bigint generated always as identity,
  organisation_id bigint not null,
  lot_id bigint not null,
  account_id bigint not null,
  api_key_id bigint not null,
  idempotency_id bigint,
  quantity integer not null check (quantity between 1 and 100),
  status text not null check (status in ('pending', 'paid', 'failed')),
  error text,
  price_cents bigint not null check (price_cents >= 0),
  credit_cents bigint not null check (credit_cents between 0 and price_cents),
  charge_amount bigint not null check (charge_amount >= 0),
  charge_currency text not null,
  -- Charge-currency major units for one USD; null where nothing was converted.
  rate text,
  source text not null check (source in ('fiat', 'crypto', 'free')),
  rail_account_id bigint,
  rail_kind text,
  rail_provider text,
  provider_ids jsonb not null default '{}',
  instruction jsonb,
  return_url text,
  buyer_email text,
  hold_until timestamptz not null,
  rail_expires_at timestamptz not null,
  -- When reconciliation looks at it next; also its lease.
  check_at timestamptz not null,
  checks integer not null default 0,
  asked_at timestamptz,
  confirm_started_at timestamptz,
  -- The payment may still be open at the provider although the order has failed.
  rail_cancel_at timestamptz,
  rail_cancels integer not null default 0,
  created_at timestamptz not null,
  paid_at timestamptz,
  failed_at timestamptz,
  -- Made whole after its lot was cancelled.
  unwound_at timestamptz,
  unique (organisation_id, id),
  foreign key (organisation_id, lot_id) references lot (organisation_id, id),
  foreign key (organisation_id, account_id) references account (organisation_id, id),
  foreign key (organisation_id, rail_account_id) references rail_account (organisation_id, id),
  check ((charge_amount > 0) = (rail_account_id is not null)),
  check ((status = 'failed') = (error is not null))
) with (fillfactor = 80);
create index ticket_order_due on ticket_order (check_at) where status = 'pending';
create index ticket_order_rail_cancel on ticket_order (rail_cancel_at) where rail_cancel_at is not null;
-- What a cancelled lot still has to make whole.
create index ticket_order_by_lot on ticket_order (lot_id, status, id) where unwound_at is null;
create unique index ticket_order_once on ticket_order (idempotency_id) where idempotency_id is not null;

-- Only the hash of a pass is kept.
create table entry_pass (
  hash bytea primary key check (length(hash) = 32),
  organisation_id bigint not null references organisation (id),
  expires_at timestamptz not null,
  -- Burnt by this order. No foreign key: it is written before the order in one function, and pruned by age.
  order_id text
);
create index entry_pass_age on entry_pass (expires_at);

-- Ticket numbers of one order. Each range follows the one before it, so there is no gap and no overlap.
create table ticket_range (
  lot_id bigint not null,
  first integer not null check (first >= 1),
  last integer not null,
  follows integer,
  organisation_id bigint not null,
  order_id text not null unique,
  account_id bigint not null,
  issued_at timestamptz not null,
  voided_at timestamptz,
  primary key (lot_id, last),
  unique (lot_id, first),
  foreign key (lot_id, follows) references ticket_range (lot_id, last),
  foreign key (organisation_id, lot_id) references lot (organisation_id, id),
  foreign key (organisation_id, order_id) references ticket_order (organisation_id, id),
  check (last >= first),
  constraint ticket_range_contiguous check (follows is not distinct from nullif(first - 1, 0))
);

-- Money that a rail reported. `settled` bought tickets; everything else is given back.
create table payment (
  id bigint generated always as identity primary key,
  organisation_id bigint not null,
  order_id text not null,
  rail_kind text not null,
  rail_provider text not null,
  provider_payment_id text not null,
  amount bigint not null check (amount >= 0),
  currency text not null,
  state text not null check (state in ('settled', 'late', 'mismatch', 'surplus')),
  received_at timestamptz not null,
  unique (organisation_id, id),
  unique (organisation_id, rail_kind, rail_provider, provider_payment_id),
  foreign key (organisation_id, order_id) references ticket_order (organisation_id, id)
);
create unique index payment_settled_once on payment (order_id) where state = 'settled';
create index payment_by_order on payment (organisation_id, order_id);

-- One full refund for a payment. Its key is the provider's idempotency key.
create table refund (
  id bigint generated always as identity primary key,
  organisation_id bigint not null,
  order_id text not null,
  payment_id bigint not null unique,
  key text not null unique,
  amount bigint not null check (amount > 0),
  currency text not null,
  reason text not null,
  state text not null check (state in ('requested', 'succeeded', 'failed', 'manual')),
  provider_refund_id text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (organisation_id, id),
  foreign key (organisation_id, order_id) references ticket_order (organisation_id, id),
  foreign key (organisation_id, payment_id) references payment (organisation_id, id)
);
create index refund_by_organisation on refund (organisation_id, id);

-- Every change of a balance. Corrected by another entry, never edited.
create table credit_entry (
  id bigint generated always as identity primary key,
  organisation_id bigint not null,
  account_id bigint not null,
  kind text not null check (kind in ('grant', 'spend', 'refund')),
  amount_cents bigint not null check (amount_cents <> 0),
  order_id text,
  reason text,
  at timestamptz not null,
  foreign key (organisation_id, account_id) references account (organisation_id, id),
  foreign key (organisation_id, order_id) references ticket_order (organisation_id, id)
);
create index credit_entry_by_account on credit_entry (organisation_id, account_id, id);
create unique index credit_entry_once on credit_entry (order_id, kind) where order_id is not null;

-- What providers sent, as it came (encrypted), before anything was made of it.
create table rail_notification (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisation (id),
  rail_account_id bigint not null,
  dedupe_key text not null,
  message bytea not null,
  received_at timestamptz not null,
  lease_until timestamptz not null,
  tries integer not null default 0,
  processed_at timestamptz,
  error text,
  unique (rail_account_id, dedupe_key),
  foreign key (organisation_id, rail_account_id) references rail_account (organisation_id, id)
);
create index rail_notification_due on rail_notification (lease_until) where processed_at is null;
create index rail_notification_age on rail_notification (received_at);

create table winner (
  id bigint generated always as identity primary key,
  organisation_id bigint not null,
  lot_id bigint not null unique,
  ticket_number integer not null,
  account_id bigint not null,
  proof jsonb,
  won_at timestamptz not null,
  published_at timestamptz,
  foreign key (organisation_id, lot_id) references lot (organisation_id, id),
  foreign key (organisation_id, account_id) references account (organisation_id, id)
);
create index winner_published on winner (organisation_id, id) where published_at is not null;

-- The outbox. A payload is stored as the text that is signed.
create table event (
  id text primary key,
  sequence bigint generated always as identity unique,
  organisation_id bigint not null references organisation (id),
  type text not null check (
    type in ('entry.confirmed', 'payment.settled', 'lot.closed', 'lot.cancelled', 'draw.completed', 'ping')
  ),
  payload text not null,
  -- Only for this endpoint (ping); otherwise for all that listen to the type.
  endpoint_id bigint,
  created_at timestamptz not null,
  relayed_at timestamptz
);
create index event_unrelayed on event (sequence) where relayed_at is null;
create index event_by_organisation on event (organisation_id, sequence);
create index event_age on event (created_at);

create table webhook_endpoint (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisation (id),
  url text not null,
  secret bytea not null,
  -- null: all types
  events text[],
  enabled boolean not null,
  disabled_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Gone for everybody but the deliveries that were made to it, which leave with their events.
  removed_at timestamptz,
  unique (organisation_id, id),
  check (removed_at is null or not enabled)
);

create table delivery (
  id bigint generated always as identity primary key,
  organisation_id bigint not null,
  event_id text not null references event (id) on delete cascade,
  endpoint_id bigint not null,
  state text not null check (state in ('pending', 'delivered', 'failed')),
  -- Attempts that ended.
  attempts integer not null default 0,
  -- Times that it was claimed: the number of the attempt under way, which fences off those before it.
  claims integer not null default 0,
  -- By the business clock.
  due_at timestamptz not null,
  -- By the database's clock; set while somebody sends it.
  lease_until timestamptz,
  created_at timestamptz not null,
  finished_at timestamptz,
  unique (event_id, endpoint_id),
  foreign key (organisation_id, endpoint_id) references webhook_endpoint (organisation_id, id),
  check (attempts <= claims),
  check ((state = 'pending') = (finished_at is null)),
  check (state = 'pending' or lease_until is null)
) with (fillfactor = 80);
create index delivery_due on delivery (endpoint_id, due_at) where state = 'pending' and lease_until is null;
create index delivery_leased on delivery (endpoint_id, lease_until) where lease_until is not null;
create index delivery_by_endpoint on delivery (organisation_id, endpoint_id, id);

create table delivery_attempt (
  id bigint generated always as identity primary key,
  organisation_id bigint not null,
  delivery_id bigint not null references delivery (id) on delete cascade,
  -- The claim it was made under. A gap is one whose process died.
  number integer not null,
  -- null: no answer
  status integer,
  error text,
  response text,
  duration_ms integer not null,
  at timestamptz not null,
  unique (delivery_id, number)
);

-- The simulated provider's memory (never used in production).
create table sandbox_payment (
  session_id text primary key,
  organisation_slug text not null,
  kind text not null,
  amount bigint not null,
  currency text not null,
  received_amount bigint,
  received_currency text,
  state text not null check (state in ('open', 'processing', 'paid', 'declined', 'cancelled', 'expired')),
  description text not null,
  expires_at timestamptz not null,
  return_url text not null,
  notification_url text not null
);

create table sandbox_refund (
  key text primary key,
  session_id text not null references sandbox_payment (session_id),
  refund_id text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  state text not null check (state in ('requested', 'succeeded', 'failed'))
);
create index sandbox_refund_by_session on sandbox_refund (session_id);
