-- Stores what rails told buyers to do: [{organisation_id, id, instruction, ids}]. Locks: orders, as settling does.
-- A function, because its setting binds the planner: of a small table it would read the whole, and go on with that while
-- the table grows. Not waited for until it is on the disk: a crash of the database that loses it
-- leaves what a process leaves that dies before storing it.
create function store_instructions(answers jsonb) returns void language plpgsql
set enable_seqscan = off as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  perform from jsonb_to_recordset(answers) as a (organisation_id bigint, id text)
    join ticket_order t on t.organisation_id = a.organisation_id and t.id = a.id
    order by t.lot_id, t.id for no key update of t;
  update ticket_order t set instruction = a.instruction, provider_ids = t.provider_ids || a.ids
    from jsonb_to_recordset(answers) as a (organisation_id bigint, id text, instruction jsonb, ids jsonb)
    where t.organisation_id = a.organisation_id and t.id = a.id;
end $$;
