-- Trigger of winner: mails the buyer of a hosted order's ticket once the winner is published.
create or replace function mail_winner() returns trigger language plpgsql
set enable_seqscan = off as $$
begin
  if exists (
    select from ticket_range i join ticket_order t on t.organisation_id = i.organisation_id and t.id = i.order_id
    where i.organisation_id = new.organisation_id and i.lot_id = new.lot_id and i.last >= new.ticket_number
      and i.first <= new.ticket_number and t.channel = 'hosted'
  ) then
    perform write_mail(new.organisation_id, 'winner', new.id::text, new.account_id);
  end if;
  return null;
end $$;
