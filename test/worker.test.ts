import { afterAll, beforeAll, expect, it } from "vitest";
import { TestService } from "./support/service/service.ts";

let worker: TestService;
beforeAll(async () => {
  worker = await TestService.open({ environment: { ROLE: "worker", WORKER_PORT: "0" } });
});
afterAll(() => worker.stop());

it("a worker tells of its health and metrics", async () => {
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
