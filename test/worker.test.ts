import { expect, it, vi } from "vitest";
import { Client } from "pg";
import { createDatabase } from "./support/database/database.ts";
import { TestService } from "./support/service/service.ts";
import { opened } from "./support/opened.ts";

const worker = opened(() => TestService.open({ environment: { ROLE: "worker", WORKER_PORT: "0" } }));

it("a worker serves its health and metrics", async () => {
  expect((await worker.call("GET", "/healthz")).json).toEqual({ status: "ok" });
  expect((await worker.call("GET", "/readyz")).json).toEqual({ status: "ready" });
  expect((await worker.call("GET", "/metrics")).text).toContain("http_request_duration_seconds");
});

it.each(["/api/v1/openapi.json", "/admin/api/v1/openapi.json", "/sandbox/pay/cs_x"])(
  "and of nothing else: %s",
  async (path) => {
    expect((await worker.call("GET", path)).status).toBe(404);
  },
);

it("prunes automatically, more than one batch, and logs nothing about it", async () => {
  const database = await createDatabase();
  const client = new Client({ connectionString: database.url });
  try {
    await client.connect();
    await client.query("insert into failure_budget select n::text, 0 from generate_series(1, 1500) n");
    const pruning = await TestService.open({ databaseUrl: database.url, background: true });
    try {
      const remaining = async () =>
        (await client.query("select count(*)::integer as n from failure_budget")).rows[0].n;
      await vi.waitFor(async () => expect(await remaining()).toBe(0), { timeout: 60_000, interval: 100 });
      expect(pruning.logLines.filter((line) => line.includes("prune"))).toEqual([]);
    } finally {
      await pruning.stop();
    }
  } finally {
    await client.end();
    await database.drop();
  }
});
