-- Takes a wrong answer from the key's budget for the question. A right one takes nothing, but an empty budget refuses
-- it, too: allowing it would reveal the answer.
-- Locks: the question, shared, so that it is not deleted meanwhile; then the budget, for a wrong answer.
-- Outcomes: no row if the organisation has no such question (any more). `retry_after` in seconds.
create or replace function spend_guess(organisation bigint, key_id bigint, question bigint, wrong boolean)
returns table (allowed boolean, retry_after integer) language plpgsql as $$
declare
  quota integer;
  interval_ns bigint;
  arrival bigint;
  at_ns bigint;
begin
  perform from entry_question q where q.organisation_id = organisation and q.id = spend_guess.question for key share;
  if not found then
    return;
  end if;
  select g.wrong_answers_per_minute into quota from organisation g where g.id = organisation;
  interval_ns := 60000000000 / quota;
  if wrong then
    insert into guess_budget as b (organisation_id, api_key_id, question_id, arrival_ns)
      values (organisation, key_id, question, now_ns() + interval_ns)
      on conflict on constraint guess_budget_pkey do update set arrival_ns = greatest(b.arrival_ns, now_ns()) + interval_ns
        where greatest(b.arrival_ns, now_ns()) + interval_ns - now_ns() <= interval_ns * quota
      returning b.arrival_ns into arrival;
    allowed := found;
  end if;
  if allowed is distinct from true then
    select b.arrival_ns into arrival from guess_budget b
      where b.api_key_id = key_id and b.question_id = question and b.organisation_id = organisation;
  end if;
  at_ns := now_ns();
  arrival := coalesce(arrival, at_ns);
  allowed := coalesce(allowed, budget_remaining(arrival, at_ns, interval_ns, quota) > 0);
  retry_after := budget_retry_after(arrival, at_ns, interval_ns, quota, allowed);
  return next;
end $$;
