import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Pool } from "pg";
import { Orders } from "../../ports/checkout/orders.ts";
import { NewIds } from "../../ports/ids.ts";
import { invariant } from "../../src/shared/invariant.ts";
import type { Wiring } from "../../app/wiring.ts";
import { analyze, atTheEnd, machine, openService, runBench, tell } from "./servers/cluster.ts";
import { FILL } from "./support/world.ts";
import { middle, measure, type Round } from "./support/load.ts";
import {
  openShop,
  placementsOf,
  sellBeforehand,
  type ServiceWorld,
  settlementsOf,
} from "./servers/service-database.ts";

// Measures the cost of a lot's size: 10,000 tickets in 3,000 ranges, and 10,000,000 in 3,000,000.
const LARGE = { tickets: 10_000_000, ranges: 3_000_000 };
const SMALL = { tickets: 10_000, ranges: 3_000 };
const ROUNDS = 5;
const ROUND_MS = 2_000;
const LOOK_UPS = 200;

await runBench(async ({ url }) => {
  const pool = new Pool({ connectionString: url, max: 1 });
  atTheEnd(() => pool.end());

  tell("filling");
  const first = await openService(url);
  const world = await openShop(first.wiring);
  // Other lots' orders: plans are made for tables that are in use.
  await sellBeforehand(first.wiring, { ...world, many: world.many.slice(2) }, FILL);
  await first.database.close();
  const [small, large] = [world.many[0]!, world.many[1]!];
  await fill(pool, world, small, SMALL);
  await fill(pool, world, large, LARGE);
  await analyze(url);

  tell("purchases");
  // New connections from here on: their statements are planned for full tables.
  const { wiring, database } = await openService(url);
  atTheEnd(() => database.close());
  const rounds = { small: [] as Round[], large: [] as Round[] };
  for (let round = -1; round < ROUNDS; round++) {
    for (const [size, lot] of [
      ["small", small],
      ["large", large],
    ] as const) {
      const result = await purchases(wiring, world, lot);
      // The first time through only warms up.
      if (round >= 0) rounds[size].push(result);
    }
  }

  tell("the draw");
  const root = await commitment(pool, url, large);
  const lookUps = await winners(pool, large);

  const [ofSmall, ofLarge] = [middle(rounds.small), middle(rounds.large)];
  const lines = [
    machine(),
    "",
    "| | measured | target |",
    "|---|--:|--:|",
    `| purchase (place + settle), 10,000 tickets in the lot | ${ofSmall.p50Ms.toFixed(2)} ms, p99 ${ofSmall.p99Ms.toFixed(2)} | |`,
    `| purchase (place + settle), 10,000,000 tickets in the lot | ${ofLarge.p50Ms.toFixed(2)} ms, p99 ${ofLarge.p99Ms.toFixed(2)} | as above |`,
    `| tickets root of 10,000,000 tickets in 3,000,000 ranges, until it is committed | ${(root.ms / 1000).toFixed(1)} s | < 15 s |`,
    `| memory of the process that did it, at most | ${root.maxRssMb.toFixed(0)} MB | < 300 MB |`,
    `| winner of a random block, of ${LOOK_UPS}: look-up and writing | ${lookUps.p50Ms.toFixed(2)} ms, longest ${lookUps.longestMs.toFixed(2)} | < 50 ms |`,
  ];
  console.log(lines.join("\n"));
});

/** Writes ranges as settling does, without orders: neither selling nor drawing reads them. */
async function fill(
  pool: Pool,
  world: ServiceWorld,
  lotId: number,
  { tickets, ranges }: typeof LARGE,
): Promise<void> {
  const { rows } = await pool.query(
    "insert into account (organisation_id, created_at) values ($1, now()) returning id",
    [world.organisationId],
  );
  await pool.query(
    `insert into account_identity (organisation_id, account_id, kind, value, created_at)
     values ($1, $2, 'email', $3, now())`,
    [world.organisationId, rows[0].id, `holder-${lotId}@example.com`],
  );
  await pool.query("set session_replication_role = replica");
  await pool.query(
    `insert into ticket_range (lot_id, first, last, follows, organisation_id, order_id, account_id, issued_at)
     select $1::bigint, 1 + (n - 1) * $3::bigint / $4::bigint, n * $3::bigint / $4::bigint,
       nullif((n - 1) * $3::bigint / $4::bigint, 0), $2::bigint,
       'cs_' || substr(md5($1::bigint || 'a' || n) || md5($1::bigint || 'b' || n), 1, 26), $5::bigint, now()
     from generate_series(1, $4::bigint) n`,
    [lotId, world.organisationId, tickets, ranges, rows[0].id],
  );
  await pool.query("update lot_stock set sold = $2 where lot_id = $1", [lotId, tickets]);
  await pool.query("set session_replication_role = origin");
}

/** Measures purchases by one buyer after the other. */
function purchases(wiring: Wiring, world: ServiceWorld, lotId: number): Promise<Round> {
  const orders = wiring.get(Orders);
  const ids = wiring.get(NewIds);
  return measure({
    clients: 1,
    forMs: ROUND_MS,
    atMost: 5_000,
    work: async () => {
      const placements = placementsOf(ids, world, lotId, 1);
      const [placed] = await orders.place(placements);
      const [settled] = await orders.settle(settlementsOf(ids, placements));
      invariant(placed?.outcome === "placed" && settled?.outcome === "settled", "every purchase ends");
    },
  });
}

/** Ends the lot and commits to its draw, in a separate process. */
async function commitment(pool: Pool, url: string, lotId: number): Promise<{ ms: number; maxRssMb: number }> {
  await pool.query(
    `update lot set start_at = now() - interval '2 days', end_at = now() - interval '1 day', status = 'ended',
       closed_at = now(), draw_at = now() where id = $1`,
    [lotId],
  );
  const child = fork(fileURLToPath(new URL("support/draw-process.ts", import.meta.url)), [
    url,
    String(lotId),
  ]);
  const exit = once(child, "exit").then(([code]) => {
    throw new Error(`the drawing process ended with ${code}`);
  });
  const [result] = await Promise.race([once(child, "message"), exit]);
  exit.catch(() => {});
  const { rows } = await pool.query(
    "select total_tickets, ranges from lot_commitment where lot_id = $1 and confirmed_at is not null",
    [lotId],
  );
  invariant(rows[0]?.total_tickets >= LARGE.tickets, "all tickets are committed to");
  return result as { ms: number; maxRssMb: number };
}

/** Draws with random indices and rolls each draw back. */
async function winners(pool: Pool, lotId: number): Promise<{ p50Ms: number; longestMs: number }> {
  const { rows } = await pool.query(
    "select id, total_tickets from lot_commitment where lot_id = $1 and voided_at is null",
    [lotId],
  );
  const times: number[] = [];
  for (let i = 0; i < LOOK_UPS; i++) {
    const index = Math.floor(Math.random() * rows[0].total_tickets);
    await pool.query("begin");
    const from = performance.now();
    const drawn = await pool.query("select draw_lot($1, $2, $3, $4, now()) as outcome", [
      rows[0].id,
      `0x${"0".repeat(64)}`,
      index,
      `evt_${String(i).padStart(26, "0")}`,
    ]);
    times.push(performance.now() - from);
    invariant(drawn.rows[0].outcome === "drawn", "every index has its winner");
    await pool.query("rollback");
  }
  times.sort((a, b) => a - b);
  return { p50Ms: times[Math.floor(times.length / 2)]!, longestMs: times.at(-1)! };
}
