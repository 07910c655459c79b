-- Closing and drawing. Neither column is in an index that selling touches.
alter table lot
  -- When drawing looks at it next, by the business clock; null: it has nothing to do here.
  add column draw_at timestamptz,
  -- By the database's clock; set while somebody works on its draw.
  add column draw_lease_until timestamptz,
  add constraint lot_drawn_when_ended check (drawn_at is null or status = 'ended'),
  add constraint lot_drawing_when_ended check (draw_at is null or (status = 'ended' and drawn_at is null));
create index lot_closing on lot (end_at) where status = 'active';
create index lot_drawing on lot (draw_at) where draw_at is not null;
update lot set draw_at = closed_at where status = 'ended' and drawn_at is null and not on_chain;

-- What a draw rests on. Written once; the only changes are that it counts, or that it does not.
create table lot_commitment (
  id bigint generated always as identity primary key,
  organisation_id bigint not null,
  lot_id bigint not null,
  sequence integer not null check (sequence >= 1),
  tickets_root text not null check (tickets_root ~ '^[0-9a-f]{64}$'),
  total_tickets integer not null check (total_tickets >= 1),
  ranges integer not null check (ranges between 1 and total_tickets),
  chain_id bigint not null,
  block_number bigint not null check (block_number >= 1),
  committed_at timestamptz not null,
  -- It was seen durable while its block did not exist: only then it counts, and is shown.
  confirmed_at timestamptz,
  voided_at timestamptz,
  -- late: it was not seen durable before its block existed. cancelled: with its lot, before the block existed.
  void_reason text check (void_reason in ('late', 'cancelled')),
  unique (lot_id, sequence),
  foreign key (organisation_id, lot_id) references lot (organisation_id, id),
  check ((voided_at is null) = (void_reason is null)),
  constraint lot_commitment_late_never_counted check (void_reason <> 'late' or confirmed_at is null)
);
create unique index lot_commitment_in_force on lot_commitment (lot_id) where voided_at is null;

-- Every so many ranges, how many live tickets are before one: finds the winner's range without summing all.
create table lot_commitment_checkpoint (
  commitment_id bigint not null references lot_commitment (id),
  position integer not null check (position >= 0),
  first integer not null,
  primary key (commitment_id, position)
);

-- Fixes the tickets of an ended lot. Outcomes: frozen (now or before), held (orders are pending), retired (it has no
-- tickets), over.
create function freeze_lot(frozen bigint, at timestamptz) returns text language plpgsql as $$
declare
  l lot%rowtype;
begin
  select * into l from lot where id = frozen for no key update;
  if not found or l.status <> 'ended' or l.drawn_at is not null or l.on_chain then return 'over'; end if;
  if l.committed_at is not null then return 'frozen'; end if;
  if l.held > 0 then return 'held'; end if;
  if l.sold = l.voided then
    update lot set draw_at = null, draw_lease_until = null where id = l.id;
    return 'retired';
  end if;
  update lot set committed_at = at where id = l.id;
  return 'frozen';
end $$;

-- Writes a commitment of a frozen lot with its checkpoints. false: there is one in force, or the lot is over.
create function commit_lot(
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
    from lot_commitment c where c.lot_id = l.id having count(*) filter (where c.voided_at is null) = 0
  returning id into added;
  if added is null then return false; end if;
  insert into lot_commitment_checkpoint (commitment_id, position, first)
    select added, p.position, p.first from unnest(positions, firsts) as p (position, first);
  return true;
end $$;

-- Decides a lot by the index that the hash of its commitment's block gave, and writes the event, together.
-- Outcomes: drawn, already, over (cancelled, or the commitment does not count).
create function draw_lot(deciding bigint, block_hash text, winner_index integer, event_id text, at timestamptz)
returns text language plpgsql as $$
declare
  c lot_commitment%rowtype;
  l lot%rowtype;
  won record;
begin
  select * into l from lot where id = (select k.lot_id from lot_commitment k where k.id = deciding) for no key update;
  if not found then return 'over'; end if;
  if l.drawn_at is not null then return 'already'; end if;
  select * into c from lot_commitment k where k.id = deciding;
  if l.status <> 'ended' or c.confirmed_at is null or c.voided_at is not null then return 'over'; end if;
  select x.ticket, x.account_id into won from (
    select r.account_id, r.first + winner_index - p.position - size_before as ticket, r.first, r.last
    from (
      select k.position, k.first from lot_commitment_checkpoint k
      where k.commitment_id = c.id and k.position <= winner_index order by k.position desc limit 1
    ) p
    cross join lateral (
      select t.first, t.last, t.account_id,
        sum(t.last - t.first + 1) over (order by t.first) - (t.last - t.first + 1) as size_before
      from (
        select * from ticket_range g where g.lot_id = l.id and g.first >= p.first and g.voided_at is null
        order by g.first limit 1000
      ) t
    ) r
  ) x where x.ticket between x.first and x.last;
  if not found then raise 'lot % has no ticket at position % of its commitment', l.id, winner_index; end if;
  insert into winner (organisation_id, lot_id, ticket_number, account_id, proof, won_at, published_at)
    select l.organisation_id, l.id, won.ticket, won.account_id, jsonb_build_object(
      'blockNumber', c.block_number, 'blockHash', block_hash, 'winnerIndex', winner_index,
      'totalTickets', c.total_tickets), at, case when g.auto_publish_winners then at end
    from organisation g where g.id = l.organisation_id;
  update lot set drawn_at = at, draw_at = null, draw_lease_until = null where id = l.id;
  insert into event (id, organisation_id, type, payload, created_at)
    values (event_id, l.organisation_id, 'draw.completed', envelope(event_id, 'draw.completed', at, format(
      '{"lotId":%s,"winnerUserId":%s,"winnerTicketId":%s}', l.id, won.account_id, won.ticket)), at);
  return 'drawn';
end $$;

-- Cancels a lot and writes its event, together. Outcomes: cancelled, already, has_winner, missing, and committed: the
-- chain's head is needed to decide.
-- @param head the newest block of that chain; null: nobody asked
drop function cancel_lot(bigint, bigint, text, timestamptz);
create function cancel_lot(
  organisation bigint, cancelled bigint, event_id text, at timestamptz, chain bigint, head bigint
) returns text language plpgsql as $$
declare
  l lot%rowtype;
  c lot_commitment%rowtype;
begin
  select * into l from lot where id = cancelled and organisation_id = organisation for no key update;
  if not found then return 'missing'; end if;
  if l.status = 'cancelled' then return 'already'; end if;
  if l.drawn_at is not null then return 'has_winner'; end if;
  select * into c from lot_commitment k where k.lot_id = l.id and k.voided_at is null for no key update;
  if found then
    -- Anyone can compute the winner once the block exists. What was never confirmed decides nothing.
    if c.confirmed_at is not null then
      if head is null or c.chain_id is distinct from chain then return 'committed'; end if;
      if c.block_number <= head then return 'has_winner'; end if;
    end if;
    update lot_commitment set voided_at = at, void_reason = 'cancelled' where id = c.id;
  end if;
  update lot set status = 'cancelled', cancelled_at = at, draw_at = null, draw_lease_until = null where id = l.id;
  insert into event (id, organisation_id, type, payload, created_at)
    values (event_id, organisation, 'lot.cancelled', envelope(event_id, 'lot.cancelled', at, format(
      '{"lotId":%s,"cancelledAt":"%s","ticketsSold":%s}', l.id, iso(at), l.sold)), at);
  return 'cancelled';
end $$;
