-- Writes what the raffle contract logged in some final blocks, in one transaction with how far its logs were read. A lot
-- whose events do not follow those that are here is left as it was and is behind: its own events are read again, and
-- the others' go on.
-- Without `from_block` these are events of one lot from its beginning: those that are here change nothing. Where they
-- reach as far as all logs were read, the lot is not behind any more.
-- Outcomes: written, moved_on (another process has read these blocks), other_chain (the block before them is another
-- one than was read), behind (the events of the one lot do not follow).
-- Locks: the watch, lots, what they are on chain, accounts.
-- @param events in chain order, as `follow_chain_lot` takes them
create or replace function watch_raffle(
  watched_chain bigint, watched_contract text, from_block bigint, before_hash text, to_block bigint, to_hash text,
  events jsonb, at timestamptz
) returns text language plpgsql
set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  w chain_watch%rowtype;
  c chain_lot%rowtype;
  e jsonb;
  named bigint[] := array(select distinct (x ->> 'lot')::bigint from jsonb_array_elements(events) x order by 1);
  outcome text := 'written';
begin
  select * into w from chain_watch k where k.chain_id = watched_chain and k.contract = watched_contract for no key update;
  if not found then return 'moved_on'; end if;
  if from_block is not null then
    if w.next_block <> from_block then return 'moved_on'; end if;
    if w.last_hash is distinct from before_hash then return 'other_chain'; end if;
  end if;
  perform 1 from lot l where l.id = any(named) order by l.id for no key update;
  for c in
    select * from chain_lot k where k.lot_id = any(named) and k.chain_id = watched_chain and k.contract = watched_contract
    order by k.lot_id for no key update
  loop
    -- Its events wait until all of them are read again.
    continue when c.behind_since is not null and from_block is not null;
    begin
      for e in select x from jsonb_array_elements(events) x where (x ->> 'lot')::bigint = c.lot_id loop
        perform follow_chain_lot(c.organisation_id, c.lot_id, e, at);
      end loop;
      if from_block is null and w.next_block = to_block + 1 then
        update chain_lot k set behind_since = null where k.organisation_id = c.organisation_id and k.lot_id = c.lot_id;
      end if;
    exception when sqlstate 'RB001' then
      update chain_lot k set behind_since = coalesce(k.behind_since, at), due_at = case when from_block is null then k.due_at else at end
        where k.organisation_id = c.organisation_id and k.lot_id = c.lot_id;
      if from_block is null then outcome := 'behind'; end if;
    end;
  end loop;
  if from_block is not null then
    update chain_watch k set next_block = to_block + 1, last_hash = to_hash
      where k.chain_id = watched_chain and k.contract = watched_contract;
  end if;
  return outcome;
end $$;
