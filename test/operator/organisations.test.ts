import SwaggerParser from "@apidevtools/swagger-parser";
import { describe, expect, it } from "vitest";
import { ConsoleSettings } from "../../ports/settings.ts";
import { OperatorRig, ok, refused } from "../support/builders/operator-rig.ts";
import { ADMIN_TOKEN, type Answer, type Json } from "../support/service/service.ts";
import { opened } from "../support/opened.ts";

const rig = opened(() => OperatorRig.open());

describe("the operator interface", () => {
  it("answers only to the admin token, by its own document", async () => {
    for (const key of [null, "wrong-token-of-somebody", `sk_${"a".repeat(43)}`]) {
      const answer = await rig.service.call("GET", "/admin/api/v1/organisations", { key });
      expect([answer.status, answer.json.error]).toEqual([401, key ? "invalid_api_key" : "missing_api_key"]);
    }
    const document = await rig.service.call("GET", "/admin/api/v1/openapi.json", { key: ADMIN_TOKEN });
    const { address } = rig.service.wiring.get(ConsoleSettings);
    expect(document.json).toMatchObject({ openapi: "3.0.3", servers: [{ url: `${address}/admin/api/v1` }] });
    await SwaggerParser.validate(structuredClone(document.json) as never);
    const known = Object.keys(document.json.paths as object);
    expect(known).toContain("/organisations/{slug}/webhook-endpoints/{id}/ping");
  });

  it("answers 404 for every path of an organisation that does not exist", async () => {
    const document = await rig.service.call("GET", "/admin/api/v1/openapi.json", { key: ADMIN_TOKEN });
    const bodies: Record<string, object> = {
      "POST /organisations/{slug}/search": { text: "1" },
      "POST /organisations/{slug}/invitations": { email: "a@example.com", role: "viewer" },
      "PATCH /organisations/{slug}/members/{id}": { role: "viewer" },
      "POST /organisations/{slug}/api-keys": { name: "k" },
      "PUT /organisations/{slug}/rails/{kind}": { provider: "sandbox", currencies: ["USD"] },
      "POST /organisations/{slug}/prizes": { name: "n", retailValueUSDCents: 1 },
      "POST /organisations/{slug}/competitions": {
        prizeId: 1,
        title: "t",
        ticketPriceUSDCents: 1,
        maxTickets: 1,
        startDate: "2026-11-01T00:00:00Z",
        endDate: "2026-11-02T00:00:00Z",
      },
      "POST /organisations/{slug}/questions": { question: "?", options: ["a", "b"], answerIndex: 0 },
      "POST /organisations/{slug}/webhook-endpoints": { url: "https://example.com/hook" },
      "POST /organisations/{slug}/accounts/{id}/credit": { amountCents: 1, reason: "r" },
      "POST /organisations/{slug}/orders/{id}/refund": { reason: "r" },
      "POST /organisations/{slug}/refunds/{id}/resolve": { note: "n" },
      "POST /organisations/{slug}/unmatched-payments/{id}/refund": { reason: "r" },
      "POST /organisations/{slug}/unmatched-payments/{id}/resolve": { note: "n" },
      "POST /organisations/{slug}/competitions/{id}/resume": { highestTicketTold: 0 },
      "POST /organisations/{slug}/webhook-endpoints/{id}/replay-failed": {
        since: "2026-11-01T00:00:00Z",
        until: "2026-11-02T00:00:00Z",
      },
      "POST /organisations/{slug}/webhook-endpoints/{id}/replay": {
        since: "2026-11-01T00:00:00Z",
        until: "2026-11-02T00:00:00Z",
      },
      "POST /organisations/{slug}/batches/refunds": { orderIds: [`cs_${"0".repeat(26)}`], reason: "r" },
      "POST /organisations/{slug}/batches/publications": { winnerIds: [1] },
      "POST /organisations/{slug}/batches/replays": { deliveryIds: [1] },
      "POST /organisations/{slug}/batches/prizes": { csv: "x" },
      "POST /organisations/{slug}/batches/competitions": { csv: "x" },
      "POST /organisations/{slug}/orders/{id}/notes": { text: "t" },
      "POST /organisations/{slug}/accounts/{id}/notes": { text: "t" },
      "POST /organisations/{slug}/finance/payout-matches": { provider: "stripe", file: "x" },
      "POST /organisations/{slug}/affiliates": { code: "a", name: "A", commissionBps: 1 },
    };
    for (const [path, methods] of Object.entries(document.json.paths as object)) {
      // What the token may not do is tried in test/operator/api-keys.test.ts.
      if (!path.includes("{slug}") || /\/(claim|roll)$/.test(path)) continue;
      const order = path.includes("/orders/") ? `cs_${"0".repeat(26)}` : "1";
      const concrete = path
        .replace("{slug}", "nobody")
        .replace("{kind}", "qr")
        .replace(/\{id\}|\{code\}/, order);
      for (const method of Object.keys(methods as object).map((name) => name.toUpperCase())) {
        const answer = rig.admin(method, concrete, bodies[`${method} ${path}`]);
        expect(await refused(answer), `${method} ${path}`).toEqual([404, "not_found"]);
      }
    }
  });
});

describe("organisations", () => {
  it("are created with defaults and changed by members; what is left out stays", async () => {
    const created = await ok(rig.admin("POST", "/organisations", { slug: "defaults", name: "Ünï 🎲" }), 201);
    expect(created).toMatchObject({
      slug: "defaults",
      name: "Ünï 🎲",
      cryptoEnabled: false,
      acceptedTokens: ["USDC", "USDT"],
      fiatEnabled: true,
      fiatCurrency: "USD",
      rates: {},
      entryQuestionRequired: false,
      holdMinutes: 30,
      maxPendingSessions: 10,
      maxPendingTickets: 100,
      wrongAnswersPerMinute: 60,
      autoPublishWinners: true,
      returnHosts: [],
      treasuryAddress: null,
    });
    const changes = {
      name: "New",
      cryptoEnabled: true,
      acceptedTokens: ["USDT"],
      fiatCurrency: "VND",
      rates: { VND: "25400", EUR: "0.92" },
      entryQuestionRequired: true,
      holdMinutes: 5,
      maxPendingSessions: 3,
      maxPendingTickets: 150,
      wrongAnswersPerMinute: 600,
      returnHosts: ["Shop.Example", "localhost:3000"],
      treasuryAddress: "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed",
    };
    const normalized = {
      ...changes,
      returnHosts: ["shop.example", "localhost:3000"],
      treasuryAddress: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
    };
    const expected = { ...(created as object), ...normalized };
    expect(await ok(rig.admin("PATCH", "/organisations/defaults", changes))).toEqual(expected);
    expect(await ok(rig.admin("GET", "/organisations/defaults"))).toEqual(expected);
    const cleared = await ok(
      rig.admin("PATCH", "/organisations/defaults", { treasuryAddress: null, rates: {} }),
    );
    expect(cleared).toEqual({ ...expected, treasuryAddress: null, rates: {} });
    expect(await ok(rig.admin("PATCH", "/organisations/defaults", {}))).toEqual(cleared);
    const actions = (await rig.audit("defaults")).map(({ action }) => action);
    expect(actions).toEqual(["organisation.changed", "organisation.changed", "organisation.created"]);
  });

  it("have a slug that no other has, even when both are created at once", async () => {
    const slug = await rig.organisation();
    const taken = rig.admin("POST", "/organisations", { slug, name: "Again" });
    expect(await refused(taken)).toEqual([400, "invalid_request", "slug"]);
    const race = await Promise.all(
      Array.from({ length: 8 }, () => rig.admin("POST", "/organisations", { slug: "raced", name: "R" })),
    );
    expect(race.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400, 400, 400, 400]);
    expect(await rig.audit("raced")).toHaveLength(1);
  });

  it.each([
    [{ slug: "Acme" }, "slug"],
    [{ slug: "-" }, "slug"],
    [{ name: "" }, "name"],
    [{ fiatCurrency: "usd" }, "fiatCurrency"],
    [{ fiatCurrency: "ZZZ" }, "fiatCurrency"],
    [{ rates: { VND: 25400 } }, "rates.VND"],
    [{ rates: { VND: "0" } }, "rates.VND"],
    [{ rates: { VND: "-1" } }, "rates.VND"],
    [{ rates: { VND: "1.0000000000001" } }, "rates.VND"],
    [{ rates: { ZZZ: "1" } }, "rates.ZZZ"],
    [{ rates: { USD: "2" } }, "rates.USD"],
    [{ acceptedTokens: ["DOGE"] }, "acceptedTokens.0"],
    [{ acceptedTokens: ["USDC", "USDC"] }, "acceptedTokens"],
    [{ holdMinutes: 4 }, "holdMinutes"],
    [{ holdMinutes: 121 }, "holdMinutes"],
    [{ holdMinutes: 30.5 }, "holdMinutes"],
    [{ maxPendingSessions: 0 }, "maxPendingSessions"],
    [{ maxPendingSessions: 1_001 }, "maxPendingSessions"],
    [{ maxPendingTickets: 99 }, "maxPendingTickets"],
    [{ wrongAnswersPerMinute: 0 }, "wrongAnswersPerMinute"],
    [{ returnHosts: ["https://shop.example"] }, "returnHosts.0"],
    [{ treasuryAddress: "0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed" }, "treasuryAddress"],
    // Payments in tokens to it could neither be kept nor paid back.
    [{ treasuryAddress: `0x${"0".repeat(40)}` }, "treasuryAddress"],
    [{ fiatenabled: true }, "fiatenabled"],
  ])("refuse %j, naming the field", async (wrong, path) => {
    const body = { slug: "refused", name: "Refused", ...wrong };
    expect(await refused(rig.admin("POST", "/organisations", body))).toEqual([400, "invalid_request", path]);
    expect((await rig.admin("GET", "/organisations/refused")).status).toBe(404);
  });

  it("and what they have bear names of one line that turn no text", async () => {
    const slug = await rig.organisation();
    const question = { question: "Two\nand two?", options: ["3", "4"], answerIndex: 1 };
    const bodies: readonly [string, object, string][] = [
      ["", { slug: "two-lines" }, "name"],
      [`/${slug}/api-keys`, {}, "name"],
      [`/${slug}/affiliates`, { code: "a", commissionBps: 1 }, "name"],
      [`/${slug}/questions`, question, "category"],
    ];
    for (const [path, body, member] of bodies)
      for (const wrong of ["a\nBcc: b", "a\tb", "\u202eb"])
        expect(
          await refused(rig.admin("POST", `/organisations${path}`, { ...body, [member]: wrong })),
        ).toEqual([400, "invalid_request", member]);
    const options = rig.admin("POST", `/organisations/${slug}/questions`, {
      ...question,
      options: ["3", "4\n"],
    });
    expect(await refused(options)).toEqual([400, "invalid_request", "options.1"]);
    // A question may have several lines.
    const added = await ok(rig.admin("POST", `/organisations/${slug}/questions`, question), 201);
    expect(added).toMatchObject({ question: "Two\nand two?" });
  });

  it("are listed newest first, in pages that the Link header joins", async () => {
    const slugs = [await rig.organisation(), await rig.organisation(), await rig.organisation()];
    const all = (await ok(rig.admin("GET", "/organisations"))) as Json[];
    expect(all.slice(0, 3).map(({ slug }) => slug)).toEqual(slugs.toReversed());
    const paged: Json[] = [];
    let path: string | undefined = "/organisations?limit=2";
    while (path !== undefined) {
      const page: Answer = await rig.admin("GET", path);
      paged.push(...(page.json.data as Json[]));
      path = /<\/admin\/api\/v1([^>]*)>; rel="next"/.exec(page.headers.get("link") ?? "")?.[1];
    }
    expect(paged).toEqual(all);
  });

  it("are created once by a repeated Idempotency-Key", async () => {
    const headers = { "Idempotency-Key": "create-once" };
    const body = { slug: "once", name: "Once" };
    const first = await rig.admin("POST", "/organisations", body, headers);
    const second = await rig.admin("POST", "/organisations", body, headers);
    expect([first.status, second.status, second.headers.get("idempotent-replayed")]).toEqual([
      201,
      201,
      "true",
    ]);
    expect(second.text).toBe(first.text);
    expect(await rig.audit("once")).toHaveLength(1);
  });
});

describe("API keys", () => {
  it("are shown once, stored as a hash, and work until they are revoked", async () => {
    const slug = await rig.organisation();
    const created = await ok(rig.admin("POST", `/organisations/${slug}/api-keys`, { name: "Website" }), 201);
    expect(created).toMatchObject({
      name: "Website",
      scopes: ["competitions:read", "winners:read"],
      rateLimit: 600,
      rateWindowSec: 60,
      revokedAt: null,
    });
    const key = created.key as string;
    expect(key).toMatch(/^sk_[0-9A-Za-z]{43}$/);
    expect(created.prefix).toBe(key.slice(0, 11));
    const competitions = () => rig.service.call("GET", "/api/v1/competitions", { key });
    expect((await competitions()).status).toBe(200);

    const listed = await rig.admin("GET", `/organisations/${slug}/api-keys`);
    expect(listed.json.data).toHaveLength(1);
    expect(listed.text).not.toContain(key);
    const path = `/organisations/${slug}/api-keys/${created.id}`;
    const revoked = await ok(rig.admin("DELETE", path));
    expect(revoked.revokedAt).not.toBeNull();
    expect((await competitions()).json.error).toBe("invalid_api_key");
    expect(await ok(rig.admin("DELETE", path))).toEqual(revoked);
    expect((await ok(rig.admin("GET", `/organisations/${slug}/api-keys`)))[0]).toEqual(revoked);

    const audit = await rig.audit(slug);
    expect(audit.map(({ action, subject }) => [action, subject])).toEqual([
      ["api_key.revoked", `api_key:${created.id}`],
      ["api_key.created", `api_key:${created.id}`],
      ["organisation.created", `organisation:${slug}`],
    ]);
    expect(JSON.stringify(audit)).not.toContain(key);
    expect(rig.service.logLines.join("")).not.toContain(key);
  });

  it("have the scopes and the budget that were requested", async () => {
    const slug = await rig.organisation();
    const settings = { name: "Tight", scopes: ["competitions:read"], rateLimit: 2, rateWindowSec: 3600 };
    const { key } = await ok(rig.admin("POST", `/organisations/${slug}/api-keys`, settings), 201);
    const list = () => rig.service.call("GET", "/api/v1/competitions", { key });
    expect((await rig.service.call("GET", "/api/v1/winners", { key })).status).toBe(403);
    expect((await list()).headers.get("x-ratelimit-limit")).toBe("2");
    const over = await list();
    expect([over.status, over.json.error]).toEqual([429, "rate_limited"]);
    expect(Number(over.headers.get("retry-after"))).toBe(over.json.retryAfter);
  });

  it.each([
    [{ scopes: ["everything"] }, "scopes.0"],
    [{ scopes: ["draws:create", "draws:create"] }, "scopes"],
    [{ rateLimit: 0 }, "rateLimit"],
    [{ rateLimit: 10_000_001 }, "rateLimit"],
    [{ rateWindowSec: 0 }, "rateWindowSec"],
    [{ name: undefined }, "name"],
    [{ key: "sk_mine" }, "key"],
  ])("refuse %j, naming the field", async (wrong, path) => {
    const slug = await rig.organisation();
    const answer = rig.admin("POST", `/organisations/${slug}/api-keys`, { name: "k", ...wrong });
    expect(await refused(answer)).toEqual([400, "invalid_request", path]);
  });

  it("of another organisation cannot be revoked", async () => {
    const [one, other] = [await rig.organisation(), await rig.organisation()];
    const { id, key } = await ok(rig.admin("POST", `/organisations/${one}/api-keys`, { name: "k" }), 201);
    expect(await refused(rig.admin("DELETE", `/organisations/${other}/api-keys/${id}`))).toEqual([
      404,
      "not_found",
    ]);
    expect((await rig.service.call("GET", "/api/v1/competitions", { key })).status).toBe(200);
  });

  it("come again, sealed in between, when their creation is repeated", async () => {
    const slug = await rig.organisation();
    const headers = { "Idempotency-Key": "one-key" };
    const create = () => rig.admin("POST", `/organisations/${slug}/api-keys`, { name: "k" }, headers);
    const [first, second] = [await create(), await create()];
    expect(second.text).toBe(first.text);
    expect(await ok(rig.admin("GET", `/organisations/${slug}/api-keys`))).toHaveLength(1);
  });
});
