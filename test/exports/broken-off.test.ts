import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addManyOrders } from "../support/builders/many-orders.ts";
import { OperatorRig, type Shop } from "../support/builders/operator-rig.ts";
import { createDatabase } from "../support/database/database.ts";
import { DatabaseProxy } from "../support/database/database-proxy.ts";
import { killProcesses, ServiceProcess } from "../support/service/service-process.ts";
import { ADMIN_TOKEN } from "../support/service/service.ts";
import { opened } from "../support/opened.ts";

const ORDERS = 500;
const ENTRIES = 450;
/** Email of the oldest order and of the newest entries: both come in the last part. */
const LAST = "the-last-part@example.com";

let shop: Shop;
let proxy: DatabaseProxy;
let service: ServiceProcess;
const database = opened(createDatabase);
const rig = opened(() => OperatorRig.open({ databaseUrl: database.url }));
beforeAll(async () => {
  const { pool } = rig.service.database;
  shop = await rig.shop();
  await pool.query("update lot set price_cents = 2500 where id = $1", [shop.competitionId]);
  await pool.query("update lot_stock set max_tickets = 10000 where lot_id = $1", [shop.competitionId]);
  await addManyOrders(pool, await rig.sell(shop, 1, LAST), { paid: 0, pending: ORDERS - 1 });
  await pool.query(
    `insert into audit (organisation_id, actor_kind, actor_id, action, subject, facts, request_id, at)
     select o.id, 'system', 'service', 'some.thing', 'x:1', case when n > ${ENTRIES - 10} then jsonb_build_object('email', $2::text) else '{}' end, 'x', now()
     from organisation o cross join generate_series(1, ${ENTRIES}) n where o.slug = $1`,
    [shop.slug, LAST],
  );
  proxy = await DatabaseProxy.open(database.url);
  service = await ServiceProcess.start(proxy.url);
});
afterAll(async () => {
  await killProcesses();
  await proxy.close();
});

/** Begins an export; its first part has come, its last one is not read from the database yet. */
async function halfWay(what: string): Promise<IncomingMessage> {
  const reached = proxy.stallAt(LAST);
  const exporting = request(`${service.origin}/admin/api/v1/organisations/${shop.slug}/exports/${what}`, {
    headers: { Authorization: `Bearer ${ADMIN_TOKEN}`, "Accept-Encoding": "identity" },
  }).end();
  const [response] = (await once(exporting, "response")) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  await Promise.all([once(response, "readable"), reached]);
  return response;
}

it("an export of audit that still waits for a writer of entries is 503 when the database goes away, and the next one is whole", async () => {
  const ask = async (text: string) => await rig.service.sql(text);
  const exportEntries = "select id from audit where action = 'export.made' and subject = 'export:audit'";
  const before = (await ask(exportEntries)).length;
  const writer = await rig.service.database.pool.connect();
  try {
    await writer.query("begin");
    await writer.query("lock table audit in row exclusive mode");
    const path = `/admin/api/v1/organisations/${shop.slug}/exports/audit`;
    const exporting = service.call("GET", path, { key: ADMIN_TOKEN });
    await expect.poll(() => ask(exportEntries)).toHaveLength(before + 1);
    await proxy.cut();
    const { status, json, headers } = await exporting;
    expect([status, json.error, headers.get("retry-after")]).toEqual([503, "unavailable", "5"]);
    expect(headers.get("content-disposition")).toBeNull();
  } finally {
    await writer.query("rollback");
    writer.release();
    await proxy.mend();
  }
  await expectWhole("audit");
});

/** Returns the received text, and whether the client sees that it is incomplete. */
async function received(response: IncomingMessage) {
  let got = "";
  response.setEncoding("utf8").on("data", (part: string) => (got += part));
  const error = await text(response).then(
    () => null,
    ({ code }: NodeJS.ErrnoException) => code,
  );
  return { got, error, isWhole: response.complete };
}

async function expectWhole(what: string): Promise<void> {
  const path = `/admin/api/v1/organisations/${shop.slug}/exports/${what}`;
  await expect.poll(async () => (await service.call("GET", path, { key: ADMIN_TOKEN })).status).toBe(200);
  const { text: file } = await service.call("GET", path, { key: ADMIN_TOKEN });
  const lines = file.trimEnd().split("\n");
  if (what === "orders") expect(lines).toHaveLength(1 + ORDERS);
  else expect(JSON.parse(lines.at(-1)!)).toMatchObject({ end: { entries: lines.length - 2 } });
  expect(file).toContain(LAST);
}

const IN_THE_WAY = {
  "the database goes away": async () => {
    await proxy.cut();
  },
  "the process is killed": async () => {
    service.kill("SIGKILL");
    await service.exited;
  },
};

it.each(
  (["orders", "audit"] as const).flatMap((what) =>
    (Object.keys(IN_THE_WAY) as (keyof typeof IN_THE_WAY)[]).map((why) => [what, why] as const),
  ),
)(
  "an export of %s that is half-way when %s ends without its end, and the next one is whole",
  async (what, why) => {
    const response = await halfWay(what);
    const receiving = received(response);
    await IN_THE_WAY[why]();
    const { got, error, isWhole } = await receiving;
    expect([error, isWhole]).toEqual(["ECONNRESET", false]);
    expect(got.length).toBeGreaterThan(0);
    expect(got).not.toContain(LAST);
    expect(got).not.toContain('"end"');
    if (why === "the database goes away") await service.logged("answer broken off");
    await proxy.mend();
    if (why === "the process is killed") service = await ServiceProcess.start(proxy.url);
    await expectWhole(what);
  },
);
