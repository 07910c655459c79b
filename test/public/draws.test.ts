import { beforeAll, describe, expect, it } from "vitest";
import { DrawRig, FAR_BLOCKS } from "../lot-draws/draw-rig.ts";
import { refusalOf } from "../api/support/reading.ts";
import { competitionOf } from "../api/support/world.ts";
import { Partner } from "../support/builders/partner.ts";
import { ADMIN_TOKEN, type Answer } from "../support/service/service.ts";
import { opened, prepared } from "../support/opened.ts";

const A_MOMENT = "public, max-age=5";
const FOR_EVER = "public, max-age=31536000, immutable";
const ORIGIN = { Origin: "https://shop.example" };

let drawn: number;
const rig = opened(() =>
  DrawRig.open({
    environment: { PUBLIC_REQUESTS_PER_MINUTE: "100000", BASE_DOMAIN: "raffles.example", TRUST_PROXY: "1" },
  }),
);
const other = prepared(() => Partner.add(rig.service));
beforeAll(async () => {
  drawn = await rig.drawn(3, 1, 4, 1, 5);
});

interface Asked {
  readonly organisation?: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
}

function ask(rest: string, { organisation, method = "GET", headers }: Asked = {}): Promise<Answer> {
  const { slug } = rig.partner.organisation;
  return rig.service.call(method, `/embed/${organisation ?? slug}/competition/${rest}`, { headers });
}
const draw = (id: number | string, options?: Asked) => ask(`${id}/draw.json`, options);
const entries = (id: number | string, query = "", options?: Asked) =>
  ask(`${id}/draw/entries.json${query}`, options);

/** Both documents of a lot, each as its status or the same bytes as the partner's. */
async function documentsOf(lotId: number) {
  const pairs = [
    [await draw(lotId), await rig.partner.get(`/competitions/${lotId}/draw`)],
    [await entries(lotId), await rig.partner.get(`/competitions/${lotId}/draw/entries`)],
  ] as const;
  for (const [open, keyed] of pairs) {
    expect(keyed.status).toBe(200);
    if (open.status === 200) expect(open.text).toBe(keyed.text);
    else expect(refusalOf(open)).toEqual([404, "not_found"]);
  }
  return pairs.map(([{ status, headers }]) => [status, headers.get("Cache-Control")]);
}

describe("without a key", () => {
  it("the draw is there from its commitment on, word for word what the partner reads, and lasts once it has a winner", async () => {
    const NOT_YET = [
      [404, "no-store"],
      [404, "no-store"],
    ];
    const draft = (await rig.partner.post("/competitions", competitionOf(rig.partner.prizeId, "Draft"))).json
      .data;
    expect(draft.status).toBe("draft");
    expect(await documentsOf(draft.id)).toEqual(NOT_YET);
    const lotId = await rig.sold(2, 3);
    expect(await documentsOf(lotId)).toEqual(NOT_YET);
    await rig.close(lotId);
    expect(await documentsOf(lotId)).toEqual(NOT_YET);
    await rig.turn(lotId);
    expect(await documentsOf(lotId)).toEqual([
      [200, A_MOMENT],
      [200, FOR_EVER],
    ]);
    await rig.chain.mine(FAR_BLOCKS);
    await rig.turn(lotId);
    expect((await draw(lotId)).json.data.status).toBe("drawn");
    expect(await documentsOf(lotId)).toEqual([
      [200, FOR_EVER],
      [200, FOR_EVER],
    ]);
  });

  it("a cancelled competition is there if it was committed, with its void commitment, else not", async () => {
    const committed = await rig.committed(2);
    await rig.cancel(committed);
    expect(await documentsOf(committed)).toEqual([
      [200, A_MOMENT],
      [200, FOR_EVER],
    ]);
    expect((await draw(committed)).json.data).toMatchObject({
      status: "waiting",
      voidedCommitments: [{ voidedAt: expect.any(String) }],
    });
    const closed = await rig.sold(2);
    await rig.close(closed);
    await rig.cancel(closed);
    expect((await documentsOf(closed)).map(([status]) => status)).toEqual([404, 404]);
  });

  it("nothing is there while a commitment is not known to have come before its block", async () => {
    const lotId = await rig.committed(2);
    await rig.rows("update lot_commitment set confirmed_at = null where lot_id = $1", lotId);
    expect((await documentsOf(lotId)).map(([status]) => status)).toEqual([404, 404]);
  });

  it("entries stay the same bytes through a refund and a dispute after the commitment", async () => {
    const lotId = await rig.sold(2);
    const refunded = await rig.sell(lotId, 3);
    const disputed = await rig.sell(lotId, 1);
    await rig.close(lotId);
    await rig.turn(lotId);
    const before = await entries(lotId);
    expect(before.json.data).toHaveLength(3);
    expect((await rig.operator("POST", `/orders/${refunded}/refund`, { reason: "asked" })).status).toBe(200);
    const [dispute] = await rig.rows(
      `select d.tickets from rail_account a, record_dispute(a.organisation_id, a.id, 'dp_late', $1, null, 'lost', 'lost', 100,
        'USD', now(), now()) d where a.organisation_id = $2 and a.kind = 'redirect'`,
      disputed,
      rig.partner.organisation.id,
    );
    expect(dispute).toEqual({ tickets: "kept" });
    const after = await entries(lotId);
    expect([after.text, after.headers.get("ETag")]).toEqual([before.text, before.headers.get("ETag")]);
  });

  it("entries come page by page, and Link stays at the public address", async () => {
    const first = await entries(drawn, "?limit=2");
    const link = `/embed/${rig.partner.organisation.slug}/competition/${drawn}/draw/entries.json?limit=2&after=4`;
    expect(first.headers.get("Link")).toBe(`<${link}>; rel="next"`);
    const rest = await rig.service.call("GET", link.replace("limit=2", "limit=10"));
    expect(rest.headers.get("Link")).toBeNull();
    expect([...first.json.data, ...rest.json.data]).toEqual((await entries(drawn)).json.data);
    expect(refusalOf(await entries(drawn, "?limit=10001"))).toEqual([400, "invalid_request"]);
    expect(refusalOf(await entries(drawn, "?after=x"))).toEqual([400, "invalid_request"]);
  });

  it("what is another organisation's, unknown or no id at all is one and the same 404", async () => {
    const comparable = ({ status, headers, text }: Answer) => ({
      status,
      text,
      headers: [...headers].filter(([name]) => !/^(date|x-request-id|x-ratelimit-.*)$/.test(name)),
    });
    const expected = comparable(await draw(999_999_999));
    expect(expected).toMatchObject({ status: 404, text: expect.stringContaining('"not_found"') });
    const organisations = [other.organisation.slug, "nobody", "No-Slug", "%00"];
    const answers = [
      ...(await Promise.all(
        organisations.flatMap((organisation) => [
          draw(drawn, { organisation }),
          entries(drawn, "", { organisation }),
        ]),
      )),
      await draw("x"),
      await draw("9".repeat(30)),
      await entries(0),
    ];
    for (const answer of answers) expect(comparable(answer)).toEqual(expected);
  });

  it("an unknown organisation, an unknown competition and another's cost the same one statement", async () => {
    const { database } = rig.service;
    for (const read of [draw, (id: number, options: Asked) => entries(id, "", options)])
      for (const [organisation, id] of [
        [undefined, 999_999_999],
        ["nobody", drawn],
        [other.organisation.slug, drawn],
      ] as const) {
        const before = database.roundTrips;
        expect((await read(id, { organisation })).status).toBe(404);
        expect(database.roundTrips - before).toBe(1);
      }
  });

  it("the host of an organisation shows its own draws alone", async () => {
    const { slug } = rig.partner.organisation;
    const at = (tenant: string) => ({ "X-Forwarded-Host": `${tenant}.raffles.example` });
    expect((await draw(drawn, { headers: at(slug) })).status).toBe(200);
    expect((await draw(drawn, { headers: at(other.organisation.slug) })).status).toBe(404);
  });

  it("nothing can be changed: other methods are 405", async () => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const refused = await draw(drawn, { method });
      expect(refusalOf(refused)).toEqual([405, "method_not_allowed"]);
      expect(refused.headers.get("Allow")).toBe("GET, HEAD, OPTIONS");
    }
  });
});

describe("caches", () => {
  it("get a strong tag, and 304 without a body for it, also of what is compressed", async () => {
    for (const encoding of ["identity", "gzip"]) {
      const headers = { "Accept-Encoding": encoding };
      const lotId = encoding === "gzip" ? await rig.committed(...Array.from({ length: 20 }, () => 1)) : drawn;
      const first = await entries(lotId, "", { headers });
      expect(first.headers.get("Content-Encoding")).toBe(encoding === "gzip" ? "gzip" : null);
      const tag = first.headers.get("ETag")!;
      expect(tag).toMatch(encoding === "gzip" ? /^"[\w-]{43}-gzip"$/ : /^"[\w-]{43}"$/);
      for (const known of [tag, `"other", ${tag}`, `W/${tag}`, "*"]) {
        const again = await entries(lotId, "", { headers: { ...headers, "If-None-Match": known } });
        expect([again.status, again.text], known).toEqual([304, ""]);
        expect(again.headers.get("ETag")).toBe(tag);
        expect(again.headers.get("Cache-Control")).toBe(FOR_EVER);
        expect(again.headers.get("Access-Control-Allow-Origin")).toBe("*");
      }
      const changed = await entries(lotId, "", { headers: { ...headers, "If-None-Match": '"other"' } });
      expect([changed.status, changed.text]).toEqual([200, first.text]);
    }
  });

  it("learn that a draw changed: its tag before the winner is another one after", async () => {
    const lotId = await rig.committed(1, 2);
    const tag = (await draw(lotId)).headers.get("ETag")!;
    expect((await draw(lotId, { headers: { "If-None-Match": tag } })).status).toBe(304);
    await rig.chain.mine(FAR_BLOCKS);
    await rig.turn(lotId);
    expect((await draw(lotId, { headers: { "If-None-Match": tag } })).status).toBe(200);
  });

  it("HEAD has the headers of GET and no body", async () => {
    const headers = { "Accept-Encoding": "identity" };
    const [got, headed] = [await draw(drawn, { headers }), await draw(drawn, { method: "HEAD", headers })];
    expect([headed.status, headed.text]).toEqual([200, ""]);
    for (const name of ["ETag", "Cache-Control", "Content-Length", "Content-Type"])
      expect(headed.headers.get(name), name).toBe(got.headers.get(name));
  });
});

describe("pages of other origins", () => {
  const READABLE =
    "ETag, Link, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id";

  it("may read every answer, refusals too, and never with credentials", async () => {
    const answers = [
      await draw(drawn, { headers: ORIGIN }),
      await entries(drawn, "", { headers: ORIGIN }),
      await entries(drawn, "?limit=0", { headers: ORIGIN }),
      await draw(999_999_999, { headers: ORIGIN }),
      await ask("1/nothing", { headers: ORIGIN }),
      await draw(drawn, { method: "POST", headers: ORIGIN }),
      await rig.service.call("GET", "/embed/openapi.json", { headers: ORIGIN }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 400, 404, 404, 405, 200]);
    for (const { headers } of answers) {
      expect(headers.get("Access-Control-Allow-Origin")).toBe("*");
      expect(headers.get("Access-Control-Expose-Headers")).toBe(READABLE);
      expect(headers.get("Access-Control-Allow-Credentials")).toBeNull();
      expect(headers.get("Cross-Origin-Resource-Policy")).toBe("cross-origin");
    }
  });

  it("learn by OPTIONS, 204, what they may send, and for how long that holds", async () => {
    const headers = {
      ...ORIGIN,
      "Access-Control-Request-Method": "GET",
      "Access-Control-Request-Headers": "if-none-match",
    };
    const { slug } = rig.partner.organisation;
    const preflight = await draw(drawn, { method: "OPTIONS", headers });
    expect([preflight.status, preflight.text]).toEqual([204, ""]);
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "GET, HEAD",
      "access-control-allow-headers": "If-None-Match, X-Request-Id",
      "access-control-max-age": "86400",
    });
    expect((await rig.service.call("OPTIONS", `/embed/${slug}/nothing`, { headers })).status).toBe(404);
  });

  it("are not invited by the partner API nor by the operator interface", async () => {
    const paths = [
      [`/api/v1/competitions/${drawn}/draw`, rig.partner.key],
      [`/api/v1/competitions/${drawn}/draw/entries`, rig.partner.key],
      [`/api/v1/competitions/${drawn}/draw`, null],
      ["/admin/api/v1/organisations", ADMIN_TOKEN],
      ["/admin/api/v1/openapi.json", ADMIN_TOKEN],
    ] as const;
    for (const [path, key] of paths)
      for (const method of ["GET", "OPTIONS"]) {
        const { status, headers } = await rig.service.call(method, path, { key, headers: ORIGIN });
        expect(status, path).toBe(method === "OPTIONS" ? 405 : key === null ? 401 : 200);
        const inviting = [...headers.keys()].filter((name) => name.startsWith("access-control"));
        expect(inviting, path).toEqual([]);
        expect(headers.get("Cross-Origin-Resource-Policy"), path).toBe("same-origin");
      }
  });
});
