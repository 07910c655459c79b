-- Writes a commitment of a frozen lot with its checkpoints. false: there is one in force, or the lot is over.
-- Locks: the lot.
create or replace function commit_lot(
  committed bigint, root text, tickets integer, range_count integer, chain bigint, block bigint, at timestamptz,
  positions integer[], firsts integer[]
) returns boolean language plpgsql as $$
declare
  l lot%rowtype;
  added bigint;
begin
  select * into l from lot where id = committed for no key update;
  if l.status <> 'ended' or l.drawn_at is not null or l.committed_at is null then return false; end if;
  insert into lot_commitment (
    organisation_id, lot_id, sequence, tickets_root, total_tickets, ranges, chain_id, block_number, committed_at
  ) select l.organisation_id, l.id, 1 + count(*), root, tickets, range_count, chain, block, at
    from lot_commitment c where c.organisation_id = l.organisation_id and c.lot_id = l.id having count(*) filter (where c.voided_at is null) = 0
  returning id into added;
  if added is null then return false; end if;
  insert into lot_commitment_checkpoint (organisation_id, commitment_id, position, first)
    select l.organisation_id, added, p.position, p.first from unnest(positions, firsts) as p (position, first);
  return true;
end $$;
