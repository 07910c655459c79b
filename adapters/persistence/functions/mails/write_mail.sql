-- Writes a mail to a buyer about a record, once, if there is an address. The words are made from the record when the
-- mail is sent; it is sent until `freshUntil`. Mails use real time, even if their cause has business time.
create or replace function write_mail(organisation bigint, of_kind text, of_record text, account bigint)
returns void language plpgsql
set enable_seqscan = off as $$
declare
  -- In the precision of the service's clock, so that it is due from now on.
  at timestamptz := date_trunc('milliseconds', clock_timestamp());
begin
  if email_of(organisation, account) is null then return; end if;
  insert into mail (organisation_id, kind, about, account_id, created_at, fresh_until, due_at)
    values (organisation, of_kind, of_record, account, at, at + interval '3 days', at)
    on conflict (organisation_id, kind, about) where about is not null do nothing;
end $$;
