import { globSync } from "node:fs";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { MIGRATIONS, migrate, migration } from "../../adapters/persistence/schema/migrate.ts";
import { FUNCTIONS, sqlFunction } from "../../adapters/persistence/schema/sql-functions.ts";
import { ask, brokenRules } from "../support/builders/books.ts";
import { createDatabase, type TestDatabase } from "../support/database/database.ts";
import { Partner } from "../support/builders/partner.ts";
import { eventually, killProcesses, onDatabase, ServiceProcess } from "../support/service/service-process.ts";
import { type Answer, TestService } from "../support/service/service.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const CALL = "select * from place($1, $2)";
const ADD_COLUMN = "alter table ticket_order add column sold_by text";

const place = FUNCTIONS.find(({ name }) => name === "place")!.text;
/** An overload with one more parameter, which says what an order's new column holds. */
const nextPlace = [
  ["place(orders jsonb, patient boolean)", "place(orders jsonb, patient boolean, sold_by text)"],
  ["affiliate_id, commission_cents\n      )\n", "affiliate_id, commission_cents, sold_by\n      )\n"],
  ["coalesce(q.commission_cents, 0)\n", "coalesce(q.commission_cents, 0), place.sold_by\n"],
].reduce((text, [from, to]) => replaced(text, from!, to!), place);

let database: TestDatabase;
let setUp: TestService;
let partner: Partner;
/** The tree of the next version, in a folder of its own. */
let nextFolder: string;

beforeAll(async () => {
  database = await createDatabase();
  setUp = await TestService.open({ databaseUrl: database.url });
  partner = await Partner.add(setUp, { slug: "shop" });
  nextFolder = await mkdtemp(join(tmpdir(), "partner-raffle-next-"));
  await buildNext(nextFolder);
});

afterAll(async () => {
  await killProcesses();
  await setUp.stop();
  await database.drop();
  await rm(nextFolder, { recursive: true, force: true });
});

it("a version that changes a function's signature is brought in beside the one before, and nobody is answered 5xx", async () => {
  const former = await ServiceProcess.start(database.url);
  const lot = await partner.lot({ maxTickets: 10_000 });
  const buyersOfFormer = buyers(former, lot.id);
  await buyersOfFormer.buyMore(3);

  // It migrates while the other sells.
  const next = await ServiceProcess.start(database.url, { folder: nextFolder });
  const buyersOfNext = buyers(next, lot.id);
  await Promise.all([buyersOfNext.buyMore(10), buyersOfFormer.buyMore(10)]);

  // A former process that starts once more would bring the former texts back.
  const again = new ServiceProcess({ environment: onDatabase(database.url) });
  expect((await again.exited).code).toBe(1);
  expect(again.output).toMatch(
    /^DATABASE_URL: the database is newer than this build.* migrations 0002-next/m,
  );

  await buyersOfFormer.stop();

  // A release later the former signature is dropped. A process that was not replaced by then answers 5xx.
  await migrate(database.url, {
    migrations: [
      ...MIGRATIONS,
      migration("0002-next", ADD_COLUMN),
      migration("0003-after", "drop function place(jsonb, boolean)"),
    ],
    functions: FUNCTIONS.map((each) => (each.name === "place" ? sqlFunction("place", nextPlace) : each)),
  });
  await buyersOfNext.buyMore(5);
  await buyersOfNext.stop();
  expect((await buy(former, lot.id)).status).toBe(500);

  await Promise.all([former.stop(), next.stop()]);
  expect(
    await ask(
      database.url,
      "select sold_by, count(*)::int as orders from ticket_order group by 1 order by 1",
    ),
  ).toEqual([
    { sold_by: "next", orders: buyersOfNext.bought() },
    { sold_by: null, orders: buyersOfFormer.bought() },
  ]);
  expect(await brokenRules(database.url)).toEqual([]);
}, 120_000);

function buy(at: ServiceProcess, competitionId: number) {
  const body = { competitionId, buyer: { email: `${crypto.randomUUID()}@example.com` } };
  return at.call("POST", "/api/v1/checkout/sessions", { key: partner.key, body });
}

/** Three who buy, pay and look, again and again, until one of them is refused. */
function buyers(at: ServiceProcess, competitionId: number) {
  const refused: Answer[] = [];
  const end = new AbortController();
  let bought = 0;
  const accepted = (answer: Answer) => {
    if (answer.status >= 300) refused.push(answer);
    return answer.status < 300;
  };
  const buyer = async () => {
    while (!end.signal.aborted && refused.length === 0) {
      const created = await buy(at, competitionId);
      if (!accepted(created)) return;
      bought++;
      const { id } = created.json.data;
      accepted(await at.call("POST", `/sandbox/payments/${id}`, { body: { outcome: "paid" } }));
      accepted(await at.call("GET", `/api/v1/checkout/sessions/${id}`, { key: partner.key }));
    }
  };
  const all = Promise.all([buyer(), buyer(), buyer()]);
  return {
    bought: () => bought,
    async buyMore(times: number) {
      const before = bought;
      await eventually(() => bought >= before + times || refused.length > 0);
      expect(refused).toEqual([]);
    },
    async stop() {
      end.abort();
      await all;
      expect(refused).toEqual([]);
    },
  };
}

/** A copy of this tree in which `place` has an overload, its caller calls that one, and a migration adds a column. */
async function buildNext(folder: string): Promise<void> {
  const parts = [
    ...globSync("*.ts", { cwd: ROOT }),
    "adapters",
    "config",
    "ports",
    "rails",
    "src",
    "package.json",
  ];
  for (const part of parts) await cp(join(ROOT, part), join(folder, part), { recursive: true });
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  const persistence = join(folder, "adapters/persistence");
  await writeFile(join(persistence, "migrations/0002-next.sql"), ADD_COLUMN);
  await writeFile(join(persistence, "functions/checkout/place.sql"), `${place}\n${nextPlace}`);
  for (const file of globSync("**/*.ts", { cwd: persistence })) {
    const source = await readFile(join(persistence, file), "utf8");
    if (!source.includes(`"${CALL}"`)) continue;
    await writeFile(join(persistence, file), replaced(source, CALL, "select * from place($1, $2, 'next')"));
  }
}

/** @throws where it does not stand there once */
function replaced(text: string, from: string, to: string): string {
  const [before, after, ...more] = text.split(from);
  if (after === undefined || more.length > 0)
    throw new Error(`${JSON.stringify(from)} does not stand there once`);
  return before + to + after;
}
