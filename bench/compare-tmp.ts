import { readFileSync } from "node:fs";
import { migrate } from "../adapters/persistence/migrate.ts";
import { placementJson, settlementJson } from "../adapters/persistence/order-batches.ts";
import { Random } from "../ports/random.ts";
import { analyze, atTheEnd, end, openService, startCluster } from "./cluster.ts";
import { openShop, sellBeforehand, placementsOf, settlementsOf } from "./service-database.ts";
import { anyOf } from "./world.ts";
const cpu = (pid: number) => {
  const f = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  return (Number(f[11]) + Number(f[12])) * 10;
};
try {
  const { create } = await startCluster();
  const sides: any[] = [];
  for (const name of ["old", "new"]) {
    const url = await create(name);
    await migrate(url);
    const { wiring, database } = await openService(url);
    atTheEnd(() => database.close());
    if (name === "old") {
      await database.pool.query("drop index ticket_order_by_account");
      await database.pool.query(readFileSync("/tmp/oldplace.sql", "utf8"));
    }
    const world = await openShop(wiring);
    await sellBeforehand(wiring, world, 20_000);
    await analyze(url);
    const client = await database.pool.connect();
    atTheEnd(async () => client.release());
    const pid = (await client.query("select pg_backend_pid() as pid")).rows[0].pid;
    sides.push({ name, client, pid, world, random: wiring.get(Random) });
  }
  const buyers: any[] = Array.from({ length: 2000 }, (_, i) => ({
    email: `known-${i}@example.com`,
    wallet: null,
  }));
  for (const kind of ["singly", "batch", "known singly", "known batch"]) {
    const total: any = { old: [0, 0, 0], new: [0, 0, 0] };
    for (let round = 0; round < 8; round++)
      for (const side of round % 2 ? sides : sides.toReversed()) {
        const batch = kind.includes("batch") ? 50 : 1;
        const calls = batch === 1 ? 800 : 40;
        const waiting: any[] = [];
        const make = () => {
          let placements: any = placementsOf(side.random, side.world, anyOf(side.world.many), batch);
          if (kind.startsWith("known"))
            placements = placements.map((p: any) => ({
              ...p,
              buyer: anyOf(buyers),
              maxPending: { orders: 1e6, tickets: 1e6 },
            }));
          return placements;
        };
        let before = cpu(side.pid);
        for (let i = 0; i < calls; i++) {
          const placements = make();
          await side.client.query({
            name: "place-x",
            text: "select * from place($1,true)",
            values: [JSON.stringify(placements.map(placementJson))],
          });
          waiting.push(placements);
        }
        const placed = cpu(side.pid) - before;
        before = cpu(side.pid);
        for (const placements of waiting)
          await side.client.query({
            name: "settle-x",
            text: "select * from settle($1,true)",
            values: [JSON.stringify(settlementsOf(side.random, placements).map(settlementJson))],
          });
        const settled = cpu(side.pid) - before;
        if (round > 0) {
          total[side.name][0] += placed;
          total[side.name][1] += settled;
          total[side.name][2] += calls * batch;
        }
      }
    for (const name of ["old", "new"])
      console.log(
        kind.padEnd(14),
        name,
        "place µs",
        Math.round(((total[name][0] * 1000) / total[name][2]) * 10) / 10,
        "settle µs",
        Math.round(((total[name][1] * 1000) / total[name][2]) * 10) / 10,
      );
  }
} finally {
  await end();
}
