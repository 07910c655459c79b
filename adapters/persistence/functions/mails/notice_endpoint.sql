-- Trigger of webhook_endpoint: notifies members of a disabled endpoint at once, and of a failing one after an hour and
-- after a day, unless it has recovered by then.
create or replace function notice_endpoint() returns trigger language plpgsql
set enable_seqscan = off as $$
begin
  delete from notice n
    where n.organisation_id = new.organisation_id and n.kind = 'endpoints_failing' and n.about = new.id;
  if old.enabled and not new.enabled and new.removed_at is null then
    perform write_notice(new.organisation_id, 'endpoints_disabled', new.id, '{}', interval '5 seconds');
  elsif new.enabled and new.failing_since is not null then
    perform write_notice(
        new.organisation_id, 'endpoints_failing', new.id, jsonb_build_object('hours', h), make_interval(hours => h)
      ) from unnest(array[1, 24]) as h;
  end if;
  return null;
end $$;
