-- Tables, indexes, constraints and triggers. The bodies of functions are in functions/, a file each. Each foreign key
-- within an organisation carries its id, so no row can refer to another tenant.

-- Values of single columns in the tables that selling writes. PostgreSQL reads a domain once per connection, but a
-- table's checks for each statement that writes the table. These tables have checks only for several columns, and for
-- elements of arrays: an array of a domain is another type than an array of its base type.
create domain identity_kind as text check (value in ('email', 'wallet'));
create domain entry_quantity as integer check (value between 1 and 100);
create domain entry_source as text check (value in ('fiat', 'crypto', 'free'));
create domain event_type as text check (
  value in ('entry.confirmed', 'payment.settled', 'lot.closed', 'lot.cancelled', 'draw.completed', 'ping')
);
create domain lot_capacity as integer check (value between 1 and 100000000);
create domain non_negative as bigint check (value >= 0);
create domain notification_remark as text check (value in ('ignored', 'retried', 'unmatched', 'failed'));
create domain order_status as text check (value in ('pending', 'paid', 'failed'));
create domain payment_state as text check (value in ('settled', 'late', 'mismatch', 'surplus'));
create domain return_token as text check (char_length(value) <= 30000);
create domain sha256_digest as bytea check (length(value) = 32);
create domain ticket_number as integer check (value > 0);

-- ------------------------------------------------------------------------------------------------ system

-- Applied function texts, by the SHA-256 of their file. `replaced_at`: another build has replaced the text since, so a
-- build that contains it is older than the database.
create table sql_function (
  name text not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  replaced_at timestamptz,
  primary key (name, sha256)
);

-- The row that processes write periodically to test whether the database takes writes. Its page has room for its next
-- versions.
create table write_check (
  singleton boolean primary key default true check (singleton),
  at timestamptz not null
) with (fillfactor = 10);
insert into write_check (at) values (now());

-- A word sealed by each key of ENCRYPTION_KEY: a start opens it to verify its keys.
create table encryption_key_canary (
  key_id smallint primary key check (key_id between 0 and 255),
  sealed bytea not null
);

-- The number of this database's cell, written by its first start.
create table cell (
  singleton boolean primary key default true check (singleton),
  number smallint not null check (number between 0 and 35)
);

-- The progress of the self-check of the books, for each part: the position checked last.
create table book_check (
  part text primary key check (part in ('fresh', 'orders', 'lots', 'accounts', 'draw_accounts')),
  at_organisation bigint not null default 0,
  -- A number or an id, depending on the part; for `fresh` an order's id of any organisation.
  position text not null default '0',
  -- The end of the last full round; at first, the time at which checking began.
  round_ended_at timestamptz not null
);
insert into book_check (part, round_ended_at)
  select part, now() from unnest('{fresh,orders,lots,accounts,draw_accounts}'::text[]) part;

-- Running processes. One that dies abruptly leaves its row, which the others delete after a day.
create table heartbeat (
  id uuid primary key,
  role text not null check (role in ('all', 'api', 'worker')),
  started_at timestamptz not null,
  -- By the database's clock.
  seen_at timestamptz not null,
  -- The number of heartbeats.
  beats bigint not null check (beats >= 1),
  -- The database's history at the first and at the last heartbeat: system identifier and timeline; null: unknown.
  first_history text,
  history text
);

-- ------------------------------------------------------------------------------------------------ recoveries

-- Recoveries after a restore to an earlier point. No process serves while one has not ended. The number is the epoch of
-- all that follows.
create table recovery (
  epoch integer primary key check (epoch >= 1),
  -- The point in time that was restored.
  since timestamptz not null,
  margin bigint not null check (margin >= 1),
  begun_at timestamptz not null,
  ended_at timestamptz,
  -- As JSON; set when it ends.
  report jsonb,
  check ((ended_at is null) = (report is null))
);
create unique index recovery_under_way on recovery ((ended_at is null)) where ended_at is null;

-- The new value of each sequence, so that no number is issued twice. Written before any is raised.
create table recovery_sequence (
  epoch integer not null references recovery (epoch) on delete cascade,
  sequence text not null,
  was bigint not null,
  raised_to bigint not null,
  primary key (epoch, sequence)
);

-- The finding that this database lacks writes that it had confirmed to a process. While the row exists, no process
-- serves; a recovery deletes it.
create table missing_write (
  one boolean primary key default true check (one),
  noticed_at timestamptz not null
);

-- ------------------------------------------------------------------------------------------------ organisations

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
  -- Never the zero address, to which the till and the raffle contract pay nothing.
  treasury_address text check (treasury_address <> '0x0000000000000000000000000000000000000000'),
  created_at timestamptz not null,
  -- The most pending orders, and tickets in them, that one buyer may hold in one lot without paying.
  max_pending_sessions integer not null default 10 check (max_pending_sessions between 1 and 1000),
  max_pending_tickets integer not null default 100 check (max_pending_tickets between 100 and 100000),
  -- The most wrong answers to one entry question per API key and minute.
  wrong_answers_per_minute integer not null default 60 check (wrong_answers_per_minute between 1 and 100000),
  -- The appearance of its pages for buyers, the sites that may frame them (empty: any), and their default language.
  theme jsonb not null default '{}',
  embed_origins text[] not null default '{}',
  locale text not null default 'en',
  -- Whether buyers may buy on the service's own pages.
  hosted_checkout boolean not null default true,
  -- The version of the terms of purchases: these settings, the rail accounts and the affiliates.
  terms bigint not null default 1
);

-- Scripts and styles for browsers, by content. Each stays available forever: partners' pages name it with its
-- integrity, and so do pages of processes of another version.
create table asset (
  -- Its name with its hash: `framed-<hash>.js`.
  name text primary key,
  body bytea not null,
  created_at timestamptz not null default now()
);

create table account (
  id bigint generated always as identity,
  organisation_id bigint not null references organisation (id),
  balance_cents bigint not null default 0,
  reserved_cents bigint not null default 0,
  created_at timestamptz not null,
  primary key (id, organisation_id),
  unique (organisation_id, id),
  constraint account_never_overdrawn check (reserved_cents >= 0 and balance_cents >= reserved_cents)
);

-- A buyer's identities. An account has one from the start, written with it, and may have more.
create table account_identity (
  organisation_id bigint not null,
  account_id bigint not null,
  kind identity_kind not null,
  -- The normal spelling: an email in lower case, a wallet as in EIP-55.
  value text not null,
  created_at timestamptz not null,
  primary key (organisation_id, kind, value),
  foreign key (organisation_id, account_id) references account (organisation_id, id)
);
create index account_identity_by_account on account_identity (organisation_id, account_id);

-- Mails to buyers, written with their cause and sent by workers.
create table mail (
  id bigint generated always as identity,
  organisation_id bigint not null references organisation (id),
  kind text not null check (kind in ('sign_in_code', 'tickets_issued', 'refund', 'winner')),
  -- Recipient, language and content, encrypted; null: erased after the end, or the mail is about a record.
  sealed bytea,
  -- The record that the words are made from when the mail is sent: an order's id, a refund's with `sent` or `by_hand`,
  -- a winner's. Each gets one mail.
  about text,
  account_id bigint,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'refused', 'stale', 'withdrawn')),
  created_at timestamptz not null,
  -- The time after which it is not sent.
  fresh_until timestamptz not null,
  -- The time of the next try; while a worker sends the mail, the end of its lease.
  due_at timestamptz,
  tries integer not null default 0,
  primary key (id, organisation_id),
  check ((state = 'waiting') = (due_at is not null)),
  check (sealed is not null or about is not null or state <> 'waiting'),
  check ((about is null) = (account_id is null)),
  check (about is null or sealed is null),
  foreign key (organisation_id, account_id) references account (organisation_id, id)
);
create unique index mail_once on mail (organisation_id, kind, about) where about is not null;
create index mail_due on mail (due_at) where due_at is not null;

-- A browser's try to sign in, found by the hash of a value that only the browser has.
create table sign_in_attempt (
  organisation_id bigint not null references organisation (id),
  hash bytea not null check (length(hash) = 32),
  kind text not null check (kind in ('email', 'wallet')),
  -- The identity to prove.
  value text not null,
  -- The MAC of the code under the browser's value.
  code_mac bytea,
  -- The text for the wallet to sign.
  message text,
  mail_id bigint,
  -- The address or network whose budget paid for the start; refunded when the attempt proves something.
  client text not null,
  tries_left integer not null check (tries_left >= 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (organisation_id, hash),
  check ((kind = 'email') = (code_mac is not null)),
  check ((kind = 'wallet') = (message is not null))
);
create index sign_in_attempt_of on sign_in_attempt (organisation_id, kind, value, created_at);
create index sign_in_attempt_old on sign_in_attempt (created_at);

-- A browser with signed-in buyers of all organisations, by the hash of its cookie's value.
create table buyer_session (
  hash bytea primary key check (length(hash) = 32),
  seen_at timestamptz not null
);
create index buyer_session_old on buyer_session (seen_at);

create table buyer_session_account (
  organisation_id bigint not null,
  session_hash bytea not null references buyer_session (hash) on update cascade on delete cascade,
  account_id bigint not null,
  -- The identity used to sign in.
  kind text not null check (kind in ('email', 'wallet')),
  value text not null,
  signed_in_at timestamptz not null,
  primary key (organisation_id, session_hash),
  foreign key (organisation_id, account_id) references account (organisation_id, id)
);
create index buyer_session_account_of on buyer_session_account (session_hash);

-- Two accounts of one buyer, who has proven both.
create table account_link (
  organisation_id bigint not null,
  account_id bigint not null,
  other_id bigint not null,
  created_at timestamptz not null,
  primary key (organisation_id, account_id, other_id),
  check (account_id < other_id),
  foreign key (organisation_id, account_id) references account (organisation_id, id),
  foreign key (organisation_id, other_id) references account (organisation_id, id)
);
create index account_link_other on account_link (organisation_id, other_id);

-- People and companies that bring buyers for a commission.
create table affiliate (
  id bigint generated always as identity,
  organisation_id bigint not null references organisation (id),
  -- Lower case: codes compare without case.
  code text not null check (code ~ '^[a-z0-9_-]{1,40}$'),
  name text not null,
  commission_bps integer not null check (commission_bps between 0 and 10000),
  created_at timestamptz not null,
  primary key (organisation_id, id),
  unique (organisation_id, code)
);

create table audit (
  id bigint generated always as identity primary key,
  organisation_id bigint references organisation (id),
  actor_kind text not null check (actor_kind in ('api_key', 'operator', 'person', 'buyer', 'public', 'system')),
  actor_id text not null,
  action text not null,
  subject text not null,
  facts jsonb not null,
  request_id text not null,
  at timestamptz not null,
  -- A person's data at that time.
  actor_name text,
  actor_email text,
  -- The person's login, without a foreign key: it may have ended since.
  login_id bigint,
  -- The caller's network address.
  client text
);
create index audit_by_organisation on audit (organisation_id, id);

-- ------------------------------------------------------------------------------------------------ people

-- A person who works for the service, organisations, or both. The row stays after that: the audit refers to it.
create table person (
  id bigint generated always as identity primary key,
  email text not null unique check (email = lower(email)),
  name text not null,
  -- null: not an operator.
  operator_role text check (operator_role in ('owner', 'account_manager', 'support', 'auditor')),
  -- The person's user handle at authenticators.
  handle bytea not null unique check (length(handle) = 32),
  -- The person's id at the identity provider.
  oidc_issuer text,
  oidc_subject text,
  created_at timestamptz not null,
  unique (oidc_issuer, oidc_subject),
  check ((oidc_issuer is null) = (oidc_subject is null))
);
create index person_operator on person (id) where operator_role is not null;

create table membership (
  organisation_id bigint not null references organisation (id),
  person_id bigint not null references person (id),
  role text not null check (role in ('owner', 'manager', 'developer', 'finance', 'viewer')),
  created_at timestamptz not null,
  primary key (organisation_id, person_id)
);
create index membership_of on membership (person_id);

-- A browser with a signed-in person, by the hash of its cookie's value. Deleted at the end.
create table login (
  id bigint generated always as identity primary key,
  hash bytea not null unique check (length(hash) = 32),
  person_id bigint not null references person (id),
  means text not null check (means in ('code', 'link', 'invitation', 'passkey', 'oidc')),
  browser text not null,
  client text not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  -- The last proof of presence, by a passkey or at the identity provider.
  confirmed_at timestamptz
);
create index login_of on login (person_id);
create index login_old on login (seen_at);

-- A mail to a person, independent of organisations. Mails of organisations to buyers are in `mail`.
create table person_mail (
  id bigint generated always as identity primary key,
  kind text not null,
  -- Recipient and content, encrypted; null: erased after the end.
  sealed bytea,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'refused', 'stale', 'withdrawn')),
  created_at timestamptz not null,
  fresh_until timestamptz not null,
  due_at timestamptz,
  tries integer not null default 0,
  check ((state = 'waiting') = (due_at is not null)),
  check (sealed is not null or state <> 'waiting')
);
create index person_mail_due on person_mail (due_at) where due_at is not null;

-- A browser's try to sign a person in by a code, found by the hash of a value that only the browser has. There is one
-- for each requested address, even if it belongs to no person.
create table person_code (
  hash bytea primary key check (length(hash) = 32),
  email text not null,
  -- The MAC of the code under the browser's value; null: no valid code was sent.
  code_mac bytea,
  mailed boolean not null,
  tries_left integer not null check (tries_left >= 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index person_code_of on person_code (email, created_at);
create index person_code_old on person_code (created_at);

-- One-time links that sign a person in.
create table sign_in_link (
  hash bytea primary key check (length(hash) = 32),
  person_id bigint not null references person (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sign_in_link_of on sign_in_link (person_id);
create index sign_in_link_old on sign_in_link (expires_at);

create table passkey (
  id bigint generated always as identity primary key,
  person_id bigint not null references person (id),
  credential_id bytea not null unique,
  public_key bytea not null,
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create index passkey_of on passkey (person_id);

-- A challenge for an authenticator to sign, once, in the browser that requested it.
create table passkey_challenge (
  hash bytea primary key check (length(hash) = 32),
  purpose text not null check (purpose in ('add', 'sign_in', 'confirm')),
  challenge text not null,
  -- null: any person, identified by the passkey.
  person_id bigint references person (id),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index passkey_challenge_old on passkey_challenge (expires_at);

-- A browser's way through the identity provider, once. The value that binds the return to it derives from a secret of
-- the browser and is not stored here.
create table provider_way (
  hash bytea primary key check (length(hash) = 32),
  -- The person who confirms; null: a sign-in.
  person_id bigint references person (id),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index provider_way_old on provider_way (expires_at);

create table invitation (
  id bigint generated always as identity primary key,
  -- null: an invitation to work for the service.
  organisation_id bigint references organisation (id),
  email text not null check (email = lower(email)),
  role text not null,
  -- The hash of the token in its link; a new link has a new token.
  hash bytea not null unique check (length(hash) = 32),
  -- The inviter's name, as shown to the invited person.
  inviter text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  withdrawn_at timestamptz,
  check (accepted_at is null or withdrawn_at is null),
  check (role in ('owner', 'manager', 'developer', 'finance', 'viewer', 'account_manager', 'support', 'auditor'))
);
create unique index invitation_open on invitation (email, (coalesce(organisation_id, 0)))
  where accepted_at is null and withdrawn_at is null;
create index invitation_of on invitation (organisation_id, id);

-- Notices for an organisation's members, written with their cause, by real time. Those that are due are sent in one
-- mail and deleted, as are those that no longer hold.
create table notice (
  id bigint generated always as identity,
  organisation_id bigint not null references organisation (id),
  kind text not null check (kind in ('keys', 'endpoints_disabled', 'endpoints_failing', 'refunds_failed')),
  -- The id of an API key, an endpoint or a refund.
  about bigint not null,
  -- For a key: the change and the person who made it. For a failing endpoint: the number of hours.
  facts jsonb not null,
  due_at timestamptz not null,
  primary key (id, organisation_id)
);
create index notice_due on notice (due_at);
create index notice_of on notice (organisation_id, kind, about);

-- The last mail to an organisation's members for each kind of notice: the next one follows after a pause.
create table notice_told (
  organisation_id bigint not null references organisation (id),
  kind text not null,
  -- null: the first mail is being written.
  told_at timestamptz,
  primary key (organisation_id, kind)
);

-- ------------------------------------------------------------------------------------------------ access

create table api_key (
  id bigint generated always as identity,
  organisation_id bigint not null references organisation (id),
  name text not null,
  -- Both null: not claimed yet, so it has no secret.
  prefix text,
  hash bytea unique check (length(hash) = 32),
  scopes text[] not null,
  rate_limit integer not null check (rate_limit between 1 and 10000000),
  rate_window_sec integer not null check (rate_window_sec between 1 and 86400),
  created_at timestamptz not null,
  revoked_at timestamptz,
  -- Expiry and grace use the database's clock, as budgets do.
  expires_at timestamptz,
  -- Networks in CIDR notation; null: any address.
  allowed_addresses text[] check (cardinality(allowed_addresses) between 1 and 100),
  -- After a roll: the former secret works until then, too.
  previous_hash bytea check (length(previous_hash) = 32),
  previous_until timestamptz,
  -- After a handover: the deadline for the claim, and the person who claimed the key.
  claim_until timestamptz,
  claimed_at timestamptz,
  claimed_by text,
  -- Exact to about a minute.
  last_used_at timestamptz,
  -- The Ed25519 key (32 bytes) that signs proofs of possession for an API key.
  proof_key bytea check (length(proof_key) = 32),
  proof_key_at timestamptz,
  primary key (id, organisation_id),
  unique (organisation_id, id),
  constraint api_key_proof_key check ((proof_key is null) = (proof_key_at is null)),
  constraint api_key_previous check ((previous_hash is null) = (previous_until is null)),
  constraint api_key_claimed check (
    (hash is null) = (prefix is null) and (hash is not null or claim_until is not null and claimed_at is null)
    and (claimed_at is null) = (claimed_by is null) and (claimed_at is null or claim_until is not null and hash is not null)
  )
);
create unique index api_key_previous on api_key (previous_hash) where previous_hash is not null;

-- Replaced draw keys of an API key: none can be registered again.
create table former_proof_key (
  organisation_id bigint not null,
  api_key_id bigint not null,
  proof_key bytea not null check (length(proof_key) = 32),
  replaced_at timestamptz not null,
  primary key (api_key_id, proof_key, organisation_id),
  foreign key (organisation_id, api_key_id) references api_key (organisation_id, id)
);

-- Used proofs, kept until they expire. `used_by`: the request that used the proof.
create table used_proof (
  organisation_id bigint not null,
  api_key_id bigint not null,
  jti text not null check (char_length(jti) between 16 and 64),
  used_by uuid not null,
  expires_at timestamptz not null,
  primary key (api_key_id, jti, organisation_id),
  foreign key (organisation_id, api_key_id) references api_key (organisation_id, id)
);
create index used_proof_expiring on used_proof (expires_at);

-- Theoretical arrival times in nanoseconds of the database's clock. After a database crash all budgets are full.
create unlogged table rate_budget (
  principal_kind text not null,
  principal_id text not null,
  arrival_ns bigint not null,
  primary key (principal_id, principal_kind)
) with (fillfactor = 50);

create unlogged table failure_budget (
  address text primary key,
  arrival_ns bigint not null
) with (fillfactor = 50);

create table idempotency (
  id bigint generated always as identity primary key,
  principal_kind text not null check (principal_kind in ('api_key', 'operator', 'person', 'buyer')),
  principal_id text not null,
  route text not null,
  key text not null,
  request_hash bytea not null,
  lease_until timestamptz,
  status integer,
  body bytea,
  created_at timestamptz not null,
  -- The try that holds the lease: it alone may return it, also late, and also if it never received the answer.
  lease uuid,
  unique (principal_id, principal_kind, route, key)
);

-- ------------------------------------------------------------------------------------------------ rail accounts

create table rail_account (
  id bigint generated always as identity,
  organisation_id bigint not null references organisation (id),
  kind text not null check (kind in ('flow', 'embed', 'fields', 'redirect', 'qr')),
  provider text not null,
  currencies text[] not null,
  credentials bytea not null,
  settings jsonb not null,
  enabled boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- The time at which the provider accepted the credentials.
  verified_at timestamptz,
  -- The former credentials, with which notifications may still be signed for a while.
  previous_credentials bytea,
  previous_until timestamptz,
  primary key (id, organisation_id),
  unique (organisation_id, kind, provider),
  -- The target of rail_currency's foreign key.
  unique (organisation_id, id, kind, provider),
  check ((previous_credentials is null) = (previous_until is null))
);
create index rail_account_previous on rail_account (previous_until) where previous_until is not null;

-- The enabled account that serves a currency: the key admits one. It repeats the rail, so checks whether a lot can be
-- paid for read no account.
create table rail_currency (
  organisation_id bigint not null,
  currency text not null,
  rail_account_id bigint not null,
  kind text not null,
  provider text not null,
  primary key (organisation_id, currency),
  foreign key (organisation_id, rail_account_id, kind, provider)
    references rail_account (organisation_id, id, kind, provider) on delete cascade
);
create index rail_currency_account on rail_currency (organisation_id, rail_account_id);

-- Results of calls to an account, written periodically by each process.
create table rail_account_health (
  rail_account_id bigint not null,
  organisation_id bigint not null,
  last_success_at timestamptz,
  last_error_at timestamptz,
  last_error text,
  last_error_operation text,
  consecutive_failures integer not null,
  primary key (rail_account_id, organisation_id),
  check ((last_error_at is null) = (last_error is null)),
  check ((last_error_at is null) = (last_error_operation is null)),
  foreign key (organisation_id, rail_account_id) references rail_account (organisation_id, id) on delete cascade
);

-- The time up to which undelivered events were queried at an account's provider.
create table rail_event_cursor (
  rail_account_id bigint not null,
  organisation_id bigint not null,
  asked_at timestamptz,
  lease_until timestamptz not null,
  primary key (rail_account_id, organisation_id),
  foreign key (organisation_id, rail_account_id) references rail_account (organisation_id, id) on delete cascade
);

-- The progress of reading a provider's list of payments for a rail account.
create table recovery_account (
  organisation_id bigint not null,
  rail_account_id bigint not null,
  epoch integer not null references recovery (epoch) on delete cascade,
  -- The cursor of the next page; null: the first page, or the list is done.
  cursor text,
  done_at timestamptz,
  -- The number of listed payments, and those of known orders that the provider has already returned.
  listed bigint not null default 0,
  sent_back jsonb not null default '[]',
  primary key (organisation_id, rail_account_id, epoch),
  foreign key (organisation_id, rail_account_id) references rail_account (organisation_id, id) on delete cascade
);

-- Providers' messages as received (encrypted), before processing. The rail account determines the organisation.
create table rail_notification (
  id bigint generated always as identity,
  organisation_id bigint not null,
  rail_account_id bigint not null,
  -- Unique per account: the time of the order in the message, if any, and 132 bits of a hash.
  dedupe_key text not null,
  message bytea not null,
  received_at timestamptz not null,
  lease_until timestamptz not null,
  tries integer not null default 0,
  processed_at timestamptz,
  error text,
  -- A word for each event in the message.
  types text,
  -- The reason to show it to operators: most have none and cost no index.
  remark notification_remark,
  primary key (id, organisation_id),
  unique (organisation_id, rail_account_id, dedupe_key),
  foreign key (organisation_id, rail_account_id) references rail_account (organisation_id, id)
);
create index rail_notification_due on rail_notification (lease_until) where processed_at is null;
create index rail_notification_remarkable on rail_notification (organisation_id, id) where remark is not null;

-- References in notifications that are still to be queried at the provider: one row each, however often it occurs.
create table named_event (
  organisation_id bigint not null,
  rail_account_id bigint not null,
  what text not null check (char_length(what) between 1 and 200),
  -- The number of occurrences: a worker detects another one that came during its query.
  times integer not null default 1,
  lease_until timestamptz not null,
  tries integer not null default 0,
  primary key (rail_account_id, what, organisation_id),
  foreign key (organisation_id, rail_account_id) references rail_account (organisation_id, id) on delete cascade
);
create index named_event_due on named_event (lease_until);

-- The number of queries at an account's provider in its latest minute, including postponed ones.
create table named_event_minute (
  organisation_id bigint not null,
  rail_account_id bigint not null,
  minute timestamptz not null,
  asked bigint not null,
  primary key (rail_account_id, organisation_id),
  foreign key (organisation_id, rail_account_id) references rail_account (organisation_id, id) on delete cascade
);

-- ------------------------------------------------------------------------------------------------ lots

create table prize (
  id bigint generated always as identity,
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
  primary key (organisation_id, id),
  check (name is not null or (brand is not null and model is not null))
);

create table lot (
  id bigint generated always as identity,
  organisation_id bigint not null references organisation (id),
  prize_id bigint not null,
  title text not null,
  description text,
  price_cents bigint not null check (price_cents between 0 and 10000000),
  payment_token text not null check (payment_token in ('USDC', 'USDT')),
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
  -- Set once the draw's commitment exists: tickets are fixed, and later money is too late.
  committed_at timestamptz,
  drawn_at timestamptz,
  archived_at timestamptz,
  cancelled_at timestamptz,
  -- Set when every order of a cancelled lot has been made whole.
  unwound_at timestamptz,
  -- The time of the next drawing step, by the business clock; null: nothing to do. Neither this nor the lease is in an
  -- index that selling touches.
  draw_at timestamptz,
  -- By the database's clock; set while a worker processes its draw.
  draw_lease_until timestamptz,
  -- Set by a recovery: until the operator decides, no ticket is sold or issued, and nothing is drawn.
  halted_at timestamptz,
  primary key (id, organisation_id),
  unique (organisation_id, id),
  foreign key (organisation_id, prize_id) references prize (organisation_id, id),
  check (end_at > start_at),
  check ((status = 'cancelled') = (cancelled_at is not null)),
  constraint lot_drawn_when_ended check (drawn_at is null or status = 'ended'),
  constraint lot_drawing_when_ended check (draw_at is null or (status = 'ended' and drawn_at is null))
);
create index lot_active on lot (organisation_id, id) where status = 'active';
-- For buyers' pages, which still show its result.
create index lot_over on lot (organisation_id, end_at) where status in ('ended', 'cancelled');
create index lot_closing on lot (end_at) where status = 'active';
create index lot_drawing on lot (draw_at) where draw_at is not null;
create index lot_halted on lot (organisation_id, id) where halted_at is not null;
-- For searches by the beginning of the title. Selling does not change it.
create index lot_by_title on lot (organisation_id, (lower(title) collate "C"), id);
create index lot_unwinding on lot (id) where status = 'cancelled' and unwound_at is null;

-- The columns of a lot that selling changes: one row per lot, changed and locked only under the lot's lock.
create table lot_stock (
  organisation_id bigint not null,
  lot_id bigint not null,
  -- A new number after each change of the lot's row.
  lot_version bigint not null default 1,
  max_tickets lot_capacity not null,
  -- Issued tickets, including those taken out of the draw.
  sold integer not null default 0,
  held integer not null default 0,
  voided integer not null default 0,
  primary key (lot_id, organisation_id),
  foreign key (organisation_id, lot_id) references lot (organisation_id, id),
  constraint lot_never_oversold check (sold >= 0 and held >= 0 and sold::bigint + held <= max_tickets),
  constraint lot_voided_within_sold check (voided between 0 and sold)
-- Each order writes two new versions of the row. An open transaction keeps all versions, and a page with room for few
-- lots keeps those of a lot together: otherwise a lot's versions spread over many pages.
) with (fillfactor = 10);

create table entry_question (
  id bigint generated always as identity,
  organisation_id bigint not null references organisation (id),
  question text not null,
  options text[] not null,
  answer_index integer not null check (answer_index >= 0),
  category text,
  created_at timestamptz not null,
  primary key (organisation_id, id),
  check (answer_index < cardinality(options))
);

-- Only the hash of a pass is kept.
create table entry_pass (
  hash bytea not null check (length(hash) = 32),
  organisation_id bigint not null references organisation (id),
  expires_at timestamptz not null,
  -- The order that burnt it. No foreign key: it is written before the order in one function, and pruned by age.
  order_id text,
  primary key (hash, organisation_id)
);
create index entry_pass_age on entry_pass (expires_at);

-- Unlogged: after a crash of the database budgets are full.
create unlogged table guess_budget (
  organisation_id bigint not null,
  api_key_id bigint not null,
  question_id bigint not null,
  arrival_ns bigint not null,
  primary key (api_key_id, question_id, organisation_id),
  foreign key (organisation_id, question_id) references entry_question (organisation_id, id) on delete cascade
);

-- A buyer's progress with the entry question of a lot on the service's own pages.
create table question_turn (
  organisation_id bigint not null,
  account_id bigint not null,
  lot_id bigint not null,
  -- The current question, and the former one.
  question_id bigint,
  former_question_id bigint,
  -- Answers since then.
  answers integer not null default 0 check (answers >= 0),
  answers_since timestamptz not null,
  -- SHA-256 of the latest answer with its form: the same post again counts as the same answer.
  answered bytea check (length(answered) = 32),
  -- The hash of the right answer's pass.
  pass_hash bytea check (length(pass_hash) = 32),
  changed_at timestamptz not null,
  primary key (organisation_id, account_id, lot_id),
  foreign key (organisation_id, account_id) references account (organisation_id, id),
  foreign key (organisation_id, lot_id) references lot (organisation_id, id),
  foreign key (organisation_id, question_id) references entry_question (organisation_id, id)
    on delete set null (question_id)
);
create index question_turn_age on question_turn (changed_at);

-- A checkout page opened from a frame, which polls its result.
create table visit (
  hash bytea not null check (length(hash) = 32),
  organisation_id bigint not null references organisation (id),
  opened_at timestamptz not null,
  primary key (hash, organisation_id)
);
create index visit_age on visit (opened_at);

-- ------------------------------------------------------------------------------------------------ checkout

-- A payment as passed to `settle_plain`; never stored. `terms`: the organisation's when the message was verified, null:
-- any. `dedupe_key`, `message` (encrypted, base64), `types`, `received_at`: of the payment's message, if any.
-- `repeated`: the order, payment or message occurs in the list more than once.
create type payment_report as (
  order_id text, organisation_id bigint, rail_account_id bigint, amount bigint, currency text, payment_id text, ids jsonb,
  paid_event_id text, entry_event_id text, notification_id bigint, dedupe_key text, message text, types text,
  received_at timestamptz, terms bigint, repeated boolean, now timestamptz
);

-- An order as passed to `place`; never stored. `pass_hash`, `form_key`, `visit_hash`: in hexadecimal. Members that a
-- process does not send are null, so a process of the previous version can place, too.
create type placement as (
  id text, organisation_id bigint, lot_id bigint, email text, wallet text, api_key_id bigint, request_id text,
  idempotency_id bigint, quantity integer, terms bigint, lot_version bigint, price_cents bigint,
  credit_cents bigint, credit_unread boolean, charge_amount bigint, charge_currency text, rate text, source text,
  rail_account_id bigint, rail_kind text, rail_provider text, return_url text, pass_hash text, hold_until timestamptz,
  rail_expires_at timestamptz, affiliate_id bigint, commission_cents bigint, max_pending_orders integer,
  max_pending_tickets integer, now timestamptz, form_key text, visit_hash text, locale text
);

create table ticket_order (
  -- The length apart: a counted repetition makes the expression four times as dear, for each row.
  id text not null check (id ~ '^cs_[0-9a-z]+$' and length(id) = 29),
  -- For providers that want an integer as reference. The identity makes numbers unique among all.
  number bigint generated always as identity,
  organisation_id bigint not null,
  lot_id bigint not null,
  account_id bigint not null,
  -- null: from the service's own pages, or bought on the contract.
  api_key_id bigint,
  idempotency_id bigint,
  quantity entry_quantity not null,
  status order_status not null,
  error text,
  price_cents non_negative not null,
  credit_cents bigint not null check (credit_cents between 0 and price_cents),
  charge_amount non_negative not null,
  charge_currency text not null,
  -- Major units of the charge currency for one USD; null: no conversion.
  rate text,
  source entry_source not null,
  rail_account_id bigint,
  rail_kind text,
  rail_provider text,
  provider_ids jsonb not null default '{}',
  instruction jsonb,
  return_url text,
  buyer_email text,
  hold_until timestamptz not null,
  rail_expires_at timestamptz not null,
  -- The number of lookups by reconciliation.
  checks integer not null default 0,
  asked_at timestamptz,
  confirm_started_at timestamptz,
  -- The payment may still be open at the provider although the order has failed.
  rail_cancel_at timestamptz,
  rail_cancels integer not null default 0,
  created_at timestamptz not null,
  paid_at timestamptz,
  failed_at timestamptz,
  -- Given back: credit returned, refund written, commission reversed.
  unwound_at timestamptz,
  affiliate_id bigint,
  commission_cents non_negative not null default 0,
  -- The next step of confirming, once the buyer's browser has done its part.
  confirm_awaits text,
  -- The value that the buyer's browser brought back, for rails that can only be queried with it.
  return_token return_token,
  -- Set when settled, so that a poll reads the numbers without a join.
  first_ticket ticket_number,
  -- The X-Request-Id of the placing request. Log lines of settling and webhooks contain it.
  request_id text,
  channel text not null default 'api',
  -- For hosted orders: SHA-256 of the posted form, which makes one order per form, and of the visit that a frame polls;
  -- the buyer's language.
  form_key sha256_digest,
  visit_hash sha256_digest,
  locale text,
  -- The id comes first: buyers' pages know nothing else. References to an order name its organisation, too.
  primary key (id, organisation_id),
  foreign key (organisation_id, lot_id) references lot (organisation_id, id),
  foreign key (organisation_id, account_id) references account (organisation_id, id),
  foreign key (organisation_id, rail_account_id) references rail_account (organisation_id, id),
  foreign key (organisation_id, affiliate_id) references affiliate (organisation_id, id),
  check ((charge_amount > 0) = (rail_account_id is not null)),
  check ((status = 'failed') = (error is not null)),
  check (commission_cents = 0 or affiliate_id is not null),
  -- A form key means the service's own pages, an API key the API. Kept short: each statement that writes orders reads
  -- the text of their checks.
  constraint ticket_order_channel check (
    channel = case when form_key is not null then 'hosted' when api_key_id is not null then 'api' else 'chain' end
    and (form_key is null or api_key_id is null) and (form_key is null) = (locale is null)
    and (form_key is not null or visit_hash is null)
  ),
  constraint ticket_order_confirm_awaits check (
    confirm_awaits is null or (confirm_awaits in ('device_data', 'challenge_done') and confirm_started_at is not null)
  )
) with (fillfactor = 70);
-- Settling changes no column of an index or its condition, so it writes only the row, on the same page.
create index ticket_order_rail_cancel on ticket_order (rail_cancel_at) where rail_cancel_at is not null;
-- A competition's orders in the order of their numbers: those that were not given back, and those that were.
create index ticket_order_by_lot on ticket_order (lot_id, number) where unwound_at is null;
create index ticket_order_unwound on ticket_order (lot_id, number) where unwound_at is not null;
-- Orders that their rail refused, for operators. An order that is paid is never in it.
create index ticket_order_refused on ticket_order (failed_at) where error = 'rail_unavailable';
-- For searches of a buyer's orders.
create index ticket_order_of_buyer on ticket_order (account_id, number);
create unique index ticket_order_once on ticket_order (idempotency_id, organisation_id) where idempotency_id is not null;
create unique index ticket_order_of_form on ticket_order (form_key, organisation_id) where form_key is not null;
create index ticket_order_of_visit on ticket_order (visit_hash, number) where visit_hash is not null;
-- For lists of one organisation. All numbers are positive, so the index holds all orders, but only statements with
-- `number > 0` can use it. Otherwise lookups by organisation and id, as of foreign keys, would use a cached plan, made
-- for an empty table, that reads all orders of the organisation.
create unique index ticket_order_by_number on ticket_order (organisation_id, number) where number > 0;

-- Pending orders in a separate narrow table, for reconciliation and for the limits of buyers and lots. A row is
-- inserted with its order and deleted when the order ends. Only functions write rows, under the order's lock or just
-- after inserting it; a foreign key would ensure the same at a tenth of the database's cost of placing.
create table pending_order (
  organisation_id bigint not null,
  lot_id bigint not null,
  number bigint not null,
  account_id bigint not null,
  order_id text not null,
  quantity integer not null,
  -- false: credit or a price of 0 covers it. It does not count towards what a buyer may have pending.
  charged boolean not null default true,
  -- The time of the next lookup by reconciliation; also its lease.
  check_at timestamptz not null,
  primary key (organisation_id, lot_id, number)
) with (fillfactor = 80);
-- Without a column of the key, so that a statement uses the right index even if the statistics of this often empty
-- table are off.
create index pending_order_of_buyer on pending_order (account_id);
create index pending_order_due on pending_order (check_at);

-- Ticket numbers of one order. Each range follows the previous one, without gap or overlap.
create table ticket_range (
  lot_id bigint not null,
  first ticket_number not null,
  last integer not null,
  follows integer,
  organisation_id bigint not null,
  -- null: no order. These numbers were issued before a restore and are skipped.
  order_id text,
  account_id bigint,
  issued_at timestamptz not null,
  voided_at timestamptz,
  primary key (lot_id, last, organisation_id),
  unique (lot_id, first, organisation_id),
  unique (order_id, organisation_id),
  foreign key (lot_id, follows, organisation_id) references ticket_range (lot_id, last, organisation_id),
  check ((order_id is null) = (account_id is null)),
  constraint ticket_range_of_nobody_void check (order_id is not null or voided_at is not null),
  foreign key (organisation_id, lot_id) references lot (organisation_id, id),
  foreign key (organisation_id, order_id) references ticket_order (organisation_id, id),
  check (last >= first),
  constraint ticket_range_contiguous check (follows is not distinct from nullif(first - 1, 0))
);

-- For the few void ranges of a lot.
create index ticket_range_void on ticket_range (lot_id, organisation_id) where voided_at is not null;

-- Money that a rail reported. `settled` bought tickets; everything else is given back.
create table payment (
  id bigint generated always as identity,
  organisation_id bigint not null,
  order_id text not null,
  rail_kind text not null,
  rail_provider text not null,
  provider_payment_id text not null,
  amount non_negative not null,
  currency text not null,
  state payment_state not null,
  received_at timestamptz not null,
  primary key (organisation_id, id),
  unique (organisation_id, rail_kind, rail_provider, provider_payment_id),
  foreign key (organisation_id, order_id) references ticket_order (organisation_id, id)
);
-- One index finds an order's payments and lets one of them settle it.
create unique index payment_settled_once on payment (order_id, organisation_id, (case state when 'settled' then 0 else id end));

-- Money that a rail account received for an unknown order: of a sale lost by a restore, or of another system that uses
-- the account. Nothing is returned automatically: the operator refunds or resolves it.
create table unmatched_payment (
  id bigint generated always as identity,
  organisation_id bigint not null,
  rail_account_id bigint not null,
  provider_payment_id text not null,
  -- The provider's reference to the order: its id, or else its number.
  order_id text,
  order_number bigint,
  -- The ids by which the rail finds it at the provider.
  provider_ids jsonb not null default '{}',
  amount bigint not null check (amount > 0),
  currency text not null,
  -- The amount that the provider had already returned when it was found.
  sent_back bigint not null default 0,
  -- refunded: a refund of the rest was ordered, whose row has its progress.
  state text not null check (state in ('open', 'refunded', 'resolved')),
  found_by text not null check (found_by in ('notification', 'recovery')),
  found_at timestamptz not null,
  decided_at timestamptz,
  -- The reason for the refund, or the resolution.
  note text,
  primary key (organisation_id, id),
  unique (organisation_id, rail_account_id, provider_payment_id),
  foreign key (organisation_id, rail_account_id) references rail_account (organisation_id, id),
  check (num_nonnulls(order_id, order_number) >= 1),
  check (sent_back between 0 and amount - 1),
  check ((state = 'open') = (decided_at is null)),
  check ((state = 'open') = (note is null))
);
create index unmatched_payment_by_order on unmatched_payment (organisation_id, order_id) where order_id is not null;
create index unmatched_payment_open on unmatched_payment (organisation_id, id) where state = 'open';

-- One full refund of a payment, matched or not. Its key is the provider's idempotency key. It is claimed, requested at
-- its rail, and looked up until it is decided.
create table refund (
  id bigint generated always as identity,
  organisation_id bigint not null,
  order_id text,
  payment_id bigint,
  unmatched_payment_id bigint,
  key text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  reason text not null,
  state text not null check (state in ('requested', 'succeeded', 'failed', 'manual')),
  provider_refund_id text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  rail_account_id bigint not null,
  -- The time of the next step, by the business clock; null: none. A succeeded refund is checked once more.
  due_at timestamptz,
  -- By the database's clock; set while a worker processes it.
  lease_until timestamptz,
  -- The time of its creation or last retry.
  requested_at timestamptz not null,
  -- Calls since then that may have reached the rail; with a lease also the current claim, which fences off others.
  tries integer not null default 0,
  -- Set if the rail may know its key: it is looked up before anything is sent.
  asked_at timestamptz,
  -- The time at which the rail accepted it.
  accepted_at timestamptz,
  -- The rail reported a failure, final under this key. Another try has another key.
  failed_at_rail boolean not null default false,
  renewals integer not null default 0,
  last_error text,
  succeeded_at timestamptz,
  -- The operator's note on a refund by hand.
  note text,
  primary key (id, organisation_id),
  unique (payment_id, organisation_id),
  unique (key, organisation_id),
  foreign key (organisation_id, order_id) references ticket_order (organisation_id, id),
  foreign key (organisation_id, payment_id) references payment (organisation_id, id),
  foreign key (organisation_id, rail_account_id) references rail_account (organisation_id, id),
  foreign key (organisation_id, unmatched_payment_id) references unmatched_payment (organisation_id, id),
  unique (organisation_id, unmatched_payment_id),
  constraint refund_of_one_payment check (num_nonnulls(payment_id, unmatched_payment_id) = 1),
  check ((payment_id is null) = (order_id is null))
);
create index refund_by_organisation on refund (organisation_id, id);
create index refund_by_state on refund (organisation_id, state, id);
-- For monitoring: open refunds of all organisations.
create index refund_waiting on refund (state, created_at) where state <> 'succeeded';
create index refund_due on refund (rail_account_id, due_at) where due_at is not null and lease_until is null;
create index refund_leased on refund (rail_account_id) where lease_until is not null;
create index refund_by_provider_id on refund (rail_account_id, provider_refund_id) where provider_refund_id is not null;

-- Changes of balances. Corrected by another entry, never edited.
create table credit_entry (
  id bigint generated always as identity,
  organisation_id bigint not null,
  account_id bigint not null,
  kind text not null check (kind in ('grant', 'spend', 'refund')),
  amount_cents bigint not null check (amount_cents <> 0),
  order_id text,
  reason text,
  at timestamptz not null,
  -- Lists an account's entries, too.
  primary key (organisation_id, account_id, id),
  foreign key (organisation_id, account_id) references account (organisation_id, id),
  foreign key (organisation_id, order_id) references ticket_order (organisation_id, id)
);
create unique index credit_entry_once on credit_entry (order_id, kind, organisation_id) where order_id is not null;

-- Changes of affiliates' earnings. Corrected by another entry, never edited.
create table commission_entry (
  id bigint generated always as identity,
  organisation_id bigint not null,
  affiliate_id bigint not null,
  kind text not null check (kind in ('accrual', 'reversal')),
  amount_cents bigint not null check ((kind = 'accrual') = (amount_cents > 0) and amount_cents <> 0),
  order_id text not null,
  at timestamptz not null,
  -- Lists an affiliate's entries, and sums them without reading the table.
  primary key (organisation_id, affiliate_id, id) include (amount_cents),
  foreign key (organisation_id, affiliate_id) references affiliate (organisation_id, id),
  foreign key (organisation_id, order_id) references ticket_order (organisation_id, id)
);
create unique index commission_entry_once on commission_entry (order_id, kind, organisation_id);

-- Chargebacks and inquiries by buyers' banks.
create table dispute (
  id bigint generated always as identity,
  organisation_id bigint not null,
  rail_account_id bigint not null,
  provider_dispute_id text not null,
  -- null: no order of this account.
  order_id text,
  -- In the provider's words.
  stage text not null,
  -- Decided by the rail, which knows its final stages. closed: the provider does not report who won.
  standing text not null default 'open' check (standing in ('open', 'won', 'lost', 'closed')),
  amount bigint not null check (amount >= 0),
  currency text not null,
  -- kept: the tickets stay in the draw, because it was committed or decided before. none: there were none.
  tickets text not null check (tickets in ('voided', 'kept', 'none')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organisation_id, id),
  unique (rail_account_id, provider_dispute_id, organisation_id),
  foreign key (organisation_id, rail_account_id) references rail_account (organisation_id, id),
  foreign key (organisation_id, order_id) references ticket_order (organisation_id, id)
);
create index dispute_by_order on dispute (organisation_id, order_id) where order_id is not null;
-- Of all organisations, for operators.
create index dispute_by_standing on dispute (standing, id);

-- ------------------------------------------------------------------------------------------------ lot draws

-- The fixed inputs of a draw. Written once, then only confirmed or voided.
create table lot_commitment (
  id bigint generated always as identity,
  organisation_id bigint not null,
  lot_id bigint not null,
  sequence integer not null check (sequence >= 1),
  tickets_root text not null check (tickets_root ~ '^[0-9a-f]{64}$'),
  total_tickets integer not null check (total_tickets >= 1),
  ranges integer not null check (ranges between 1 and total_tickets),
  chain_id bigint not null,
  block_number bigint not null check (block_number >= 1),
  committed_at timestamptz not null,
  -- Set when it was found durable before its block existed: only then it counts, and is shown.
  confirmed_at timestamptz,
  voided_at timestamptz,
  -- late: not found durable before its block existed. cancelled: with its lot, before the block existed.
  void_reason text check (void_reason in ('late', 'cancelled')),
  primary key (id, organisation_id),
  unique (lot_id, sequence, organisation_id),
  foreign key (organisation_id, lot_id) references lot (organisation_id, id),
  check ((voided_at is null) = (void_reason is null)),
  constraint lot_commitment_late_never_counted check (void_reason <> 'late' or confirmed_at is null)
);
create unique index lot_commitment_in_force on lot_commitment (lot_id, organisation_id) where voided_at is null;

-- The number of live tickets before every n-th range: finds the winner's range without summing all.
create table lot_commitment_checkpoint (
  organisation_id bigint not null,
  commitment_id bigint not null,
  position integer not null check (position >= 0),
  first integer not null,
  primary key (commitment_id, position, organisation_id),
  foreign key (organisation_id, commitment_id) references lot_commitment (organisation_id, id)
);

create table winner (
  id bigint generated always as identity,
  organisation_id bigint not null,
  lot_id bigint not null,
  ticket_number integer not null,
  account_id bigint not null,
  proof jsonb,
  won_at timestamptz not null,
  published_at timestamptz,
  primary key (organisation_id, id),
  unique (lot_id, organisation_id),
  foreign key (organisation_id, lot_id) references lot (organisation_id, id),
  foreign key (organisation_id, account_id) references account (organisation_id, id)
);
create index winner_published on winner (organisation_id, id) where published_at is not null;

-- ------------------------------------------------------------------------------------------------ fair draws

-- The service's commitments to secret seeds, and the results.
create table fair_draw (
  id uuid not null,
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
  -- Hex SHA-256 of the candidates in RFC 8785 form. The candidates are not stored.
  candidates_hash text check (candidates_hash ~ '^[0-9a-f]{64}$'),
  candidate_count integer check (candidate_count between 1 and 10000),
  pick integer check (pick between 1 and candidate_count),
  winner_indices integer[] check (cardinality(winner_indices) = pick),
  cost_cents bigint check (cost_cents >= 0),
  primary key (organisation_id, id),
  check (num_nulls(revealed_at, client_seed, nonce, candidates_hash, candidate_count, pick, winner_indices, cost_cents)
    in (0, 8))
);
-- Random numbers hardly compress: trying to takes longer than the rest of a reveal here. A separate statement, since
-- PostgreSQL 15 has no storage clause in create table.
alter table fair_draw alter column winner_indices set storage external;
create index fair_draw_open on fair_draw (organisation_id, expires_at) where revealed_at is null;

-- An organisation's deposits less the costs of its draws: one row, inserted with the first deposit. Each change also
-- writes a draw_ledger_entry.
create table draw_account (
  organisation_id bigint primary key references organisation (id),
  balance_cents bigint not null default 0 constraint draw_account_never_overdrawn check (balance_cents >= 0),
  -- The number of revealed draws and their total cost.
  draws bigint not null default 0 check (draws >= 0),
  cost_cents bigint not null default 0 check (cost_cents >= 0)
);

-- Append-only: the sum of an organisation's amounts is its balance.
create table draw_ledger_entry (
  id bigint generated always as identity,
  organisation_id bigint not null references organisation (id),
  kind text not null check (kind in ('draw', 'deposit')),
  amount_cents bigint not null,
  tx_hash text check (tx_hash ~ '^0x[0-9a-f]{64}$'),
  draw_id uuid,
  created_at timestamptz not null,
  primary key (organisation_id, id),
  foreign key (organisation_id, draw_id) references fair_draw (organisation_id, id),
  check (case kind when 'draw' then amount_cents <= 0 and draw_id is not null and tx_hash is null
    else amount_cents >= 0 and draw_id is null and tx_hash is not null end)
);
-- A draw is charged once.
create unique index draw_ledger_draw on draw_ledger_entry (draw_id, organisation_id) where draw_id is not null;

-- An organisation's separate deposit address for tokens. It is never retired: later transfers are credited, too.
create table deposit_address (
  organisation_id bigint not null references organisation (id),
  -- Hex SHA-256 of the extended public key that it is derived from; the index is the organisation's id.
  source text not null check (source ~ '^[0-9a-f]{64}$'),
  address text not null unique check (address ~ '^0x[0-9a-f]{40}$'),
  created_at timestamptz not null,
  primary key (organisation_id, source)
);

-- Blocks before `next_block` have been scanned for transfers to all addresses.
create table deposit_watch (
  chain_id bigint primary key,
  next_block bigint not null check (next_block >= 0)
);

create table deposit (
  id bigint generated always as identity,
  organisation_id bigint not null references organisation (id),
  chain_id bigint not null,
  tx_hash text not null check (tx_hash ~ '^0x[0-9a-f]{64}$'),
  block_number bigint not null check (block_number >= 0),
  token text not null check (token ~ '^0x[0-9a-f]{40}$'),
  -- The sum of the transaction's transfers to the organisation.
  units numeric(78) not null check (units > 0),
  amount_cents bigint not null check (amount_cents > 0),
  credited_at timestamptz not null,
  -- The organisation's first report of it. The watcher needs none.
  reported_at timestamptz,
  primary key (organisation_id, id),
  constraint deposit_credited_once unique (organisation_id, chain_id, tx_hash)
);

-- ------------------------------------------------------------------------------------------------ on chain

-- A key that signs the service's transactions. Its row is locked while a call gets its nonce.
create table chain_signer (
  chain_id bigint not null,
  address text not null check (address ~ '^0x[0-9a-f]{40}$'),
  -- The number after the highest ever assigned.
  next_nonce bigint not null check (next_nonce >= 0),
  primary key (chain_id, address)
);

-- Calls of contracts, each made once, and their results.
create table chain_call (
  id bigint generated always as identity,
  organisation_id bigint not null references organisation (id),
  chain_id bigint not null,
  purpose text not null check (purpose in (
    'create_lot', 'cancel_lot', 'request_draw', 'pay_out', 'close_payment', 'give_back'
  )),
  -- Its subject and the number of the try: a lot's id, as in `17/1`, or an order's.
  reference text not null,
  target text not null check (target ~ '^0x[0-9a-f]{40}$'),
  data text not null check (data ~ '^0x([0-9a-f]{2})*$'),
  state text not null default 'queued' check (state in ('queued', 'sent', 'mined', 'final', 'refused')),
  signer text check (signer ~ '^0x[0-9a-f]{40}$'),
  nonce bigint check (nonce >= 0),
  gas bigint check (gas > 0),
  tx_hash text check (tx_hash ~ '^0x[0-9a-f]{64}$'),
  block_number bigint check (block_number >= 0),
  succeeded boolean,
  -- The contract's error, where it is known.
  error text,
  created_at timestamptz not null,
  primary key (organisation_id, id),
  constraint chain_call_once unique (organisation_id, chain_id, purpose, reference),
  -- A nonce is assigned once, across all calls.
  constraint chain_call_nonce unique (chain_id, signer, nonce),
  check ((state in ('sent', 'mined', 'final')) = (nonce is not null)),
  check (num_nulls(signer, nonce, gas) in (0, 3)),
  check ((state in ('mined', 'final')) = (tx_hash is not null)),
  check (num_nulls(tx_hash, block_number, succeeded) in (0, 3))
);
-- For the sender of any process; finished calls, which are most, are not in it.
create index chain_call_open on chain_call (chain_id, state, id) where state in ('queued', 'sent', 'mined');

-- Signed transactions of a call. Each is stored before it is broadcast.
create table chain_attempt (
  organisation_id bigint not null,
  call_id bigint not null,
  nonce bigint not null check (nonce >= 0),
  -- Counts from 1 for each nonce: if several are signed at once, the first is kept.
  number integer not null check (number >= 1),
  tx_hash text not null check (tx_hash ~ '^0x[0-9a-f]{64}$'),
  raw text not null check (raw ~ '^0x([0-9a-f]{2})+$'),
  -- Fees per unit of gas, in wei.
  max_fee numeric(78) not null check (max_fee >= 0),
  tip numeric(78) not null check (tip between 0 and max_fee),
  created_at timestamptz not null,
  primary key (organisation_id, call_id, nonce, number),
  foreign key (organisation_id, call_id) references chain_call (organisation_id, id)
);

-- Blocks before `next_block` have been scanned for a contract's logs.
create table chain_watch (
  chain_id bigint not null,
  contract text not null check (contract ~ '^0x[0-9a-f]{40}$'),
  next_block bigint not null check (next_block >= 0),
  -- The hash of the block before `next_block`; null: none has been scanned.
  last_hash text check (last_hash ~ '^0x[0-9a-f]{64}$'),
  primary key (chain_id, contract)
);

-- Lots of the raffle contract. The id comes from the sequence of `lot`, whose row exists once the lot is live.
create table chain_lot (
  lot_id bigint not null,
  organisation_id bigint not null references organisation (id),
  chain_id bigint not null,
  contract text not null check (contract ~ '^0x[0-9a-f]{40}$'),
  -- `abandoned`: never announced, and cancelled if it appears on chain.
  state text not null check (state in ('creating', 'live', 'abandoned')),
  -- The planned lot as JSON; null once it is live.
  lot jsonb,
  -- The terms on the contract.
  token text not null check (token ~ '^0x[0-9a-f]{40}$'),
  price_units numeric(78) not null check (price_units > 0),
  max_tickets integer not null check (max_tickets between 1 and 100000000),
  treasury text not null check (treasury ~ '^0x[0-9a-f]{40}$'),
  start_at timestamptz not null,
  end_at timestamptz not null,
  -- The creating request's, while it may be repeated.
  idempotency_id bigint,
  -- The number of queued creation calls, and the time until which the last one may be mined.
  tries integer not null check (tries >= 1),
  valid_until timestamptz not null,
  created_at timestamptz not null,
  -- The decided next step: a cancellation and a draw exclude each other.
  intent text not null default 'none' check (intent in ('none', 'request', 'cancel')),
  -- The draw's data, from final blocks.
  request_id numeric(78),
  request_tx text check (request_tx ~ '^0x[0-9a-f]{64}$'),
  -- The time of its block.
  requested_at timestamptz,
  answer_tx text check (answer_tx ~ '^0x[0-9a-f]{64}$'),
  -- Other data from final blocks.
  creation_block bigint check (creation_block >= 0),
  creation_tx text check (creation_tx ~ '^0x[0-9a-f]{64}$'),
  cancel_tx text check (cancel_tx ~ '^0x[0-9a-f]{64}$'),
  payout_tx text check (payout_tx ~ '^0x[0-9a-f]{64}$'),
  -- Set while some of its events are missing here: all its events are read again, and until then none is written.
  behind_since timestamptz,
  -- The time of a live lot's next check, or the end of its lease; null: nothing to do.
  due_at timestamptz default '-infinity',
  -- The number of alerts to the operator because its draw has no answer.
  alerts smallint not null default 0 check (alerts between 0 and 3),
  primary key (organisation_id, lot_id),
  check ((state = 'live') = (lot is null)),
  check (num_nulls(request_id, request_tx, requested_at) in (0, 3)),
  check ((creation_block is null) = (creation_tx is null))
);
create index chain_lot_by_id on chain_lot (lot_id);
create index chain_lot_due on chain_lot (due_at) where state = 'live' and due_at is not null;
create unique index chain_lot_once on chain_lot (organisation_id, idempotency_id) where idempotency_id is not null;
create index chain_lot_creating on chain_lot (chain_id, valid_until) where state = 'creating';

-- Purchases on the contract, from final blocks: each is a paid order.
create table chain_purchase (
  organisation_id bigint not null,
  lot_id bigint not null,
  -- The contract's index, from 0.
  index integer not null check (index >= 0),
  order_id text not null,
  chain_id bigint not null,
  tx_hash text not null check (tx_hash ~ '^0x[0-9a-f]{64}$'),
  log_index integer not null check (log_index >= 0),
  block_number bigint not null check (block_number >= 0),
  buyer text not null check (buyer ~ '^0x[0-9a-f]{40}$'),
  units numeric(78) not null check (units > 0),
  refund_tx text check (refund_tx ~ '^0x[0-9a-f]{64}$'),
  primary key (organisation_id, lot_id, index),
  constraint chain_purchase_once unique (organisation_id, chain_id, tx_hash, log_index),
  unique (organisation_id, order_id),
  foreign key (organisation_id, lot_id) references chain_lot (organisation_id, lot_id),
  foreign key (organisation_id, order_id) references ticket_order (organisation_id, id)
);
-- For a wallet's purchases in a lot, to claim refunds.
create index chain_purchase_of_buyer on chain_purchase (organisation_id, lot_id, buyer, index);

-- Payments through the till: an address for each order in tokens. A row is written before its order, so it has no
-- foreign key; one whose address was never issued is deleted after a while.
create table till_payment (
  organisation_id bigint not null references organisation (id),
  order_id text not null check (order_id ~ '^cs_[0-9a-z]{26}$'),
  chain_id bigint not null,
  till text not null check (till ~ '^0x[0-9a-f]{40}$'),
  address text not null check (address ~ '^0x[0-9a-f]{40}$'),
  -- The inputs of the address, in addition to the order's id.
  treasury text not null check (treasury ~ '^0x[0-9a-f]{40}$'),
  refund_to text not null check (refund_to ~ '^0x[0-9a-f]{40}$'),
  token text not null check (token ~ '^0x[0-9a-f]{40}$'),
  units numeric(78) not null check (units > 0),
  created_at timestamptz not null,
  -- Transfers in later blocks are too late; null: the address has not been issued.
  deadline timestamptz,
  -- The first block that can contain a transfer to it.
  from_block bigint check (from_block >= 0),
  -- The first unread block; the hash and time of the block before it, once there is one.
  next_block bigint check (next_block >= 0),
  read_hash text check (read_hash ~ '^0x[0-9a-f]{64}$'),
  read_at timestamptz,
  -- The time of the next reading of its transfers; null: never again.
  watch_at timestamptz,
  -- Whether its order may be pending, and the time at which the rail last had to decide it by the transfers read.
  is_open boolean not null default true,
  asked_at timestamptz,
  -- The destination of the price: paying the treasury and returning exclude each other.
  intent text not null default 'keep' check (intent in ('keep', 'pay', 'return')),
  refund_key text,
  -- The number of calls queued before that refund was requested.
  refund_since integer,
  refund_tx text check (refund_tx ~ '^0x[0-9a-f]{64}$'),
  refund_error text,
  -- The time since which the till or the token refuses a due transfer.
  stuck_since timestamptz,
  -- The number of calls of the till queued for it, one after the other.
  calls integer not null default 0 check (calls >= 0),
  -- The time of the next check while its money has to move, or the end of its lease; null: nothing to move.
  care_at timestamptz,
  primary key (organisation_id, order_id),
  constraint till_payment_address unique (organisation_id, chain_id, address),
  check (num_nulls(deadline, from_block, next_block) in (0, 3)),
  check ((read_hash is null) = (read_at is null)),
  check ((intent = 'return') = (refund_key is not null)),
  check ((refund_key is null) = (refund_since is null)),
  check (refund_tx is null or intent = 'return')
);
create index till_payment_watched on till_payment (watch_at) where watch_at is not null;
create index till_payment_open on till_payment (organisation_id, order_id) where is_open;
create index till_payment_unseen on till_payment (created_at) where next_block is null;
create index till_payment_due on till_payment (care_at) where care_at is not null;
create index till_payment_read on till_payment (chain_id, till, next_block) where read_hash is not null;

-- Transfers to those addresses, from final blocks.
create table till_transfer (
  organisation_id bigint not null,
  order_id text not null,
  chain_id bigint not null,
  tx_hash text not null check (tx_hash ~ '^0x[0-9a-f]{64}$'),
  log_index integer not null check (log_index >= 0),
  block_number bigint not null check (block_number >= 0),
  -- The time of its block.
  at timestamptz not null,
  token text not null check (token ~ '^0x[0-9a-f]{40}$'),
  units numeric(78) not null check (units >= 0),
  primary key (organisation_id, order_id, block_number, log_index),
  constraint till_transfer_once unique (organisation_id, chain_id, tx_hash, log_index),
  foreign key (organisation_id, order_id) references till_payment (organisation_id, order_id)
);

-- Events of the till about those addresses, from final blocks: transfers to the treasury and to the refund address, also by
-- calls that this service did not make.
create table till_close (
  organisation_id bigint not null,
  order_id text not null,
  chain_id bigint not null,
  tx_hash text not null check (tx_hash ~ '^0x[0-9a-f]{64}$'),
  log_index integer not null check (log_index >= 0),
  block_number bigint not null check (block_number >= 0),
  -- The time of its block.
  at timestamptz not null,
  token text not null check (token ~ '^0x[0-9a-f]{40}$'),
  paid numeric(78) not null check (paid >= 0),
  refunded numeric(78) not null check (refunded >= 0),
  -- The amount reserved from then on for the refund address, which could not take it; null: not in the event.
  stayed numeric(78) check (stayed >= 0),
  -- Whether the contract counts it among the treasury's calls for that token.
  by_treasury boolean not null,
  primary key (organisation_id, order_id, block_number, log_index),
  constraint till_close_once unique (organisation_id, chain_id, tx_hash, log_index),
  foreign key (organisation_id, order_id) references till_payment (organisation_id, order_id)
);

-- ------------------------------------------------------------------------------------------------ webhooks

-- Events, deliveries and attempts have eight tables each, the slots, which the weeks use in turn. When the youngest
-- event of a slot has expired, its three tables are truncated: that drops files and reads and writes no row. No table
-- is created or dropped while the service runs, so none can be missing during a sale.

-- The outbox. A payload is stored as the text that is signed. An id begins with its time, so the key lists events.
create table event (
  id text collate "C" not null,
  slot smallint not null default (floor(extract(epoch from now()) / 604800)::bigint % 8)::smallint,
  organisation_id bigint not null references organisation (id),
  type event_type not null,
  payload text not null,
  -- Only for this endpoint (ping); null: for all endpoints that listen to the type.
  endpoint_id bigint,
  created_at timestamptz not null,
  -- The order's, if the event is about one.
  request_id text,
  primary key (organisation_id, id, slot)
) partition by list (slot);

-- Events that wait for the relay, in a separate table, inserted by the transaction of the event: relaying touches no
-- row with a payload, nor its indexes.
create table event_unrelayed (
  -- In the order of writing.
  sequence bigint generated always as identity primary key,
  organisation_id bigint not null,
  event_id text collate "C" not null,
  slot smallint not null
);

create table webhook_endpoint (
  id bigint generated always as identity,
  organisation_id bigint not null references organisation (id),
  url text not null,
  secret bytea not null,
  -- null: all types
  events text[],
  enabled boolean not null,
  disabled_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Removed for all but its deliveries, which expire with their events.
  removed_at timestamptz,
  description text check (char_length(description) <= 200),
  -- After a rotation the former secret signs, too, until this time of the business clock.
  previous_secret bytea,
  previous_secret_until timestamptz,
  -- The first failed attempt since the last success, or since the operator changed the url or enabled the endpoint.
  failing_since timestamptz,
  primary key (id, organisation_id),
  unique (organisation_id, id),
  check (removed_at is null or not enabled),
  constraint webhook_endpoint_previous_secret check ((previous_secret is null) = (previous_secret_until is null))
);

-- Nearly every delivery is updated once, soon after its insertion: its page has room, and no index is written again.
create table delivery (
  -- The last three bits are its event's slot, so a lookup by id reads one table.
  id bigint not null,
  slot smallint not null check (slot = (id & 7)),
  organisation_id bigint not null,
  event_id text collate "C" not null,
  endpoint_id bigint not null,
  state text not null check (state in ('pending', 'delivered', 'failed')),
  -- The number of ended attempts.
  attempts integer not null default 0,
  -- The number of the last ended attempt. A replay continues from there.
  claims integer not null default 0,
  created_at timestamptz not null,
  finished_at timestamptz,
  -- Ended attempts before the last replay. The retry schedule counts from there; numbers continue.
  replayed_after integer not null default 0,
  primary key (id, organisation_id, slot),
  unique (organisation_id, event_id, endpoint_id, slot),
  foreign key (organisation_id, endpoint_id) references webhook_endpoint (organisation_id, id),
  check (attempts <= claims),
  check ((state = 'pending') = (finished_at is null)),
  constraint delivery_replayed_after check (replayed_after between 0 and attempts)
) partition by list (slot);
-- Times 8, plus the slot: a delivery's id.
create sequence delivery_number;
create index delivery_by_endpoint on delivery (organisation_id, endpoint_id, id);

-- Deliveries that wait to be sent, in a separate narrow table: a claim and its end write no index of the log of
-- deliveries. Only functions write its rows and attempts, under the delivery's lock. Foreign keys would ensure the same
-- for a sixth of a delivery's cost in the database.
create table delivery_queue (
  delivery_id bigint primary key,
  endpoint_id bigint not null,
  -- By the business clock, as the retry schedule. The two clocks are never compared.
  due_at timestamptz not null,
  -- The number of claims, which is the current attempt's and fences off earlier ones.
  claims integer not null default 0,
  -- By the database's clock, which all processes share; set while a process sends it.
  lease_until timestamptz,
  leased_by uuid,
  constraint delivery_queue_leased_by check ((lease_until is null) = (leased_by is null))
) with (fillfactor = 70);
create index delivery_queue_due on delivery_queue (endpoint_id, due_at) where lease_until is null;
create index delivery_queue_leased on delivery_queue (endpoint_id, lease_until) where lease_until is not null;

create table delivery_attempt (
  organisation_id bigint not null,
  delivery_id bigint not null,
  slot smallint not null check (slot = (delivery_id & 7)),
  -- Its claim. A gap: that claim's process died.
  number integer not null,
  -- null: no answer
  status integer,
  error text,
  response text,
  duration_ms integer not null,
  at timestamptz not null,
  primary key (delivery_id, number, organisation_id, slot)
) partition by list (slot);

do $$
begin
  for slot in 0..7 loop
    execute format('create table event_slot_%s partition of event for values in (%s)', slot, slot);
    execute format(
      'create table delivery_slot_%s partition of delivery for values in (%s) with (fillfactor = 50)', slot, slot);
    execute format('create table delivery_attempt_slot_%s partition of delivery_attempt for values in (%s)', slot, slot);
  end loop;
end $$;

-- ------------------------------------------------------------------------------------------------ simulated

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
  notification_url text not null,
  paid_at timestamptz
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

-- The simulated chain's memory (never used in production).
create table simulated_chain (
  -- One row.
  id boolean primary key default true check (id),
  salt bytea not null check (length(salt) = 32),
  genesis_at timestamptz not null,
  mined_blocks bigint not null default 0,
  -- The number of blocks that the clock had made at the last mining.
  clock_blocks bigint not null default 0,
  last_mined_at timestamptz not null,
  -- The lowest block of each reorganisation. In this row, so that waiting transactions read it.
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

-- ------------------------------------------------------------------------------------------------ triggers

-- Triggers need their functions to exist. These raise until functions/ replaces them, before a process of this build
-- serves.
create function complete_refund() returns trigger language plpgsql as $$
begin
  raise exception 'complete_refund() has no text yet';
end $$;
create function append_only() returns trigger language plpgsql as $$
begin
  raise exception 'append_only() has no text yet';
end $$;
create function queue_for_relay() returns trigger language plpgsql as $$
begin
  raise exception 'queue_for_relay() has no text yet';
end $$;
create function number_terms() returns trigger language plpgsql as $$
begin
  raise exception 'number_terms() has no text yet';
end $$;
create function change_terms() returns trigger language plpgsql as $$
begin
  raise exception 'change_terms() has no text yet';
end $$;
create function number_lot() returns trigger language plpgsql as $$
begin
  raise exception 'number_lot() has no text yet';
end $$;

create function mail_tickets() returns trigger language plpgsql as $$
begin
  raise exception 'mail_tickets() has no text yet';
end $$;
create function mail_refund() returns trigger language plpgsql as $$
begin
  raise exception 'mail_refund() has no text yet';
end $$;
create function mail_winner() returns trigger language plpgsql as $$
begin
  raise exception 'mail_winner() has no text yet';
end $$;
create function notice_endpoint() returns trigger language plpgsql as $$
begin
  raise exception 'notice_endpoint() has no text yet';
end $$;
create function notice_refund() returns trigger language plpgsql as $$
begin
  raise exception 'notice_refund() has no text yet';
end $$;

create trigger refund_added before insert on refund for each row execute function complete_refund();
-- Events that send the buyer a mail. Orders placed by API key send none.
create trigger order_settled after update of status on ticket_order
  for each row when (new.channel = 'hosted' and new.status = 'paid' and old.status <> 'paid')
  execute function mail_tickets();
create trigger refund_told after insert or update of state, note on refund
  for each row when (new.order_id is not null and (new.state in ('succeeded', 'manual') or new.note is not null))
  execute function mail_refund();
create trigger winner_told after insert or update of published_at on winner
  for each row when (new.published_at is not null) execute function mail_winner();
-- Events that send an organisation's members a mail.
create trigger refund_failed after update of state on refund
  for each row when (new.state = 'failed' and old.state <> 'failed') execute function notice_refund();
create trigger endpoint_in_trouble after update of enabled, failing_since on webhook_endpoint
  for each row when (new.enabled <> old.enabled or new.failing_since is distinct from old.failing_since)
  execute function notice_endpoint();
create trigger draw_ledger_append_only before update or delete on draw_ledger_entry
  for each row execute function append_only();
create trigger lot_numbered after update on lot for each row execute function number_lot();
create trigger organisation_terms before update on organisation for each row execute function number_terms();
-- An account's currencies change with it. Former credentials are erased, for many organisations at once, without a new
-- number.
create trigger rail_account_terms
  after insert or delete or update of currencies, credentials, settings, enabled on rail_account
  for each row execute function change_terms();
create trigger affiliate_terms after insert or delete or update on affiliate
  for each row execute function change_terms();
create trigger event_added after insert on event referencing new table as added
  for each statement execute function queue_for_relay();
