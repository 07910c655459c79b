-- Compares a lot's purchases up to a final block with what the contract counts there, and closes the lot where that
-- block is not before its end. Outcomes: agrees, closed, behind (they differ, or it was behind before), over.
-- Locks: the lot, and what it is on chain.
-- @param block the last of those whose logs were all read
create or replace function count_chain_lot(
  organisation bigint, counted bigint, block bigint, sold integer, purchases integer, ended boolean, event_id text,
  at timestamptz
) returns text language plpgsql
set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  l lot%rowtype;
  c chain_lot%rowtype;
  known record;
begin
  select * into l from lot k where k.id = counted and k.organisation_id = organisation for no key update;
  select * into c from chain_lot k where k.lot_id = counted and k.organisation_id = organisation for no key update;
  if l.status not in ('active', 'ended') or c.request_id is not null then return 'over'; end if;
  select count(*) as purchases, coalesce(sum(r.last - r.first + 1), 0) as sold into known
    from chain_purchase p join ticket_range r on r.organisation_id = p.organisation_id and r.order_id = p.order_id
    where p.organisation_id = organisation and p.lot_id = counted and p.block_number <= block;
  if known.purchases <> count_chain_lot.purchases or known.sold <> count_chain_lot.sold or c.behind_since is not null then
    update chain_lot k set behind_since = coalesce(k.behind_since, at)
      where k.organisation_id = organisation and k.lot_id = counted;
    return 'behind';
  end if;
  if not ended or l.status = 'ended' then return 'agrees'; end if;
  perform close_chain_lot(organisation, counted, event_id, at);
  return 'closed';
end $$;
