import { afterAll, expect, it } from "vitest";
import { THIS_BUILD } from "../../adapters/persistence/schema/build.ts";
import { migrate } from "../../adapters/persistence/schema/migrate.ts";
import { sqlFunction } from "../../adapters/persistence/schema/sql-functions.ts";
import { ask, brokenRules } from "../support/builders/books.ts";
import { createDatabase } from "../support/database/database.ts";
import { migration } from "../support/database/migrations.ts";
import { buy, startBuyers } from "../support/builders/buyers.ts";
import { Partner } from "../support/builders/partner.ts";
import { buildNextVersion, schemaAfter } from "../support/service/next-version.ts";
import { killProcesses, onDatabase, ServiceProcess } from "../support/service/service-process.ts";
import { TestService } from "../support/service/service.ts";
import { opened, prepared } from "../support/opened.ts";

const CALL = "select * from place($1, $2)";
const ADD_COLUMN = "alter table ticket_order add column sold_by text";

const DROP_FORMER = "drop function place(json, boolean)";

const place = THIS_BUILD.functions.find(({ name }) => name === "place")!.text;
/** An overload with one more parameter, which says what an order's new column holds. */
const nextPlace = [
  ["place(orders json, patient boolean)", "place(orders json, patient boolean, sold_by text)"],
  ["metadata, pass_hash\n      )\n", "metadata, pass_hash, sold_by\n      )\n"],
  [", decode(q.pass_hash, 'hex')\n", ", decode(q.pass_hash, 'hex'), place.sold_by\n"],
].reduce((text, [from, to]) => replaced(text, from!, to!), place);

const database = opened(createDatabase);
const setUp = opened(() => TestService.open({ databaseUrl: database.url }));
const partner = prepared(() => Partner.add(setUp, { slug: "shop" }));
/** In it `place` has an overload, its caller calls that one, and a migration adds a column. */
const nextVersion = prepared(() =>
  buildNextVersion({
    migrations: { "9001-next": ADD_COLUMN },
    functions: { "checkout/place.sql": `${place}\n${nextPlace}` },
    source: (text) =>
      text.includes(`"${CALL}"`) ? replaced(text, CALL, "select * from place($1, $2, 'next')") : text,
  }),
);

afterAll(async () => {
  await killProcesses();
  await nextVersion.remove();
});

it("a version that changes a function's signature is brought in beside the one before, and nobody is answered 5xx", async () => {
  const former = await ServiceProcess.start(database.url);
  const lot = await partner.lot({ maxTickets: 10_000 });
  const buyersOfFormer = startBuyers(former, partner.key, lot.id);
  await buyersOfFormer.buyMore(3);

  // It migrates while the other sells.
  const next = await ServiceProcess.start(database.url, { command: nextVersion.command });
  const buyersOfNext = startBuyers(next, partner.key, lot.id);
  await Promise.all([buyersOfNext.buyMore(10), buyersOfFormer.buyMore(10)]);

  // A former process that starts once more would bring the former texts back.
  const again = new ServiceProcess({ environment: onDatabase(database.url) });
  expect((await again.exited).code).toBe(1);
  expect(again.output).toMatch(
    /^DATABASE_URL: the database is newer than this build.* migrations 9001-next/m,
  );

  await buyersOfFormer.stop();

  // A release later the former signature is dropped. A process that was not replaced by then answers 5xx.
  await migrate(database.url, {
    build: {
      migrations: [
        ...THIS_BUILD.migrations,
        migration("9001-next", ADD_COLUMN),
        migration("9002-after", DROP_FORMER),
      ],
      functions: THIS_BUILD.functions.map((each) =>
        each.name === "place" ? sqlFunction("place", nextPlace) : each,
      ),
      schema: await schemaAfter([ADD_COLUMN, DROP_FORMER, nextPlace]),
    },
  });
  await buyersOfNext.buyMore(5);
  await buyersOfNext.stop();
  expect((await buy(former, partner.key, lot.id)).status).toBe(500);

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
});

/** @throws unless it occurs exactly once */
function replaced(text: string, from: string, to: string): string {
  const [before, after, ...more] = text.split(from);
  if (after === undefined || more.length > 0)
    throw new Error(`${JSON.stringify(from)} does not stand there once`);
  return before + to + after;
}
