-- Trigger of refund: mails the buyer of a hosted order that the money was sent, or that the organisation returns it by
-- hand. Nothing is promised for disputed money.
create or replace function mail_refund() returns trigger language plpgsql
set enable_seqscan = off as $$
declare
  how text := case
    when new.note is not null or (new.state = 'manual' and new.last_error is distinct from 'disputed') then 'by_hand'
    when new.state = 'succeeded' then 'sent'
  end;
  account bigint;
begin
  if how is null then return null; end if;
  select t.account_id into account from ticket_order t
    where t.organisation_id = new.organisation_id and t.id = new.order_id and t.channel = 'hosted';
  if found then perform write_mail(new.organisation_id, 'refund', new.id || ' ' || how, account); end if;
  return null;
end $$;
