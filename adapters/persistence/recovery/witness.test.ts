import { afterEach, expect, it, vi } from "vitest";
import { SILENT } from "../../../test/support/builders/organisations.ts";
import { Partner } from "../../../test/support/builders/partner.ts";
import { ask } from "../../../test/support/builders/books.ts";
import { DatabaseProxy } from "../../../test/support/database/database-proxy.ts";
import { createDatabase } from "../../../test/support/database/database.ts";
import { TestService } from "../../../test/support/service/service.ts";
import { Database } from "../database/database.ts";
import { Witness } from "./witness.ts";
import { opened } from "../../../test/support/opened.ts";

const ONE = { name: "one", text: "select 1 as one" };
const REFUSED = { code: "unavailable", facts: { retryAfter: 60 } };

let database: Database | null = null;
const created = opened(createDatabase);
const proxy = opened(() => DatabaseProxy.open(created.url));

afterEach(async () => {
  await database?.close();
  database = null;
  await ask(created.url, "delete from missing_write");
});

async function open(options: { readonly url?: string; readonly behindPooler?: boolean } = {}) {
  const witness = new Witness({ log: SILENT });
  database = await Database.open({ url: proxy.url, poolSize: 2, witness, log: SILENT, ...options });
  await database.query(ONE);
  return { database, witness };
}

const noticed = async () => (await ask(created.url, "select from missing_write")).length === 1;
/** Ends all connections, so that each client connects again. */
const reconnect = () => proxy.pointTo(created.url);

it("a missing confirmed order is noticed on the next connection, and no statement is sent", async () => {
  const { database, witness } = await open();
  witness.placed(["cs_gone"]);
  // A server has the writes that it confirmed: only a new connection may lead to another server.
  expect(await database.query(ONE)).toEqual([{ one: 1 }]);
  reconnect();
  await expect(database.query(ONE).catch(() => database.query(ONE))).rejects.toMatchObject(REFUSED);
  await expect(database.run(() => database.query(ONE))).rejects.toMatchObject(REFUSED);
  expect([witness.isMissing, await noticed()]).toEqual([true, true]);
});

it("behind a pooler, whose connections stay, it is noticed after the first one that is lost", async () => {
  const { database, witness } = await open({ behindPooler: true });
  witness.ended(["cs_gone"]);
  witness.doubt();
  await expect(database.query(ONE)).rejects.toMatchObject(REFUSED);
});

it("a loss noticed by another process counts for this one, until a recovery", async () => {
  const { database, witness } = await open();
  await ask(created.url, "insert into missing_write (noticed_at) values (now())");
  await database.compare();
  await expect(database.query(ONE)).rejects.toMatchObject(REFUSED);
  witness.placed(["cs_gone"]);
  await ask(
    created.url,
    `insert into recovery (epoch, since, margin, begun_at, ended_at, report) values (1, now(), 1, now(), now(), '{}')`,
  );
  await ask(created.url, "delete from missing_write");
  await database.compare();
  expect(await database.query(ONE)).toEqual([{ one: 1 }]);
  expect([witness.isMissing, await noticed()]).toEqual([false, false]);
});

it("works with a role without privileges", async () => {
  await ask(created.url, "create role plain_service login password 'plain'");
  try {
    await ask(created.url, "grant select on all tables in schema public to plain_service");
    await ask(created.url, "grant insert on missing_write to plain_service");
    const url = new URL(created.url);
    [url.username, url.password] = ["plain_service", "plain"];
    const { witness } = await open({ url: url.href });
    expect([witness.reason, witness.history]).toEqual([null, expect.stringMatching(/^\d+\/[0-9A-F]{8}$/)]);
    await database!.close();
    database = null;
  } finally {
    await ask(created.url, "drop owned by plain_service");
    await ask(created.url, "drop role plain_service");
  }
});

it("remembers a placed order, and one settled by a notification, at once", async () => {
  const service = await TestService.open();
  try {
    const partner = await Partner.add(service);
    const { id: lotId } = await partner.lot();
    const remembered = vi.spyOn(service.database.witness!, "placed");
    const ended = vi.spyOn(service.database.witness!, "ended");
    const { id } = (await partner.checkout(lotId)).json.data;
    expect(remembered.mock.calls).toEqual([[[id]]]);
    await partner.provider(id, { outcome: "paid" });
    await service.idle();
    expect(ended.mock.calls).toEqual([[[id]]]);
  } finally {
    await service.stop();
  }
});
