-- A word that each key of ENCRYPTION_KEY has sealed: whether a start was given the right key is known by opening it.
create table encryption_key_canary (
  key_id smallint primary key check (key_id between 0 and 255),
  sealed bytea not null
);
