-- Reads an organisation's feed behind a place, oldest first; behind_tx null: from the oldest event kept. Looks through
-- a number of entries for some types. An entry is read when no older transaction is open: transactions that commit late
-- have their entries before those of later ones, and none comes behind a place that was read. Volatile, so that its
-- snapshot is younger than the locks that `empty_slot` waits for. Locks nothing.
-- @param known_emptyings how often the feed had been emptied when the place was given; null: none was given
-- @param wanted the types; null: all
-- @returns epoch: the last recovery, as microseconds of its time, 0: none; emptyings: how often the feed was emptied;
--   lost: entries behind the place were emptied since it was given;
--   txs, positions, payloads: the events found; reached_tx, reached_position: the last entry visited, null: none;
--   finished: no further entry can be read now; hidden: there are entries that cannot be read yet
create or replace function read_feed(
  organisation bigint, behind_tx text, behind_position bigint, known_emptyings integer, wanted text[], most integer,
  look_at integer, out epoch bigint, out emptyings integer, out lost boolean, out txs text[], out positions bigint[],
  out payloads text[], out reached_tx text, out reached_position bigint, out finished boolean, out hidden boolean
) language plpgsql set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan as $$
declare
  looked_at bigint;
  most_looked_at constant integer := case when wanted is null then most else look_at end;
begin
  select coalesce(max(extract(epoch from v.begun_at) * 1000000)::bigint, 0) into epoch from recovery v;
  with bound as materialized (
    select pg_snapshot_xmin(pg_current_snapshot()) as tx
  ), looked as materialized (
    select f.tx, f.position, f.event_id, f.slot, f.type from event_feed f
    -- With the organisation in the comparison, too, the index would be read from the feed's beginning.
    where f.organisation_id = organisation
      and (f.tx, f.position) > (coalesce(behind_tx, '0')::xid8, coalesce(behind_position, 0))
      and f.tx < (select b.tx from bound b)
    order by f.tx, f.position limit most_looked_at
  ), found as materialized (
    select k.tx, k.position, v.payload from (
      select l.* from looked l where wanted is null or l.type = any(wanted) order by l.tx, l.position limit most
    ) k
    cross join lateral (
      select e.payload from event e where e.organisation_id = organisation and e.id = k.event_id and e.slot = k.slot limit 1
    ) v
  ), reached as (
    select r.tx, r.position from (
      select l.tx, l.position from looked l where (select count(*) from found) < most
      union all select q.tx, q.position from found q where (select count(*) from found) = most
    ) r order by r.tx desc, r.position desc limit 1
  )
  select array_agg(q.tx::text order by q.tx, q.position), array_agg(q.position order by q.tx, q.position),
      array_agg(q.payload order by q.tx, q.position), (select r.tx::text from reached r),
      (select r.position from reached r), (select count(*) from looked),
      coalesce((select max(d.emptyings) from event_feed_emptied d where d.organisation_id = organisation), 0),
      exists (
        select from event_feed_emptied d
        where d.organisation_id = organisation and d.emptyings > known_emptyings
          and (d.tx, d.position) > (behind_tx::xid8, behind_position)),
      exists (
        select from event_feed f where f.organisation_id = organisation and f.tx >= (select b.tx from bound b))
    into txs, positions, payloads, reached_tx, reached_position, looked_at, emptyings, lost, hidden from found q;
  finished := looked_at < most_looked_at and coalesce(cardinality(txs), 0) < most;
end $$;
