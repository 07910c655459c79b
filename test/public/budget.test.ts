import { beforeAll, describe, expect, it } from "vitest";
import { DrawRig } from "../lot-draws/draw-rig.ts";
import type { Answer } from "../support/service/service.ts";
import { opened } from "../support/opened.ts";

let path: string;
const rig = opened(() =>
  DrawRig.open({ environment: { PUBLIC_REQUESTS_PER_MINUTE: "3", TRUST_PROXY: "1" } }),
);
beforeAll(async () => {
  path = `/embed/${rig.partner.organisation.slug}/competition/${await rig.drawn(1, 2)}/draw.json`;
});

function from(client: string, at = path, method = "GET"): Promise<Answer> {
  return rig.service.call(method, at, { headers: { "X-Forwarded-For": client } });
}

async function statuses(clients: readonly string[]): Promise<number[]> {
  const answers: number[] = [];
  for (const client of clients) answers.push((await from(client)).status);
  return answers;
}

describe("the budget of a network address", () => {
  it("is in every answer; exhausted it is 429 rate_limited, and pages may read that", async () => {
    const client = "203.0.113.1";
    const answers = [
      await from(client),
      await from(client, "/embed/nobody/competition/1/draw.json"),
      await from(client, `${path.replace(".json", "/entries.json")}?limit=0`),
      await from(client),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 400, 429]);
    const limits = answers.map(({ headers }) =>
      ["Limit", "Remaining"].map((name) => headers.get(`X-RateLimit-${name}`)),
    );
    expect(limits).toEqual([
      ["3", "2"],
      ["3", "1"],
      ["3", "0"],
      ["3", "0"],
    ]);
    const { json, headers } = answers.at(-1)!;
    expect(json).toEqual({
      error: "rate_limited",
      message: expect.any(String),
      retryAfter: json.retryAfter,
      docUrl: expect.stringMatching(/\/docs\/errors#rate_limited$/),
    });
    expect(json.retryAfter).toBeGreaterThanOrEqual(1);
    expect(json.retryAfter).toBeLessThanOrEqual(20);
    expect(headers.get("Retry-After")).toBe(String(json.retryAfter));
    expect(Number(headers.get("X-RateLimit-Reset"))).toBeGreaterThan(0);
    expect(headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect(headers.get("Cache-Control")).toBe("no-store");
  });

  it("refills gradually", async () => {
    const client = "203.0.113.2";
    expect(await statuses([client, client, client, client])).toEqual([200, 200, 200, 429]);
    rig.service.clock.advance(20_000);
    expect(await statuses([client, client])).toEqual([200, 429]);
  });

  it("is of the client that the trusted proxy names, an IPv4 address or the /64 of an IPv6 one", async () => {
    const spoofed = "198.51.100.1, 203.0.113.3";
    expect(await statuses([spoofed, spoofed, "198.51.100.2, 203.0.113.3", "203.0.113.3"])).toEqual([
      200, 200, 200, 429,
    ]);
    const network = ["2001:db8:7::1", "2001:db8:7::2", "2001:db8:7::ffff:1", "2001:db8:7::3"];
    expect(await statuses(network)).toEqual([200, 200, 200, 429]);
    expect(await statuses(["2001:db8:7:1::1", "203.0.113.4"])).toEqual([200, 200]);
  });

  it("is not spent by a preflight, and has nothing to do with keys", async () => {
    const client = "203.0.113.5";
    for (let i = 0; i < 5; i++) expect((await from(client, path, "OPTIONS")).status).toBe(204);
    expect(await statuses([client, client, client, client])).toEqual([200, 200, 200, 429]);
    const keyed = await rig.service.call("GET", "/api/v1/competitions", {
      key: rig.partner.key,
      headers: { "X-Forwarded-For": client },
    });
    expect(keyed.status).toBe(200);
  });

  it("a flood from one address costs the database nothing, and others are answered as ever", async () => {
    const client = "203.0.113.6";
    expect(await statuses([client, client, client])).toEqual([200, 200, 200]);
    const before = rig.service.database.roundTrips;
    const flood = await Promise.all(Array.from({ length: 500 }, () => from(client)));
    expect(flood.filter(({ status }) => status !== 429)).toEqual([]);
    expect(rig.service.database.roundTrips).toBe(before);
    expect(await statuses(["203.0.113.7", "203.0.113.8"])).toEqual([200, 200]);
  });
});

it("what a proxy writes is not believed unless one is trusted", async () => {
  const untrusting = await DrawRig.open({ environment: { PUBLIC_REQUESTS_PER_MINUTE: "2" } });
  try {
    const answers: number[] = [];
    for (const client of ["203.0.113.1", "203.0.113.2", "203.0.113.3"]) {
      const headers = { "X-Forwarded-For": client };
      const unknown = "/embed/nobody/competition/1/draw.json";
      answers.push((await untrusting.service.call("GET", unknown, { headers })).status);
    }
    expect(answers).toEqual([404, 404, 429]);
  } finally {
    await untrusting.service.stop();
  }
});
