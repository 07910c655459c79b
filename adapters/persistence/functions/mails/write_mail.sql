-- Writes the mail that tells a buyer of something, once, where there is an address. Its words are made when it is sent, of
-- the record that it is about; it is sent for as long as `freshUntil` says. Mails go by real time, whatever the business
-- time of their cause.
create or replace function write_mail(organisation bigint, of_kind text, of_record text, account bigint)
returns void language plpgsql
set enable_seqscan = off as $$
declare
  -- As the service's clock counts: by that it is due from now on.
  at timestamptz := date_trunc('milliseconds', clock_timestamp());
begin
  if email_of(organisation, account) is null then return; end if;
  insert into mail (organisation_id, kind, about, account_id, created_at, fresh_until, due_at)
    values (organisation, of_kind, of_record, account, at, at + interval '3 days', at)
    on conflict (organisation_id, kind, about) where about is not null do nothing;
end $$;
