import { afterAll, describe, expect, it } from "vitest";
import { ask, brokenRules } from "../../support/builders/books.ts";
import { createDatabase } from "../../support/database/database.ts";
import { Partner } from "../../support/builders/partner.ts";
import { killProcesses, ServiceProcess } from "../../support/service/service-process.ts";
import { TestService } from "../../support/service/service.ts";
import { endLeases, expectKilled } from "./deaths.ts";
import { opened } from "../../support/opened.ts";

const database = opened(createDatabase);
const setUp = opened(() => TestService.open({ databaseUrl: database.url }));

afterAll(killProcesses);

describe("kill -9 in the middle of a confirmation", () => {
  it.each([
    ["it has begun", "orders.beginConfirm:after"],
    ["the rail is to be told", "rail.confirm:before"],
  ])("when %s: the buyer pays a minute later, with the same request, and once", async (_when, at) => {
    const partner = await Partner.add(setUp, { rails: { USD: "fields" } });
    const { id } = (await partner.checkout((await partner.lot()).id)).json.data;
    const confirmation = {
      key: partner.key,
      headers: { "Idempotency-Key": "confirm" },
      body: { sessionHref: `${setUp.baseUrl}/sandbox/sessions/approve` },
    };
    const path = `/api/v1/checkout/sessions/${id}/confirm`;
    const environment = { ROLE: "api", DIE_AT: at, BASE_URL: setUp.baseUrl };
    const service = await ServiceProcess.start(database.url, { program: "killed-service", environment });
    const died = service.call("POST", path, confirmation).catch((error: unknown) => error);
    await expectKilled(service);
    await died;
    await endLeases(database.url);

    const { headers: _sameKey, ...anew } = confirmation;
    const soon = await setUp.call("POST", path, anew);
    expect([soon.status, soon.json.data.status]).toEqual([200, "pending"]);
    const later = await setUp.clock.later(60_000, () => setUp.call("POST", path, confirmation));
    expect([later.status, later.json.data.status]).toEqual([200, "paid"]);
    expect(await ask(database.url, "select state from payment where order_id = $1", [id])).toEqual([
      { state: "settled" },
    ]);
  });

  it("and the books are right", async () => {
    expect(await brokenRules(database.url)).toEqual([]);
  });
});
