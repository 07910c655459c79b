-- Whoever cancels a lot that somebody holds is told so, instead of taking a connection for as long as it is held.
alter function cancel_lot(bigint, bigint, text, timestamptz, bigint, bigint) set lock_timeout = '2s';
