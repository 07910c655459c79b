-- Returns the time since which each table's oldest row is overdue by `prune` and `empty_slot`; null: none is. One row
-- of an index each; of events one for each organisation and slot. Locks nothing.
create or replace function unpruned(at timestamptz)
returns table (kind text, since timestamptz) language sql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
  select oldest.kind, case when oldest.due_at < at then oldest.due_at end
  from (values
    -- A slot is emptied as a whole, with its deliveries and attempts, once its youngest event has expired.
    ('event', (select min(youngest_event(s)) + interval '30 days' from generate_series(0, 7) s)),
    ('idempotency', (select i.created_at + interval '25 hours' from idempotency i order by i.id limit 1)),
    ('entry_pass', (select p.expires_at + interval '1 day' from entry_pass p order by p.expires_at limit 1)),
    ('rail_notification', (select n.received_at + interval '90 days' from rail_notification n order by n.id limit 1)),
    ('mail', (select m.created_at + interval '7 days' from mail m order by m.id limit 1)),
    ('sign_in_attempt', (select s.created_at + interval '2 days' from sign_in_attempt s order by s.created_at limit 1)),
    ('question_turn', (select t.changed_at + interval '1 day' from question_turn t order by t.changed_at limit 1)),
    ('buyer_session', (select s.seen_at + interval '31 days' from buyer_session s order by s.seen_at limit 1)),
    ('person_mail', (select m.created_at + interval '7 days' from person_mail m order by m.id limit 1)),
    ('person_code', (select c.created_at + interval '2 days' from person_code c order by c.created_at limit 1)),
    ('sign_in_link', (select k.expires_at + interval '1 day' from sign_in_link k order by k.expires_at limit 1)),
    ('passkey_challenge', (select c.expires_at + interval '1 day' from passkey_challenge c order by c.expires_at limit 1)),
    ('provider_way', (select w.expires_at + interval '1 day' from provider_way w order by w.expires_at limit 1)),
    ('login', (select l.seen_at + interval '15 days' from login l order by l.seen_at limit 1)),
    ('used_proof', (select u.expires_at + interval '1 minute' from used_proof u order by u.expires_at limit 1))
  ) as oldest (kind, due_at)
$$;
