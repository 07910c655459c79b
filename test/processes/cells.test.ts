import { afterAll, describe, expect, it } from "vitest";
import { ask } from "../support/builders/books.ts";
import { Partner } from "../support/builders/partner.ts";
import { createDatabase } from "../support/database/database.ts";
import { failedStart } from "../support/service/failed-start.ts";
import { killProcesses, onDatabase, ServiceProcess } from "../support/service/service-process.ts";
import { ADMIN_TOKEN, TestService } from "../support/service/service.ts";
import { opened } from "../support/opened.ts";

const database = opened(createDatabase);

afterAll(killProcesses);

const starts = (cell: string) => ServiceProcess.start(database.url, { environment: { CELL: cell } });

describe("a cell", () => {
  it("names itself in its keys, and numbers its organisations as no other does", async () => {
    const service = await starts("35");
    const operator = async (path: string, body: unknown) => {
      const { status, json, text } = await service.call("POST", `/admin/api/v1${path}`, {
        key: ADMIN_TOKEN,
        body,
      });
      expect(status, text).toBe(201);
      return json.data;
    };
    await operator("/organisations", { slug: "one", name: "One" });
    const { key } = await operator("/organisations/one/api-keys", {
      name: "shop",
      scopes: ["competitions:read"],
    });
    expect(key).toMatch(/^sk_z[0-9A-Za-z]{42}$/);
    expect((await service.call("GET", "/api/v1/competitions", { key })).status).toBe(200);
    const [organisation] = await ask<{ id: string }>(database.url, "select id from organisation");
    expect(Number(organisation!.id)).toBe(35 * 50_000_000 + 1);
    // The index of its address for deposits.
    expect(36 * 50_000_000).toBeLessThan(2 ** 31);
    await service.stop();
  });

  it("has one number for good: a start with another one is refused with a sentence", async () => {
    expect(await failedStart(onDatabase(database.url, { CELL: "0" }))).toBe(
      "CELL: is 0, but this database is that of cell 35\n",
    );
    await (await starts("35")).stop();
  });

  it("names itself in its sessions and events, so that what comes back for one finds it", async () => {
    const service = await TestService.open({ environment: { CELL: "11" } });
    try {
      const partner = await Partner.add(service);
      const { id } = (await partner.checkout((await partner.lot()).id)).json.data;
      await partner.provider(id, { outcome: "paid" });
      const rows = await service.sql("select id from event");
      expect(rows).toHaveLength(2);
      for (const name of [id, ...rows.map((row) => row.id)]) expect(name.at(-17)).toBe("b");
    } finally {
      await service.stop();
    }
  });
});
