import { expect, it } from "vitest";
import { DrawRig } from "./draw-rig.ts";
import { opened } from "../support/opened.ts";

const RANGES = 3_456;

const rig = opened(() => DrawRig.open());

/** Adds paid orders of one to five tickets each behind the first, every seventh and a whole stretch voided. */
async function fill(lotId: number): Promise<void> {
  await rig.rows(
    `insert into ticket_order (id, organisation_id, lot_id, account_id, api_key_id, quantity, status, price_cents,
       credit_cents, charge_amount, charge_currency, source, hold_until, rail_expires_at, created_at, paid_at)
     select 'cs_' || lpad(n::text, 26, '0'), organisation_id, lot_id, account_id, api_key_id, 1 + n % 5, 'paid', 0,
       0, 0, charge_currency, 'free', now(), now(), now(), now()
     from ticket_order cross join generate_series(1, $2::integer) n where lot_id = $1`,
    lotId,
    RANGES,
  );
  await rig.rows(
    `insert into ticket_range (lot_id, first, last, follows, organisation_id, order_id, account_id, issued_at, voided_at)
     select lot_id, last - quantity + 1, last, last - quantity, organisation_id, id, account_id, now(),
       case when n % 7 = 0 or n between 1200 and 2400 then now() end
     from (
       select o.*, substr(id, 4)::integer as n, 1 + sum(quantity) over (order by id)::integer as last
       from ticket_order o where lot_id = $1 and id like 'cs_000000000000%'
     ) o order by n`,
    lotId,
  );
  await rig.rows(
    `update lot_stock set max_tickets = 1000000, sold = (select max(last) from ticket_range where lot_id = $1),
       voided = (select sum(last - first + 1) from ticket_range where lot_id = $1 and voided_at is not null)
     where lot_id = $1`,
    lotId,
  );
}

it("the winner's ticket is found at every position, across checkpoints and voided ranges", async () => {
  const lotId = await rig.sold(1);
  await fill(lotId);
  await rig.close(lotId);
  await rig.turn(lotId);
  const { totalTickets, ranges } = (await rig.document(lotId)).commitment!;
  const live = await rig.rows(
    "select first, last from ticket_range where lot_id = $1 and voided_at is null order by first",
    lotId,
  );
  const numbers: number[] = live.flatMap(({ first, last }) =>
    Array.from({ length: last - first + 1 }, (_, offset) => first + offset),
  );
  expect([totalTickets, ranges]).toEqual([numbers.length, live.length]);
  const checkpoints = await rig.rows(
    `select position, first from lot_commitment_checkpoint p join lot_commitment c on c.id = p.commitment_id
     where c.lot_id = $1 order by position`,
    lotId,
  );
  expect(checkpoints).toEqual(
    live
      .filter((_, index) => index % 1_000 === 0)
      .map(({ first }) => ({ position: numbers.indexOf(first), first })),
  );
  const [{ id: commitmentId }] = await rig.rows("select id from lot_commitment where lot_id = $1", lotId);
  const edges = checkpoints.flatMap(({ position }) => [position - 1, position, position + 1]);
  const positions = [0, totalTickets - 1, ...edges, ...Array.from({ length: 60 }, (_, index) => index * 131)];
  const client = await rig.service.database.pool.connect();
  try {
    for (const index of positions.filter((position) => position >= 0 && position < totalTickets)) {
      await client.query("begin");
      await client.query("select draw_lot($1, '0x', $2, 'evt_look', now())", [commitmentId, index]);
      const { rows } = await client.query("select ticket_number from winner where lot_id = $1", [lotId]);
      expect(rows, `position ${index}`).toEqual([{ ticket_number: numbers[index] }]);
      await client.query("rollback");
    }
    await expect(
      client.query("select draw_lot($1, '0x', $2, 'evt_look', now())", [commitmentId, totalTickets]),
    ).rejects.toThrow("no ticket at position");
  } finally {
    client.release();
  }
});
