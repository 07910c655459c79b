-- What the buyer's browser brought back, where a rail can be asked only with that.
alter table ticket_order add column return_proof text check (char_length(return_proof) <= 30000);
