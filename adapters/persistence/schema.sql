-- Written by `npm run schema` from the migrated database. Change it by a migration.

create table account (
  id bigint not null generated always as identity,
  organisation_id bigint not null,
  email text,
  wallet text,
  balance_cents bigint not null default 0,
  reserved_cents bigint not null default 0,
  created_at timestamp with time zone not null,
  constraint account_organisation_id_id_key UNIQUE (organisation_id, id),
  constraint account_pkey PRIMARY KEY (id),
  constraint account_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  constraint account_check CHECK ((num_nonnulls(email, wallet) = 1)),
  constraint account_never_overdrawn CHECK (((reserved_cents >= 0) AND (balance_cents >= reserved_cents)))
);
CREATE UNIQUE INDEX account_by_email ON public.account USING btree (organisation_id, email) WHERE (email IS NOT NULL);
CREATE UNIQUE INDEX account_by_wallet ON public.account USING btree (organisation_id, wallet) WHERE (wallet IS NOT NULL);

create table affiliate (
  id bigint not null generated always as identity,
  organisation_id bigint not null,
  code text not null,
  name text not null,
  commission_bps integer not null,
  created_at timestamp with time zone not null,
  constraint affiliate_organisation_id_code_key UNIQUE (organisation_id, code),
  constraint affiliate_organisation_id_id_key UNIQUE (organisation_id, id),
  constraint affiliate_pkey PRIMARY KEY (id),
  constraint affiliate_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  constraint affiliate_code_check CHECK ((code ~ '^[a-z0-9_-]{1,40}$'::text)),
  constraint affiliate_commission_bps_check CHECK (((commission_bps >= 0) AND (commission_bps <= 10000)))
);

create table api_key (
  id bigint not null generated always as identity,
  organisation_id bigint not null,
  name text not null,
  prefix text not null,
  hash bytea not null,
  scopes text[] not null,
  rate_limit integer not null,
  rate_window_sec integer not null,
  created_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  proof_key bytea,
  proof_key_at timestamp with time zone,
  constraint api_key_hash_key UNIQUE (hash),
  constraint api_key_organisation_id_id_key UNIQUE (organisation_id, id),
  constraint api_key_pkey PRIMARY KEY (id),
  constraint api_key_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  constraint api_key_hash_check CHECK ((length(hash) = 32)),
  constraint api_key_proof_key CHECK (((proof_key IS NULL) = (proof_key_at IS NULL))),
  constraint api_key_proof_key_check CHECK ((length(proof_key) = 32)),
  constraint api_key_rate_limit_check CHECK (((rate_limit >= 1) AND (rate_limit <= 10000000))),
  constraint api_key_rate_window_sec_check CHECK (((rate_window_sec >= 1) AND (rate_window_sec <= 86400)))
);

create table audit (
  id bigint not null generated always as identity,
  organisation_id bigint,
  actor text not null,
  action text not null,
  subject text not null,
  facts jsonb not null,
  request_id text not null,
  at timestamp with time zone not null,
  constraint audit_pkey PRIMARY KEY (id),
  constraint audit_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id)
);
CREATE INDEX audit_by_organisation ON public.audit USING btree (organisation_id, id);

create table commission_entry (
  id bigint not null generated always as identity,
  organisation_id bigint not null,
  affiliate_id bigint not null,
  kind text not null,
  amount_cents bigint not null,
  order_id text not null,
  at timestamp with time zone not null,
  constraint commission_entry_pkey PRIMARY KEY (organisation_id, affiliate_id, id) INCLUDE (amount_cents),
  constraint commission_entry_organisation_id_affiliate_id_fkey FOREIGN KEY (organisation_id, affiliate_id) REFERENCES affiliate(organisation_id, id),
  constraint commission_entry_organisation_id_order_id_fkey FOREIGN KEY (organisation_id, order_id) REFERENCES ticket_order(organisation_id, id),
  constraint commission_entry_check CHECK ((((kind = 'accrual'::text) = (amount_cents > 0)) AND (amount_cents <> 0))),
  constraint commission_entry_kind_check CHECK ((kind = ANY (ARRAY['accrual'::text, 'reversal'::text])))
);
CREATE UNIQUE INDEX commission_entry_once ON public.commission_entry USING btree (order_id, kind);

create table credit_entry (
  id bigint not null generated always as identity,
  organisation_id bigint not null,
  account_id bigint not null,
  kind text not null,
  amount_cents bigint not null,
  order_id text,
  reason text,
  at timestamp with time zone not null,
  constraint credit_entry_pkey PRIMARY KEY (id),
  constraint credit_entry_organisation_id_account_id_fkey FOREIGN KEY (organisation_id, account_id) REFERENCES account(organisation_id, id),
  constraint credit_entry_organisation_id_order_id_fkey FOREIGN KEY (organisation_id, order_id) REFERENCES ticket_order(organisation_id, id),
  constraint credit_entry_amount_cents_check CHECK ((amount_cents <> 0)),
  constraint credit_entry_kind_check CHECK ((kind = ANY (ARRAY['grant'::text, 'spend'::text, 'refund'::text])))
);
CREATE INDEX credit_entry_by_account ON public.credit_entry USING btree (organisation_id, account_id, id);
CREATE UNIQUE INDEX credit_entry_once ON public.credit_entry USING btree (order_id, kind) WHERE (order_id IS NOT NULL);

create table delivery (
  id bigint not null generated always as identity,
  organisation_id bigint not null,
  event_id text not null,
  endpoint_id bigint not null,
  state text not null,
  attempts integer not null default 0,
  claims integer not null default 0,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  replayed_after integer not null default 0,
  constraint delivery_event_id_endpoint_id_key UNIQUE (event_id, endpoint_id),
  constraint delivery_pkey PRIMARY KEY (id),
  constraint delivery_event_id_fkey FOREIGN KEY (event_id) REFERENCES event(id) ON DELETE CASCADE,
  constraint delivery_organisation_id_endpoint_id_fkey FOREIGN KEY (organisation_id, endpoint_id) REFERENCES webhook_endpoint(organisation_id, id),
  constraint delivery_check CHECK ((attempts <= claims)),
  constraint delivery_check1 CHECK (((state = 'pending'::text) = (finished_at IS NULL))),
  constraint delivery_replayed_after CHECK (((replayed_after >= 0) AND (replayed_after <= attempts))),
  constraint delivery_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])))
);
CREATE INDEX delivery_by_endpoint ON public.delivery USING btree (organisation_id, endpoint_id, id);

create table delivery_attempt (
  organisation_id bigint not null,
  delivery_id bigint not null,
  number integer not null,
  status integer,
  error text,
  response text,
  duration_ms integer not null,
  at timestamp with time zone not null,
  constraint delivery_attempt_pkey PRIMARY KEY (delivery_id, number)
);

create table delivery_queue (
  delivery_id bigint not null,
  endpoint_id bigint not null,
  due_at timestamp with time zone not null,
  claims integer not null default 0,
  lease_until timestamp with time zone,
  leased_by uuid,
  constraint delivery_queue_pkey PRIMARY KEY (delivery_id),
  constraint delivery_queue_leased_by CHECK (((lease_until IS NULL) = (leased_by IS NULL)))
);
CREATE INDEX delivery_queue_due ON public.delivery_queue USING btree (endpoint_id, due_at) WHERE (lease_until IS NULL);
CREATE INDEX delivery_queue_leased ON public.delivery_queue USING btree (endpoint_id, lease_until) WHERE (lease_until IS NOT NULL);

create table deposit (
  id bigint not null generated always as identity,
  organisation_id bigint not null,
  chain_id bigint not null,
  tx_hash text not null,
  block_number bigint not null,
  token text not null,
  units numeric(78,0) not null,
  amount_cents bigint not null,
  credited_at timestamp with time zone not null,
  reported_at timestamp with time zone,
  constraint deposit_credited_once UNIQUE (organisation_id, chain_id, tx_hash),
  constraint deposit_pkey PRIMARY KEY (id),
  constraint deposit_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  constraint deposit_amount_cents_check CHECK ((amount_cents > 0)),
  constraint deposit_block_number_check CHECK ((block_number >= 0)),
  constraint deposit_token_check CHECK ((token ~ '^0x[0-9a-f]{40}$'::text)),
  constraint deposit_tx_hash_check CHECK ((tx_hash ~ '^0x[0-9a-f]{64}$'::text)),
  constraint deposit_units_check CHECK ((units > (0)::numeric))
);

create table deposit_address (
  organisation_id bigint not null,
  source text not null,
  address text not null,
  created_at timestamp with time zone not null,
  constraint deposit_address_address_key UNIQUE (address),
  constraint deposit_address_pkey PRIMARY KEY (organisation_id, source),
  constraint deposit_address_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  constraint deposit_address_address_check CHECK ((address ~ '^0x[0-9a-f]{40}$'::text)),
  constraint deposit_address_source_check CHECK ((source ~ '^[0-9a-f]{64}$'::text))
);

create table deposit_watch (
  chain_id bigint not null,
  next_block bigint not null,
  constraint deposit_watch_pkey PRIMARY KEY (chain_id),
  constraint deposit_watch_next_block_check CHECK ((next_block >= 0))
);

create table dispute (
  id bigint not null generated always as identity,
  organisation_id bigint not null,
  rail_account_id bigint not null,
  provider_dispute_id text not null,
  order_id text,
  stage text not null,
  amount bigint not null,
  currency text not null,
  tickets text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint dispute_organisation_id_id_key UNIQUE (organisation_id, id),
  constraint dispute_rail_account_id_provider_dispute_id_key UNIQUE (rail_account_id, provider_dispute_id),
  constraint dispute_pkey PRIMARY KEY (id),
  constraint dispute_organisation_id_order_id_fkey FOREIGN KEY (organisation_id, order_id) REFERENCES ticket_order(organisation_id, id),
  constraint dispute_organisation_id_rail_account_id_fkey FOREIGN KEY (organisation_id, rail_account_id) REFERENCES rail_account(organisation_id, id),
  constraint dispute_amount_check CHECK ((amount >= 0)),
  constraint dispute_tickets_check CHECK ((tickets = ANY (ARRAY['voided'::text, 'kept'::text, 'none'::text])))
);
CREATE INDEX dispute_by_order ON public.dispute USING btree (organisation_id, order_id) WHERE (order_id IS NOT NULL);

create table draw_account (
  organisation_id bigint not null,
  balance_cents bigint not null default 0,
  draws bigint not null default 0,
  cost_cents bigint not null default 0,
  constraint draw_account_pkey PRIMARY KEY (organisation_id),
  constraint draw_account_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  constraint draw_account_cost_cents_check CHECK ((cost_cents >= 0)),
  constraint draw_account_draws_check CHECK ((draws >= 0)),
  constraint draw_account_never_overdrawn CHECK ((balance_cents >= 0))
);

create table draw_ledger_entry (
  id bigint not null generated always as identity,
  organisation_id bigint not null,
  kind text not null,
  amount_cents bigint not null,
  tx_hash text,
  draw_id uuid,
  created_at timestamp with time zone not null,
  constraint draw_ledger_entry_pkey PRIMARY KEY (id),
  constraint draw_ledger_entry_organisation_id_draw_id_fkey FOREIGN KEY (organisation_id, draw_id) REFERENCES fair_draw(organisation_id, id),
  constraint draw_ledger_entry_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  constraint draw_ledger_entry_check CHECK (
CASE kind
    WHEN 'draw'::text THEN ((amount_cents <= 0) AND (draw_id IS NOT NULL) AND (tx_hash IS NULL))
    ELSE ((amount_cents >= 0) AND (draw_id IS NULL) AND (tx_hash IS NOT NULL))
END),
  constraint draw_ledger_entry_kind_check CHECK ((kind = ANY (ARRAY['draw'::text, 'deposit'::text]))),
  constraint draw_ledger_entry_tx_hash_check CHECK ((tx_hash ~ '^0x[0-9a-f]{64}$'::text))
);
CREATE INDEX draw_ledger_by_organisation ON public.draw_ledger_entry USING btree (organisation_id, id);
CREATE UNIQUE INDEX draw_ledger_draw ON public.draw_ledger_entry USING btree (draw_id) WHERE (draw_id IS NOT NULL);

create table encryption_key_canary (
  key_id smallint not null,
  sealed bytea not null,
  constraint encryption_key_canary_pkey PRIMARY KEY (key_id),
  constraint encryption_key_canary_key_id_check CHECK (((key_id >= 0) AND (key_id <= 255)))
);

create table entry_pass (
  hash bytea not null,
  organisation_id bigint not null,
  expires_at timestamp with time zone not null,
  order_id text,
  constraint entry_pass_pkey PRIMARY KEY (hash),
  constraint entry_pass_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  constraint entry_pass_hash_check CHECK ((length(hash) = 32))
);
CREATE INDEX entry_pass_age ON public.entry_pass USING btree (expires_at);

create table entry_question (
  id bigint not null generated always as identity,
  organisation_id bigint not null,
  question text not null,
  options text[] not null,
  answer_index integer not null,
  category text,
  created_at timestamp with time zone not null,
  constraint entry_question_organisation_id_id_key UNIQUE (organisation_id, id),
  constraint entry_question_pkey PRIMARY KEY (id),
  constraint entry_question_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  constraint entry_question_answer_index_check CHECK ((answer_index >= 0)),
  constraint entry_question_check CHECK ((answer_index < cardinality(options)))
);

create table event (
  id text not null,
  sequence bigint not null generated always as identity,
  organisation_id bigint not null,
  type text not null,
  payload text not null,
  endpoint_id bigint,
  created_at timestamp with time zone not null,
  constraint event_sequence_key UNIQUE (sequence),
  constraint event_pkey PRIMARY KEY (id),
  constraint event_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  constraint event_type_check CHECK ((type = ANY (ARRAY['entry.confirmed'::text, 'payment.settled'::text, 'lot.closed'::text, 'lot.cancelled'::text, 'draw.completed'::text, 'ping'::text])))
);
CREATE INDEX event_by_organisation ON public.event USING btree (organisation_id, sequence);

create table event_unrelayed (
  sequence bigint not null,
  constraint event_unrelayed_pkey PRIMARY KEY (sequence)
);

create unlogged table failure_budget (
  address text not null,
  arrival_ns bigint not null,
  constraint failure_budget_pkey PRIMARY KEY (address)
);

create table fair_draw (
  id uuid not null,
  organisation_id bigint not null,
  server_seed_hash text not null,
  server_seed bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  revealed_at timestamp with time zone,
  client_seed text,
  nonce text,
  candidates_hash text,
  candidate_count integer,
  pick integer,
  winner_indices integer[],
  cost_cents bigint,
  constraint fair_draw_organisation_id_id_key UNIQUE (organisation_id, id),
  constraint fair_draw_pkey PRIMARY KEY (id),
  constraint fair_draw_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  constraint fair_draw_candidate_count_check CHECK (((candidate_count >= 1) AND (candidate_count <= 10000))),
  constraint fair_draw_candidates_hash_check CHECK ((candidates_hash ~ '^[0-9a-f]{64}$'::text)),
  constraint fair_draw_check CHECK ((expires_at > created_at)),
  constraint fair_draw_check1 CHECK (((pick >= 1) AND (pick <= candidate_count))),
  constraint fair_draw_check2 CHECK ((cardinality(winner_indices) = pick)),
  constraint fair_draw_check3 CHECK ((num_nulls(revealed_at, client_seed, nonce, candidates_hash, candidate_count, pick, winner_indices, cost_cents) = ANY (ARRAY[0, 8]))),
  constraint fair_draw_client_seed_check CHECK ((char_length(client_seed) <= 200)),
  constraint fair_draw_cost_cents_check CHECK ((cost_cents >= 0)),
  constraint fair_draw_nonce_check CHECK ((char_length(nonce) <= 80)),
  constraint fair_draw_server_seed_hash_check CHECK ((server_seed_hash ~ '^[0-9a-f]{64}$'::text))
);
CREATE INDEX fair_draw_open ON public.fair_draw USING btree (organisation_id, expires_at) WHERE (revealed_at IS NULL);

create table former_proof_key (
  api_key_id bigint not null,
  proof_key bytea not null,
  replaced_at timestamp with time zone not null,
  constraint former_proof_key_pkey PRIMARY KEY (api_key_id, proof_key),
  constraint former_proof_key_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES api_key(id),
  constraint former_proof_key_proof_key_check CHECK ((length(proof_key) = 32))
);

create unlogged table guess_budget (
  api_key_id bigint not null,
  question_id bigint not null,
  arrival_ns bigint not null,
  constraint guess_budget_pkey PRIMARY KEY (api_key_id, question_id),
  constraint guess_budget_question_id_fkey FOREIGN KEY (question_id) REFERENCES entry_question(id) ON DELETE CASCADE
);

create table idempotency (
  id bigint not null generated always as identity,
  api_key_id bigint not null,
  route text not null,
  key text not null,
  request_hash bytea not null,
  lease_until timestamp with time zone,
  status integer,
  body bytea,
  created_at timestamp with time zone not null,
  lease uuid,
  constraint idempotency_api_key_id_route_key_key UNIQUE (api_key_id, route, key),
  constraint idempotency_pkey PRIMARY KEY (id)
);

create table lot (
  id bigint not null generated always as identity,
  organisation_id bigint not null,
  prize_id bigint not null,
  title text not null,
  description text,
  price_cents bigint not null,
  payment_token text not null,
  max_tickets integer not null,
  sold integer not null default 0,
  held integer not null default 0,
  voided integer not null default 0,
  status text not null,
  start_at timestamp with time zone not null,
  end_at timestamp with time zone not null,
  image_url text,
  payment_crypto boolean,
  payment_fiat boolean,
  payment_currency text,
  on_chain boolean not null default false,
  created_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  committed_at timestamp with time zone,
  drawn_at timestamp with time zone,
  archived_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  unwound_at timestamp with time zone,
  draw_at timestamp with time zone,
  draw_lease_until timestamp with time zone,
  constraint lot_organisation_id_id_key UNIQUE (organisation_id, id),
  constraint lot_pkey PRIMARY KEY (id),
  constraint lot_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  constraint lot_organisation_id_prize_id_fkey FOREIGN KEY (organisation_id, prize_id) REFERENCES prize(organisation_id, id),
  constraint lot_check CHECK ((end_at > start_at)),
  constraint lot_check1 CHECK (((status = 'cancelled'::text) = (cancelled_at IS NOT NULL))),
  constraint lot_drawing_when_ended CHECK (((draw_at IS NULL) OR ((status = 'ended'::text) AND (drawn_at IS NULL)))),
  constraint lot_drawn_when_ended CHECK (((drawn_at IS NULL) OR (status = 'ended'::text))),
  constraint lot_max_tickets_check CHECK (((max_tickets >= 1) AND (max_tickets <= 100000000))),
  constraint lot_never_oversold CHECK (((sold >= 0) AND (held >= 0) AND (((sold)::bigint + held) <= max_tickets))),
  constraint lot_payment_token_check CHECK ((payment_token = ANY (ARRAY['USDC'::text, 'USDT'::text]))),
  constraint lot_price_cents_check CHECK (((price_cents >= 0) AND (price_cents <= 10000000))),
  constraint lot_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'ended'::text, 'cancelled'::text]))),
  constraint lot_voided_within_sold CHECK (((voided >= 0) AND (voided <= sold)))
);
CREATE INDEX lot_active ON public.lot USING btree (organisation_id, id) WHERE (status = 'active'::text);
CREATE INDEX lot_closing ON public.lot USING btree (end_at) WHERE (status = 'active'::text);
CREATE INDEX lot_drawing ON public.lot USING btree (draw_at) WHERE (draw_at IS NOT NULL);
CREATE INDEX lot_unwinding ON public.lot USING btree (id) WHERE ((status = 'cancelled'::text) AND (unwound_at IS NULL));

create table lot_commitment (
  id bigint not null generated always as identity,
  organisation_id bigint not null,
  lot_id bigint not null,
  sequence integer not null,
  tickets_root text not null,
  total_tickets integer not null,
  ranges integer not null,
  chain_id bigint not null,
  block_number bigint not null,
  committed_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  voided_at timestamp with time zone,
  void_reason text,
  constraint lot_commitment_lot_id_sequence_key UNIQUE (lot_id, sequence),
  constraint lot_commitment_pkey PRIMARY KEY (id),
  constraint lot_commitment_organisation_id_lot_id_fkey FOREIGN KEY (organisation_id, lot_id) REFERENCES lot(organisation_id, id),
  constraint lot_commitment_block_number_check CHECK ((block_number >= 1)),
  constraint lot_commitment_check CHECK (((ranges >= 1) AND (ranges <= total_tickets))),
  constraint lot_commitment_check1 CHECK (((voided_at IS NULL) = (void_reason IS NULL))),
  constraint lot_commitment_late_never_counted CHECK (((void_reason <> 'late'::text) OR (confirmed_at IS NULL))),
  constraint lot_commitment_sequence_check CHECK ((sequence >= 1)),
  constraint lot_commitment_tickets_root_check CHECK ((tickets_root ~ '^[0-9a-f]{64}$'::text)),
  constraint lot_commitment_total_tickets_check CHECK ((total_tickets >= 1)),
  constraint lot_commitment_void_reason_check CHECK ((void_reason = ANY (ARRAY['late'::text, 'cancelled'::text])))
);
CREATE UNIQUE INDEX lot_commitment_in_force ON public.lot_commitment USING btree (lot_id) WHERE (voided_at IS NULL);

create table lot_commitment_checkpoint (
  commitment_id bigint not null,
  position integer not null,
  first integer not null,
  constraint lot_commitment_checkpoint_pkey PRIMARY KEY (commitment_id, "position"),
  constraint lot_commitment_checkpoint_commitment_id_fkey FOREIGN KEY (commitment_id) REFERENCES lot_commitment(id),
  constraint lot_commitment_checkpoint_position_check CHECK (("position" >= 0))
);

create table named_event (
  organisation_id bigint not null,
  rail_account_id bigint not null,
  what text not null,
  times integer not null default 1,
  lease_until timestamp with time zone not null,
  tries integer not null default 0,
  constraint named_event_pkey PRIMARY KEY (rail_account_id, what),
  constraint named_event_organisation_id_rail_account_id_fkey FOREIGN KEY (organisation_id, rail_account_id) REFERENCES rail_account(organisation_id, id) ON DELETE CASCADE,
  constraint named_event_what_check CHECK (((char_length(what) >= 1) AND (char_length(what) <= 200)))
);
CREATE INDEX named_event_due ON public.named_event USING btree (lease_until);

create table named_event_minute (
  rail_account_id bigint not null,
  minute timestamp with time zone not null,
  asked bigint not null,
  constraint named_event_minute_pkey PRIMARY KEY (rail_account_id),
  constraint named_event_minute_rail_account_id_fkey FOREIGN KEY (rail_account_id) REFERENCES rail_account(id) ON DELETE CASCADE
);

create table organisation (
  id bigint not null generated always as identity,
  slug text not null,
  name text not null,
  crypto_enabled boolean not null,
  accepted_tokens text[] not null,
  fiat_enabled boolean not null,
  fiat_currency text not null,
  rates jsonb not null,
  entry_question_required boolean not null,
  hold_minutes integer not null,
  auto_publish_winners boolean not null,
  return_hosts text[] not null,
  treasury_address text,
  created_at timestamp with time zone not null,
  max_pending_sessions integer not null default 10,
  max_pending_tickets integer not null default 100,
  wrong_answers_per_minute integer not null default 60,
  constraint organisation_slug_key UNIQUE (slug),
  constraint organisation_pkey PRIMARY KEY (id),
  constraint organisation_fiat_currency_check CHECK ((fiat_currency ~ '^[A-Z]{3}$'::text)),
  constraint organisation_hold_minutes_check CHECK (((hold_minutes >= 5) AND (hold_minutes <= 120))),
  constraint organisation_max_pending_sessions_check CHECK (((max_pending_sessions >= 1) AND (max_pending_sessions <= 1000))),
  constraint organisation_max_pending_tickets_check CHECK (((max_pending_tickets >= 100) AND (max_pending_tickets <= 100000))),
  constraint organisation_slug_check CHECK ((slug ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'::text)),
  constraint organisation_wrong_answers_per_minute_check CHECK (((wrong_answers_per_minute >= 1) AND (wrong_answers_per_minute <= 100000)))
);

create table payment (
  id bigint not null generated always as identity,
  organisation_id bigint not null,
  order_id text not null,
  rail_kind text not null,
  rail_provider text not null,
  provider_payment_id text not null,
  amount bigint not null,
  currency text not null,
  state text not null,
  received_at timestamp with time zone not null,
  constraint payment_organisation_id_rail_kind_rail_provider_provider_pa_key UNIQUE (organisation_id, rail_kind, rail_provider, provider_payment_id),
  constraint payment_pkey PRIMARY KEY (organisation_id, id),
  constraint payment_organisation_id_order_id_fkey FOREIGN KEY (organisation_id, order_id) REFERENCES ticket_order(organisation_id, id),
  constraint payment_amount_check CHECK ((amount >= 0)),
  constraint payment_state_check CHECK ((state = ANY (ARRAY['settled'::text, 'late'::text, 'mismatch'::text, 'surplus'::text])))
);
CREATE UNIQUE INDEX payment_settled_once ON public.payment USING btree (order_id, (
CASE state
    WHEN 'settled'::text THEN (0)::bigint
    ELSE id
END));

create table prize (
  id bigint not null generated always as identity,
  organisation_id bigint not null,
  category text not null,
  name text,
  brand text,
  model text,
  reference_number text,
  condition text not null,
  year_manufactured integer,
  retail_value_cents bigint not null,
  description text,
  image_urls text[] not null,
  created_at timestamp with time zone not null,
  constraint prize_organisation_id_id_key UNIQUE (organisation_id, id),
  constraint prize_pkey PRIMARY KEY (id),
  constraint prize_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  constraint prize_check CHECK (((name IS NOT NULL) OR ((brand IS NOT NULL) AND (model IS NOT NULL)))),
  constraint prize_condition_check CHECK ((condition = ANY (ARRAY['new'::text, 'unworn'::text, 'excellent'::text, 'good'::text]))),
  constraint prize_retail_value_cents_check CHECK ((retail_value_cents >= 0))
);

create table rail_account (
  id bigint not null generated always as identity,
  organisation_id bigint not null,
  kind text not null,
  provider text not null,
  currencies text[] not null,
  credentials bytea not null,
  settings jsonb not null,
  enabled boolean not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  verified_at timestamp with time zone,
  previous_credentials bytea,
  previous_until timestamp with time zone,
  constraint rail_account_organisation_id_id_key UNIQUE (organisation_id, id),
  constraint rail_account_organisation_id_kind_provider_key UNIQUE (organisation_id, kind, provider),
  constraint rail_account_pkey PRIMARY KEY (id),
  constraint rail_account_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  constraint rail_account_check CHECK (((previous_credentials IS NULL) = (previous_until IS NULL))),
  constraint rail_account_kind_check CHECK ((kind = ANY (ARRAY['flow'::text, 'embed'::text, 'fields'::text, 'redirect'::text, 'qr'::text])))
);
CREATE INDEX rail_account_previous ON public.rail_account USING btree (previous_until) WHERE (previous_until IS NOT NULL);

create table rail_account_health (
  rail_account_id bigint not null,
  organisation_id bigint not null,
  last_success_at timestamp with time zone,
  last_error_at timestamp with time zone,
  last_error text,
  last_error_operation text,
  consecutive_failures integer not null,
  constraint rail_account_health_pkey PRIMARY KEY (rail_account_id),
  constraint rail_account_health_organisation_id_rail_account_id_fkey FOREIGN KEY (organisation_id, rail_account_id) REFERENCES rail_account(organisation_id, id) ON DELETE CASCADE,
  constraint rail_account_health_check CHECK (((last_error_at IS NULL) = (last_error IS NULL))),
  constraint rail_account_health_check1 CHECK (((last_error_at IS NULL) = (last_error_operation IS NULL)))
);

create table rail_currency (
  organisation_id bigint not null,
  currency text not null,
  rail_account_id bigint not null,
  constraint rail_currency_pkey PRIMARY KEY (organisation_id, currency),
  constraint rail_currency_organisation_id_rail_account_id_fkey FOREIGN KEY (organisation_id, rail_account_id) REFERENCES rail_account(organisation_id, id) ON DELETE CASCADE
);
CREATE INDEX rail_currency_account ON public.rail_currency USING btree (organisation_id, rail_account_id);

create table rail_event_cursor (
  rail_account_id bigint not null,
  organisation_id bigint not null,
  asked_at timestamp with time zone,
  lease_until timestamp with time zone not null,
  constraint rail_event_cursor_pkey PRIMARY KEY (rail_account_id),
  constraint rail_event_cursor_organisation_id_rail_account_id_fkey FOREIGN KEY (organisation_id, rail_account_id) REFERENCES rail_account(organisation_id, id) ON DELETE CASCADE
);

create table rail_notification (
  id bigint not null generated always as identity,
  organisation_id bigint not null,
  rail_account_id bigint not null,
  dedupe_key text not null,
  message bytea not null,
  received_at timestamp with time zone not null,
  lease_until timestamp with time zone not null,
  tries integer not null default 0,
  processed_at timestamp with time zone,
  error text,
  types text,
  remark text,
  constraint rail_notification_rail_account_id_dedupe_key_key UNIQUE (rail_account_id, dedupe_key),
  constraint rail_notification_pkey PRIMARY KEY (id),
  constraint rail_notification_organisation_id_rail_account_id_fkey FOREIGN KEY (organisation_id, rail_account_id) REFERENCES rail_account(organisation_id, id),
  constraint rail_notification_remark_check CHECK ((remark = ANY (ARRAY['ignored'::text, 'retried'::text, 'unmatched'::text, 'failed'::text])))
);
CREATE INDEX rail_notification_due ON public.rail_notification USING btree (lease_until) WHERE (processed_at IS NULL);
CREATE INDEX rail_notification_remarkable ON public.rail_notification USING btree (organisation_id, id) WHERE (remark IS NOT NULL);

create unlogged table rate_budget (
  api_key_id bigint not null,
  arrival_ns bigint not null,
  constraint rate_budget_pkey PRIMARY KEY (api_key_id)
);

create table refund (
  id bigint not null generated always as identity,
  organisation_id bigint not null,
  order_id text not null,
  payment_id bigint not null,
  key text not null,
  amount bigint not null,
  currency text not null,
  reason text not null,
  state text not null,
  provider_refund_id text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  rail_account_id bigint not null,
  due_at timestamp with time zone,
  lease_until timestamp with time zone,
  tries integer not null default 0,
  asked_at timestamp with time zone,
  accepted_at timestamp with time zone,
  failed_at_rail boolean not null default false,
  renewals integer not null default 0,
  last_error text,
  succeeded_at timestamp with time zone,
  note text,
  constraint refund_key_key UNIQUE (key),
  constraint refund_organisation_id_id_key UNIQUE (organisation_id, id),
  constraint refund_payment_id_key UNIQUE (payment_id),
  constraint refund_pkey PRIMARY KEY (id),
  constraint refund_organisation_id_order_id_fkey FOREIGN KEY (organisation_id, order_id) REFERENCES ticket_order(organisation_id, id),
  constraint refund_organisation_id_payment_id_fkey FOREIGN KEY (organisation_id, payment_id) REFERENCES payment(organisation_id, id),
  constraint refund_organisation_id_rail_account_id_fkey FOREIGN KEY (organisation_id, rail_account_id) REFERENCES rail_account(organisation_id, id),
  constraint refund_amount_check CHECK ((amount > 0)),
  constraint refund_state_check CHECK ((state = ANY (ARRAY['requested'::text, 'succeeded'::text, 'failed'::text, 'manual'::text])))
);
CREATE INDEX refund_by_organisation ON public.refund USING btree (organisation_id, id);
CREATE INDEX refund_by_provider_id ON public.refund USING btree (rail_account_id, provider_refund_id) WHERE (provider_refund_id IS NOT NULL);
CREATE INDEX refund_by_state ON public.refund USING btree (organisation_id, state, id);
CREATE INDEX refund_due ON public.refund USING btree (rail_account_id, due_at) WHERE ((due_at IS NOT NULL) AND (lease_until IS NULL));
CREATE INDEX refund_leased ON public.refund USING btree (rail_account_id) WHERE (lease_until IS NOT NULL);

create table sandbox_payment (
  session_id text not null,
  organisation_slug text not null,
  kind text not null,
  amount bigint not null,
  currency text not null,
  received_amount bigint,
  received_currency text,
  state text not null,
  description text not null,
  expires_at timestamp with time zone not null,
  return_url text not null,
  notification_url text not null,
  constraint sandbox_payment_pkey PRIMARY KEY (session_id),
  constraint sandbox_payment_state_check CHECK ((state = ANY (ARRAY['open'::text, 'processing'::text, 'paid'::text, 'declined'::text, 'cancelled'::text, 'expired'::text])))
);

create table sandbox_refund (
  key text not null,
  session_id text not null,
  refund_id text not null,
  amount bigint not null,
  currency text not null,
  state text not null,
  constraint sandbox_refund_pkey PRIMARY KEY (key),
  constraint sandbox_refund_session_id_fkey FOREIGN KEY (session_id) REFERENCES sandbox_payment(session_id),
  constraint sandbox_refund_amount_check CHECK ((amount > 0)),
  constraint sandbox_refund_state_check CHECK ((state = ANY (ARRAY['requested'::text, 'succeeded'::text, 'failed'::text])))
);
CREATE INDEX sandbox_refund_by_session ON public.sandbox_refund USING btree (session_id);

create table simulated_chain (
  id boolean not null default true,
  salt bytea not null,
  genesis_at timestamp with time zone not null,
  mined_blocks bigint not null default 0,
  clock_blocks bigint not null default 0,
  last_mined_at timestamp with time zone not null,
  reorganised_from bigint[] not null default '{}'::bigint[],
  constraint simulated_chain_pkey PRIMARY KEY (id),
  constraint simulated_chain_id_check CHECK (id),
  constraint simulated_chain_salt_check CHECK ((length(salt) = 32))
);

create table simulated_mining (
  first_number bigint not null,
  blocks integer not null,
  mined_before bigint not null,
  at timestamp with time zone not null,
  constraint simulated_mining_pkey PRIMARY KEY (first_number),
  constraint simulated_mining_blocks_check CHECK ((blocks > 0))
);

create table simulated_transaction (
  hash text not null,
  block_number bigint not null,
  succeeded boolean not null,
  constraint simulated_transaction_block_number_key UNIQUE (block_number),
  constraint simulated_transaction_pkey PRIMARY KEY (hash)
);

create table simulated_transfer (
  tx_hash text not null,
  log_index integer not null,
  token text not null,
  recipient text not null,
  units numeric(78,0) not null,
  constraint simulated_transfer_pkey PRIMARY KEY (tx_hash, log_index),
  constraint simulated_transfer_tx_hash_fkey FOREIGN KEY (tx_hash) REFERENCES simulated_transaction(hash) ON DELETE CASCADE,
  constraint simulated_transfer_units_check CHECK ((units >= (0)::numeric))
);

create table ticket_order (
  id text not null,
  number bigint not null generated always as identity,
  organisation_id bigint not null,
  lot_id bigint not null,
  account_id bigint not null,
  api_key_id bigint not null,
  idempotency_id bigint,
  quantity integer not null,
  status text not null,
  error text,
  price_cents bigint not null,
  credit_cents bigint not null,
  charge_amount bigint not null,
  charge_currency text not null,
  rate text,
  source text not null,
  rail_account_id bigint,
  rail_kind text,
  rail_provider text,
  provider_ids jsonb not null default '{}'::jsonb,
  instruction jsonb,
  return_url text,
  buyer_email text,
  hold_until timestamp with time zone not null,
  rail_expires_at timestamp with time zone not null,
  check_at timestamp with time zone not null,
  checks integer not null default 0,
  asked_at timestamp with time zone,
  confirm_started_at timestamp with time zone,
  rail_cancel_at timestamp with time zone,
  rail_cancels integer not null default 0,
  created_at timestamp with time zone not null,
  paid_at timestamp with time zone,
  failed_at timestamp with time zone,
  unwound_at timestamp with time zone,
  affiliate_id bigint,
  commission_cents bigint not null default 0,
  confirm_awaits text,
  return_proof text,
  first_ticket integer,
  constraint ticket_order_organisation_id_id_key UNIQUE (organisation_id, id),
  constraint ticket_order_pkey PRIMARY KEY (id),
  constraint ticket_order_organisation_id_account_id_fkey FOREIGN KEY (organisation_id, account_id) REFERENCES account(organisation_id, id),
  constraint ticket_order_organisation_id_affiliate_id_fkey FOREIGN KEY (organisation_id, affiliate_id) REFERENCES affiliate(organisation_id, id),
  constraint ticket_order_organisation_id_lot_id_fkey FOREIGN KEY (organisation_id, lot_id) REFERENCES lot(organisation_id, id),
  constraint ticket_order_organisation_id_rail_account_id_fkey FOREIGN KEY (organisation_id, rail_account_id) REFERENCES rail_account(organisation_id, id),
  constraint ticket_order_charge_amount_check CHECK ((charge_amount >= 0)),
  constraint ticket_order_check CHECK (((credit_cents >= 0) AND (credit_cents <= price_cents))),
  constraint ticket_order_check1 CHECK (((charge_amount > 0) = (rail_account_id IS NOT NULL))),
  constraint ticket_order_check2 CHECK (((status = 'failed'::text) = (error IS NOT NULL))),
  constraint ticket_order_check3 CHECK (((commission_cents = 0) OR (affiliate_id IS NOT NULL))),
  constraint ticket_order_commission_cents_check CHECK ((commission_cents >= 0)),
  constraint ticket_order_confirm_awaits CHECK (((confirm_awaits IS NULL) OR ((confirm_awaits = ANY (ARRAY['device_data'::text, 'challenge_done'::text])) AND (confirm_started_at IS NOT NULL)))),
  constraint ticket_order_first_ticket_check CHECK ((first_ticket > 0)),
  constraint ticket_order_id_check CHECK ((id ~ '^cs_[0-9a-z]{26}$'::text)),
  constraint ticket_order_price_cents_check CHECK ((price_cents >= 0)),
  constraint ticket_order_quantity_check CHECK (((quantity >= 1) AND (quantity <= 100))),
  constraint ticket_order_return_proof_check CHECK ((char_length(return_proof) <= 30000)),
  constraint ticket_order_source_check CHECK ((source = ANY (ARRAY['fiat'::text, 'crypto'::text, 'free'::text]))),
  constraint ticket_order_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'paid'::text, 'failed'::text])))
);
CREATE INDEX ticket_order_by_lot ON public.ticket_order USING btree (lot_id, status, number) WHERE (unwound_at IS NULL);
CREATE UNIQUE INDEX ticket_order_by_number ON public.ticket_order USING btree (organisation_id, number) WHERE (number > 0);
CREATE INDEX ticket_order_due ON public.ticket_order USING btree (check_at) WHERE (status = 'pending'::text);
CREATE UNIQUE INDEX ticket_order_once ON public.ticket_order USING btree (idempotency_id) WHERE (idempotency_id IS NOT NULL);
CREATE INDEX ticket_order_open ON public.ticket_order USING btree (account_id, lot_id) WHERE ((paid_at IS NULL) AND (failed_at IS NULL));
CREATE INDEX ticket_order_rail_cancel ON public.ticket_order USING btree (rail_cancel_at) WHERE (rail_cancel_at IS NOT NULL);
CREATE INDEX ticket_order_unwound ON public.ticket_order USING btree (lot_id, number) WHERE (unwound_at IS NOT NULL);

create table ticket_range (
  lot_id bigint not null,
  first integer not null,
  last integer not null,
  follows integer,
  organisation_id bigint not null,
  order_id text not null,
  account_id bigint not null,
  issued_at timestamp with time zone not null,
  voided_at timestamp with time zone,
  constraint ticket_range_lot_id_first_key UNIQUE (lot_id, first),
  constraint ticket_range_order_id_key UNIQUE (order_id),
  constraint ticket_range_pkey PRIMARY KEY (lot_id, last),
  constraint ticket_range_lot_id_follows_fkey FOREIGN KEY (lot_id, follows) REFERENCES ticket_range(lot_id, last),
  constraint ticket_range_organisation_id_lot_id_fkey FOREIGN KEY (organisation_id, lot_id) REFERENCES lot(organisation_id, id),
  constraint ticket_range_organisation_id_order_id_fkey FOREIGN KEY (organisation_id, order_id) REFERENCES ticket_order(organisation_id, id),
  constraint ticket_range_check CHECK ((last >= first)),
  constraint ticket_range_contiguous CHECK ((NOT (follows IS DISTINCT FROM NULLIF((first - 1), 0)))),
  constraint ticket_range_first_check CHECK ((first >= 1))
);

create table used_proof (
  api_key_id bigint not null,
  jti text not null,
  used_by uuid not null,
  expires_at timestamp with time zone not null,
  constraint used_proof_pkey PRIMARY KEY (api_key_id, jti),
  constraint used_proof_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES api_key(id),
  constraint used_proof_jti_check CHECK (((char_length(jti) >= 16) AND (char_length(jti) <= 64)))
);
CREATE INDEX used_proof_expiring ON public.used_proof USING btree (expires_at);

create table webhook_endpoint (
  id bigint not null generated always as identity,
  organisation_id bigint not null,
  url text not null,
  secret bytea not null,
  events text[],
  enabled boolean not null,
  disabled_reason text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  description text,
  previous_secret bytea,
  previous_secret_until timestamp with time zone,
  failing_since timestamp with time zone,
  constraint webhook_endpoint_organisation_id_id_key UNIQUE (organisation_id, id),
  constraint webhook_endpoint_pkey PRIMARY KEY (id),
  constraint webhook_endpoint_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  constraint webhook_endpoint_check CHECK (((removed_at IS NULL) OR (NOT enabled))),
  constraint webhook_endpoint_description_check CHECK ((char_length(description) <= 200)),
  constraint webhook_endpoint_previous_secret CHECK (((previous_secret IS NULL) = (previous_secret_until IS NULL)))
);

create table winner (
  id bigint not null generated always as identity,
  organisation_id bigint not null,
  lot_id bigint not null,
  ticket_number integer not null,
  account_id bigint not null,
  proof jsonb,
  won_at timestamp with time zone not null,
  published_at timestamp with time zone,
  constraint winner_lot_id_key UNIQUE (lot_id),
  constraint winner_pkey PRIMARY KEY (id),
  constraint winner_organisation_id_account_id_fkey FOREIGN KEY (organisation_id, account_id) REFERENCES account(organisation_id, id),
  constraint winner_organisation_id_lot_id_fkey FOREIGN KEY (organisation_id, lot_id) REFERENCES lot(organisation_id, id)
);
CREATE INDEX winner_by_organisation ON public.winner USING btree (organisation_id, id);
CREATE INDEX winner_published ON public.winner USING btree (organisation_id, id) WHERE (published_at IS NOT NULL);

create table write_check (
  singleton boolean not null default true,
  at timestamp with time zone not null,
  constraint write_check_pkey PRIMARY KEY (singleton),
  constraint write_check_singleton_check CHECK (singleton)
);

CREATE OR REPLACE FUNCTION public.account_of(organisation bigint, buyer_email text, buyer_wallet text)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  found_id bigint;
begin
  if buyer_email is not null then
    select a.id into found_id from account a where a.organisation_id = organisation and a.email = buyer_email;
  else
    select a.id into found_id from account a where a.organisation_id = organisation and a.wallet = buyer_wallet;
  end if;
  return found_id;
end $function$;

CREATE OR REPLACE FUNCTION public.accounts_with_refunds()
 RETURNS TABLE(rail_account_id bigint, due_at timestamp with time zone)
 LANGUAGE sql
 STABLE
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
  with recursive head as (
    (select f.rail_account_id, f.due_at from refund f where f.due_at is not null and f.lease_until is null
     order by f.rail_account_id, f.due_at limit 1)
    union all
    select n.rail_account_id, n.due_at from head h cross join lateral (
      select f.rail_account_id, f.due_at from refund f
      where f.due_at is not null and f.lease_until is null and f.rail_account_id > h.rail_account_id
      order by f.rail_account_id, f.due_at limit 1
    ) n
  )
  select h.rail_account_id, h.due_at from head h
$function$;

CREATE OR REPLACE FUNCTION public.admit(keys bytea[], tenants text[], wanted integer[])
 RETURNS TABLE(item integer, organisation_id bigint, slug text, api_key_id bigint, scopes text[], proof_key bytea, quota integer, granted integer, remaining integer, reset_at bigint, retry_after integer)
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  window_sec integer;
  interval_ns bigint;
  arrival bigint;
  at_ns bigint;
begin
  for i in 1 .. cardinality(keys) loop
    select a.organisation_id, o.slug, a.id, a.scopes, a.proof_key, a.rate_limit, a.rate_window_sec
      into organisation_id, slug, api_key_id, scopes, proof_key, quota, window_sec
      from api_key a join organisation o on o.id = a.organisation_id
      where a.hash = keys[i] and a.revoked_at is null and (tenants[i] is null or o.slug = tenants[i]);
    if not found then continue; end if;
    item := i - 1;
    interval_ns := greatest(1, window_sec * 1000000000::bigint / quota);

    -- All at once, or else one by one until the budget is spent.
    granted := 0;
    if wanted[i] <= quota then
      arrival := spend_budget(admit.api_key_id, interval_ns, quota, wanted[i]);
      if arrival is not null then granted := wanted[i]; end if;
    end if;
    while granted < wanted[i] loop
      at_ns := spend_budget(admit.api_key_id, interval_ns, quota, 1);
      exit when at_ns is null;
      arrival := at_ns;
      granted := granted + 1;
    end loop;
    if granted = 0 then
      select r.arrival_ns into arrival from rate_budget r where r.api_key_id = admit.api_key_id;
    end if;
    at_ns := now_ns();
    remaining := budget_remaining(arrival, at_ns, interval_ns, quota);
    reset_at := budget_reset_at(arrival, at_ns);
    retry_after := budget_retry_after(arrival, at_ns, interval_ns, quota, granted = wanted[i]);
    return next;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name;
end $function$;

CREATE OR REPLACE FUNCTION public.budget_remaining(arrival_ns bigint, at_ns bigint, interval_ns bigint, quota integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select greatest(0, (interval_ns * quota - greatest(0, arrival_ns - at_ns)) / interval_ns)::integer
$function$;

CREATE OR REPLACE FUNCTION public.budget_reset_at(arrival_ns bigint, at_ns bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select (greatest(arrival_ns, at_ns) + 999999999) / 1000000000
$function$;

CREATE OR REPLACE FUNCTION public.budget_retry_after(arrival_ns bigint, at_ns bigint, interval_ns bigint, quota integer, allowed boolean)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when allowed then 0
    else greatest(1, (arrival_ns + interval_ns - interval_ns * quota - at_ns + 999999999) / 1000000000)::integer
  end
$function$;

CREATE OR REPLACE FUNCTION public.cancel_lot(organisation bigint, cancelled bigint, event_id text, at timestamp with time zone, chain bigint, head bigint)
 RETURNS text
 LANGUAGE plpgsql
 SET lock_timeout TO '2s'
AS $function$
declare
  l lot%rowtype;
  c lot_commitment%rowtype;
begin
  select * into l from lot where id = cancelled and organisation_id = organisation for no key update;
  if not found then return 'missing'; end if;
  if l.status = 'cancelled' then return 'already'; end if;
  if l.drawn_at is not null then return 'has_winner'; end if;
  select * into c from lot_commitment k where k.lot_id = l.id and k.voided_at is null for no key update;
  if found then
    -- Anyone can compute the winner once the block exists. What was never confirmed decides nothing.
    if c.confirmed_at is not null then
      if head is null or c.chain_id is distinct from chain then return 'committed'; end if;
      if c.block_number <= head then return 'has_winner'; end if;
    end if;
    update lot_commitment set voided_at = at, void_reason = 'cancelled' where id = c.id;
  end if;
  update lot set status = 'cancelled', cancelled_at = at, draw_at = null, draw_lease_until = null where id = l.id;
  insert into event (id, organisation_id, type, payload, created_at)
    values (event_id, organisation, 'lot.cancelled', envelope(event_id, 'lot.cancelled', at, format(
      '{"lotId":%s,"cancelledAt":"%s","ticketsSold":%s}', l.id, iso(at), l.sold)), at);
  return 'cancelled';
end $function$;

CREATE OR REPLACE FUNCTION public.check_writable()
 RETURNS void
 LANGUAGE plpgsql
 SET work_mem TO '64kB'
AS $function$
begin
  update write_check set at = clock_timestamp();
  -- More than that memory holds goes through a file, which needs room on the disk and leaves nothing behind.
  perform count(*) from generate_series(1, 20000);
end $function$;

CREATE OR REPLACE FUNCTION public.claim_deliveries(claimer uuid, batch integer, wide integer, deep integer, quick bigint[], lease_sec integer, at timestamp with time zone)
 RETURNS TABLE(delivery_id bigint, claim integer, attempts integer, endpoint_id bigint, url text, secret bytea, previous_secret bytea, event_id text, type text, payload text)
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  lapsed bigint[];
  mine bigint[];
  chosen bigint[];
begin
  perform set_config('synchronous_commit', 'off', true);
  lapsed := array(
    select q.delivery_id from delivery_queue q where q.lease_until < clock_timestamp() for no key update skip locked
  );
  if cardinality(lapsed) > 0 then
    update delivery_queue q set lease_until = null, leased_by = null where q.delivery_id = any(lapsed);
  end if;

  mine := array(
    select p.id from waiting_endpoints() w
      join webhook_endpoint p on p.id = w.endpoint_id
      cross join lateral endpoint_room(p, claimer, wide, deep, quick) r
    where w.due_at <= at and p.enabled and r.held < r.room
    order by r.held, w.due_at limit batch
    for no key update of p skip locked
  );
  if cardinality(mine) = 0 then return; end if;

  chosen := array(
    select turn.delivery_id from (
      select n.delivery_id, n.due_at,
        r.held + row_number() over (partition by p.id order by n.due_at, n.delivery_id) as place
      from unnest(mine) as m (id) join webhook_endpoint p on p.id = m.id
        cross join lateral endpoint_room(p, claimer, wide, deep, quick) r
        cross join lateral (
          select q.delivery_id, q.due_at from delivery_queue q
          where q.endpoint_id = p.id and q.lease_until is null and q.due_at <= at
          order by q.due_at limit greatest(0, least(batch, r.room - r.held))
        ) n
    ) turn
    order by turn.place, turn.due_at limit batch
  );
  return query
  with taken as (
    update delivery_queue q set lease_until = clock_timestamp() + make_interval(secs => lease_sec),
        leased_by = claimer, claims = q.claims + 1
      -- Not in the words of delivery_queue_due: planned while the queue is empty that index would be read, for good.
      where q.delivery_id = any(chosen) and q.leased_by is null
      returning q.delivery_id, q.claims
  )
  select d.id, taken.claims, d.attempts - d.replayed_after, p.id, p.url, p.secret,
    case when p.previous_secret_until > at then p.previous_secret end, v.id, v.type, v.payload
  from taken
    cross join lateral (select * from delivery k where k.id = taken.delivery_id limit 1) d
    cross join lateral (select * from webhook_endpoint k where k.id = d.endpoint_id limit 1) p
    cross join lateral (select * from event k where k.id = d.event_id limit 1) v;
end $function$;

CREATE OR REPLACE FUNCTION public.claim_named_events(p_limit integer, p_lease_sec integer, p_per_minute integer, p_rail_account_id bigint, p_what text)
 RETURNS TABLE(rail_account_id bigint, what text, times integer, tries integer, may boolean)
 LANGUAGE sql
AS $function$
  with due as (
    select e.rail_account_id, e.what, row_number() over (partition by e.rail_account_id order by e.lease_until) as place
    from (
      select n.rail_account_id, n.what, n.lease_until from named_event n
      where n.lease_until <= clock_timestamp()
        and (p_what is null or (n.rail_account_id = p_rail_account_id and n.what = p_what))
      order by n.lease_until limit p_limit for no key update skip locked
    ) e
  ), minutes as (
    insert into named_event_minute as m (rail_account_id, minute, asked)
    select d.rail_account_id, date_trunc('minute', clock_timestamp()), count(*)
    from due d group by d.rail_account_id order by d.rail_account_id
    on conflict (rail_account_id) do update
      set asked = case when m.minute = excluded.minute then m.asked else 0 end + excluded.asked, minute = excluded.minute
    returning m.rail_account_id, m.asked
  ), judged as (
    select d.rail_account_id, d.what,
      m.asked - (select count(*) from due o where o.rail_account_id = d.rail_account_id) + d.place <= p_per_minute as may
    from due d join minutes m on m.rail_account_id = d.rail_account_id
  ), claimed as (
    update named_event n set
      tries = n.tries + case when j.may then 1 else 0 end,
      lease_until = case when j.may then clock_timestamp() + make_interval(secs => p_lease_sec * (1 + n.tries))
        else date_trunc('minute', clock_timestamp()) + interval '1 minute' end
    from judged j where n.rail_account_id = j.rail_account_id and n.what = j.what
    returning n.rail_account_id, n.what, n.times, n.tries, j.may
  )
  select c.rail_account_id, c.what, c.times, c.tries, c.may from claimed c
$function$;

CREATE OR REPLACE FUNCTION public.claim_refunds(batch integer, per_account integer, lease_sec integer, at timestamp with time zone)
 RETURNS TABLE(refund_id bigint, order_id text, payment_id bigint, organisation_id bigint, rail_account_id bigint, key text, amount bigint, currency text, state text, provider_refund_id text, tries integer, asked_before boolean, accepted boolean)
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
#variable_conflict use_column
declare
  database_now timestamptz := clock_timestamp();
  lapsed bigint[];
  mine bigint[];
begin
  lapsed := array(select f.id from refund f where f.lease_until < database_now for no key update skip locked);
  if cardinality(lapsed) > 0 then
    update refund f set lease_until = null where f.id = any(lapsed);
  end if;

  mine := array(
    select r.id from accounts_with_refunds() w
      join rail_account r on r.id = w.rail_account_id
      cross join lateral (
        select count(*) as calls from refund f where f.rail_account_id = r.id and f.lease_until is not null
      ) busy
    where w.due_at <= at and busy.calls < per_account
    order by busy.calls, w.due_at limit batch
    for no key update of r skip locked
  );
  if cardinality(mine) = 0 then return; end if;

  return query
  with room as materialized (
    select m.id, (
      select count(*) from refund f where f.rail_account_id = m.id and f.lease_until is not null
    ) as calls
    from unnest(mine) as m (id)
  ), turn as (
    select n.id, n.due_at, n.asked_at, room.calls + row_number() over (partition by room.id order by n.due_at, n.id) as place
    from room cross join lateral (
      select f.id, f.due_at, f.asked_at from refund f
      where f.rail_account_id = room.id and f.due_at is not null and f.lease_until is null and f.due_at <= at
      order by f.due_at limit greatest(0, least(batch, per_account - room.calls)) for no key update skip locked
    ) n
  ), chosen as materialized (
    select turn.id, turn.asked_at from turn order by turn.place, turn.due_at limit batch
  ), taken as (
    update refund f set lease_until = clock_timestamp() + make_interval(secs => lease_sec), tries = f.tries + 1,
        asked_at = coalesce(f.asked_at, at)
      from chosen c where f.id = c.id
      returning f.*, c.asked_at is not null as asked_before
  )
  select t.id, t.order_id, t.payment_id, t.organisation_id, t.rail_account_id, t.key, t.amount, t.currency, t.state,
    t.provider_refund_id, t.tries, t.asked_before, t.accepted_at is not null
  from taken t;
end $function$;

CREATE OR REPLACE FUNCTION public.claim_request(caller bigint, route_template text, idempotency_key text, hash bytea, at timestamp with time zone, lease_sec integer, try uuid DEFAULT NULL::uuid)
 RETURNS TABLE(outcome text, request_id bigint, answer_status integer, answer_body bytea, retry_after integer)
 LANGUAGE plpgsql
AS $function$
declare
  r idempotency%rowtype;
begin
  loop
    insert into idempotency (api_key_id, route, key, request_hash, lease_until, lease, created_at)
      values (
        caller, route_template, idempotency_key, hash, clock_timestamp() + make_interval(secs => lease_sec), try, at
      )
      on conflict (api_key_id, route, key) do nothing returning id into request_id;
    if found then outcome := 'claimed'; return next; return; end if;

    select * into r from idempotency i
      where i.api_key_id = caller and i.route = route_template and i.key = idempotency_key for no key update;
    -- Pruned since: the next turn inserts.
    continue when not found;
    if r.created_at <= at - interval '24 hours' and coalesce(r.lease_until <= clock_timestamp(), true) then
      -- A new id: what the old one did, and an order that it placed, belong to another request.
      delete from idempotency i where i.id = r.id;
      continue;
    end if;
    exit;
  end loop;

  request_id := r.id;
  if r.request_hash <> hash then
    outcome := 'conflict';
  elsif r.status is not null then
    outcome := 'replay';
    answer_status := r.status;
    answer_body := r.body;
  elsif r.lease_until > clock_timestamp() then
    outcome := 'in_progress';
    retry_after := ceil(extract(epoch from r.lease_until - clock_timestamp()));
  else
    update idempotency i set lease_until = clock_timestamp() + make_interval(secs => lease_sec), lease = try
      where i.id = r.id;
    outcome := 'resumed';
  end if;
  return next;
end $function$;

CREATE OR REPLACE FUNCTION public.commit_draw(organisation bigint, draw uuid, seed_hash text, seed bytea, at timestamp with time zone, expires_on timestamp with time zone, most_open integer, key_id bigint, verified_with bytea, token_id text, request uuid, expires timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  outcome text := take_proof(key_id, verified_with, token_id, request, expires);
begin
  if outcome <> 'used' then return outcome; end if;
  -- One commitment of an organisation after the other: each counts those before it.
  perform 1 from organisation o where o.id = organisation for no key update;
  if (select count(*) from fair_draw f
      where f.organisation_id = organisation and f.revealed_at is null and f.expires_at > at) >= most_open then
    return 'too_many';
  end if;
  insert into fair_draw (id, organisation_id, server_seed_hash, server_seed, created_at, expires_at)
    values (draw, organisation, seed_hash, seed, at, expires_on);
  return 'committed';
end $function$;

CREATE OR REPLACE FUNCTION public.commit_lot(committed bigint, root text, tickets integer, range_count integer, chain bigint, block bigint, at timestamp with time zone, positions integer[], firsts integer[])
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  l lot%rowtype;
  added bigint;
begin
  select * into l from lot where id = committed for no key update;
  if l.status <> 'ended' or l.drawn_at is not null or l.committed_at is null then return false; end if;
  insert into lot_commitment (
    organisation_id, lot_id, sequence, tickets_root, total_tickets, ranges, chain_id, block_number, committed_at
  ) select l.organisation_id, l.id, 1 + count(*), root, tickets, range_count, chain, block, at
    from lot_commitment c where c.lot_id = l.id having count(*) filter (where c.voided_at is null) = 0
  returning id into added;
  if added is null then return false; end if;
  insert into lot_commitment_checkpoint (commitment_id, position, first)
    select added, p.position, p.first from unnest(positions, firsts) as p (position, first);
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.complete_refund()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
begin
  if new.rail_account_id is null then
    select t.rail_account_id into new.rail_account_id from ticket_order t where t.id = new.order_id;
  end if;
  if new.state = 'requested' and exists (
    select 1 from dispute d where d.organisation_id = new.organisation_id and d.order_id = new.order_id
  ) then
    new.state := 'manual';
    new.last_error := 'disputed';
  end if;
  if new.state = 'requested' then new.due_at := coalesce(new.due_at, new.created_at); end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.credit_deposit(organisation bigint, chain bigint, tx text, block bigint, token_address text, token_units numeric, cents bigint, at timestamp with time zone, key_id bigint, key bytea, proof_id text, request uuid, proof_expires timestamp with time zone, OUT outcome text, OUT amount bigint, OUT balance bigint)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
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
  at := draw_ledger_time(organisation, at);
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
end $function$;

CREATE OR REPLACE FUNCTION public.draw_ledger_time(organisation bigint, at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
AS $function$
begin
  return greatest(at, (
    select e.created_at from draw_ledger_entry e where e.organisation_id = organisation order by e.id desc limit 1
  ));
end $function$;

CREATE OR REPLACE FUNCTION public.draw_lot(deciding bigint, block_hash text, winner_index integer, event_id text, at timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  c lot_commitment%rowtype;
  l lot%rowtype;
  won record;
begin
  select * into l from lot where id = (select k.lot_id from lot_commitment k where k.id = deciding) for no key update;
  if not found then return 'over'; end if;
  if l.drawn_at is not null then return 'already'; end if;
  select * into c from lot_commitment k where k.id = deciding;
  if l.status <> 'ended' or c.confirmed_at is null or c.voided_at is not null then return 'over'; end if;
  select x.ticket, x.account_id into won from (
    select r.account_id, r.first + winner_index - p.position - size_before as ticket, r.first, r.last
    from (
      select k.position, k.first from lot_commitment_checkpoint k
      where k.commitment_id = c.id and k.position <= winner_index order by k.position desc limit 1
    ) p
    cross join lateral (
      select t.first, t.last, t.account_id,
        sum(t.last - t.first + 1) over (order by t.first) - (t.last - t.first + 1) as size_before
      from (
        select * from ticket_range g where g.lot_id = l.id and g.first >= p.first and g.voided_at is null
        order by g.first limit 1000
      ) t
    ) r
  ) x where x.ticket between x.first and x.last;
  if not found then raise 'lot % has no ticket at position % of its commitment', l.id, winner_index; end if;
  insert into winner (organisation_id, lot_id, ticket_number, account_id, proof, won_at, published_at)
    select l.organisation_id, l.id, won.ticket, won.account_id, jsonb_build_object(
      'blockNumber', c.block_number, 'blockHash', block_hash, 'winnerIndex', winner_index,
      'totalTickets', c.total_tickets), at, case when g.auto_publish_winners then at end
    from organisation g where g.id = l.organisation_id;
  update lot set drawn_at = at, draw_at = null, draw_lease_until = null where id = l.id;
  insert into event (id, organisation_id, type, payload, created_at)
    values (event_id, l.organisation_id, 'draw.completed', envelope(event_id, 'draw.completed', at, format(
      '{"lotId":%s,"winnerUserId":%s,"winnerTicketId":%s}', l.id, won.account_id, won.ticket)), at);
  return 'drawn';
end $function$;

CREATE OR REPLACE FUNCTION public.endpoint_room(endpoint webhook_endpoint, claimer uuid, wide integer, deep integer, quick bigint[], OUT held integer, OUT room integer)
 RETURNS record
 LANGUAGE sql
 STABLE
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
  select count(*), case
      when endpoint.failing_since is not null then least(wide, 4)
      when count(*) filter (where q.leased_by <> claimer) = 0 and endpoint.id = any(quick) then deep
      else wide
    end
  from delivery_queue q where q.endpoint_id = endpoint.id and q.lease_until is not null
$function$;

CREATE OR REPLACE FUNCTION public.envelope(id text, type text, at timestamp with time zone, data text)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select format('{"id":"%s","type":"%s","createdAt":"%s","data":%s}', id, type, iso(at), data)
$function$;

CREATE OR REPLACE FUNCTION public.fail_locked_order(failed ticket_order, reason text, give_back_pass boolean, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  update ticket_order set status = 'failed', error = reason, failed_at = at,
      -- Whatever is still open at the provider is closed there by a job.
      rail_cancel_at = case when failed.rail_account_id is not null and reason not in ('rail_unavailable') then at end
    where id = failed.id;
  if failed.credit_cents > 0 then
    update account set reserved_cents = reserved_cents - failed.credit_cents where id = failed.account_id;
  end if;
  if give_back_pass then
    update entry_pass set order_id = null where order_id = failed.id;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.finish_deliveries(deliveries bigint[], numbers integer[], began timestamp with time zone[], durations_ms integer[], statuses integer[], errors text[], responses text[], next_states text[], next_dues timestamp with time zone[], disables text[])
 RETURNS void
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  -- One place a delivery, in the order of ids, so that width_bucket finds an id's place by halving. A state is null
  -- where nothing is decided.
  ids bigint[];
  attempts_more integer[];
  claims_now integer[];
  states text[];
  dues timestamptz[];
  ends timestamptz[];
  works bigint[];
  failures jsonb;
  f record;
begin
  -- From here on nobody else records attempts of these.
  perform 1 from delivery k
    where k.id = any(deliveries) order by k.id for no key update;

  with fresh as materialized (
    select a.*, d.organisation_id, d.endpoint_id, q.claims as newest, coalesce(q.claims = a.claim, false) as in_time,
      -- Of several of one delivery the one that delivered decides, else the newest.
      row_number() over (partition by a.delivery_id order by (a.state = 'delivered') desc, a.claim desc) = 1
        and coalesce(q.claims = a.claim or a.state = 'delivered', false) as decides
    from (
      select distinct on (e.delivery_id, e.claim) e.* from unnest(
        deliveries, numbers, began, durations_ms, statuses, errors, responses, next_states, next_dues, disables
      ) as e (delivery_id, claim, at, duration_ms, status, error, response, state, due_at, disable)
      order by e.delivery_id, e.claim
    ) a
    cross join lateral (
      select k.organisation_id, k.endpoint_id from delivery k where k.id = a.delivery_id limit 1
    ) d
    left join lateral (
      select k.claims from delivery_queue k where k.delivery_id = a.delivery_id limit 1
    ) q on true
    left join lateral (
      select true as known from delivery_attempt k where k.delivery_id = a.delivery_id and k.number = a.claim limit 1
    ) r on true
    where r.known is null
  ), recorded as (
    insert into delivery_attempt (organisation_id, delivery_id, number, status, error, response, duration_ms, at)
      select x.organisation_id, x.delivery_id, x.claim, x.status, x.error, x.response, x.duration_ms, x.at from fresh x
  ), outcome as (
    select x.delivery_id as id, count(*) as attempts, max(greatest(x.claim, x.newest)) as claims,
      max(x.state) filter (where x.decides) as state, max(x.due_at) filter (where x.decides) as due_at,
      max(x.at + x.duration_ms * interval '1 ms') filter (where x.decides and x.state <> 'pending') as finished_at
    from fresh x group by x.delivery_id
  )
  select array_agg(o.id order by o.id), array_agg(o.attempts order by o.id), array_agg(o.claims order by o.id),
      array_agg(o.state order by o.id), array_agg(o.due_at order by o.id), array_agg(o.finished_at order by o.id),
      array(select distinct x.endpoint_id from fresh x where x.state = 'delivered'),
      (select jsonb_agg(x order by x.at) from fresh x where x.state <> 'delivered')
    into ids, attempts_more, claims_now, states, dues, ends, works, failures from outcome o;
  if ids is null then return; end if;

  update delivery k set
      attempts = k.attempts + attempts_more[width_bucket(k.id, ids)],
      claims = greatest(k.claims, claims_now[width_bucket(k.id, ids)]),
      state = coalesce(states[width_bucket(k.id, ids)], k.state),
      finished_at = coalesce(ends[width_bucket(k.id, ids)], k.finished_at)
    where k.id = any(ids);
  delete from delivery_queue q
    where q.delivery_id = any(array(select u.id from unnest(ids, states) u (id, state) where u.state <> 'pending'));
  update delivery_queue q set lease_until = null, leased_by = null, due_at = dues[width_bucket(q.delivery_id, ids)]
    where q.delivery_id = any(array(select u.id from unnest(ids, states) u (id, state) where u.state = 'pending'));

  update webhook_endpoint p set failing_since = null where p.id = any(works) and p.failing_since is not null;
  -- Neither of these when the operator has changed the endpoint since, nor when something got through besides.
  for f in
    select x.endpoint_id, x.in_time, x.at, x.disable
    from jsonb_to_recordset(failures) x (endpoint_id bigint, in_time boolean, at timestamptz, disable text)
    where x.disable is not null or x.endpoint_id <> all(works)
  loop
    update webhook_endpoint p set failing_since = f.at
      where p.id = f.endpoint_id and p.failing_since is null and p.enabled and p.updated_at <= f.at;
    update webhook_endpoint p
      set enabled = false, disabled_reason = coalesce(f.disable, 'failed_for_5_days'), updated_at = f.at
      where f.in_time and p.id = f.endpoint_id and p.enabled and p.updated_at <= f.at
        and (f.disable is not null or p.failing_since < f.at - interval '5 days');
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.finish_unwinding(cancelled bigint, at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  if exists (select 1 from ticket_order k where k.lot_id = cancelled and k.status = 'pending' and k.unwound_at is null)
    or exists (select 1 from ticket_order k where k.lot_id = cancelled and k.status = 'paid' and k.unwound_at is null) then
    return false;
  end if;
  update lot l set unwound_at = at where l.id = cancelled and l.status = 'cancelled' and l.unwound_at is null;
  return found;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_deliveries()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
begin
  delete from delivery_queue q where q.delivery_id = any(array(select id from gone));
  delete from delivery_attempt a where a.delivery_id = any(array(select id from gone));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.freeze_lot(frozen bigint, at timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  l lot%rowtype;
begin
  select * into l from lot where id = frozen for no key update;
  if not found or l.status <> 'ended' or l.drawn_at is not null or l.on_chain then return 'over'; end if;
  if l.committed_at is not null then return 'frozen'; end if;
  if l.held > 0 then return 'held'; end if;
  if l.sold = l.voided then
    update lot set draw_at = null, draw_lease_until = null where id = l.id;
    return 'retired';
  end if;
  update lot set committed_at = at where id = l.id;
  return 'frozen';
end $function$;

CREATE OR REPLACE FUNCTION public.give_back(orders text[], why text, unrefundable text[], at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  if exists (select 1 from ticket_order t where t.id = any(orders) and t.credit_cents > 0) then
    perform 1 from account a where a.id = any(array(
        select t.account_id from ticket_order t where t.id = any(orders) and t.credit_cents > 0
      )) order by a.id for no key update;
    update account a set balance_cents = a.balance_cents + s.cents
      from (
        select t.account_id, sum(t.credit_cents)::bigint as cents from ticket_order t
        where t.id = any(orders) and t.credit_cents > 0 group by t.account_id
      ) s where a.id = s.account_id;
    insert into credit_entry (organisation_id, account_id, kind, amount_cents, order_id, reason, at)
      select t.organisation_id, t.account_id, 'refund', t.credit_cents, t.id, why, give_back.at
      from ticket_order t where t.id = any(orders) and t.credit_cents > 0;
  end if;
  insert into refund (
    organisation_id, order_id, payment_id, key, amount, currency, reason, state, rail_account_id, created_at, updated_at
  )
    select y.organisation_id, y.order_id, y.id, 'refund-' || y.id, y.amount, y.currency, why,
      case when y.rail_kind || '/' || y.rail_provider = any(unrefundable) then 'manual' else 'requested' end,
      t.rail_account_id, give_back.at, give_back.at
    from ticket_order t join payment y on y.order_id = t.id
    where t.id = any(orders) and y.state = 'settled' and y.amount > 0
    on conflict (payment_id) do nothing;
  perform reverse_commission(t.id, give_back.at) from ticket_order t
    where t.id = any(orders) and t.affiliate_id is not null;
  update ticket_order t set unwound_at = give_back.at where t.id = any(orders);
end $function$;

CREATE OR REPLACE FUNCTION public.hurry(patient boolean)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if not patient then perform set_config('lock_timeout', '500ms', true); end if;
end $function$;

CREATE OR REPLACE FUNCTION public.iso(at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$function$;

CREATE OR REPLACE FUNCTION public.last_event_before(organisation bigint, moment timestamp with time zone)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
declare
  low bigint := 0;
  high bigint;
  middle bigint;
  probe record;
begin
  select coalesce(max(e.sequence), 0) into high from event e where e.organisation_id = organisation;
  -- Up to `low` all are older. Behind `high` none is.
  while low < high loop
    middle := low + (high - low) / 2;
    select e.sequence, e.created_at into probe from event e
      where e.organisation_id = organisation and e.sequence > middle order by e.sequence limit 1;
    if found and probe.created_at < moment then
      low := probe.sequence;
    else
      high := middle;
    end if;
  end loop;
  return low;
end $function$;

CREATE OR REPLACE FUNCTION public.last_order_before(organisation bigint, moment timestamp with time zone)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  low bigint;
  high bigint;
  middle bigint;
  probe record;
begin
  select t.number into high from ticket_order t where t.organisation_id = organisation and t.number > 0
    order by t.number desc limit 1;
  select t.number - 1 into low from ticket_order t where t.organisation_id = organisation and t.number > 0
    order by t.number limit 1;
  -- Up to `low` all are older. Behind `high` none is.
  while low < high loop
    middle := low + (high - low) / 2;
    select t.number, t.created_at into probe from ticket_order t
      where t.organisation_id = organisation and t.number > middle and t.number > 0 order by t.number limit 1;
    if found and probe.created_at < moment then
      low := probe.number;
    else
      high := middle;
    end if;
  end loop;
  return coalesce(low, 0);
end $function$;

CREATE OR REPLACE FUNCTION public.listed_orders(organisation bigint, buyer_email text, buyer_wallet text, of_lot bigint, wanted_status text, since timestamp with time zone, until timestamp with time zone, after text, most integer, look_at_most integer)
 RETURNS TABLE(shown boolean, listed ticket_order)
 LANGUAGE plpgsql
 STABLE ROWS 10
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_sort TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  slack constant interval := '10 minutes';
  -- Not written as literals: an index of all that is pending would seem to serve.
  waiting constant text := 'pending';
  settled constant text := 'paid';
  ended constant text := 'failed';
  buyer bigint;
  -- Nothing that fits is older.
  earliest timestamptz := since;
  -- Orders behind it are not looked at.
  top bigint := 9223372036854775807;
  -- What is stored: cancelling a lot fails its pending orders at once, before the job comes by.
  stored text[] := case wanted_status when 'failed' then '{failed,pending}' when 'pending' then '{pending}'
    when 'paid' then '{paid}' else '{pending,paid,failed}' end;
  lot_status text;
  candidates refcursor;
  t ticket_order%rowtype;
  last_shown ticket_order%rowtype;
  looked integer := 0;
  found_so_far integer := 0;
begin
  if buyer_email is not null or buyer_wallet is not null then
    buyer := account_of(organisation, buyer_email, buyer_wallet);
    if buyer is null then return; end if;
    -- An account comes with its first order.
    select greatest(since, a.created_at) into earliest from account a where a.id = buyer;
  end if;
  if of_lot is not null then
    select l.status into lot_status from lot l where l.organisation_id = organisation and l.id = of_lot;
    if not found then return; end if;
    if wanted_status = 'failed' and lot_status <> 'cancelled' then stored := '{failed}'; end if;
  end if;
  if after is not null then
    select k.number into top from ticket_order k where k.organisation_id = organisation and k.id = after;
    if not found then return; end if;
  end if;
  if until is not null then top := least(top, last_order_before(organisation, until + slack) + 1); end if;

  if buyer is not null and wanted_status = waiting then
    -- Few: what a buyer may have pending is limited.
    open candidates for
      select k.* from ticket_order k where k.account_id = buyer and k.paid_at is null and k.failed_at is null
        and k.number < top order by k.number desc;
  elsif of_lot is not null then
    -- Each part is in the order of its index, so they are merged row by row, as far as is read.
    open candidates for
      (select k.* from ticket_order k where k.lot_id = of_lot and k.status = waiting and k.unwound_at is null and k.number < top
        and waiting = any(stored) order by k.number desc)
      union all
      (select k.* from ticket_order k where k.lot_id = of_lot and k.status = settled and k.unwound_at is null and k.number < top
        and settled = any(stored) order by k.number desc)
      union all
      (select k.* from ticket_order k where k.lot_id = of_lot and k.status = ended and k.unwound_at is null and k.number < top
        and ended = any(stored) order by k.number desc)
      union all
      -- Only what was paid is given back.
      (select k.* from ticket_order k where k.lot_id = of_lot and k.unwound_at is not null and k.number < top
        and settled = any(stored) order by k.number desc)
      order by number desc;
  else
    open candidates for
      select k.* from ticket_order k where k.organisation_id = organisation and k.number < top and k.number > 0
      order by k.number desc;
  end if;

  loop
    fetch candidates into t;
    exit when not found;
    -- All that follow are older.
    exit when t.created_at < earliest - slack;
    looked := looked + 1;
    if (buyer is null or t.account_id = buyer) and (of_lot is null or t.lot_id = of_lot) and (since is null or t.created_at >= since)
      and (until is null or t.created_at < until) and (wanted_status is null or wanted_status = case
        when t.status = 'pending' and (select l.status from lot l where l.id = t.lot_id) = 'cancelled' then 'failed'
        else t.status
      end)
    then
      if found_so_far = most then
        shown := false; listed := last_shown; return next;
        exit;
      end if;
      found_so_far := found_so_far + 1;
      last_shown := t;
      shown := true; listed := t; return next;
    end if;
    if looked = look_at_most then
      shown := false; listed := t; return next;
      exit;
    end if;
  end loop;
  close candidates;
end $function$;

CREATE OR REPLACE FUNCTION public.now_ns()
 RETURNS bigint
 LANGUAGE sql
AS $function$
  select (extract(epoch from clock_timestamp()) * 1000000000)::bigint
$function$;

CREATE OR REPLACE FUNCTION public.number_list(first integer, quantity integer)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
begin
  if quantity = 1 then return first::text; end if;
  return (select string_agg(n::text, ',' order by n) from generate_series(first, first + quantity - 1) n);
end $function$;

CREATE OR REPLACE FUNCTION public.place(orders jsonb, patient boolean)
 RETURNS TABLE(item integer, outcome text, order_id text, order_number bigint, available integer)
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
declare
  o record;
  -- By position in the batch.
  outcomes text[] := array_fill(null::text, array[jsonb_array_length(orders)]);
  ids text[] := outcomes;
  left_over integer[] := array_fill(null::integer, array[jsonb_array_length(orders)]);
  accounts bigint[] := array_fill(null::bigint, array[jsonb_array_length(orders)]);
  accepted integer[] := '{}';
  current_lot bigint;
  newly_held integer;
  held_lots bigint[] := '{}';
  held_tickets integer[] := '{}';
  retried bigint[];
  -- Of the latest lot and buyer, this batch's orders included.
  current_buyer text;
  pending_orders bigint;
  pending_tickets bigint;
  newcomers integer[] := '{}';
begin
  perform hurry(patient);
  perform 1 from lot
    where lot.id = any(array(select (e ->> 'lot_id')::bigint from jsonb_array_elements(orders) e))
    order by lot.id for no key update;

  retried := array(
    select (e ->> 'idempotency_id')::bigint from jsonb_array_elements(orders) e where e ->> 'idempotency_id' is not null
  );
  if cardinality(retried) > 0 then
    -- One that the rail did not take is over: the request may try anew.
    update ticket_order t set idempotency_id = null
      where t.idempotency_id = any(retried) and t.status = 'failed' and t.error = 'rail_unavailable';
  end if;

  for o in
    select q.*, l.id as lot, l.status, l.price_cents as ticket_cents, l.start_at, l.end_at, l.max_tickets, l.sold,
      l.held,
      case when q.idempotency_id is not null
        then (select t.id from ticket_order t where t.idempotency_id = q.idempotency_id) end as existing,
      -- Not account_of(): a call for each row costs more than the look-up.
      case when q.email is not null
        then (select a.id from account a where a.organisation_id = q.organisation_id and a.email = q.email)
        else (select a.id from account a where a.organisation_id = q.organisation_id and a.wallet = q.wallet)
      end as account
    from rows from (jsonb_to_recordset(orders) as (
      id text, organisation_id bigint, lot_id bigint, email text, wallet text, idempotency_id bigint, quantity integer,
      price_cents bigint, credit_cents bigint, pass_hash text, max_pending_orders integer, max_pending_tickets integer,
      now timestamptz
    )) with ordinality as q (
      id, organisation_id, lot_id, email, wallet, idempotency_id, quantity, price_cents, credit_cents, pass_hash,
      max_pending_orders, max_pending_tickets, now, position
    )
    left join lot l on l.id = q.lot_id and l.organisation_id = q.organisation_id
    order by q.lot_id, coalesce(q.email, q.wallet), q.pass_hash, q.position
  loop
    ids[o.position] := o.id;
    if current_lot is distinct from o.lot_id then
      current_lot := o.lot_id;
      newly_held := 0;
      current_buyer := null;
    end if;
    if current_buyer is distinct from coalesce(o.email, o.wallet) then
      current_buyer := coalesce(o.email, o.wallet);
      pending_orders := null;
    end if;
    if o.existing is not null then
      outcomes[o.position] := 'existing';
      ids[o.position] := o.existing;
      continue;
    end if;
    if o.lot is null then outcomes[o.position] := 'missing'; continue; end if;
    if o.status <> 'active' or o.now < o.start_at or o.now >= o.end_at then
      outcomes[o.position] := 'entries_closed'; continue;
    end if;
    if o.price_cents <> o.ticket_cents * o.quantity then outcomes[o.position] := 'price_changed'; continue; end if;
    if o.pass_hash is not null then
      perform 1 from entry_pass p where p.hash = decode(o.pass_hash, 'hex') and p.organisation_id = o.organisation_id
        and p.order_id is null and p.expires_at > o.now;
      if not found then outcomes[o.position] := 'pass_refused'; continue; end if;
    end if;
    -- A process of the version before this one names no limit.
    if o.max_pending_orders is not null then
      if pending_orders is null then
        pending_orders := 0;
        pending_tickets := 0;
        if o.account is not null then
          select count(*), coalesce(sum(t.quantity), 0) into pending_orders, pending_tickets from ticket_order t
            where t.account_id = o.account and t.lot_id = o.lot_id and t.paid_at is null and t.failed_at is null;
        end if;
      end if;
      if pending_orders >= o.max_pending_orders or pending_tickets + o.quantity > o.max_pending_tickets then
        outcomes[o.position] := 'too_many_pending';
        left_over[o.position] := case when pending_orders >= o.max_pending_orders then 0
          else greatest(0, least(o.max_pending_tickets - pending_tickets, o.max_tickets - o.sold - o.held - newly_held))
          end;
        continue;
      end if;
    end if;
    if o.sold::bigint + o.held + newly_held + o.quantity > o.max_tickets then
      outcomes[o.position] := 'sold_out';
      left_over[o.position] := o.max_tickets - o.sold - o.held - newly_held;
      continue;
    end if;
    if o.credit_cents > 0 then
      update account a set reserved_cents = a.reserved_cents + o.credit_cents
        where a.id = account_of(o.organisation_id, o.email, o.wallet)
          and a.balance_cents - a.reserved_cents >= o.credit_cents;
      if not found then outcomes[o.position] := 'credit_changed'; continue; end if;
    end if;
    if o.pass_hash is not null then
      update entry_pass p set order_id = o.id where p.hash = decode(o.pass_hash, 'hex')
        and p.organisation_id = o.organisation_id and p.order_id is null;
      if not found then
        -- Burnt while the account was waited for: nothing of this order may stay.
        if o.credit_cents > 0 then
          update account a set reserved_cents = a.reserved_cents - o.credit_cents
            where a.id = account_of(o.organisation_id, o.email, o.wallet);
        end if;
        outcomes[o.position] := 'pass_refused'; continue;
      end if;
    end if;
    outcomes[o.position] := 'placed';
    accepted := accepted || o.position::integer;
    pending_orders := pending_orders + 1;
    pending_tickets := pending_tickets + o.quantity;
    if o.account is null then
      newcomers := newcomers || o.position::integer;
    else
      accounts[o.position] := o.account;
    end if;
    newly_held := newly_held + o.quantity;
    if held_lots[cardinality(held_lots)] = o.lot_id then
      held_tickets[cardinality(held_lots)] := newly_held;
    else
      held_lots := held_lots || o.lot_id;
      held_tickets := held_tickets || newly_held;
    end if;
  end loop;

  if cardinality(newcomers) > 0 then
    insert into account (organisation_id, email, wallet, created_at)
      select distinct on (q.organisation_id, q.email, q.wallet) q.organisation_id, q.email, q.wallet, q.now
      from rows from (jsonb_to_recordset(orders) as (
        organisation_id bigint, email text, wallet text, now timestamptz
      )) with ordinality as q (organisation_id, email, wallet, now, position)
      where q.position = any(newcomers)
      order by q.organisation_id, q.email, q.wallet
      on conflict do nothing;
  end if;
  if cardinality(accepted) > 0 then
    update lot l set held = l.held + h.tickets from unnest(held_lots, held_tickets) as h (id, tickets) where l.id = h.id;
  end if;

  return query
    with placed as (
      insert into ticket_order (
        id, organisation_id, lot_id, account_id, api_key_id, idempotency_id, quantity, status, price_cents, credit_cents,
        charge_amount, charge_currency, rate, source, rail_account_id, rail_kind, rail_provider, return_url, buyer_email,
        hold_until, rail_expires_at, check_at, created_at, affiliate_id, commission_cents
      )
      select q.id, q.organisation_id, q.lot_id,
        case when accounts[q.position] is not null then accounts[q.position]
          when q.email is not null
          then (select a.id from account a where a.organisation_id = q.organisation_id and a.email = q.email)
          else (select a.id from account a where a.organisation_id = q.organisation_id and a.wallet = q.wallet)
        end, q.api_key_id, q.idempotency_id,
        q.quantity, 'pending', q.price_cents, q.credit_cents, q.charge_amount, q.charge_currency, q.rate,
        q.source, q.rail_account_id, q.rail_kind, q.rail_provider, q.return_url, q.email, q.hold_until, q.rail_expires_at,
        -- Until the rail has answered, reconciliation looks soon.
        least(q.hold_until, q.now + interval '30 seconds'), q.now,
        -- A process of the version before this one names neither.
        q.affiliate_id, coalesce(q.commission_cents, 0)
      from rows from (jsonb_to_recordset(orders) as (
        id text, organisation_id bigint, lot_id bigint, email text, wallet text, api_key_id bigint,
        idempotency_id bigint, quantity integer, price_cents bigint, credit_cents bigint, charge_amount bigint,
        charge_currency text, rate text, source text, rail_account_id bigint, rail_kind text, rail_provider text,
        return_url text, hold_until timestamptz, rail_expires_at timestamptz, now timestamptz, affiliate_id bigint,
        commission_cents bigint
      )) with ordinality as q (
        id, organisation_id, lot_id, email, wallet, api_key_id, idempotency_id, quantity, price_cents, credit_cents,
        charge_amount, charge_currency, rate, source, rail_account_id, rail_kind, rail_provider, return_url, hold_until,
        rail_expires_at, now, affiliate_id, commission_cents, position
      )
      where q.position = any(accepted)
      returning ticket_order.id, ticket_order.number
    )
    select i - 1, outcomes[i], ids[i], p.number, left_over[i]
    from generate_subscripts(outcomes, 1) i left join placed p on p.id = ids[i];
end $function$;

CREATE OR REPLACE FUNCTION public.prune(at timestamp with time zone, batch integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  gone integer;
  total integer := 0;
begin
  delete from event where id in (
    select e.id from (select * from event order by sequence limit batch) e
    where e.created_at < at - interval '30 days');
  get diagnostics gone = row_count;
  total := total + gone;

  delete from idempotency where id in (
    select i.id from (select * from idempotency order by id limit batch) i
    where i.created_at < at - interval '25 hours');
  get diagnostics gone = row_count;
  total := total + gone;

  delete from entry_pass where hash in (
    select p.hash from entry_pass p where p.expires_at < at - interval '1 day' order by p.expires_at limit batch);
  get diagnostics gone = row_count;
  total := total + gone;

  delete from rail_notification where id in (
    select n.id from (select * from rail_notification order by id limit batch) n
    where n.received_at < at - interval '90 days' and n.processed_at is not null);
  get diagnostics gone = row_count;
  total := total + gone;

  delete from failure_budget where address in (
    select f.address from failure_budget f
    where f.arrival_ns < (extract(epoch from clock_timestamp()) * 1000000000)::bigint limit batch);
  get diagnostics gone = row_count;
  total := total + gone;

  -- The minute is for processes whose clocks differ.
  delete from used_proof where (api_key_id, jti) in (
    select u.api_key_id, u.jti from used_proof u where u.expires_at < at - interval '1 minute'
    order by u.expires_at limit batch);
  get diagnostics gone = row_count;
  return total + gone;
end $function$;

CREATE OR REPLACE FUNCTION public.queue_for_relay()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into event_unrelayed select sequence from added;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.record_dispute(organisation bigint, account bigint, dispute_id text, of_order text, of_payment text, new_stage text, disputed bigint, disputed_currency text, at timestamp with time zone, OUT tickets text, OUT disputed_order text)
 RETURNS record
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  l lot%rowtype;
  t ticket_order%rowtype;
  p payment%rowtype;
begin
  tickets := 'none';
  select y.* into p from payment y join rail_account a
    on a.id = account and a.kind = y.rail_kind and a.provider = y.rail_provider
    where y.organisation_id = organisation and y.provider_payment_id = of_payment;
  select * into l from lot where id = (
      select k.lot_id from ticket_order k
      where k.id = coalesce(of_order, p.order_id) and k.organisation_id = organisation and k.rail_account_id = account
    ) for no key update;
  if found then
    select * into t from ticket_order k where k.id = coalesce(of_order, p.order_id) for no key update;
    if t.status = 'paid' and coalesce(p.state, 'settled') = 'settled' then
      perform void_range(l, t.id, record_dispute.at);
      tickets := case when exists (
        select 1 from ticket_range r where r.order_id = t.id and r.voided_at is not null
      ) then 'voided' else 'kept' end;
      perform reverse_commission(t.id, record_dispute.at);
    end if;
    update refund f set state = 'manual', last_error = 'disputed', due_at = null, updated_at = record_dispute.at
      where f.payment_id = any(array(
          select y.id from payment y where y.order_id = t.id and y.id = coalesce(p.id, y.id)
        )) and f.state = 'requested' and f.asked_at is null;
  end if;
  disputed_order := t.id;
  insert into dispute as d (
    organisation_id, rail_account_id, provider_dispute_id, order_id, stage, amount, currency, tickets, created_at, updated_at
  ) values (
    organisation, account, dispute_id, t.id, new_stage, disputed, disputed_currency, record_dispute.tickets,
    record_dispute.at, record_dispute.at
  ) on conflict (rail_account_id, provider_dispute_id) do update set
    stage = excluded.stage, amount = excluded.amount, currency = excluded.currency, updated_at = excluded.updated_at,
    order_id = coalesce(d.order_id, excluded.order_id),
    tickets = case when excluded.order_id is null then d.tickets else excluded.tickets end;
end $function$;

CREATE OR REPLACE FUNCTION public.refund_order(organisation bigint, given_back text, why text, unrefundable text[], at timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  l lot%rowtype;
  t ticket_order%rowtype;
begin
  select * into l from lot where id = (
      select k.lot_id from ticket_order k where k.id = given_back and k.organisation_id = organisation
    ) for no key update;
  if not found then return 'missing'; end if;
  select * into t from ticket_order k where k.id = given_back for no key update;
  if t.status <> 'paid' then return 'not_paid'; end if;
  if t.unwound_at is not null then return 'already'; end if;
  perform give_back(array[t.id], why, unrefundable, refund_order.at);
  perform void_range(l, t.id, refund_order.at);
  return 'refunded';
end $function$;

CREATE OR REPLACE FUNCTION public.relay_events(batch integer, at timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  claimed bigint[];
begin
  -- What a crash of the database undoes here is done again. What was sent and not recorded before it is sent twice.
  perform set_config('synchronous_commit', 'off', true);
  claimed := array(
    select u.sequence from event_unrelayed u order by u.sequence limit batch for update skip locked
  );
  with made as (
    insert into delivery (organisation_id, event_id, endpoint_id, state, created_at)
      select v.organisation_id, v.id, p.id, 'pending', at
      from event v join webhook_endpoint p on p.organisation_id = v.organisation_id
      where v.sequence = any(claimed) and p.enabled and case
        when v.endpoint_id is null then p.events is null or v.type = any(p.events)
        else p.id = v.endpoint_id
      end
      order by v.sequence, p.id
      on conflict (event_id, endpoint_id) do nothing
      returning id, delivery.endpoint_id
  )
  insert into delivery_queue (delivery_id, endpoint_id, due_at) select made.id, made.endpoint_id, at from made;
  delete from event_unrelayed u where u.sequence = any(claimed);
  return cardinality(claimed);
end $function$;

CREATE OR REPLACE FUNCTION public.release(orders jsonb, patient boolean)
 RETURNS TABLE(item integer, outcome text)
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
declare
  r record;
  t ticket_order%rowtype;
begin
  perform hurry(patient);
  perform 1 from lot where lot.id = any(array(
      select k.lot_id from ticket_order k
      where k.id = any(array(select e ->> 'order_id' from jsonb_array_elements(orders) e))
    )) order by lot.id for no key update;
  for r in
    select q.* from rows from (jsonb_to_recordset(orders) as (
      order_id text, organisation_id bigint, rail_account_id bigint, error text, give_back_pass boolean, now timestamptz
    )) with ordinality as q (order_id, organisation_id, rail_account_id, error, give_back_pass, now, position)
    order by q.order_id
  loop
    item := r.position - 1;
    select * into t from ticket_order k where k.id = r.order_id and k.organisation_id = r.organisation_id
      and k.rail_account_id is not distinct from r.rail_account_id for no key update;
    if not found then outcome := 'missing'; return next; continue; end if;
    if t.status <> 'pending' then outcome := 'final'; return next; continue; end if;
    perform fail_locked_order(t, r.error, r.give_back_pass, r.now);
    update lot set held = held - t.quantity where lot.id = t.lot_id;
    outcome := 'failed';
    return next;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.replay_delivery(organisation bigint, replayed bigint, at timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  d delivery%rowtype;
  p webhook_endpoint%rowtype;
begin
  select * into d from delivery k where k.id = replayed and k.organisation_id = organisation for no key update;
  if not found then return 'missing'; end if;
  select * into p from webhook_endpoint e where e.id = d.endpoint_id;
  if p.removed_at is not null then return 'missing'; end if;
  if not p.enabled then return 'disabled'; end if;
  if d.state = 'pending' then return 'pending'; end if;
  update delivery k set state = 'pending', finished_at = null, replayed_after = k.attempts where k.id = d.id;
  insert into delivery_queue (delivery_id, endpoint_id, due_at, claims) values (d.id, d.endpoint_id, at, d.claims);
  return 'replayed';
end $function$;

CREATE OR REPLACE FUNCTION public.replay_events(organisation bigint, endpoint bigint, since timestamp with time zone, until timestamp with time zone, behind bigint, batch integer, at timestamp with time zone, OUT replayed integer, OUT reached bigint)
 RETURNS record
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
declare
  slack constant interval := '1 hour';
  start bigint := behind;
  oldest timestamptz;
begin
  replayed := 0;
  if behind = 0 then start := last_event_before(organisation, since - slack); end if;
  select max(v.sequence), min(v.created_at) into reached, oldest from (
    select e.sequence, e.created_at from event e where e.organisation_id = organisation and e.sequence > start
    order by e.sequence limit batch
  ) v;
  if oldest >= until + slack then reached := null; end if;
  if reached is null then return; end if;
  with due as (
    insert into delivery (organisation_id, event_id, endpoint_id, state, created_at)
      select v.organisation_id, v.id, p.id, 'pending', at
      from event v join webhook_endpoint p on p.organisation_id = v.organisation_id
      where v.organisation_id = organisation and v.sequence > start and v.sequence <= reached
        and v.created_at >= since and v.created_at < until and p.id = endpoint and p.enabled and case
          when v.endpoint_id is null then p.events is null or v.type = any(p.events)
          else p.id = v.endpoint_id
        end
      order by v.sequence
      on conflict (event_id, endpoint_id) do update
        set state = 'pending', finished_at = null, replayed_after = delivery.attempts
        where delivery.state <> 'pending'
      returning delivery.id, delivery.endpoint_id, delivery.claims
  )
  insert into delivery_queue (delivery_id, endpoint_id, due_at, claims)
    select due.id, due.endpoint_id, at, due.claims from due;
  get diagnostics replayed = row_count;
end $function$;

CREATE OR REPLACE FUNCTION public.report_refund(organisation bigint, account bigint, of_key text, provider_id text, new_state text, reported bigint, reported_currency text, at timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  f refund%rowtype;
begin
  select * into f from refund r where r.key = of_key and r.organisation_id = organisation and r.rail_account_id = account
    for no key update;
  if not found then
    select * into f from refund r where r.rail_account_id = account and r.provider_refund_id = provider_id
      and r.organisation_id = organisation limit 1 for no key update;
    if not found then return 'missing'; end if;
  end if;
  if f.amount <> reported or f.currency <> reported_currency then return 'other_amount'; end if;
  if f.note is not null or f.failed_at_rail then return 'known'; end if;
  if new_state = 'failed' then
    update refund set state = 'failed', failed_at_rail = true, last_error = 'failed_at_provider', due_at = null,
        lease_until = null, provider_refund_id = coalesce(provider_id, provider_refund_id), updated_at = at
      where id = f.id;
    return case f.state when 'succeeded' then 'lost' else 'updated' end;
  end if;
  if f.state = 'succeeded' then return 'known'; end if;
  if new_state = 'succeeded' then
    update refund set state = 'succeeded', succeeded_at = at, last_error = null, due_at = null, lease_until = null,
        provider_refund_id = coalesce(provider_id, provider_refund_id), updated_at = at
      where id = f.id;
    return 'updated';
  end if;
  if f.state <> 'requested' then return 'known'; end if;
  update refund set accepted_at = coalesce(accepted_at, at),
      provider_refund_id = coalesce(provider_id, provider_refund_id), updated_at = at
    where id = f.id;
  return 'updated';
end $function$;

CREATE OR REPLACE FUNCTION public.reveal_draw(organisation bigint, draw uuid, client text, given_nonce text, hash text, candidates integer, picked integer, indices integer[], unit_cost_cents bigint, at timestamp with time zone, key_id bigint, verified_with bytea, token_id text, request uuid, expires timestamp with time zone, OUT outcome text, OUT cost_cents bigint)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
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

  -- Under its lock the balance is looked at again.
  update draw_account a set balance_cents = a.balance_cents - unit_cost_cents, draws = a.draws + 1,
      cost_cents = a.cost_cents + unit_cost_cents
    where a.organisation_id = organisation and a.balance_cents >= unit_cost_cents;
  if not found then outcome := 'insufficient'; return; end if;
  at := draw_ledger_time(organisation, at);
  insert into draw_ledger_entry (organisation_id, kind, amount_cents, draw_id, created_at)
    values (organisation, 'draw', -unit_cost_cents, draw, at);
  update fair_draw f set revealed_at = at, client_seed = client, nonce = given_nonce, candidates_hash = hash,
      candidate_count = candidates, pick = picked, winner_indices = indices, cost_cents = unit_cost_cents
    where f.id = draw;
  outcome := 'revealed';
  cost_cents := unit_cost_cents;
end $function$;

CREATE OR REPLACE FUNCTION public.reverse_commission(given_back text, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  insert into commission_entry (organisation_id, affiliate_id, kind, amount_cents, order_id, at)
    select c.organisation_id, c.affiliate_id, 'reversal', -c.amount_cents, c.order_id, reverse_commission.at
    from commission_entry c where c.order_id = given_back and c.kind = 'accrual'
    on conflict (order_id, kind) do nothing;
end $function$;

CREATE OR REPLACE FUNCTION public.rotate_proof_key(new_key bytea, at timestamp with time zone, key_id bigint, verified_with bytea, token_id text, request uuid, expires timestamp with time zone, OUT outcome text, OUT key_prefix text)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
begin
  select k.prefix into key_prefix from api_key k where k.id = key_id for no key update;
  outcome := take_proof(key_id, verified_with, token_id, request, expires);
  if outcome <> 'used' then return; end if;
  if new_key = verified_with
      or exists (select from former_proof_key f where f.api_key_id = key_id and f.proof_key = new_key) then
    outcome := 'key_used_before';
    return;
  end if;
  insert into former_proof_key (api_key_id, proof_key, replaced_at) values (key_id, verified_with, at);
  update api_key k set proof_key = new_key, proof_key_at = at where k.id = key_id;
  outcome := 'rotated';
end $function$;

CREATE OR REPLACE FUNCTION public.sandbox_refund(session text, refund_key text, new_refund_id text, wanted bigint, wanted_currency text)
 RETURNS SETOF sandbox_refund
 LANGUAGE plpgsql
AS $function$
declare
  paid sandbox_payment%rowtype;
begin
  select * into paid from sandbox_payment p where p.session_id = session and p.state = 'paid' for update;
  if not found or paid.received_currency <> wanted_currency or wanted
      + (select coalesce(sum(r.amount), 0) from sandbox_refund r where r.session_id = session) > paid.received_amount then
    return;
  end if;
  return query insert into sandbox_refund (key, session_id, refund_id, amount, currency, state)
    values (refund_key, session, new_refund_id, wanted, wanted_currency, 'succeeded')
    on conflict do nothing returning *;
end $function$;

CREATE OR REPLACE FUNCTION public.settle(payments jsonb, patient boolean)
 RETURNS TABLE(item integer, outcome text, first_ticket integer)
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
declare
  p record;
  -- By position in the batch.
  outcomes text[] := array_fill(null::text, array[jsonb_array_length(payments)]);
  firsts integer[] := array_fill(null::integer, array[jsonb_array_length(payments)]);
  accepted integer[] := '{}';
  -- Further payments of an order in the same batch: they find it as the first one leaves it.
  later integer[] := '{}';
  previous_order text;
  current_lot bigint;
  sold_now integer := 0;
  sold_lots bigint[] := '{}';
  sold_tickets integer[] := '{}';
  freed_tickets integer[] := '{}';
  last_lot integer := 0;
  credited boolean := false;
  commissioned boolean := false;
  paid_id bigint;
  failed ticket_order%rowtype;
  told bigint[];
begin
  perform hurry(patient);
  perform 1 from lot where lot.id = any(array(
      select k.lot_id from ticket_order k
      where k.id = any(array(select e ->> 'order_id' from jsonb_array_elements(payments) e))
    )) order by lot.id for no key update;
  perform 1 from ticket_order k
    where k.id = any(array(select e ->> 'order_id' from jsonb_array_elements(payments) e))
    order by k.lot_id, k.id for no key update;

  for p in
    select q.*, t.id as found_id, t.lot_id, t.status, t.quantity, t.charge_amount, t.charge_currency, t.credit_cents,
      t.commission_cents, t.rail_kind, t.rail_provider, l.status as lot_status, l.committed_at, l.sold,
      -- Not exists(): that may be planned as one hash of all payments.
      q.payment_id is not null and coalesce((
        select true from payment y where y.organisation_id = t.organisation_id and y.rail_kind = t.rail_kind
          and y.rail_provider = t.rail_provider and y.provider_payment_id = q.payment_id limit 1
      ), false) as known
    from rows from (jsonb_to_recordset(payments) as (
      order_id text, organisation_id bigint, rail_account_id bigint, amount bigint, currency text, payment_id text,
      refund_state text, now timestamptz
    )) with ordinality as q (
      order_id, organisation_id, rail_account_id, amount, currency, payment_id, refund_state, now, position
    )
    left join ticket_order t on t.id = q.order_id and t.organisation_id = q.organisation_id
      and t.rail_account_id is not distinct from q.rail_account_id
    left join lot l on l.id = t.lot_id
    order by t.lot_id, t.id, q.position
  loop
    if p.found_id is null then outcomes[p.position] := 'missing'; continue; end if;
    if p.found_id = previous_order then later := later || p.position::integer; continue; end if;
    previous_order := p.found_id;
    if current_lot is distinct from p.lot_id then
      current_lot := p.lot_id;
      sold_now := 0;
      last_lot := last_lot + 1;
      sold_lots := sold_lots || p.lot_id;
      sold_tickets := sold_tickets || 0;
      freed_tickets := freed_tickets || 0;
    end if;

    -- maySettle: the order is pending and the lot neither cancelled nor committed to a draw.
    outcomes[p.position] := case
      when p.known then case when p.status = 'paid' then 'already_settled' else 'recorded' end
      when p.status = 'paid' and p.payment_id is null then 'already_settled'
      when p.status = 'paid' then 'surplus'
      when p.status = 'failed' or p.lot_status = 'cancelled' or p.committed_at is not null then 'late'
      when p.payment_id is null and p.charge_amount > 0 then 'missing'
      when p.payment_id is not null and (p.amount <> p.charge_amount or p.currency <> p.charge_currency) then 'mismatch'
      else 'settled'
    end;

    if outcomes[p.position] = 'settled' then
      accepted := accepted || p.position::integer;
      firsts[p.position] := p.sold + sold_now + 1;
      sold_now := sold_now + p.quantity;
      sold_tickets[last_lot] := sold_now;
      freed_tickets[last_lot] := freed_tickets[last_lot] + p.quantity;
      credited := credited or p.credit_cents > 0;
      commissioned := commissioned or p.commission_cents > 0;
    elsif outcomes[p.position] in ('late', 'mismatch', 'surplus') then
      if p.payment_id is not null then
        insert into payment (
          organisation_id, order_id, rail_kind, rail_provider, provider_payment_id, amount, currency, state, received_at
        ) values (
          p.organisation_id, p.order_id, p.rail_kind, p.rail_provider, p.payment_id, p.amount, p.currency,
          outcomes[p.position], p.now
        ) returning id into paid_id;
        if p.amount > 0 then
          insert into refund (
            organisation_id, order_id, payment_id, key, amount, currency, reason, state, created_at, updated_at
          ) values (
            p.organisation_id, p.order_id, paid_id, 'refund-' || paid_id, p.amount, p.currency,
            case outcomes[p.position] when 'late' then 'paid_too_late' when 'mismatch' then 'amount_mismatch'
              else 'paid_twice' end,
            p.refund_state, p.now, p.now
          );
        end if;
      end if;
      if p.status = 'pending' then
        select * into failed from ticket_order t where t.id = p.order_id;
        perform fail_locked_order(
          failed,
          case when outcomes[p.position] = 'mismatch' then 'amount_mismatch'
               when p.lot_status = 'cancelled' then 'competition_cancelled' else 'expired' end,
          false, p.now
        );
        update ticket_order set rail_cancel_at = null where id = p.order_id;
        freed_tickets[last_lot] := freed_tickets[last_lot] + p.quantity;
      end if;
    end if;
  end loop;

  if cardinality(accepted) > 0 then
    insert into payment (
      organisation_id, order_id, rail_kind, rail_provider, provider_payment_id, amount, currency, state, received_at
    )
      select t.organisation_id, t.id, t.rail_kind, t.rail_provider, q.payment_id, q.amount, q.currency, 'settled', q.now
      from rows from (jsonb_to_recordset(payments) as (
        order_id text, amount bigint, currency text, payment_id text, now timestamptz
      )) with ordinality as q (order_id, amount, currency, payment_id, now, position)
      join ticket_order t on t.id = q.order_id
      where q.position = any(accepted) and q.payment_id is not null;
    insert into ticket_range (lot_id, first, last, follows, organisation_id, order_id, account_id, issued_at)
      select t.lot_id, firsts[q.position], firsts[q.position] + t.quantity - 1, nullif(firsts[q.position] - 1, 0),
        t.organisation_id, t.id, t.account_id, q.now
      from rows from (jsonb_to_recordset(payments) as (order_id text, now timestamptz))
        with ordinality as q (order_id, now, position)
      join ticket_order t on t.id = q.order_id
      where q.position = any(accepted);
    if credited then
      update account a set balance_cents = a.balance_cents - s.cents, reserved_cents = a.reserved_cents - s.cents
        from (
          select t.account_id, sum(t.credit_cents)::bigint as cents
          from jsonb_array_elements(payments) with ordinality as q (payment, position)
          join ticket_order t on t.id = q.payment ->> 'order_id'
          where q.position = any(accepted) and t.credit_cents > 0 group by t.account_id
        ) s
        where a.id = s.account_id;
      insert into credit_entry (organisation_id, account_id, kind, amount_cents, order_id, at)
        select t.organisation_id, t.account_id, 'spend', -t.credit_cents, t.id, (q.payment ->> 'now')::timestamptz
        from jsonb_array_elements(payments) with ordinality as q (payment, position)
        join ticket_order t on t.id = q.payment ->> 'order_id'
        where q.position = any(accepted) and t.credit_cents > 0;
    end if;
    if commissioned then
      insert into commission_entry (organisation_id, affiliate_id, kind, amount_cents, order_id, at)
        select t.organisation_id, t.affiliate_id, 'accrual', t.commission_cents, t.id, q.now
        from rows from (jsonb_to_recordset(payments) as (order_id text, now timestamptz))
          with ordinality as q (order_id, now, position)
        join ticket_order t on t.id = q.order_id
        where q.position = any(accepted) and t.commission_cents > 0
        order by q.position;
    end if;
    insert into event (id, organisation_id, type, payload, created_at)
      select e.id, t.organisation_id, e.type, envelope(e.id, e.type, q.now, e.data), q.now
      from rows from (jsonb_to_recordset(payments) as (
        order_id text, paid_event_id text, entry_event_id text, now timestamptz
      )) with ordinality as q (order_id, paid_event_id, entry_event_id, now, position)
      join ticket_order t on t.id = q.order_id
      cross join lateral (values
        (q.paid_event_id, 'payment.settled', format(
          '{"orderId":"%s","lotId":%s,"userId":%s,"rail":"%s","amount":%s,"currency":"%s","quantity":%s}',
          t.id, t.lot_id, t.account_id, t.rail_kind, t.charge_amount, t.charge_currency, t.quantity)),
        (q.entry_event_id, 'entry.confirmed', format(
          '{"lotId":%s,"userId":%s,"quantity":%s,"ticketNumbers":[%s],"source":"%s","orderId":"%s","txHash":null}',
          t.lot_id, t.account_id, t.quantity, number_list(firsts[q.position], t.quantity), t.source, t.id))
      ) as e (id, type, data)
      where q.position = any(accepted) and (e.type <> 'payment.settled' or t.charge_amount > 0)
      order by q.position;
    update ticket_order t set status = 'paid', paid_at = q.now, provider_ids = t.provider_ids || q.ids,
      first_ticket = firsts[q.position]
      from rows from (jsonb_to_recordset(payments) as (order_id text, ids jsonb, now timestamptz))
        with ordinality as q (order_id, ids, now, position)
      where t.id = q.order_id and q.position = any(accepted);
  end if;
  update lot l set sold = l.sold + s.tickets, held = l.held - s.freed
    from unnest(sold_lots, sold_tickets, freed_tickets) as s (id, tickets, freed)
    where l.id = s.id and s.freed > 0;

  told := array(
    select (e ->> 'notification_id')::bigint from jsonb_array_elements(payments) e where e ->> 'notification_id' is not null
  );
  if cardinality(told) > 0 then
    update rail_notification n set processed_at = (payments -> 0 ->> 'now')::timestamptz where n.id = any(told);
  end if;

  return query
    select i - 1, outcomes[i], firsts[i] from generate_subscripts(outcomes, 1) i where outcomes[i] is not null;
  if cardinality(later) > 0 then
    return query
      select later[s.item + 1] - 1, s.outcome, s.first_ticket
      from settle((select jsonb_agg(payments -> (i - 1) order by n) from unnest(later) with ordinality as u (i, n)), patient) s;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.spend_budget(key_id bigint, interval_ns bigint, quota integer, requests integer)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  arrival bigint;
begin
  insert into rate_budget as r (api_key_id, arrival_ns) values (key_id, now_ns() + interval_ns * requests)
    on conflict on constraint rate_budget_pkey
      do update set arrival_ns = greatest(r.arrival_ns, now_ns()) + interval_ns * requests
      where greatest(r.arrival_ns, now_ns()) + interval_ns * requests - now_ns() <= interval_ns * quota
    returning r.arrival_ns into arrival;
  return arrival;
end $function$;

CREATE OR REPLACE FUNCTION public.spend_failure(client text, quota integer, window_sec integer)
 RETURNS TABLE(allowed boolean, remaining integer, reset_at bigint, retry_after integer)
 LANGUAGE plpgsql
AS $function$
declare
  interval_ns bigint := greatest(1, window_sec * 1000000000::bigint / quota);
  arrival bigint;
  at_ns bigint;
begin
  insert into failure_budget as f (address, arrival_ns) values (client, now_ns() + interval_ns)
    on conflict on constraint failure_budget_pkey do update set arrival_ns = greatest(f.arrival_ns, now_ns()) + interval_ns
      where greatest(f.arrival_ns, now_ns()) + interval_ns - now_ns() <= interval_ns * quota
    returning f.arrival_ns into arrival;
  allowed := found;
  if not allowed then
    select f.arrival_ns into arrival from failure_budget f where f.address = client;
  end if;
  at_ns := now_ns();
  remaining := budget_remaining(arrival, at_ns, interval_ns, quota);
  reset_at := budget_reset_at(arrival, at_ns);
  retry_after := budget_retry_after(arrival, at_ns, interval_ns, quota, allowed);
  return next;
end $function$;

CREATE OR REPLACE FUNCTION public.spend_guess(organisation bigint, key_id bigint, question bigint, wrong boolean)
 RETURNS TABLE(allowed boolean, retry_after integer)
 LANGUAGE plpgsql
AS $function$
declare
  quota integer;
  interval_ns bigint;
  arrival bigint;
  at_ns bigint;
begin
  select g.wrong_answers_per_minute into quota from organisation g where g.id = organisation;
  interval_ns := 60000000000 / quota;
  if wrong then
    insert into guess_budget as b (api_key_id, question_id, arrival_ns) values (key_id, question, now_ns() + interval_ns)
      on conflict on constraint guess_budget_pkey do update set arrival_ns = greatest(b.arrival_ns, now_ns()) + interval_ns
        where greatest(b.arrival_ns, now_ns()) + interval_ns - now_ns() <= interval_ns * quota
      returning b.arrival_ns into arrival;
    allowed := found;
  end if;
  if allowed is distinct from true then
    select b.arrival_ns into arrival from guess_budget b where b.api_key_id = key_id and b.question_id = question;
  end if;
  at_ns := now_ns();
  arrival := coalesce(arrival, at_ns);
  allowed := coalesce(allowed, budget_remaining(arrival, at_ns, interval_ns, quota) > 0);
  retry_after := budget_retry_after(arrival, at_ns, interval_ns, quota, allowed);
  return next;
end $function$;

CREATE OR REPLACE FUNCTION public.store_instructions(answers jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
declare
  of_orders text[] := array(select e ->> 'id' from jsonb_array_elements(answers) e);
begin
  perform set_config('synchronous_commit', 'off', true);
  perform from ticket_order t where t.id = any(of_orders) order by t.lot_id, t.id for no key update;
  update ticket_order t set instruction = a.instruction, provider_ids = t.provider_ids || a.ids
    from jsonb_to_recordset(answers) as a (organisation_id bigint, id text, instruction jsonb, ids jsonb)
    where t.id = any(of_orders) and t.organisation_id = a.organisation_id and t.id = a.id;
end $function$;

CREATE OR REPLACE FUNCTION public.take_proof(key_id bigint, verified_with bytea, token_id text, request uuid, expires timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  current_key bytea;
begin
  select k.proof_key into current_key from api_key k where k.id = key_id for share;
  if current_key is distinct from verified_with then return 'stale_key'; end if;
  if not use_proof(key_id, token_id, request, expires) then return 'replayed'; end if;
  return 'used';
end $function$;

CREATE OR REPLACE FUNCTION public.unclaim_deliveries(claimer uuid, deliveries bigint[], numbers integer[])
 RETURNS void
 LANGUAGE sql
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
  update delivery_queue q set lease_until = null, leased_by = null, claims = q.claims - 1
    from unnest(deliveries, numbers) as u (delivery_id, number)
    where q.delivery_id = u.delivery_id and q.claims = u.number and q.leased_by = claimer
$function$;

CREATE OR REPLACE FUNCTION public.unwind_lot(cancelled bigint, stage text, after text, batch integer, unrefundable text[], at timestamp with time zone)
 RETURNS TABLE(handled integer, last text)
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  behind bigint := case when after ~ '^[0-9]+$' then after::bigint else 0 end;
  claimed text[];
  t ticket_order%rowtype;
  released integer := 0;
begin
  perform 1 from lot l where l.id = cancelled and l.status = 'cancelled' and l.unwound_at is null;
  if not found then handled := 0; return next; return; end if;
  if stage = 'paid' then
    claimed := array(
      select k.id from ticket_order k
      where k.lot_id = cancelled and k.status = 'paid' and k.unwound_at is null and k.number > behind
      order by k.number limit batch for no key update skip locked
    );
    if cardinality(claimed) > 0 then perform give_back(claimed, 'competition_cancelled', unrefundable, at); end if;
  else
    claimed := array(
      select k.id from ticket_order k
      where k.lot_id = cancelled and k.status = 'pending' and k.unwound_at is null and k.number > behind
      order by k.number limit batch
    );
    if cardinality(claimed) > 0 then
      perform 1 from lot l where l.id = cancelled for no key update;
      for t in
        select * from ticket_order k where k.id = any(claimed) and k.status = 'pending' order by k.id for no key update
      loop
        perform fail_locked_order(t, 'competition_cancelled', false, at);
        released := released + t.quantity;
      end loop;
      if released > 0 then update lot l set held = l.held - released where l.id = cancelled; end if;
    end if;
  end if;
  handled := cardinality(claimed);
  if handled = batch then
    last := (select k.number::text from ticket_order k where k.id = claimed[handled]);
  end if;
  return next;
end $function$;

CREATE OR REPLACE FUNCTION public.use_proof(key_id bigint, token_id text, request uuid, expires timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  insert into used_proof as p (api_key_id, jti, used_by, expires_at) values (key_id, token_id, request, expires)
    on conflict (api_key_id, jti) do update set used_by = p.used_by where p.used_by = excluded.used_by;
  return found;
end $function$;

CREATE OR REPLACE FUNCTION public.void_range(of_lot lot, of_order text, at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  tickets integer;
begin
  if of_lot.committed_at is not null or of_lot.status = 'cancelled' then return false; end if;
  update ticket_range r set voided_at = at where r.order_id = of_order and r.voided_at is null
    returning r.last - r.first + 1 into tickets;
  if tickets is null then return false; end if;
  update lot set voided = voided + tickets where id = of_lot.id;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.waiting_endpoints()
 RETURNS TABLE(endpoint_id bigint, due_at timestamp with time zone)
 LANGUAGE sql
 STABLE
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
  with recursive head as (
    (select q.endpoint_id, q.due_at from delivery_queue q where q.lease_until is null
     order by q.endpoint_id, q.due_at limit 1)
    union all
    select n.endpoint_id, n.due_at from head h cross join lateral (
      select q.endpoint_id, q.due_at from delivery_queue q
      where q.lease_until is null and q.endpoint_id > h.endpoint_id
      order by q.endpoint_id, q.due_at limit 1
    ) n
  )
  select h.endpoint_id, h.due_at from head h
$function$;

CREATE OR REPLACE FUNCTION public.webhook_backlog(at timestamp with time zone, count_at_most integer)
 RETURNS TABLE(oldest_event_at timestamp with time zone, oldest_due_at timestamp with time zone, due integer)
 LANGUAGE sql
 STABLE
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
  with behind as materialized (
    select w.endpoint_id, w.due_at from waiting_endpoints() w join webhook_endpoint p on p.id = w.endpoint_id
    where w.due_at <= at and p.enabled
  ), lapsed as materialized (
    select d.due_at from delivery_queue d join webhook_endpoint p on p.id = d.endpoint_id
    where d.lease_until < clock_timestamp() and p.enabled
  )
  select
    (select v.created_at from (select u.sequence from event_unrelayed u order by u.sequence limit 1) first
      join event v on v.sequence = first.sequence),
    least((select min(b.due_at) from behind b), (select min(l.due_at) from lapsed l)),
    (select count(*)::integer from (
      select from behind b cross join lateral (
        select from delivery_queue d
        where d.endpoint_id = b.endpoint_id and d.lease_until is null and d.due_at <= at
        limit count_at_most
      ) waiting
      union all select from lapsed
      limit count_at_most
    ) counted)
$function$;
