-- Written by `npm run schema` from the migrated database. Change it by a migration.

create domain entry_quantity as integer CHECK (((VALUE >= 1) AND (VALUE <= 100)));
create domain entry_source as text CHECK ((VALUE = ANY (ARRAY['fiat'::text, 'crypto'::text, 'free'::text])));
create domain event_type as text CHECK ((VALUE = ANY (ARRAY['entry.confirmed'::text, 'payment.settled'::text, 'lot.closed'::text, 'lot.cancelled'::text, 'draw.completed'::text, 'ping'::text])));
create domain identity_kind as text CHECK ((VALUE = ANY (ARRAY['email'::text, 'wallet'::text])));
create domain lot_capacity as integer CHECK (((VALUE >= 1) AND (VALUE <= 100000000)));
create domain non_negative as bigint CHECK ((VALUE >= 0));
create domain notification_remark as text CHECK ((VALUE = ANY (ARRAY['ignored'::text, 'retried'::text, 'unmatched'::text, 'failed'::text])));
create domain order_status as text CHECK ((VALUE = ANY (ARRAY['pending'::text, 'paid'::text, 'failed'::text])));
create domain payment_state as text CHECK ((VALUE = ANY (ARRAY['settled'::text, 'late'::text, 'mismatch'::text, 'surplus'::text])));
create domain return_token as text CHECK ((char_length(VALUE) <= 30000));
create domain sha256_digest as bytea CHECK ((length(VALUE) = 32));
create domain ticket_number as integer CHECK ((VALUE > 0));
create type payment_report as (order_id text, organisation_id bigint, rail_account_id bigint, amount bigint, currency text, payment_id text, ids jsonb, paid_event_id text, entry_event_id text, notification_id bigint, dedupe_key text, message text, types text, received_at timestamp with time zone, terms bigint, repeated boolean, now timestamp with time zone);
create type placement as (id text, organisation_id bigint, lot_id bigint, email text, wallet text, api_key_id bigint, request_id text, idempotency_id bigint, quantity integer, terms bigint, lot_version bigint, price_cents bigint, credit_cents bigint, credit_unread boolean, charge_amount bigint, charge_currency text, rate text, source text, rail_account_id bigint, rail_kind text, rail_provider text, return_url text, pass_hash text, hold_until timestamp with time zone, rail_expires_at timestamp with time zone, affiliate_id bigint, commission_cents bigint, max_pending_orders integer, max_pending_tickets integer, now timestamp with time zone, form_key text, visit_hash text, locale text, metadata jsonb);

create table account (
  id bigint not null generated always as identity,
  organisation_id bigint not null,
  balance_cents bigint not null default 0,
  reserved_cents bigint not null default 0,
  created_at timestamp with time zone not null,
  constraint account_organisation_id_id_key UNIQUE (organisation_id, id),
  constraint account_pkey PRIMARY KEY (id, organisation_id),
  constraint account_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  constraint account_never_overdrawn CHECK (((reserved_cents >= 0) AND (balance_cents >= reserved_cents)))
);

create table account_identity (
  organisation_id bigint not null,
  account_id bigint not null,
  kind identity_kind not null,
  value text not null,
  created_at timestamp with time zone not null,
  constraint account_identity_pkey PRIMARY KEY (organisation_id, kind, value),
  constraint account_identity_organisation_id_account_id_fkey FOREIGN KEY (organisation_id, account_id) REFERENCES account(organisation_id, id)
);
CREATE INDEX account_identity_by_account ON account_identity USING btree (organisation_id, account_id);

create table account_link (
  organisation_id bigint not null,
  account_id bigint not null,
  other_id bigint not null,
  created_at timestamp with time zone not null,
  constraint account_link_pkey PRIMARY KEY (organisation_id, account_id, other_id),
  constraint account_link_organisation_id_account_id_fkey FOREIGN KEY (organisation_id, account_id) REFERENCES account(organisation_id, id),
  constraint account_link_organisation_id_other_id_fkey FOREIGN KEY (organisation_id, other_id) REFERENCES account(organisation_id, id),
  constraint account_link_check CHECK ((account_id < other_id))
);
CREATE INDEX account_link_other ON account_link USING btree (organisation_id, other_id);

create table affiliate (
  id bigint not null generated always as identity,
  organisation_id bigint not null,
  code text not null,
  name text not null,
  commission_bps integer not null,
  created_at timestamp with time zone not null,
  constraint affiliate_organisation_id_code_key UNIQUE (organisation_id, code),
  constraint affiliate_pkey PRIMARY KEY (organisation_id, id),
  constraint affiliate_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  constraint affiliate_code_check CHECK ((code ~ '^[a-z0-9_-]{1,40}$'::text)),
  constraint affiliate_commission_bps_check CHECK (((commission_bps >= 0) AND (commission_bps <= 10000)))
);
CREATE TRIGGER affiliate_terms AFTER INSERT OR DELETE OR UPDATE ON affiliate FOR EACH ROW EXECUTE FUNCTION change_terms();

create table api_key (
  id bigint not null generated always as identity,
  organisation_id bigint not null,
  name text not null,
  prefix text,
  hash bytea,
  scopes text[] not null,
  rate_limit integer not null,
  rate_window_sec integer not null,
  created_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  expires_at timestamp with time zone,
  allowed_addresses text[],
  previous_hash bytea,
  previous_until timestamp with time zone,
  claim_until timestamp with time zone,
  claimed_at timestamp with time zone,
  claimed_by text,
  last_used_at timestamp with time zone,
  proof_key bytea,
  proof_key_at timestamp with time zone,
  constraint api_key_hash_key UNIQUE (hash),
  constraint api_key_organisation_id_id_key UNIQUE (organisation_id, id),
  constraint api_key_pkey PRIMARY KEY (id, organisation_id),
  constraint api_key_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  constraint api_key_allowed_addresses_check CHECK (((cardinality(allowed_addresses) >= 1) AND (cardinality(allowed_addresses) <= 100))),
  constraint api_key_claimed CHECK ((((hash IS NULL) = (prefix IS NULL)) AND ((hash IS NOT NULL) OR ((claim_until IS NOT NULL) AND (claimed_at IS NULL))) AND ((claimed_at IS NULL) = (claimed_by IS NULL)) AND ((claimed_at IS NULL) OR ((claim_until IS NOT NULL) AND (hash IS NOT NULL))))),
  constraint api_key_hash_check CHECK ((length(hash) = 32)),
  constraint api_key_previous CHECK (((previous_hash IS NULL) = (previous_until IS NULL))),
  constraint api_key_previous_hash_check CHECK ((length(previous_hash) = 32)),
  constraint api_key_proof_key CHECK (((proof_key IS NULL) = (proof_key_at IS NULL))),
  constraint api_key_proof_key_check CHECK ((length(proof_key) = 32)),
  constraint api_key_rate_limit_check CHECK (((rate_limit >= 1) AND (rate_limit <= 10000000))),
  constraint api_key_rate_window_sec_check CHECK (((rate_window_sec >= 1) AND (rate_window_sec <= 86400)))
);
CREATE UNIQUE INDEX api_key_previous ON api_key USING btree (previous_hash) WHERE (previous_hash IS NOT NULL);

create table asset (
  name text not null,
  body bytea not null,
  created_at timestamp with time zone not null default now(),
  constraint asset_pkey PRIMARY KEY (name)
);

create table audit (
  id bigint not null generated always as identity,
  organisation_id bigint,
  actor_kind text not null,
  actor_id text not null,
  action text not null,
  subject text not null,
  facts jsonb not null,
  request_id text not null,
  at timestamp with time zone not null,
  actor_name text,
  actor_email text,
  login_id bigint,
  client text,
  constraint audit_pkey PRIMARY KEY (id),
  constraint audit_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  constraint audit_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['api_key'::text, 'operator'::text, 'person'::text, 'buyer'::text, 'public'::text, 'system'::text])))
);
CREATE INDEX audit_by_organisation ON audit USING btree (organisation_id, id);

create table book_check (
  part text not null,
  at_organisation bigint not null default 0,
  position text not null default '0'::text,
  round_ended_at timestamp with time zone not null,
  constraint book_check_pkey PRIMARY KEY (part),
  constraint book_check_part_check CHECK ((part = ANY (ARRAY['fresh'::text, 'orders'::text, 'lots'::text, 'accounts'::text, 'draw_accounts'::text])))
);

create table buyer_note (
  id bigint not null generated always as identity,
  organisation_id bigint not null,
  account_id bigint not null,
  order_id text,
  text text not null,
  author_kind text not null,
  author_id text not null,
  author_name text,
  created_at timestamp with time zone not null,
  constraint buyer_note_of_account UNIQUE (organisation_id, account_id, id),
  constraint buyer_note_pkey PRIMARY KEY (id, organisation_id),
  constraint buyer_note_organisation_id_account_id_fkey FOREIGN KEY (organisation_id, account_id) REFERENCES account(organisation_id, id),
  constraint buyer_note_text_check CHECK (((length(text) >= 1) AND (length(text) <= 2000)))
);

create table buyer_session (
  hash bytea not null,
  seen_at timestamp with time zone not null,
  constraint buyer_session_pkey PRIMARY KEY (hash),
  constraint buyer_session_hash_check CHECK ((length(hash) = 32))
);
CREATE INDEX buyer_session_old ON buyer_session USING btree (seen_at);

create table buyer_session_account (
  organisation_id bigint not null,
  session_hash bytea not null,
  account_id bigint not null,
  kind text not null,
  value text not null,
  signed_in_at timestamp with time zone not null,
  constraint buyer_session_account_pkey PRIMARY KEY (organisation_id, session_hash),
  constraint buyer_session_account_organisation_id_account_id_fkey FOREIGN KEY (organisation_id, account_id) REFERENCES account(organisation_id, id),
  constraint buyer_session_account_session_hash_fkey FOREIGN KEY (session_hash) REFERENCES buyer_session(hash) ON UPDATE CASCADE ON DELETE CASCADE,
  constraint buyer_session_account_kind_check CHECK ((kind = ANY (ARRAY['email'::text, 'wallet'::text])))
);
CREATE INDEX buyer_session_account_of ON buyer_session_account USING btree (session_hash);

create table cell (
  singleton boolean not null default true,
  number smallint not null,
  constraint cell_pkey PRIMARY KEY (singleton),
  constraint cell_number_check CHECK (((number >= 0) AND (number <= 35))),
  constraint cell_singleton_check CHECK (singleton)
);

create table chain_attempt (
  organisation_id bigint not null,
  call_id bigint not null,
  nonce bigint not null,
  number integer not null,
  tx_hash text not null,
  raw text not null,
  max_fee numeric(78,0) not null,
  tip numeric(78,0) not null,
  created_at timestamp with time zone not null,
  constraint chain_attempt_pkey PRIMARY KEY (organisation_id, call_id, nonce, number),
  constraint chain_attempt_organisation_id_call_id_fkey FOREIGN KEY (organisation_id, call_id) REFERENCES chain_call(organisation_id, id),
  constraint chain_attempt_check CHECK (((tip >= (0)::numeric) AND (tip <= max_fee))),
  constraint chain_attempt_max_fee_check CHECK ((max_fee >= (0)::numeric)),
  constraint chain_attempt_nonce_check CHECK ((nonce >= 0)),
  constraint chain_attempt_number_check CHECK ((number >= 1)),
  constraint chain_attempt_raw_check CHECK ((raw ~ '^0x([0-9a-f]{2})+$'::text)),
  constraint chain_attempt_tx_hash_check CHECK ((tx_hash ~ '^0x[0-9a-f]{64}$'::text))
);

create table chain_call (
  id bigint not null generated always as identity,
  organisation_id bigint not null,
  chain_id bigint not null,
  purpose text not null,
  reference text not null,
  target text not null,
  data text not null,
  state text not null default 'queued'::text,
  signer text,
  nonce bigint,
  gas bigint,
  tx_hash text,
  block_number bigint,
  succeeded boolean,
  error text,
  created_at timestamp with time zone not null,
  constraint chain_call_nonce UNIQUE (chain_id, signer, nonce),
  constraint chain_call_once UNIQUE (organisation_id, chain_id, purpose, reference),
  constraint chain_call_pkey PRIMARY KEY (organisation_id, id),
  constraint chain_call_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  constraint chain_call_block_number_check CHECK ((block_number >= 0)),
  constraint chain_call_check CHECK (((state = ANY (ARRAY['sent'::text, 'mined'::text, 'final'::text])) = (nonce IS NOT NULL))),
  constraint chain_call_check1 CHECK ((num_nulls(signer, nonce, gas) = ANY (ARRAY[0, 3]))),
  constraint chain_call_check2 CHECK (((state = ANY (ARRAY['mined'::text, 'final'::text])) = (tx_hash IS NOT NULL))),
  constraint chain_call_check3 CHECK ((num_nulls(tx_hash, block_number, succeeded) = ANY (ARRAY[0, 3]))),
  constraint chain_call_data_check CHECK ((data ~ '^0x([0-9a-f]{2})*$'::text)),
  constraint chain_call_gas_check CHECK ((gas > 0)),
  constraint chain_call_nonce_check CHECK ((nonce >= 0)),
  constraint chain_call_purpose_check CHECK ((purpose = ANY (ARRAY['create_lot'::text, 'cancel_lot'::text, 'request_draw'::text, 'pay_out'::text, 'close_payment'::text, 'give_back'::text]))),
  constraint chain_call_signer_check CHECK ((signer ~ '^0x[0-9a-f]{40}$'::text)),
  constraint chain_call_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'mined'::text, 'final'::text, 'refused'::text]))),
  constraint chain_call_target_check CHECK ((target ~ '^0x[0-9a-f]{40}$'::text)),
  constraint chain_call_tx_hash_check CHECK ((tx_hash ~ '^0x[0-9a-f]{64}$'::text))
);
CREATE INDEX chain_call_open ON chain_call USING btree (chain_id, state, id) WHERE (state = ANY (ARRAY['queued'::text, 'sent'::text, 'mined'::text]));

create table chain_lot (
  lot_id bigint not null,
  organisation_id bigint not null,
  chain_id bigint not null,
  contract text not null,
  state text not null,
  lot jsonb,
  token text not null,
  price_units numeric(78,0) not null,
  max_tickets integer not null,
  treasury text not null,
  start_at timestamp with time zone not null,
  end_at timestamp with time zone not null,
  idempotency_id bigint,
  tries integer not null,
  valid_until timestamp with time zone not null,
  created_at timestamp with time zone not null,
  intent text not null default 'none'::text,
  request_id numeric(78,0),
  request_tx text,
  requested_at timestamp with time zone,
  answer_tx text,
  creation_block bigint,
  creation_tx text,
  cancel_tx text,
  payout_tx text,
  behind_since timestamp with time zone,
  due_at timestamp with time zone default '-infinity'::timestamp with time zone,
  alerts smallint not null default 0,
  constraint chain_lot_pkey PRIMARY KEY (organisation_id, lot_id),
  constraint chain_lot_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  constraint chain_lot_alerts_check CHECK (((alerts >= 0) AND (alerts <= 3))),
  constraint chain_lot_answer_tx_check CHECK ((answer_tx ~ '^0x[0-9a-f]{64}$'::text)),
  constraint chain_lot_cancel_tx_check CHECK ((cancel_tx ~ '^0x[0-9a-f]{64}$'::text)),
  constraint chain_lot_check CHECK (((state = 'live'::text) = (lot IS NULL))),
  constraint chain_lot_check1 CHECK ((num_nulls(request_id, request_tx, requested_at) = ANY (ARRAY[0, 3]))),
  constraint chain_lot_check2 CHECK (((creation_block IS NULL) = (creation_tx IS NULL))),
  constraint chain_lot_contract_check CHECK ((contract ~ '^0x[0-9a-f]{40}$'::text)),
  constraint chain_lot_creation_block_check CHECK ((creation_block >= 0)),
  constraint chain_lot_creation_tx_check CHECK ((creation_tx ~ '^0x[0-9a-f]{64}$'::text)),
  constraint chain_lot_intent_check CHECK ((intent = ANY (ARRAY['none'::text, 'request'::text, 'cancel'::text]))),
  constraint chain_lot_max_tickets_check CHECK (((max_tickets >= 1) AND (max_tickets <= 100000000))),
  constraint chain_lot_payout_tx_check CHECK ((payout_tx ~ '^0x[0-9a-f]{64}$'::text)),
  constraint chain_lot_price_units_check CHECK ((price_units > (0)::numeric)),
  constraint chain_lot_request_tx_check CHECK ((request_tx ~ '^0x[0-9a-f]{64}$'::text)),
  constraint chain_lot_state_check CHECK ((state = ANY (ARRAY['creating'::text, 'live'::text, 'abandoned'::text]))),
  constraint chain_lot_token_check CHECK ((token ~ '^0x[0-9a-f]{40}$'::text)),
  constraint chain_lot_treasury_check CHECK ((treasury ~ '^0x[0-9a-f]{40}$'::text)),
  constraint chain_lot_tries_check CHECK ((tries >= 1))
);
CREATE INDEX chain_lot_by_id ON chain_lot USING btree (lot_id);
CREATE INDEX chain_lot_creating ON chain_lot USING btree (chain_id, valid_until) WHERE (state = 'creating'::text);
CREATE INDEX chain_lot_due ON chain_lot USING btree (due_at) WHERE ((state = 'live'::text) AND (due_at IS NOT NULL));
CREATE UNIQUE INDEX chain_lot_once ON chain_lot USING btree (organisation_id, idempotency_id) WHERE (idempotency_id IS NOT NULL);

create table chain_purchase (
  organisation_id bigint not null,
  lot_id bigint not null,
  index integer not null,
  order_id text not null,
  chain_id bigint not null,
  tx_hash text not null,
  log_index integer not null,
  block_number bigint not null,
  buyer text not null,
  units numeric(78,0) not null,
  refund_tx text,
  constraint chain_purchase_once UNIQUE (organisation_id, chain_id, tx_hash, log_index),
  constraint chain_purchase_organisation_id_order_id_key UNIQUE (organisation_id, order_id),
  constraint chain_purchase_pkey PRIMARY KEY (organisation_id, lot_id, index),
  constraint chain_purchase_organisation_id_lot_id_fkey FOREIGN KEY (organisation_id, lot_id) REFERENCES chain_lot(organisation_id, lot_id),
  constraint chain_purchase_organisation_id_order_id_fkey FOREIGN KEY (organisation_id, order_id) REFERENCES ticket_order(organisation_id, id),
  constraint chain_purchase_block_number_check CHECK ((block_number >= 0)),
  constraint chain_purchase_buyer_check CHECK ((buyer ~ '^0x[0-9a-f]{40}$'::text)),
  constraint chain_purchase_index_check CHECK ((index >= 0)),
  constraint chain_purchase_log_index_check CHECK ((log_index >= 0)),
  constraint chain_purchase_refund_tx_check CHECK ((refund_tx ~ '^0x[0-9a-f]{64}$'::text)),
  constraint chain_purchase_tx_hash_check CHECK ((tx_hash ~ '^0x[0-9a-f]{64}$'::text)),
  constraint chain_purchase_units_check CHECK ((units > (0)::numeric))
);
CREATE INDEX chain_purchase_of_buyer ON chain_purchase USING btree (organisation_id, lot_id, buyer, index);

create table chain_signer (
  chain_id bigint not null,
  address text not null,
  next_nonce bigint not null,
  constraint chain_signer_pkey PRIMARY KEY (chain_id, address),
  constraint chain_signer_address_check CHECK ((address ~ '^0x[0-9a-f]{40}$'::text)),
  constraint chain_signer_next_nonce_check CHECK ((next_nonce >= 0))
);

create table chain_watch (
  chain_id bigint not null,
  contract text not null,
  next_block bigint not null,
  last_hash text,
  constraint chain_watch_pkey PRIMARY KEY (chain_id, contract),
  constraint chain_watch_contract_check CHECK ((contract ~ '^0x[0-9a-f]{40}$'::text)),
  constraint chain_watch_last_hash_check CHECK ((last_hash ~ '^0x[0-9a-f]{64}$'::text)),
  constraint chain_watch_next_block_check CHECK ((next_block >= 0))
);

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
CREATE UNIQUE INDEX commission_entry_once ON commission_entry USING btree (order_id, kind, organisation_id);

create table credit_entry (
  id bigint not null generated always as identity,
  organisation_id bigint not null,
  account_id bigint not null,
  kind text not null,
  amount_cents bigint not null,
  order_id text,
  reason text,
  at timestamp with time zone not null,
  constraint credit_entry_pkey PRIMARY KEY (organisation_id, account_id, id),
  constraint credit_entry_organisation_id_account_id_fkey FOREIGN KEY (organisation_id, account_id) REFERENCES account(organisation_id, id),
  constraint credit_entry_organisation_id_order_id_fkey FOREIGN KEY (organisation_id, order_id) REFERENCES ticket_order(organisation_id, id),
  constraint credit_entry_amount_cents_check CHECK ((amount_cents <> 0)),
  constraint credit_entry_kind_check CHECK ((kind = ANY (ARRAY['grant'::text, 'spend'::text, 'refund'::text])))
);
CREATE UNIQUE INDEX credit_entry_once ON credit_entry USING btree (order_id, kind, organisation_id) WHERE (order_id IS NOT NULL);

create table delivery (
  id bigint not null,
  slot smallint not null,
  organisation_id bigint not null,
  event_id text collate "C" not null,
  endpoint_id bigint not null,
  state text not null,
  attempts integer not null default 0,
  claims integer not null default 0,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  replayed_after integer not null default 0,
  constraint delivery_organisation_id_event_id_endpoint_id_slot_key UNIQUE (organisation_id, event_id, endpoint_id, slot),
  constraint delivery_pkey PRIMARY KEY (id, organisation_id, slot),
  constraint delivery_organisation_id_endpoint_id_fkey FOREIGN KEY (organisation_id, endpoint_id) REFERENCES webhook_endpoint(organisation_id, id),
  constraint delivery_check CHECK ((slot = (id & (7)::bigint))),
  constraint delivery_check1 CHECK ((attempts <= claims)),
  constraint delivery_check2 CHECK (((state = 'pending'::text) = (finished_at IS NULL))),
  constraint delivery_replayed_after CHECK (((replayed_after >= 0) AND (replayed_after <= attempts))),
  constraint delivery_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])))
) partition by LIST (slot);
-- partition delivery_slot_0 FOR VALUES IN ('0') with (fillfactor=50)
-- partition delivery_slot_1 FOR VALUES IN ('1') with (fillfactor=50)
-- partition delivery_slot_2 FOR VALUES IN ('2') with (fillfactor=50)
-- partition delivery_slot_3 FOR VALUES IN ('3') with (fillfactor=50)
-- partition delivery_slot_4 FOR VALUES IN ('4') with (fillfactor=50)
-- partition delivery_slot_5 FOR VALUES IN ('5') with (fillfactor=50)
-- partition delivery_slot_6 FOR VALUES IN ('6') with (fillfactor=50)
-- partition delivery_slot_7 FOR VALUES IN ('7') with (fillfactor=50)
CREATE INDEX delivery_by_endpoint ON ONLY delivery USING btree (organisation_id, endpoint_id, id);

create table delivery_attempt (
  organisation_id bigint not null,
  delivery_id bigint not null,
  slot smallint not null,
  number integer not null,
  status integer,
  error text,
  response text,
  duration_ms integer not null,
  at timestamp with time zone not null,
  constraint delivery_attempt_pkey PRIMARY KEY (delivery_id, number, organisation_id, slot),
  constraint delivery_attempt_check CHECK ((slot = (delivery_id & (7)::bigint)))
) partition by LIST (slot);
-- partition delivery_attempt_slot_0 FOR VALUES IN ('0')
-- partition delivery_attempt_slot_1 FOR VALUES IN ('1')
-- partition delivery_attempt_slot_2 FOR VALUES IN ('2')
-- partition delivery_attempt_slot_3 FOR VALUES IN ('3')
-- partition delivery_attempt_slot_4 FOR VALUES IN ('4')
-- partition delivery_attempt_slot_5 FOR VALUES IN ('5')
-- partition delivery_attempt_slot_6 FOR VALUES IN ('6')
-- partition delivery_attempt_slot_7 FOR VALUES IN ('7')

create table delivery_queue (
  delivery_id bigint not null,
  endpoint_id bigint not null,
  due_at timestamp with time zone not null,
  claims integer not null default 0,
  lease_until timestamp with time zone,
  leased_by uuid,
  constraint delivery_queue_pkey PRIMARY KEY (delivery_id),
  constraint delivery_queue_leased_by CHECK (((lease_until IS NULL) = (leased_by IS NULL)))
) with (fillfactor=70);
CREATE INDEX delivery_queue_due ON delivery_queue USING btree (endpoint_id, due_at) WHERE (lease_until IS NULL);
CREATE INDEX delivery_queue_leased ON delivery_queue USING btree (endpoint_id, lease_until) WHERE (lease_until IS NOT NULL);

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
  constraint deposit_pkey PRIMARY KEY (organisation_id, id),
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
  standing text not null default 'open'::text,
  amount bigint not null,
  currency text not null,
  tickets text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  answer_by timestamp with time zone,
  constraint dispute_rail_account_id_provider_dispute_id_organisation_id_key UNIQUE (rail_account_id, provider_dispute_id, organisation_id),
  constraint dispute_pkey PRIMARY KEY (organisation_id, id),
  constraint dispute_organisation_id_order_id_fkey FOREIGN KEY (organisation_id, order_id) REFERENCES ticket_order(organisation_id, id),
  constraint dispute_organisation_id_rail_account_id_fkey FOREIGN KEY (organisation_id, rail_account_id) REFERENCES rail_account(organisation_id, id),
  constraint dispute_amount_check CHECK ((amount >= 0)),
  constraint dispute_standing_check CHECK ((standing = ANY (ARRAY['open'::text, 'won'::text, 'lost'::text, 'closed'::text]))),
  constraint dispute_tickets_check CHECK ((tickets = ANY (ARRAY['voided'::text, 'kept'::text, 'none'::text])))
);
CREATE INDEX dispute_by_order ON dispute USING btree (organisation_id, order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX dispute_by_standing ON dispute USING btree (standing, id);
CREATE TRIGGER dispute_due AFTER UPDATE OF standing, order_id, answer_by ON dispute FOR EACH ROW WHEN (((new.standing = 'open'::text) AND (new.order_id IS NOT NULL) AND ((old.standing <> 'open'::text) OR (old.order_id IS NULL) OR ((new.answer_by IS NOT NULL) AND (new.answer_by IS DISTINCT FROM old.answer_by))))) EXECUTE FUNCTION notice_dispute();
CREATE TRIGGER dispute_opened AFTER INSERT ON dispute FOR EACH ROW WHEN (((new.standing = 'open'::text) AND (new.order_id IS NOT NULL))) EXECUTE FUNCTION notice_dispute();

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
  constraint draw_ledger_entry_pkey PRIMARY KEY (organisation_id, id),
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
CREATE UNIQUE INDEX draw_ledger_draw ON draw_ledger_entry USING btree (draw_id, organisation_id) WHERE (draw_id IS NOT NULL);
CREATE TRIGGER draw_ledger_append_only BEFORE DELETE OR UPDATE ON draw_ledger_entry FOR EACH ROW EXECUTE FUNCTION append_only();

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
  constraint entry_pass_pkey PRIMARY KEY (hash, organisation_id),
  constraint entry_pass_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  constraint entry_pass_hash_check CHECK ((length(hash) = 32))
);
CREATE INDEX entry_pass_age ON entry_pass USING btree (expires_at);

create table entry_question (
  id bigint not null generated always as identity,
  organisation_id bigint not null,
  question text not null,
  options text[] not null,
  answer_index integer not null,
  category text,
  created_at timestamp with time zone not null,
  constraint entry_question_pkey PRIMARY KEY (organisation_id, id),
  constraint entry_question_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  constraint entry_question_answer_index_check CHECK ((answer_index >= 0)),
  constraint entry_question_check CHECK ((answer_index < cardinality(options)))
);

create table event (
  id text collate "C" not null,
  slot smallint not null default (((floor((EXTRACT(epoch FROM now()) / (604800)::numeric)))::bigint % (8)::bigint))::smallint,
  organisation_id bigint not null,
  type event_type not null,
  payload text not null,
  endpoint_id bigint,
  created_at timestamp with time zone not null,
  request_id text,
  constraint event_pkey PRIMARY KEY (organisation_id, id, slot),
  constraint event_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id)
) partition by LIST (slot);
-- partition event_slot_0 FOR VALUES IN ('0')
-- partition event_slot_1 FOR VALUES IN ('1')
-- partition event_slot_2 FOR VALUES IN ('2')
-- partition event_slot_3 FOR VALUES IN ('3')
-- partition event_slot_4 FOR VALUES IN ('4')
-- partition event_slot_5 FOR VALUES IN ('5')
-- partition event_slot_6 FOR VALUES IN ('6')
-- partition event_slot_7 FOR VALUES IN ('7')
CREATE TRIGGER event_added AFTER INSERT ON event REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION queue_for_relay();

create table event_feed (
  organisation_id bigint not null,
  tx xid8 not null default pg_current_xact_id(),
  position bigint not null,
  slot smallint not null,
  event_id text collate "C" not null,
  type event_type not null,
  relayed_at timestamp with time zone not null,
  constraint event_feed_pkey PRIMARY KEY (organisation_id, tx, "position", slot)
) partition by LIST (slot);
-- partition event_feed_slot_0 FOR VALUES IN ('0')
-- partition event_feed_slot_1 FOR VALUES IN ('1')
-- partition event_feed_slot_2 FOR VALUES IN ('2')
-- partition event_feed_slot_3 FOR VALUES IN ('3')
-- partition event_feed_slot_4 FOR VALUES IN ('4')
-- partition event_feed_slot_5 FOR VALUES IN ('5')
-- partition event_feed_slot_6 FOR VALUES IN ('6')
-- partition event_feed_slot_7 FOR VALUES IN ('7')

create table event_feed_emptied (
  organisation_id bigint not null,
  emptyings integer not null,
  tx xid8 not null,
  position bigint not null,
  constraint event_feed_emptied_pkey PRIMARY KEY (organisation_id),
  constraint event_feed_emptied_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id)
);

create table event_unrelayed (
  sequence bigint not null generated always as identity,
  organisation_id bigint not null,
  event_id text collate "C" not null,
  slot smallint not null,
  constraint event_unrelayed_pkey PRIMARY KEY (sequence)
);

create unlogged table failure_budget (
  address text not null,
  arrival_ns bigint not null,
  constraint failure_budget_pkey PRIMARY KEY (address)
) with (fillfactor=50);

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
  winner_indices integer[] storage external,
  cost_cents bigint,
  constraint fair_draw_pkey PRIMARY KEY (organisation_id, id),
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
CREATE INDEX fair_draw_open ON fair_draw USING btree (organisation_id, expires_at) WHERE (revealed_at IS NULL);

create table figure_lot (
  organisation_id bigint not null,
  lot_id bigint not null,
  tickets integer not null default 0,
  orders bigint not null default 0,
  is_behind boolean not null default true,
  constraint figure_lot_pkey PRIMARY KEY (organisation_id, lot_id)
);

create table figure_organisation (
  organisation_id bigint not null,
  constraint figure_organisation_pkey PRIMARY KEY (organisation_id),
  constraint figure_organisation_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id)
);

create table figure_refund (
  id bigint not null generated always as identity,
  organisation_id bigint not null,
  refund_id bigint not null,
  is_failure boolean not null,
  at timestamp with time zone not null,
  constraint figure_refund_pkey PRIMARY KEY (organisation_id, id)
);

create table figure_sum (
  organisation_id bigint not null,
  is_day boolean not null,
  part text not null,
  part_id bigint not null,
  at timestamp with time zone not null,
  currency text not null,
  orders bigint not null,
  tickets bigint not null,
  gross bigint not null,
  refunds bigint not null,
  refunded bigint not null,
  sessions bigint not null,
  converted bigint not null,
  other_taken bigint not null,
  other_refunded bigint not null,
  constraint figure_sum_pkey PRIMARY KEY (organisation_id, is_day, part, part_id, at, currency),
  constraint figure_sum_part_check CHECK ((part = ANY (ARRAY['all'::text, 'competition'::text, 'rail'::text, 'affiliate'::text])))
);
CREATE INDEX figure_sum_by_time ON figure_sum USING btree (organisation_id, is_day, part, at);

create table former_proof_key (
  organisation_id bigint not null,
  api_key_id bigint not null,
  proof_key bytea not null,
  replaced_at timestamp with time zone not null,
  constraint former_proof_key_pkey PRIMARY KEY (api_key_id, proof_key, organisation_id),
  constraint former_proof_key_organisation_id_api_key_id_fkey FOREIGN KEY (organisation_id, api_key_id) REFERENCES api_key(organisation_id, id),
  constraint former_proof_key_proof_key_check CHECK ((length(proof_key) = 32))
);

create unlogged table guess_budget (
  organisation_id bigint not null,
  api_key_id bigint not null,
  question_id bigint not null,
  arrival_ns bigint not null,
  constraint guess_budget_pkey PRIMARY KEY (api_key_id, question_id, organisation_id),
  constraint guess_budget_organisation_id_question_id_fkey FOREIGN KEY (organisation_id, question_id) REFERENCES entry_question(organisation_id, id) ON DELETE CASCADE
);

create table heartbeat (
  id uuid not null,
  role text not null,
  started_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  beats bigint not null,
  first_history text,
  history text,
  constraint heartbeat_pkey PRIMARY KEY (id),
  constraint heartbeat_beats_check CHECK ((beats >= 1)),
  constraint heartbeat_role_check CHECK ((role = ANY (ARRAY['all'::text, 'api'::text, 'worker'::text])))
);

create table idempotency (
  id bigint not null generated always as identity,
  principal_kind text not null,
  principal_id text not null,
  route text not null,
  key text not null,
  request_hash bytea not null,
  lease_until timestamp with time zone,
  status integer,
  body bytea,
  created_at timestamp with time zone not null,
  lease uuid,
  constraint idempotency_principal_id_principal_kind_route_key_key UNIQUE (principal_id, principal_kind, route, key),
  constraint idempotency_pkey PRIMARY KEY (id),
  constraint idempotency_principal_kind_check CHECK ((principal_kind = ANY (ARRAY['api_key'::text, 'operator'::text, 'person'::text, 'buyer'::text])))
);

create table invitation (
  id bigint not null generated always as identity,
  organisation_id bigint,
  email text not null,
  role text not null,
  hash bytea not null,
  inviter text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  withdrawn_at timestamp with time zone,
  constraint invitation_hash_key UNIQUE (hash),
  constraint invitation_pkey PRIMARY KEY (id),
  constraint invitation_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  constraint invitation_check CHECK (((accepted_at IS NULL) OR (withdrawn_at IS NULL))),
  constraint invitation_email_check CHECK ((email = lower(email))),
  constraint invitation_hash_check CHECK ((length(hash) = 32)),
  constraint invitation_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'manager'::text, 'developer'::text, 'finance'::text, 'viewer'::text, 'account_manager'::text, 'support'::text, 'auditor'::text])))
);
CREATE INDEX invitation_of ON invitation USING btree (organisation_id, id);
CREATE UNIQUE INDEX invitation_open ON invitation USING btree (email, COALESCE(organisation_id, (0)::bigint)) WHERE ((accepted_at IS NULL) AND (withdrawn_at IS NULL));

create table login (
  id bigint not null generated always as identity,
  hash bytea not null,
  person_id bigint not null,
  means text not null,
  browser text not null,
  client text not null,
  created_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  constraint login_hash_key UNIQUE (hash),
  constraint login_pkey PRIMARY KEY (id),
  constraint login_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id),
  constraint login_hash_check CHECK ((length(hash) = 32)),
  constraint login_means_check CHECK ((means = ANY (ARRAY['code'::text, 'link'::text, 'invitation'::text, 'passkey'::text, 'oidc'::text])))
);
CREATE INDEX login_of ON login USING btree (person_id);
CREATE INDEX login_old ON login USING btree (seen_at);

create table lot (
  id bigint not null generated always as identity,
  organisation_id bigint not null,
  prize_id bigint not null,
  title text not null,
  description text,
  price_cents bigint not null,
  payment_token text not null,
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
  halted_at timestamp with time zone,
  metadata jsonb,
  constraint lot_organisation_id_id_key UNIQUE (organisation_id, id),
  constraint lot_pkey PRIMARY KEY (id, organisation_id),
  constraint lot_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  constraint lot_organisation_id_prize_id_fkey FOREIGN KEY (organisation_id, prize_id) REFERENCES prize(organisation_id, id),
  constraint lot_check CHECK ((end_at > start_at)),
  constraint lot_check1 CHECK (((status = 'cancelled'::text) = (cancelled_at IS NOT NULL))),
  constraint lot_drawing_when_ended CHECK (((draw_at IS NULL) OR ((status = 'ended'::text) AND (drawn_at IS NULL)))),
  constraint lot_drawn_when_ended CHECK (((drawn_at IS NULL) OR (status = 'ended'::text))),
  constraint lot_payment_token_check CHECK ((payment_token = ANY (ARRAY['USDC'::text, 'USDT'::text]))),
  constraint lot_price_cents_check CHECK (((price_cents >= 0) AND (price_cents <= 10000000))),
  constraint lot_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'ended'::text, 'cancelled'::text])))
);
CREATE INDEX lot_active ON lot USING btree (organisation_id, id) WHERE (status = 'active'::text);
CREATE INDEX lot_by_title ON lot USING btree (organisation_id, lower(title) COLLATE "C", id);
CREATE INDEX lot_closing ON lot USING btree (end_at) WHERE (status = 'active'::text);
CREATE INDEX lot_drawing ON lot USING btree (draw_at) WHERE (draw_at IS NOT NULL);
CREATE INDEX lot_halted ON lot USING btree (organisation_id, id) WHERE (halted_at IS NOT NULL);
CREATE INDEX lot_over ON lot USING btree (organisation_id, end_at) WHERE (status = ANY (ARRAY['ended'::text, 'cancelled'::text]));
CREATE INDEX lot_unwinding ON lot USING btree (id) WHERE ((status = 'cancelled'::text) AND (unwound_at IS NULL));
CREATE TRIGGER lot_numbered AFTER UPDATE ON lot FOR EACH ROW EXECUTE FUNCTION number_lot();

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
  constraint lot_commitment_lot_id_sequence_organisation_id_key UNIQUE (lot_id, sequence, organisation_id),
  constraint lot_commitment_pkey PRIMARY KEY (id, organisation_id),
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
CREATE UNIQUE INDEX lot_commitment_in_force ON lot_commitment USING btree (lot_id, organisation_id) WHERE (voided_at IS NULL);

create table lot_commitment_checkpoint (
  organisation_id bigint not null,
  commitment_id bigint not null,
  position integer not null,
  first integer not null,
  constraint lot_commitment_checkpoint_pkey PRIMARY KEY (commitment_id, "position", organisation_id),
  constraint lot_commitment_checkpoint_organisation_id_commitment_id_fkey FOREIGN KEY (organisation_id, commitment_id) REFERENCES lot_commitment(organisation_id, id),
  constraint lot_commitment_checkpoint_position_check CHECK (("position" >= 0))
);

create table lot_stock (
  organisation_id bigint not null,
  lot_id bigint not null,
  lot_version bigint not null default 1,
  max_tickets lot_capacity not null,
  sold integer not null default 0,
  held integer not null default 0,
  voided integer not null default 0,
  constraint lot_stock_pkey PRIMARY KEY (lot_id, organisation_id),
  constraint lot_stock_organisation_id_lot_id_fkey FOREIGN KEY (organisation_id, lot_id) REFERENCES lot(organisation_id, id),
  constraint lot_never_oversold CHECK (((sold >= 0) AND (held >= 0) AND (((sold)::bigint + held) <= (max_tickets)::integer))),
  constraint lot_voided_within_sold CHECK (((voided >= 0) AND (voided <= sold)))
) with (fillfactor=10);

create table mail (
  id bigint not null generated always as identity,
  organisation_id bigint not null,
  kind text not null,
  sealed bytea,
  about text,
  account_id bigint,
  state text not null default 'waiting'::text,
  created_at timestamp with time zone not null,
  fresh_until timestamp with time zone not null,
  due_at timestamp with time zone,
  tries integer not null default 0,
  constraint mail_pkey PRIMARY KEY (id, organisation_id),
  constraint mail_organisation_id_account_id_fkey FOREIGN KEY (organisation_id, account_id) REFERENCES account(organisation_id, id),
  constraint mail_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  constraint mail_check CHECK (((state = 'waiting'::text) = (due_at IS NOT NULL))),
  constraint mail_check1 CHECK (((sealed IS NOT NULL) OR (about IS NOT NULL) OR (state <> 'waiting'::text))),
  constraint mail_check2 CHECK (((about IS NULL) = (account_id IS NULL))),
  constraint mail_check3 CHECK (((about IS NULL) OR (sealed IS NULL))),
  constraint mail_kind_check CHECK ((kind = ANY (ARRAY['sign_in_code'::text, 'tickets_issued'::text, 'refund'::text, 'winner'::text, 'order_unpaid'::text]))),
  constraint mail_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'refused'::text, 'stale'::text, 'withdrawn'::text])))
);
CREATE INDEX mail_code_due ON mail USING btree (due_at) WHERE ((due_at IS NOT NULL) AND (kind = 'sign_in_code'::text));
CREATE INDEX mail_due ON mail USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE UNIQUE INDEX mail_once ON mail USING btree (organisation_id, kind, about) WHERE (about IS NOT NULL);

create table membership (
  organisation_id bigint not null,
  person_id bigint not null,
  role text not null,
  created_at timestamp with time zone not null,
  constraint membership_pkey PRIMARY KEY (organisation_id, person_id),
  constraint membership_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  constraint membership_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id),
  constraint membership_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'manager'::text, 'developer'::text, 'finance'::text, 'viewer'::text])))
);
CREATE INDEX membership_of ON membership USING btree (person_id);

create table migration (
  id integer not null default nextval('migration_id_seq'::regclass),
  name character varying(255) not null,
  executed_at timestamp(6) with time zone not null default CURRENT_TIMESTAMP(6),
  constraint migration_pkey PRIMARY KEY (id)
);

create table missing_write (
  one boolean not null default true,
  noticed_at timestamp with time zone not null,
  constraint missing_write_pkey PRIMARY KEY (one),
  constraint missing_write_one_check CHECK (one)
);

create table named_event (
  organisation_id bigint not null,
  rail_account_id bigint not null,
  what text not null,
  times integer not null default 1,
  lease_until timestamp with time zone not null,
  tries integer not null default 0,
  constraint named_event_pkey PRIMARY KEY (rail_account_id, what, organisation_id),
  constraint named_event_organisation_id_rail_account_id_fkey FOREIGN KEY (organisation_id, rail_account_id) REFERENCES rail_account(organisation_id, id) ON DELETE CASCADE,
  constraint named_event_what_check CHECK (((char_length(what) >= 1) AND (char_length(what) <= 200)))
);
CREATE INDEX named_event_due ON named_event USING btree (lease_until);

create table named_event_minute (
  organisation_id bigint not null,
  rail_account_id bigint not null,
  minute timestamp with time zone not null,
  asked bigint not null,
  constraint named_event_minute_pkey PRIMARY KEY (rail_account_id, organisation_id),
  constraint named_event_minute_organisation_id_rail_account_id_fkey FOREIGN KEY (organisation_id, rail_account_id) REFERENCES rail_account(organisation_id, id) ON DELETE CASCADE
);

create table notice (
  id bigint not null generated always as identity,
  organisation_id bigint not null,
  kind text not null,
  about bigint not null,
  facts jsonb not null,
  due_at timestamp with time zone not null,
  constraint notice_pkey PRIMARY KEY (id, organisation_id),
  constraint notice_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  constraint notice_kind_check CHECK ((kind = ANY (ARRAY['keys'::text, 'endpoints_disabled'::text, 'endpoints_failing'::text, 'refunds_failed'::text, 'disputes_opened'::text, 'disputes_due'::text])))
);
CREATE INDEX notice_due ON notice USING btree (due_at);
CREATE INDEX notice_of ON notice USING btree (organisation_id, kind, about);

create table notice_told (
  organisation_id bigint not null,
  kind text not null,
  told_at timestamp with time zone,
  constraint notice_told_pkey PRIMARY KEY (organisation_id, kind),
  constraint notice_told_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id)
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
  theme jsonb not null default '{}'::jsonb,
  embed_origins text[] not null default '{}'::text[],
  locale text not null default 'en'::text,
  hosted_checkout boolean not null default true,
  terms bigint not null default 1,
  mode text not null default 'live'::text,
  terms_url text,
  privacy_url text,
  imprint_url text,
  support_email text,
  minimum_age integer,
  time_zone text not null default 'UTC'::text,
  constraint organisation_slug_key UNIQUE (slug),
  constraint organisation_pkey PRIMARY KEY (id),
  constraint organisation_fiat_currency_check CHECK ((fiat_currency ~ '^[A-Z]{3}$'::text)),
  constraint organisation_hold_minutes_check CHECK (((hold_minutes >= 5) AND (hold_minutes <= 120))),
  constraint organisation_max_pending_sessions_check CHECK (((max_pending_sessions >= 1) AND (max_pending_sessions <= 1000))),
  constraint organisation_max_pending_tickets_check CHECK (((max_pending_tickets >= 100) AND (max_pending_tickets <= 100000))),
  constraint organisation_minimum_age_check CHECK (((minimum_age >= 1) AND (minimum_age <= 99))),
  constraint organisation_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'test'::text]))),
  constraint organisation_slug_check CHECK ((slug ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'::text)),
  constraint organisation_treasury_address_check CHECK ((treasury_address <> '0x0000000000000000000000000000000000000000'::text)),
  constraint organisation_wrong_answers_per_minute_check CHECK (((wrong_answers_per_minute >= 1) AND (wrong_answers_per_minute <= 100000)))
);
CREATE TRIGGER organisation_mode_unchanged BEFORE UPDATE OF mode ON organisation FOR EACH ROW WHEN ((old.mode <> new.mode)) EXECUTE FUNCTION refuse_change('mode');
CREATE TRIGGER organisation_terms BEFORE UPDATE ON organisation FOR EACH ROW EXECUTE FUNCTION number_terms();

create table passkey (
  id bigint not null generated always as identity,
  person_id bigint not null,
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint passkey_credential_id_key UNIQUE (credential_id),
  constraint passkey_pkey PRIMARY KEY (id),
  constraint passkey_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id),
  constraint passkey_counter_check CHECK ((counter >= 0))
);
CREATE INDEX passkey_of ON passkey USING btree (person_id);

create table passkey_challenge (
  hash bytea not null,
  purpose text not null,
  challenge text not null,
  person_id bigint,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint passkey_challenge_pkey PRIMARY KEY (hash),
  constraint passkey_challenge_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id),
  constraint passkey_challenge_hash_check CHECK ((length(hash) = 32)),
  constraint passkey_challenge_purpose_check CHECK ((purpose = ANY (ARRAY['add'::text, 'sign_in'::text, 'confirm'::text])))
);
CREATE INDEX passkey_challenge_old ON passkey_challenge USING btree (expires_at);

create table payment (
  id bigint not null generated always as identity,
  organisation_id bigint not null,
  order_id text not null,
  rail_kind text not null,
  rail_provider text not null,
  provider_payment_id text not null,
  amount non_negative not null,
  currency text not null,
  state payment_state not null,
  received_at timestamp with time zone not null,
  constraint payment_organisation_id_rail_kind_rail_provider_provider_pa_key UNIQUE (organisation_id, rail_kind, rail_provider, provider_payment_id),
  constraint payment_pkey PRIMARY KEY (organisation_id, id),
  constraint payment_organisation_id_order_id_fkey FOREIGN KEY (organisation_id, order_id) REFERENCES ticket_order(organisation_id, id)
);
CREATE UNIQUE INDEX payment_settled_once ON payment USING btree (order_id, organisation_id, (
CASE state
    WHEN 'settled'::text THEN (0)::bigint
    ELSE id
END));

create table pending_order (
  organisation_id bigint not null,
  lot_id bigint not null,
  number bigint not null,
  account_id bigint not null,
  order_id text not null,
  quantity integer not null,
  charged boolean not null default true,
  check_at timestamp with time zone not null,
  constraint pending_order_pkey PRIMARY KEY (organisation_id, lot_id, number)
) with (fillfactor=80);
CREATE INDEX pending_order_due ON pending_order USING btree (check_at);
CREATE INDEX pending_order_of_buyer ON pending_order USING btree (account_id);

create table person (
  id bigint not null generated always as identity,
  email text not null,
  name text not null,
  operator_role text,
  handle bytea not null,
  oidc_issuer text,
  oidc_subject text,
  created_at timestamp with time zone not null,
  constraint person_email_key UNIQUE (email),
  constraint person_handle_key UNIQUE (handle),
  constraint person_oidc_issuer_oidc_subject_key UNIQUE (oidc_issuer, oidc_subject),
  constraint person_pkey PRIMARY KEY (id),
  constraint person_check CHECK (((oidc_issuer IS NULL) = (oidc_subject IS NULL))),
  constraint person_email_check CHECK ((email = lower(email))),
  constraint person_handle_check CHECK ((length(handle) = 32)),
  constraint person_operator_role_check CHECK ((operator_role = ANY (ARRAY['owner'::text, 'account_manager'::text, 'support'::text, 'auditor'::text])))
);
CREATE INDEX person_operator ON person USING btree (id) WHERE (operator_role IS NOT NULL);

create table person_code (
  hash bytea not null,
  email text not null,
  code_mac bytea,
  mailed boolean not null,
  tries_left integer not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint person_code_pkey PRIMARY KEY (hash),
  constraint person_code_hash_check CHECK ((length(hash) = 32)),
  constraint person_code_tries_left_check CHECK ((tries_left >= 0))
);
CREATE INDEX person_code_of ON person_code USING btree (email, created_at);
CREATE INDEX person_code_old ON person_code USING btree (created_at);

create table person_mail (
  id bigint not null generated always as identity,
  kind text not null,
  sealed bytea,
  state text not null default 'waiting'::text,
  created_at timestamp with time zone not null,
  fresh_until timestamp with time zone not null,
  due_at timestamp with time zone,
  tries integer not null default 0,
  constraint person_mail_pkey PRIMARY KEY (id),
  constraint person_mail_check CHECK (((state = 'waiting'::text) = (due_at IS NOT NULL))),
  constraint person_mail_check1 CHECK (((sealed IS NOT NULL) OR (state <> 'waiting'::text))),
  constraint person_mail_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'refused'::text, 'stale'::text, 'withdrawn'::text])))
);
CREATE INDEX person_mail_due ON person_mail USING btree (due_at) WHERE (due_at IS NOT NULL);

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
  constraint prize_pkey PRIMARY KEY (organisation_id, id),
  constraint prize_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  constraint prize_check CHECK (((name IS NOT NULL) OR ((brand IS NOT NULL) AND (model IS NOT NULL)))),
  constraint prize_condition_check CHECK ((condition = ANY (ARRAY['new'::text, 'unworn'::text, 'excellent'::text, 'good'::text]))),
  constraint prize_retail_value_cents_check CHECK ((retail_value_cents >= 0))
);

create table provider_way (
  hash bytea not null,
  person_id bigint,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint provider_way_pkey PRIMARY KEY (hash),
  constraint provider_way_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id),
  constraint provider_way_hash_check CHECK ((length(hash) = 32))
);
CREATE INDEX provider_way_old ON provider_way USING btree (expires_at);

create table question_turn (
  organisation_id bigint not null,
  account_id bigint not null,
  lot_id bigint not null,
  question_id bigint,
  former_question_id bigint,
  answers integer not null default 0,
  answers_since timestamp with time zone not null,
  answered bytea,
  pass_hash bytea,
  changed_at timestamp with time zone not null,
  constraint question_turn_pkey PRIMARY KEY (organisation_id, account_id, lot_id),
  constraint question_turn_organisation_id_account_id_fkey FOREIGN KEY (organisation_id, account_id) REFERENCES account(organisation_id, id),
  constraint question_turn_organisation_id_lot_id_fkey FOREIGN KEY (organisation_id, lot_id) REFERENCES lot(organisation_id, id),
  constraint question_turn_organisation_id_question_id_fkey FOREIGN KEY (organisation_id, question_id) REFERENCES entry_question(organisation_id, id) ON DELETE SET NULL (question_id),
  constraint question_turn_answered_check CHECK ((length(answered) = 32)),
  constraint question_turn_answers_check CHECK ((answers >= 0)),
  constraint question_turn_pass_hash_check CHECK ((length(pass_hash) = 32))
);
CREATE INDEX question_turn_age ON question_turn USING btree (changed_at);

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
  constraint rail_account_organisation_id_id_kind_provider_key UNIQUE (organisation_id, id, kind, provider),
  constraint rail_account_organisation_id_kind_provider_key UNIQUE (organisation_id, kind, provider),
  constraint rail_account_pkey PRIMARY KEY (id, organisation_id),
  constraint rail_account_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  constraint rail_account_check CHECK (((previous_credentials IS NULL) = (previous_until IS NULL))),
  constraint rail_account_kind_check CHECK ((kind = ANY (ARRAY['flow'::text, 'embed'::text, 'fields'::text, 'redirect'::text, 'qr'::text])))
);
CREATE INDEX rail_account_previous ON rail_account USING btree (previous_until) WHERE (previous_until IS NOT NULL);
CREATE TRIGGER rail_account_terms AFTER INSERT OR DELETE OR UPDATE OF currencies, credentials, settings, enabled ON rail_account FOR EACH ROW EXECUTE FUNCTION change_terms();

create table rail_account_health (
  rail_account_id bigint not null,
  organisation_id bigint not null,
  last_success_at timestamp with time zone,
  last_error_at timestamp with time zone,
  last_error text,
  last_error_operation text,
  consecutive_failures integer not null,
  constraint rail_account_health_pkey PRIMARY KEY (rail_account_id, organisation_id),
  constraint rail_account_health_organisation_id_rail_account_id_fkey FOREIGN KEY (organisation_id, rail_account_id) REFERENCES rail_account(organisation_id, id) ON DELETE CASCADE,
  constraint rail_account_health_check CHECK (((last_error_at IS NULL) = (last_error IS NULL))),
  constraint rail_account_health_check1 CHECK (((last_error_at IS NULL) = (last_error_operation IS NULL)))
);

create table rail_currency (
  organisation_id bigint not null,
  currency text not null,
  rail_account_id bigint not null,
  kind text not null,
  provider text not null,
  constraint rail_currency_pkey PRIMARY KEY (organisation_id, currency),
  constraint rail_currency_organisation_id_rail_account_id_kind_provide_fkey FOREIGN KEY (organisation_id, rail_account_id, kind, provider) REFERENCES rail_account(organisation_id, id, kind, provider) ON DELETE CASCADE
);
CREATE INDEX rail_currency_account ON rail_currency USING btree (organisation_id, rail_account_id);

create table rail_event_cursor (
  rail_account_id bigint not null,
  organisation_id bigint not null,
  asked_at timestamp with time zone,
  lease_until timestamp with time zone not null,
  constraint rail_event_cursor_pkey PRIMARY KEY (rail_account_id, organisation_id),
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
  remark notification_remark,
  constraint rail_notification_organisation_id_rail_account_id_dedupe_ke_key UNIQUE (organisation_id, rail_account_id, dedupe_key),
  constraint rail_notification_pkey PRIMARY KEY (id, organisation_id),
  constraint rail_notification_organisation_id_rail_account_id_fkey FOREIGN KEY (organisation_id, rail_account_id) REFERENCES rail_account(organisation_id, id)
);
CREATE INDEX rail_notification_due ON rail_notification USING btree (lease_until) WHERE (processed_at IS NULL);
CREATE INDEX rail_notification_remarkable ON rail_notification USING btree (organisation_id, id) WHERE (remark IS NOT NULL);

create unlogged table rate_budget (
  principal_kind text not null,
  principal_id text not null,
  arrival_ns bigint not null,
  constraint rate_budget_pkey PRIMARY KEY (principal_id, principal_kind)
) with (fillfactor=50);

create table recovery (
  epoch integer not null,
  since timestamp with time zone not null,
  margin bigint not null,
  begun_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  report jsonb,
  constraint recovery_pkey PRIMARY KEY (epoch),
  constraint recovery_check CHECK (((ended_at IS NULL) = (report IS NULL))),
  constraint recovery_epoch_check CHECK ((epoch >= 1)),
  constraint recovery_margin_check CHECK ((margin >= 1))
);
CREATE UNIQUE INDEX recovery_under_way ON recovery USING btree (((ended_at IS NULL))) WHERE (ended_at IS NULL);

create table recovery_account (
  organisation_id bigint not null,
  rail_account_id bigint not null,
  epoch integer not null,
  cursor text,
  done_at timestamp with time zone,
  listed bigint not null default 0,
  sent_back jsonb not null default '[]'::jsonb,
  constraint recovery_account_pkey PRIMARY KEY (organisation_id, rail_account_id, epoch),
  constraint recovery_account_epoch_fkey FOREIGN KEY (epoch) REFERENCES recovery(epoch) ON DELETE CASCADE,
  constraint recovery_account_organisation_id_rail_account_id_fkey FOREIGN KEY (organisation_id, rail_account_id) REFERENCES rail_account(organisation_id, id) ON DELETE CASCADE
);

create table recovery_sequence (
  epoch integer not null,
  sequence text not null,
  was bigint not null,
  raised_to bigint not null,
  constraint recovery_sequence_pkey PRIMARY KEY (epoch, sequence),
  constraint recovery_sequence_epoch_fkey FOREIGN KEY (epoch) REFERENCES recovery(epoch) ON DELETE CASCADE
);

create table refund (
  id bigint not null generated always as identity,
  organisation_id bigint not null,
  order_id text,
  payment_id bigint,
  unmatched_payment_id bigint,
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
  requested_at timestamp with time zone not null,
  tries integer not null default 0,
  asked_at timestamp with time zone,
  accepted_at timestamp with time zone,
  failed_at_rail boolean not null default false,
  renewals integer not null default 0,
  last_error text,
  succeeded_at timestamp with time zone,
  note text,
  constraint refund_key_organisation_id_key UNIQUE (key, organisation_id),
  constraint refund_organisation_id_unmatched_payment_id_key UNIQUE (organisation_id, unmatched_payment_id),
  constraint refund_payment_id_organisation_id_key UNIQUE (payment_id, organisation_id),
  constraint refund_pkey PRIMARY KEY (id, organisation_id),
  constraint refund_organisation_id_order_id_fkey FOREIGN KEY (organisation_id, order_id) REFERENCES ticket_order(organisation_id, id),
  constraint refund_organisation_id_payment_id_fkey FOREIGN KEY (organisation_id, payment_id) REFERENCES payment(organisation_id, id),
  constraint refund_organisation_id_rail_account_id_fkey FOREIGN KEY (organisation_id, rail_account_id) REFERENCES rail_account(organisation_id, id),
  constraint refund_organisation_id_unmatched_payment_id_fkey FOREIGN KEY (organisation_id, unmatched_payment_id) REFERENCES unmatched_payment(organisation_id, id),
  constraint refund_amount_check CHECK ((amount > 0)),
  constraint refund_check CHECK (((payment_id IS NULL) = (order_id IS NULL))),
  constraint refund_of_one_payment CHECK ((num_nonnulls(payment_id, unmatched_payment_id) = 1)),
  constraint refund_state_check CHECK ((state = ANY (ARRAY['requested'::text, 'succeeded'::text, 'failed'::text, 'manual'::text])))
);
CREATE INDEX refund_by_organisation ON refund USING btree (organisation_id, id);
CREATE INDEX refund_by_provider_id ON refund USING btree (rail_account_id, provider_refund_id) WHERE (provider_refund_id IS NOT NULL);
CREATE INDEX refund_by_state ON refund USING btree (organisation_id, state, id);
CREATE INDEX refund_due ON refund USING btree (rail_account_id, due_at) WHERE ((due_at IS NOT NULL) AND (lease_until IS NULL));
CREATE INDEX refund_leased ON refund USING btree (rail_account_id) WHERE (lease_until IS NOT NULL);
CREATE INDEX refund_waiting ON refund USING btree (state, created_at) WHERE (state <> 'succeeded'::text);
CREATE TRIGGER refund_added BEFORE INSERT ON refund FOR EACH ROW EXECUTE FUNCTION complete_refund();
CREATE TRIGGER refund_added_succeeded AFTER INSERT ON refund FOR EACH ROW WHEN ((new.state = 'succeeded'::text)) EXECUTE FUNCTION note_refund();
CREATE TRIGGER refund_counted AFTER UPDATE ON refund FOR EACH ROW WHEN (((old.state = 'succeeded'::text) <> (new.state = 'succeeded'::text))) EXECUTE FUNCTION note_refund();
CREATE TRIGGER refund_failed AFTER UPDATE OF state ON refund FOR EACH ROW WHEN (((new.state = 'failed'::text) AND (old.state <> 'failed'::text))) EXECUTE FUNCTION notice_refund();
CREATE TRIGGER refund_told AFTER INSERT OR UPDATE OF state, note ON refund FOR EACH ROW WHEN (((new.order_id IS NOT NULL) AND ((new.state = ANY (ARRAY['succeeded'::text, 'manual'::text])) OR (new.note IS NOT NULL)))) EXECUTE FUNCTION mail_refund();

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
  paid_at timestamp with time zone,
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
CREATE INDEX sandbox_refund_by_session ON sandbox_refund USING btree (session_id);

create table sign_in_attempt (
  organisation_id bigint not null,
  hash bytea not null,
  kind text not null,
  value text not null,
  code_mac bytea,
  message text,
  mail_id bigint,
  client text not null,
  tries_left integer not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint sign_in_attempt_pkey PRIMARY KEY (hash, organisation_id),
  constraint sign_in_attempt_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  constraint sign_in_attempt_check CHECK (((kind = 'email'::text) = (code_mac IS NOT NULL))),
  constraint sign_in_attempt_check1 CHECK (((kind = 'wallet'::text) = (message IS NOT NULL))),
  constraint sign_in_attempt_hash_check CHECK ((length(hash) = 32)),
  constraint sign_in_attempt_kind_check CHECK ((kind = ANY (ARRAY['email'::text, 'wallet'::text]))),
  constraint sign_in_attempt_tries_left_check CHECK ((tries_left >= 0))
);
CREATE INDEX sign_in_attempt_by_value ON sign_in_attempt USING btree (value, organisation_id, created_at);
CREATE INDEX sign_in_attempt_old ON sign_in_attempt USING btree (created_at);

create table sign_in_link (
  hash bytea not null,
  person_id bigint not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint sign_in_link_pkey PRIMARY KEY (hash),
  constraint sign_in_link_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id),
  constraint sign_in_link_hash_check CHECK ((length(hash) = 32))
);
CREATE INDEX sign_in_link_of ON sign_in_link USING btree (person_id);
CREATE INDEX sign_in_link_old ON sign_in_link USING btree (expires_at);

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

create table simulated_clock (
  id boolean not null default true,
  ahead_ms bigint not null default 0,
  constraint simulated_clock_pkey PRIMARY KEY (id),
  constraint simulated_clock_ahead_ms_check CHECK ((ahead_ms >= 0)),
  constraint simulated_clock_id_check CHECK (id)
);

create table simulated_mining (
  first_number bigint not null,
  blocks integer not null,
  mined_before bigint not null,
  at timestamp with time zone not null,
  ahead_ms bigint not null default 0,
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

create table sql_function (
  name text not null,
  sha256 text not null,
  replaced_at timestamp with time zone,
  constraint sql_function_pkey PRIMARY KEY (name, sha256),
  constraint sql_function_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
);

create table ticket_order (
  id text not null,
  number bigint not null generated always as identity,
  organisation_id bigint not null,
  lot_id bigint not null,
  account_id bigint not null,
  api_key_id bigint,
  idempotency_id bigint,
  quantity entry_quantity not null,
  status order_status not null,
  error text,
  price_cents non_negative not null,
  credit_cents bigint not null,
  charge_amount non_negative not null,
  charge_currency text not null,
  rate text,
  source entry_source not null,
  rail_account_id bigint,
  rail_kind text,
  rail_provider text,
  provider_ids jsonb not null default '{}'::jsonb,
  instruction jsonb,
  return_url text,
  buyer_email text,
  hold_until timestamp with time zone not null,
  rail_expires_at timestamp with time zone not null,
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
  commission_cents non_negative not null default 0,
  confirm_awaits text,
  return_token return_token,
  first_ticket ticket_number,
  request_id text,
  channel text not null default 'api'::text,
  form_key sha256_digest,
  visit_hash sha256_digest,
  locale text,
  metadata jsonb,
  pass_hash bytea,
  constraint ticket_order_pkey PRIMARY KEY (id, organisation_id),
  constraint ticket_order_organisation_id_account_id_fkey FOREIGN KEY (organisation_id, account_id) REFERENCES account(organisation_id, id),
  constraint ticket_order_organisation_id_affiliate_id_fkey FOREIGN KEY (organisation_id, affiliate_id) REFERENCES affiliate(organisation_id, id),
  constraint ticket_order_organisation_id_lot_id_fkey FOREIGN KEY (organisation_id, lot_id) REFERENCES lot(organisation_id, id),
  constraint ticket_order_organisation_id_rail_account_id_fkey FOREIGN KEY (organisation_id, rail_account_id) REFERENCES rail_account(organisation_id, id),
  constraint ticket_order_channel CHECK (((channel =
CASE
    WHEN (form_key IS NOT NULL) THEN 'hosted'::text
    WHEN (api_key_id IS NOT NULL) THEN 'api'::text
    ELSE 'chain'::text
END) AND ((form_key IS NULL) OR (api_key_id IS NULL)) AND ((form_key IS NULL) = (locale IS NULL)) AND ((form_key IS NOT NULL) OR (visit_hash IS NULL)))),
  constraint ticket_order_check CHECK (((credit_cents >= 0) AND (credit_cents <= (price_cents)::bigint))),
  constraint ticket_order_check1 CHECK ((((charge_amount)::bigint > 0) = (rail_account_id IS NOT NULL))),
  constraint ticket_order_check2 CHECK ((((status)::text = 'failed'::text) = (error IS NOT NULL))),
  constraint ticket_order_check3 CHECK ((((commission_cents)::bigint = 0) OR (affiliate_id IS NOT NULL))),
  constraint ticket_order_confirm_awaits CHECK (((confirm_awaits IS NULL) OR ((confirm_awaits = ANY (ARRAY['device_data'::text, 'challenge_done'::text])) AND (confirm_started_at IS NOT NULL)))),
  constraint ticket_order_id_check CHECK (((id ~ '^cs_[0-9a-z]+$'::text) AND (length(id) = 29)))
) with (fillfactor=70);
CREATE INDEX ticket_order_by_lot ON ticket_order USING btree (lot_id, number) WHERE (unwound_at IS NULL);
CREATE UNIQUE INDEX ticket_order_by_number ON ticket_order USING btree (organisation_id, number) WHERE (number > 0);
CREATE INDEX ticket_order_of_buyer ON ticket_order USING btree (account_id, number);
CREATE UNIQUE INDEX ticket_order_of_form ON ticket_order USING btree (form_key, organisation_id) WHERE (form_key IS NOT NULL);
CREATE INDEX ticket_order_of_visit ON ticket_order USING btree (visit_hash, number) WHERE (visit_hash IS NOT NULL);
CREATE UNIQUE INDEX ticket_order_once ON ticket_order USING btree (idempotency_id, organisation_id) WHERE (idempotency_id IS NOT NULL);
CREATE INDEX ticket_order_rail_cancel ON ticket_order USING btree (rail_cancel_at) WHERE (rail_cancel_at IS NOT NULL);
CREATE INDEX ticket_order_refused ON ticket_order USING btree (failed_at) WHERE (error = 'rail_unavailable'::text);
CREATE INDEX ticket_order_unwound ON ticket_order USING btree (lot_id, number) WHERE (unwound_at IS NOT NULL);
CREATE TRIGGER order_settled AFTER UPDATE OF status ON ticket_order FOR EACH ROW WHEN (((new.channel = 'hosted'::text) AND ((new.status)::text = 'paid'::text) AND ((old.status)::text <> 'paid'::text))) EXECUTE FUNCTION mail_tickets();

create table ticket_range (
  lot_id bigint not null,
  first ticket_number not null,
  last integer not null,
  follows integer,
  organisation_id bigint not null,
  order_id text,
  account_id bigint,
  issued_at timestamp with time zone not null,
  voided_at timestamp with time zone,
  constraint ticket_range_lot_id_first_organisation_id_key UNIQUE (lot_id, first, organisation_id),
  constraint ticket_range_order_id_organisation_id_key UNIQUE (order_id, organisation_id),
  constraint ticket_range_pkey PRIMARY KEY (lot_id, last, organisation_id),
  constraint ticket_range_lot_id_follows_organisation_id_fkey FOREIGN KEY (lot_id, follows, organisation_id) REFERENCES ticket_range(lot_id, last, organisation_id),
  constraint ticket_range_organisation_id_lot_id_fkey FOREIGN KEY (organisation_id, lot_id) REFERENCES lot(organisation_id, id),
  constraint ticket_range_organisation_id_order_id_fkey FOREIGN KEY (organisation_id, order_id) REFERENCES ticket_order(organisation_id, id),
  constraint ticket_range_check CHECK (((order_id IS NULL) = (account_id IS NULL))),
  constraint ticket_range_check1 CHECK ((last >= (first)::integer)),
  constraint ticket_range_contiguous CHECK ((NOT (follows IS DISTINCT FROM NULLIF(((first)::integer - 1), 0)))),
  constraint ticket_range_of_nobody_void CHECK (((order_id IS NOT NULL) OR (voided_at IS NOT NULL)))
);
CREATE INDEX ticket_range_void ON ticket_range USING btree (lot_id, organisation_id) WHERE (voided_at IS NOT NULL);

create table till_close (
  organisation_id bigint not null,
  order_id text not null,
  chain_id bigint not null,
  tx_hash text not null,
  log_index integer not null,
  block_number bigint not null,
  at timestamp with time zone not null,
  token text not null,
  paid numeric(78,0) not null,
  refunded numeric(78,0) not null,
  stayed numeric(78,0),
  by_treasury boolean not null,
  constraint till_close_once UNIQUE (organisation_id, chain_id, tx_hash, log_index),
  constraint till_close_pkey PRIMARY KEY (organisation_id, order_id, block_number, log_index),
  constraint till_close_organisation_id_order_id_fkey FOREIGN KEY (organisation_id, order_id) REFERENCES till_payment(organisation_id, order_id),
  constraint till_close_block_number_check CHECK ((block_number >= 0)),
  constraint till_close_log_index_check CHECK ((log_index >= 0)),
  constraint till_close_paid_check CHECK ((paid >= (0)::numeric)),
  constraint till_close_refunded_check CHECK ((refunded >= (0)::numeric)),
  constraint till_close_stayed_check CHECK ((stayed >= (0)::numeric)),
  constraint till_close_token_check CHECK ((token ~ '^0x[0-9a-f]{40}$'::text)),
  constraint till_close_tx_hash_check CHECK ((tx_hash ~ '^0x[0-9a-f]{64}$'::text))
);

create table till_payment (
  organisation_id bigint not null,
  order_id text not null,
  chain_id bigint not null,
  till text not null,
  address text not null,
  treasury text not null,
  refund_to text not null,
  token text not null,
  units numeric(78,0) not null,
  created_at timestamp with time zone not null,
  deadline timestamp with time zone,
  from_block bigint,
  next_block bigint,
  read_hash text,
  read_at timestamp with time zone,
  watch_at timestamp with time zone,
  is_open boolean not null default true,
  asked_at timestamp with time zone,
  intent text not null default 'keep'::text,
  refund_key text,
  refund_since integer,
  refund_tx text,
  refund_error text,
  stuck_since timestamp with time zone,
  calls integer not null default 0,
  care_at timestamp with time zone,
  constraint till_payment_address UNIQUE (organisation_id, chain_id, address),
  constraint till_payment_pkey PRIMARY KEY (organisation_id, order_id),
  constraint till_payment_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  constraint till_payment_address_check CHECK ((address ~ '^0x[0-9a-f]{40}$'::text)),
  constraint till_payment_calls_check CHECK ((calls >= 0)),
  constraint till_payment_check CHECK ((num_nulls(deadline, from_block, next_block) = ANY (ARRAY[0, 3]))),
  constraint till_payment_check1 CHECK (((read_hash IS NULL) = (read_at IS NULL))),
  constraint till_payment_check2 CHECK (((intent = 'return'::text) = (refund_key IS NOT NULL))),
  constraint till_payment_check3 CHECK (((refund_key IS NULL) = (refund_since IS NULL))),
  constraint till_payment_check4 CHECK (((refund_tx IS NULL) OR (intent = 'return'::text))),
  constraint till_payment_from_block_check CHECK ((from_block >= 0)),
  constraint till_payment_intent_check CHECK ((intent = ANY (ARRAY['keep'::text, 'pay'::text, 'return'::text]))),
  constraint till_payment_next_block_check CHECK ((next_block >= 0)),
  constraint till_payment_order_id_check CHECK ((order_id ~ '^cs_[0-9a-z]{26}$'::text)),
  constraint till_payment_read_hash_check CHECK ((read_hash ~ '^0x[0-9a-f]{64}$'::text)),
  constraint till_payment_refund_to_check CHECK ((refund_to ~ '^0x[0-9a-f]{40}$'::text)),
  constraint till_payment_refund_tx_check CHECK ((refund_tx ~ '^0x[0-9a-f]{64}$'::text)),
  constraint till_payment_till_check CHECK ((till ~ '^0x[0-9a-f]{40}$'::text)),
  constraint till_payment_token_check CHECK ((token ~ '^0x[0-9a-f]{40}$'::text)),
  constraint till_payment_treasury_check CHECK ((treasury ~ '^0x[0-9a-f]{40}$'::text)),
  constraint till_payment_units_check CHECK ((units > (0)::numeric))
);
CREATE INDEX till_payment_due ON till_payment USING btree (care_at) WHERE (care_at IS NOT NULL);
CREATE INDEX till_payment_open ON till_payment USING btree (organisation_id, order_id) WHERE is_open;
CREATE INDEX till_payment_read ON till_payment USING btree (chain_id, till, next_block) WHERE (read_hash IS NOT NULL);
CREATE INDEX till_payment_unseen ON till_payment USING btree (created_at) WHERE (next_block IS NULL);
CREATE INDEX till_payment_watched ON till_payment USING btree (watch_at) WHERE (watch_at IS NOT NULL);

create table till_transfer (
  organisation_id bigint not null,
  order_id text not null,
  chain_id bigint not null,
  tx_hash text not null,
  log_index integer not null,
  block_number bigint not null,
  at timestamp with time zone not null,
  token text not null,
  units numeric(78,0) not null,
  constraint till_transfer_once UNIQUE (organisation_id, chain_id, tx_hash, log_index),
  constraint till_transfer_pkey PRIMARY KEY (organisation_id, order_id, block_number, log_index),
  constraint till_transfer_organisation_id_order_id_fkey FOREIGN KEY (organisation_id, order_id) REFERENCES till_payment(organisation_id, order_id),
  constraint till_transfer_block_number_check CHECK ((block_number >= 0)),
  constraint till_transfer_log_index_check CHECK ((log_index >= 0)),
  constraint till_transfer_token_check CHECK ((token ~ '^0x[0-9a-f]{40}$'::text)),
  constraint till_transfer_tx_hash_check CHECK ((tx_hash ~ '^0x[0-9a-f]{64}$'::text)),
  constraint till_transfer_units_check CHECK ((units >= (0)::numeric))
);

create table unmatched_payment (
  id bigint not null generated always as identity,
  organisation_id bigint not null,
  rail_account_id bigint not null,
  provider_payment_id text not null,
  order_id text,
  order_number bigint,
  provider_ids jsonb not null default '{}'::jsonb,
  amount bigint not null,
  currency text not null,
  sent_back bigint not null default 0,
  state text not null,
  found_by text not null,
  found_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  note text,
  constraint unmatched_payment_organisation_id_rail_account_id_provider__key UNIQUE (organisation_id, rail_account_id, provider_payment_id),
  constraint unmatched_payment_pkey PRIMARY KEY (organisation_id, id),
  constraint unmatched_payment_organisation_id_rail_account_id_fkey FOREIGN KEY (organisation_id, rail_account_id) REFERENCES rail_account(organisation_id, id),
  constraint unmatched_payment_amount_check CHECK ((amount > 0)),
  constraint unmatched_payment_check CHECK ((num_nonnulls(order_id, order_number) >= 1)),
  constraint unmatched_payment_check1 CHECK (((sent_back >= 0) AND (sent_back <= (amount - 1)))),
  constraint unmatched_payment_check2 CHECK (((state = 'open'::text) = (decided_at IS NULL))),
  constraint unmatched_payment_check3 CHECK (((state = 'open'::text) = (note IS NULL))),
  constraint unmatched_payment_found_by_check CHECK ((found_by = ANY (ARRAY['notification'::text, 'recovery'::text]))),
  constraint unmatched_payment_state_check CHECK ((state = ANY (ARRAY['open'::text, 'refunded'::text, 'resolved'::text])))
);
CREATE INDEX unmatched_payment_by_order ON unmatched_payment USING btree (organisation_id, order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX unmatched_payment_open ON unmatched_payment USING btree (organisation_id, id) WHERE (state = 'open'::text);

create table used_proof (
  organisation_id bigint not null,
  api_key_id bigint not null,
  jti text not null,
  used_by uuid not null,
  expires_at timestamp with time zone not null,
  constraint used_proof_pkey PRIMARY KEY (api_key_id, jti, organisation_id),
  constraint used_proof_organisation_id_api_key_id_fkey FOREIGN KEY (organisation_id, api_key_id) REFERENCES api_key(organisation_id, id),
  constraint used_proof_jti_check CHECK (((char_length(jti) >= 16) AND (char_length(jti) <= 64)))
);
CREATE INDEX used_proof_expiring ON used_proof USING btree (expires_at);

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
  constraint webhook_endpoint_pkey PRIMARY KEY (id, organisation_id),
  constraint webhook_endpoint_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  constraint webhook_endpoint_check CHECK (((removed_at IS NULL) OR (NOT enabled))),
  constraint webhook_endpoint_description_check CHECK ((char_length(description) <= 200)),
  constraint webhook_endpoint_previous_secret CHECK (((previous_secret IS NULL) = (previous_secret_until IS NULL)))
);
CREATE TRIGGER endpoint_in_trouble AFTER UPDATE OF enabled, failing_since ON webhook_endpoint FOR EACH ROW WHEN (((new.enabled <> old.enabled) OR (new.failing_since IS DISTINCT FROM old.failing_since))) EXECUTE FUNCTION notice_endpoint();

create table winner (
  id bigint not null generated always as identity,
  organisation_id bigint not null,
  lot_id bigint not null,
  ticket_number integer not null,
  account_id bigint not null,
  proof jsonb,
  won_at timestamp with time zone not null,
  published_at timestamp with time zone,
  constraint winner_lot_id_organisation_id_key UNIQUE (lot_id, organisation_id),
  constraint winner_pkey PRIMARY KEY (organisation_id, id),
  constraint winner_organisation_id_account_id_fkey FOREIGN KEY (organisation_id, account_id) REFERENCES account(organisation_id, id),
  constraint winner_organisation_id_lot_id_fkey FOREIGN KEY (organisation_id, lot_id) REFERENCES lot(organisation_id, id)
);
CREATE INDEX winner_published ON winner USING btree (organisation_id, id) WHERE (published_at IS NOT NULL);
CREATE TRIGGER winner_told AFTER INSERT OR UPDATE OF published_at ON winner FOR EACH ROW WHEN ((new.published_at IS NOT NULL)) EXECUTE FUNCTION mail_winner();

create table write_check (
  singleton boolean not null default true,
  at timestamp with time zone not null,
  constraint write_check_pkey PRIMARY KEY (singleton),
  constraint write_check_singleton_check CHECK (singleton)
) with (fillfactor=10);

-- Functions, with their texts in functions/:
-- account_differences(organisations bigint[], ids bigint[]) returns TABLE(rule text, organisation_id bigint, lot_id bigint, order_id text, account_id bigint, payment_id bigint, expected bigint, found bigint) stable set enable_seqscan=off set enable_bitmapscan=off set enable_hashjoin=off set enable_mergejoin=off set plan_cache_mode=force_generic_plan
-- account_of(organisation bigint, buyer_email text, buyer_wallet text) returns bigint
-- accounts_with_refunds() returns TABLE(rail_account_id bigint, due_at timestamp with time zone) stable set enable_seqscan=off set enable_bitmapscan=off
-- add_chain_purchase(c chain_lot, l lot, s lot_stock, e jsonb, at timestamp with time zone) returns void
-- add_sign_in_mail(p_organisation_id bigint, p_value text, p_client text, per_hour integer, per_day integer, p_hash bytea, p_code_mac bytea, p_tries integer, at timestamp with time zone, p_expires_at timestamp with time zone, p_sealed bytea, p_mail_at timestamp with time zone, p_fresh_until timestamp with time zone) returns integer
-- admit(keys bytea[], tenants text[], wanted integer[]) returns TABLE(item integer, organisation_id bigint, slug text, api_key_id bigint, scopes text[], proof_key bytea, quota integer, granted integer, remaining integer, reset_at bigint, retry_after integer, allowed_addresses text[]) set plan_cache_mode=force_generic_plan
-- admit_login(login_hash bytea, at timestamp with time zone, member_idle interval, member_longest interval, operator_idle interval, operator_longest interval, quota integer) returns TABLE(login_id bigint, means text, person_id bigint, email text, name text, operator_role text, created_at timestamp with time zone, seen_at timestamp with time zone, confirmed_at timestamp with time zone, passkeys integer, memberships json, allowed boolean, remaining integer, reset_at bigint, retry_after integer) set plan_cache_mode=force_generic_plan
-- append_only() returns trigger
-- begin_buyer_session(p_organisation_id bigint, p_hash bytea, p_former_hash bytea, seen_after timestamp with time zone, p_kind text, p_value text, at timestamp with time zone) returns bigint
-- book_unmatched(organisation bigint, account bigint, payment_id text, lost_order text, lost_number bigint, ids jsonb, received bigint, received_currency text, back bigint, how text, at timestamp with time zone) returns text
-- budget_remaining(arrival_ns bigint, at_ns bigint, interval_ns bigint, quota integer) returns integer immutable
-- budget_reset_at(arrival_ns bigint, at_ns bigint) returns bigint immutable
-- budget_retry_after(arrival_ns bigint, at_ns bigint, interval_ns bigint, quota integer, allowed boolean) returns integer immutable
-- cancel_lot(organisation bigint, cancelled bigint, event_id text, at timestamp with time zone, chain bigint, head bigint) returns text set lock_timeout=2s
-- cancellation_of(organisation bigint, cancelled bigint, unrefundable text[]) returns TABLE(pending_orders bigint, pending_tickets bigint, reserved_cents bigint, paid_orders bigint, paid_tickets bigint, credit_cents bigint, commissions bigint, commission_cents bigint, refunds jsonb, purchases bigint, purchased_units numeric) stable set enable_seqscan=off set plan_cache_mode=force_generic_plan
-- change_terms() returns trigger
-- check_writable() returns void set work_mem=64kB
-- claim_deliveries(claimer uuid, batch integer, wide integer, deep integer, quick bigint[], lease_sec integer, at timestamp with time zone) returns TABLE(delivery_id bigint, claim integer, attempts integer, endpoint_id bigint, url text, secret bytea, previous_secret bytea, event_id text, type text, payload text, request_id text) set enable_seqscan=off set enable_bitmapscan=off set plan_cache_mode=force_generic_plan
-- claim_named_events(p_limit integer, p_lease_sec integer, p_per_minute integer, p_rail_account_id bigint, p_what text) returns TABLE(rail_account_id bigint, what text, times integer, tries integer, may boolean)
-- claim_refunds(batch integer, per_account integer, lease_sec integer, at timestamp with time zone, except_accounts bigint[]) returns TABLE(refund_id bigint, order_id text, payment_id bigint, organisation_id bigint, rail_account_id bigint, key text, amount bigint, currency text, state text, provider_refund_id text, tries integer, asked_before boolean, accepted boolean) set enable_seqscan=off set enable_bitmapscan=off
-- claim_request(caller_kind text, caller_id text, route_template text, idempotency_key text, hash bytea, at timestamp with time zone, lease_sec integer, try uuid DEFAULT NULL::uuid) returns TABLE(outcome text, request_id bigint, answer_status integer, answer_body bytea, retry_after integer)
-- close_chain_lot(organisation bigint, closed bigint, event_id text, at timestamp with time zone) returns void
-- commit_draw(organisation bigint, draw uuid, seed_hash text, seed bytea, at timestamp with time zone, expires_on timestamp with time zone, most_open integer, key_id bigint, verified_with bytea, token_id text, request uuid, expires timestamp with time zone) returns text
-- commit_lot(committed bigint, root text, tickets integer, range_count integer, chain bigint, block bigint, at timestamp with time zone, positions integer[], firsts integer[]) returns boolean
-- complete_refund() returns trigger set enable_seqscan=off
-- count_chain_lot(organisation bigint, counted bigint, block bigint, sold integer, purchases integer, ended boolean, event_id text, at timestamp with time zone) returns text set enable_seqscan=off set plan_cache_mode=force_generic_plan
-- count_refunds(organisation bigint, most integer) returns integer set enable_seqscan=off set enable_bitmapscan=off set plan_cache_mode=force_generic_plan
-- count_sales(organisation bigint, counted bigint, most integer) returns integer set enable_seqscan=off set enable_bitmapscan=off set plan_cache_mode=force_generic_plan
-- credit_deposit(organisation bigint, chain bigint, tx text, block bigint, token_address text, token_units numeric, cents bigint, at timestamp with time zone, key_id bigint, key bytea, proof_id text, request uuid, proof_expires timestamp with time zone, OUT outcome text, OUT amount bigint, OUT balance bigint) returns record
-- database_history() returns text
-- draw_account_differences(organisations bigint[], most integer) returns TABLE(rule text, organisation_id bigint, lot_id bigint, order_id text, account_id bigint, payment_id bigint, expected bigint, found bigint) stable set enable_seqscan=off set enable_bitmapscan=off set enable_hashjoin=off set enable_mergejoin=off set plan_cache_mode=force_generic_plan
-- draw_chain_lot(c chain_lot, l lot, s lot_stock, e jsonb, at timestamp with time zone) returns void
-- draw_ledger_time(organisation bigint, at timestamp with time zone) returns timestamp with time zone
-- draw_lot(deciding bigint, block_hash text, winner_index integer, event_id text, at timestamp with time zone) returns text
-- email_of(organisation bigint, account bigint) returns text stable set enable_seqscan=off
-- empty_slot(at timestamp with time zone) returns text set lock_timeout=2s
-- endpoint_room(endpoint webhook_endpoint, claimer uuid, wide integer, deep integer, quick bigint[], OUT held integer, OUT room integer) returns record stable set enable_seqscan=off set enable_bitmapscan=off
-- envelope(id text, type text, at timestamp with time zone, data text) returns text stable
-- event_ids_from(at timestamp with time zone) returns text immutable
-- fail_locked_order(failed ticket_order, reason text, give_back_pass boolean, at timestamp with time zone) returns void set enable_seqscan=off
-- failed_deliveries(organisation bigint, endpoint bigint, since timestamp with time zone, until timestamp with time zone, behind bigint, look_at integer, OUT ids bigint[], OUT reached bigint) returns record stable set enable_seqscan=off set enable_bitmapscan=off
-- figures_of(organisation bigint, of_part text, of_id bigint, starts timestamp with time zone[], until timestamp with time zone) returns TABLE(place integer, part_id bigint, currency text, orders bigint, tickets bigint, gross bigint, refunds bigint, refunded bigint, disputes bigint, disputed bigint, sessions bigint, converted bigint, other_taken bigint, other_refunded bigint) stable set enable_seqscan=off set enable_bitmapscan=off set enable_hashjoin=off set enable_mergejoin=off set enable_sort=off set enable_incremental_sort=off
-- figures_of_endpoint(organisation bigint, endpoint bigint, hours_from timestamp with time zone) returns TABLE(pending bigint, delivered bigint, failed bigint, since timestamp with time zone, attempted bigint, undelivered bigint, last_attempts json, hours json) stable
-- figures_of_endpoint(organisation bigint, endpoint bigint, hours_from timestamp with time zone, day_bounds timestamp with time zone[]) returns TABLE(pending bigint, delivered bigint, failed bigint, since timestamp with time zone, attempted bigint, undelivered bigint, last_attempts json, hours json, days json) stable set enable_seqscan=off set enable_bitmapscan=off set enable_hashjoin=off set enable_mergejoin=off
-- finish_deliveries(deliveries bigint[], numbers integer[], began timestamp with time zone[], durations_ms integer[], statuses integer[], errors text[], responses text[], next_states text[], next_dues timestamp with time zone[], disables text[]) returns void set enable_seqscan=off set enable_bitmapscan=off set plan_cache_mode=force_generic_plan
-- finish_unwinding(cancelled bigint, at timestamp with time zone) returns boolean set enable_seqscan=off set enable_bitmapscan=off set plan_cache_mode=force_generic_plan
-- follow_chain_lot(organisation bigint, followed bigint, e jsonb, at timestamp with time zone) returns void
-- freeze_lot(frozen bigint, at timestamp with time zone) returns text
-- give_back(orders text[], why text, unrefundable text[], at timestamp with time zone) returns void set enable_seqscan=off set plan_cache_mode=force_generic_plan
-- has_new_sales(organisation bigint, of_lot bigint, ranges_after integer, orders_after bigint) returns boolean stable set enable_seqscan=off set enable_bitmapscan=off
-- hurry(patient boolean) returns text
-- intend_cancel(organisation bigint, cancelled bigint, at timestamp with time zone) returns text set lock_timeout=2s
-- iso(at timestamp with time zone) returns text stable
-- last_order_before(organisation bigint, moment timestamp with time zone) returns bigint stable set enable_seqscan=off set enable_bitmapscan=off set plan_cache_mode=force_generic_plan
-- last_ticket_before(organisation bigint, of_lot bigint, moment timestamp with time zone) returns integer stable set enable_seqscan=off set enable_bitmapscan=off set plan_cache_mode=force_generic_plan
-- listed_orders(organisation bigint, buyer_email text, buyer_wallet text, of_lot bigint, wanted_status text, since timestamp with time zone, until timestamp with time zone, after text, most integer, look_at_most integer) returns TABLE(shown boolean, listed ticket_order) stable
-- listed_orders(organisation bigint, buyer_email text, buyer_wallet text, of_lot bigint, wanted_status text, since timestamp with time zone, until timestamp with time zone, after text, most integer, look_at_most integer, its_metadata jsonb) returns TABLE(shown boolean, listed ticket_order) stable set enable_seqscan=off set enable_bitmapscan=off set enable_sort=off set plan_cache_mode=force_generic_plan
-- lot_differences(organisations bigint[], ids bigint[], most integer) returns TABLE(rule text, organisation_id bigint, lot_id bigint, order_id text, account_id bigint, payment_id bigint, expected bigint, found bigint) stable set enable_seqscan=off set enable_bitmapscan=off set enable_hashjoin=off set enable_mergejoin=off set plan_cache_mode=force_generic_plan
-- mail_refund() returns trigger set enable_seqscan=off
-- mail_tickets() returns trigger set enable_seqscan=off
-- mail_winner() returns trigger set enable_seqscan=off
-- metadata_member(metadata jsonb) returns text stable
-- named_things(organisation bigint, wanted text, wanted_number bigint, email text, wallet text) returns TABLE(named_by text, kind text, id text, at timestamp with time zone) stable set enable_seqscan=off set enable_bitmapscan=off set enable_hashjoin=off set enable_mergejoin=off set plan_cache_mode=force_generic_plan
-- new_sales(organisation bigint, of_lot bigint, ranges_after integer, orders_after bigint, most integer) returns TABLE(last_ticket integer, order_number bigint, rail_account_id bigint, affiliate_id bigint, currency text, at timestamp with time zone, orders bigint, tickets bigint, gross bigint, sessions bigint, converted bigint) stable set enable_seqscan=off set enable_bitmapscan=off set enable_hashjoin=off set enable_mergejoin=off
-- note_refund() returns trigger set enable_seqscan=off
-- notice_dispute() returns trigger set enable_seqscan=off
-- notice_endpoint() returns trigger set enable_seqscan=off
-- notice_refund() returns trigger set enable_seqscan=off
-- now_ns() returns bigint
-- number_list(first integer, quantity integer) returns text immutable
-- number_lot() returns trigger
-- number_terms() returns trigger
-- order_differences(organisations bigint[], ids text[]) returns TABLE(rule text, organisation_id bigint, lot_id bigint, order_id text, account_id bigint, payment_id bigint, expected bigint, found bigint) stable set enable_seqscan=off set enable_hashjoin=off set enable_mergejoin=off set plan_cache_mode=force_generic_plan
-- orders_among(organisation bigint, wanted text, behind bigint, before timestamp with time zone, most integer, look_at integer) returns TABLE(named_by text, id text, at timestamp with time zone) stable set enable_seqscan=off set enable_bitmapscan=off set enable_sort=off set plan_cache_mode=force_generic_plan
-- place(orders json, patient boolean) returns TABLE(item integer, outcome text, order_id text, order_number bigint, available integer) set enable_seqscan=off set plan_cache_mode=force_generic_plan set enable_hashjoin=off set enable_mergejoin=off
-- place_in_feed(organisation bigint, since timestamp with time zone, OUT last_tx text, OUT last_position bigint) returns record set enable_seqscan=off set enable_bitmapscan=off set plan_cache_mode=force_generic_plan
-- prune(at timestamp with time zone, batch integer) returns integer
-- quarter_of(at timestamp with time zone) returns timestamp with time zone immutable
-- queue_for_relay() returns trigger
-- read_feed(organisation bigint, behind_tx text, behind_position bigint, known_emptyings integer, wanted text[], most integer, look_at integer, OUT epoch bigint, OUT emptyings integer, OUT lost boolean, OUT txs text[], OUT positions bigint[], OUT payloads text[], OUT reached_tx text, OUT reached_position bigint, OUT finished boolean, OUT hidden boolean) returns record set enable_seqscan=off set enable_bitmapscan=off set plan_cache_mode=force_generic_plan
-- record_dispute(organisation bigint, account bigint, dispute_id text, of_order text, of_payment text, new_stage text, new_standing text, disputed bigint, disputed_currency text, at timestamp with time zone, told_at timestamp with time zone, OUT tickets text, OUT disputed_order text, OUT early boolean) returns record
-- record_dispute(organisation bigint, account bigint, dispute_id text, of_order text, of_payment text, new_stage text, new_standing text, disputed bigint, disputed_currency text, at timestamp with time zone, told_at timestamp with time zone, answer_until timestamp with time zone, OUT tickets text, OUT disputed_order text, OUT early boolean) returns record set enable_seqscan=off
-- refund_figures(organisation bigint, refund_ids bigint[], factors integer[], times timestamp with time zone[]) returns TABLE(lot_id bigint, rail_account_id bigint, affiliate_id bigint, currency text, at timestamp with time zone, refunds bigint, refunded bigint, other_taken bigint, other_refunded bigint) stable set enable_seqscan=off set enable_bitmapscan=off set enable_hashjoin=off set enable_mergejoin=off
-- refund_order(organisation bigint, given_back text, why text, unrefundable text[], at timestamp with time zone) returns text set enable_seqscan=off
-- refund_unmatched(organisation bigint, unmatched bigint, why text, unrefundable text[], at timestamp with time zone) returns text set enable_seqscan=off
-- refuse_change() returns trigger
-- refused_orders(at timestamp with time zone) returns bigint stable set enable_seqscan=off set enable_bitmapscan=off set enable_hashjoin=off set enable_mergejoin=off
-- relay_events(batch integer, at timestamp with time zone) returns TABLE(relayed integer, deliveries integer) set enable_seqscan=off set enable_bitmapscan=off set plan_cache_mode=force_generic_plan
-- release(orders jsonb, patient boolean) returns TABLE(item integer, outcome text) set enable_seqscan=off set plan_cache_mode=force_generic_plan set enable_hashjoin=off set enable_mergejoin=off
-- replay_delivery(organisation bigint, replayed bigint, at timestamp with time zone) returns text
-- replay_events(organisation bigint, endpoint bigint, since timestamp with time zone, until timestamp with time zone, behind text, batch integer, at timestamp with time zone, OUT replayed integer, OUT reached text) returns record set enable_seqscan=off set enable_bitmapscan=off
-- replay_failed(organisation bigint, endpoint bigint, since timestamp with time zone, until timestamp with time zone, behind bigint, look_at integer, at timestamp with time zone, OUT replayed integer, OUT reached bigint) returns record set enable_seqscan=off set enable_bitmapscan=off
-- report_refund(organisation bigint, account bigint, of_key text, provider_id text, new_state text, reported bigint, reported_currency text, at timestamp with time zone) returns text set enable_seqscan=off
-- resume_lot(organisation bigint, resumed bigint, highest_told integer, at timestamp with time zone) returns text set lock_timeout=2s
-- reveal_draw(organisation bigint, draw uuid, client text, given_nonce text, hash text, candidates integer, picked integer, indices integer[], unit_cost_cents bigint, at timestamp with time zone, key_id bigint, verified_with bytea, token_id text, request uuid, expires timestamp with time zone, OUT outcome text, OUT cost_cents bigint) returns record
-- reverse_commission(given_back text, at timestamp with time zone) returns void set enable_seqscan=off set plan_cache_mode=force_generic_plan
-- rotate_proof_key(new_key bytea, at timestamp with time zone, key_id bigint, verified_with bytea, token_id text, request uuid, expires timestamp with time zone, OUT outcome text, OUT key_prefix text) returns record
-- sales_by_day(organisation bigint, starts timestamp with time zone[], until timestamp with time zone) returns TABLE(place integer, currency text, orders bigint, tickets bigint, amount bigint, price_cents bigint, credit_cents bigint, given_back_orders bigint, given_back_tickets bigint, given_back_amount bigint) stable set enable_seqscan=off set enable_bitmapscan=off set enable_hashjoin=off set enable_mergejoin=off set enable_sort=off
-- sandbox_refund(session text, refund_key text, new_refund_id text, wanted bigint, wanted_currency text) returns SETOF sandbox_refund
-- settle(payments jsonb, patient boolean) returns TABLE(item integer, outcome text, first_ticket integer, request_id text) set enable_seqscan=off set plan_cache_mode=force_generic_plan set enable_hashjoin=off set enable_mergejoin=off
-- settle_carefully(payments jsonb, patient boolean) returns TABLE(item integer, outcome text, first_ticket integer, request_id text) set enable_seqscan=off set plan_cache_mode=force_generic_plan set enable_hashjoin=off set enable_mergejoin=off
-- settle_plain(payments json, patient boolean) returns TABLE(item integer, first_ticket integer, request_id text) set enable_seqscan=off set plan_cache_mode=force_generic_plan set enable_hashjoin=off set enable_mergejoin=off
-- sign_in_account(p_organisation_id bigint, p_kind text, p_value text, p_at timestamp with time zone) returns bigint
-- sign_in_mails_wait(p_organisation_id bigint, p_value text, per_hour integer, per_day integer, at timestamp with time zone) returns integer
-- spend_budget(kind text, id text, interval_ns bigint, quota integer, requests integer) returns bigint
-- spend_failure(client text, quota integer, window_sec integer) returns TABLE(allowed boolean, remaining integer, reset_at bigint, retry_after integer)
-- spend_guess(organisation bigint, key_id bigint, question bigint, wrong boolean) returns TABLE(allowed boolean, retry_after integer)
-- store_instructions(answers jsonb) returns void set enable_seqscan=off set plan_cache_mode=force_generic_plan set enable_hashjoin=off set enable_mergejoin=off
-- take_nonce(organisation bigint, call bigint, by_signer text, mined bigint, gas_limit bigint, in_flight integer) returns bigint
-- take_proof(key_id bigint, verified_with bytea, token_id text, request uuid, expires timestamp with time zone) returns text
-- try_sign_in_code(p_organisation_id bigint, p_hash bytea, p_code_mac bytea, at timestamp with time zone, starts_per_window integer, window_sec integer) returns TABLE(is_right boolean, kind text, value text, tries_left integer)
-- unclaim_deliveries(claimer uuid, deliveries bigint[], numbers integer[]) returns void set enable_seqscan=off set enable_bitmapscan=off
-- uncounted(most integer) returns TABLE(organisation_id bigint, lot_id bigint) stable set enable_bitmapscan=off
-- unpruned(at timestamp with time zone) returns TABLE(kind text, since timestamp with time zone) stable set enable_seqscan=off set enable_bitmapscan=off set enable_sort=off
-- unwind_lot(cancelled bigint, stage text, after text, batch integer, unrefundable text[], at timestamp with time zone) returns TABLE(handled integer, last text) set enable_seqscan=off set enable_bitmapscan=off set plan_cache_mode=force_generic_plan
-- use_proof(key_id bigint, token_id text, request uuid, expires timestamp with time zone) returns boolean
-- void_range(of_lot lot, of_order text, at timestamp with time zone) returns boolean set enable_seqscan=off
-- waiting_codes() returns timestamp with time zone stable set enable_seqscan=off set enable_bitmapscan=off set enable_sort=off
-- waiting_draws(count_at_most integer) returns TABLE(halted boolean, waiting integer, since timestamp with time zone) stable set enable_seqscan=off set enable_bitmapscan=off
-- waiting_endpoints() returns TABLE(endpoint_id bigint, due_at timestamp with time zone) stable set enable_seqscan=off set enable_bitmapscan=off
-- waiting_mails(count_at_most integer) returns TABLE(waiting integer, since timestamp with time zone) stable set enable_seqscan=off set enable_bitmapscan=off set enable_sort=off
-- waiting_of(organisation bigint) returns TABLE(pending_orders bigint, requested bigint, failed bigint, manual bigint, unmatched_payments bigint, open_disputes bigint) stable set enable_seqscan=off set enable_bitmapscan=off set enable_hashjoin=off set enable_mergejoin=off
-- waiting_refunds(count_at_most integer) returns TABLE(state text, waiting integer, since timestamp with time zone) stable set enable_seqscan=off set enable_bitmapscan=off set enable_sort=off
-- waiting_unmatched(count_at_most integer) returns TABLE(currency text, waiting integer, amount bigint, since timestamp with time zone) stable set enable_seqscan=off set enable_bitmapscan=off
-- watch_raffle(watched_chain bigint, watched_contract text, from_block bigint, before_hash text, to_block bigint, to_hash text, events jsonb, at timestamp with time zone) returns text set enable_seqscan=off set plan_cache_mode=force_generic_plan
-- webhook_backlog(at timestamp with time zone, count_at_most integer) returns TABLE(oldest_event_at timestamp with time zone, oldest_due_at timestamp with time zone, due integer) stable set enable_seqscan=off set enable_bitmapscan=off
-- write_mail(organisation bigint, of_kind text, of_record text, account bigint) returns void set enable_seqscan=off
-- write_notice(organisation bigint, of_kind text, of_record bigint, of_facts jsonb, wait interval) returns void set enable_seqscan=off
-- youngest_event(of_slot integer) returns timestamp with time zone
