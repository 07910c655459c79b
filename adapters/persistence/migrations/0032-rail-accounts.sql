-- When the provider accepted an account's credentials; and those before them, which notifications may be signed with
-- for a while yet.
alter table rail_account
  add column verified_at timestamptz,
  add column previous_credentials bytea,
  add column previous_until timestamptz,
  add check ((previous_credentials is null) = (previous_until is null));
create index rail_account_previous on rail_account (previous_until) where previous_until is not null;

-- How calls to an account ended, written now and then by each process.
create table rail_account_health (
  rail_account_id bigint primary key,
  organisation_id bigint not null,
  last_success_at timestamptz,
  last_error_at timestamptz,
  last_error text,
  last_error_operation text,
  consecutive_failures integer not null,
  check ((last_error_at is null) = (last_error is null)),
  check ((last_error_at is null) = (last_error_operation is null)),
  foreign key (organisation_id, rail_account_id) references rail_account (organisation_id, id) on delete cascade
);

-- Until when an account's provider was asked what it could not deliver.
create table rail_event_cursor (
  rail_account_id bigint primary key,
  organisation_id bigint not null,
  asked_at timestamptz,
  lease_until timestamptz not null,
  foreign key (organisation_id, rail_account_id) references rail_account (organisation_id, id) on delete cascade
);

-- What a notification says, in a word an event; and why it is worth a look: most are not, and cost no index.
alter table rail_notification
  add column types text,
  add column remark text check (remark in ('ignored', 'retried', 'unmatched', 'failed'));
create index rail_notification_remarkable on rail_notification (organisation_id, id) where remark is not null;
update rail_notification set remark = 'failed' where error is not null;
