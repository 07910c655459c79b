-- Trigger of ticket_order: mails the buyers of settled hosted orders, in the same transaction. Other buyers hear from
-- the partner.
create or replace function mail_tickets() returns trigger language plpgsql
set enable_seqscan = off as $$
begin
  perform write_mail(new.organisation_id, 'tickets_issued', new.id, new.account_id);
  return null;
end $$;
