-- Trigger of ticket_order, for hosted orders that are settled: their buyers are told, in the same transaction. Buyers of
-- a partner's own hear from the partner.
create or replace function mail_tickets() returns trigger language plpgsql
set enable_seqscan = off as $$
begin
  perform write_mail(new.organisation_id, 'tickets_issued', new.id, new.account_id);
  return null;
end $$;
