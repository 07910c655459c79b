-- What one buyer may keep from others without paying: orders that are pending, and their tickets, in one lot.
-- Wrong answers to one entry question that one API key may give in a minute.
alter table organisation
  add column max_pending_sessions integer not null default 10 check (max_pending_sessions between 1 and 1000),
  add column max_pending_tickets integer not null default 100 check (max_pending_tickets between 100 and 100000),
  add column wrong_answers_per_minute integer not null default 60 check (wrong_answers_per_minute between 1 and 100000);

-- What a buyer has pending in a lot. Said by the two times and not by the status, as that would let a plan for an empty
-- table read the index of all that is due instead; and so an order enters it once, and settling leaves it alone.
create index ticket_order_open on ticket_order (account_id, lot_id) where paid_at is null and failed_at is null;

-- Unlogged: after a crash of the database budgets are whole.
create unlogged table guess_budget (
  api_key_id bigint not null,
  question_id bigint not null references entry_question (id) on delete cascade,
  arrival_ns bigint not null,
  primary key (api_key_id, question_id)
);

-- Takes a wrong answer from the key's budget for the question; a right one takes nothing, but where nothing is left it
-- is not allowed either: it would tell what a wrong one does not.
create function spend_guess(organisation bigint, key_id bigint, question bigint, wrong boolean)
returns table (allowed boolean, retry_after integer) language plpgsql as $$
declare
  quota integer;
  interval_ns bigint;
  arrival bigint;
  at_ns bigint;
begin
  select g.wrong_answers_per_minute into quota from organisation g where g.id = organisation;
  interval_ns := 60000000000 / quota;
  if wrong then
    insert into guess_budget as b (api_key_id, question_id, arrival_ns) values (key_id, question, now_ns() + interval_ns)
      on conflict on constraint guess_budget_pkey do update set arrival_ns = greatest(b.arrival_ns, now_ns()) + interval_ns
        where greatest(b.arrival_ns, now_ns()) + interval_ns - now_ns() <= interval_ns * quota
      returning b.arrival_ns into arrival;
    allowed := found;
  end if;
  if allowed is distinct from true then
    select b.arrival_ns into arrival from guess_budget b where b.api_key_id = key_id and b.question_id = question;
  end if;
  at_ns := now_ns();
  arrival := coalesce(arrival, at_ns);
  allowed := coalesce(allowed, budget_remaining(arrival, at_ns, interval_ns, quota) > 0);
  retry_after := budget_retry_after(arrival, at_ns, interval_ns, quota, allowed);
  return next;
end $$;
