import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { NotFound } from "../../src/shared/problem.ts";
import { id } from "../../adapters/http/input/fields.ts";
import { problemsOf } from "../../adapters/http/openapi/openapi.ts";
import { placeholdersOf, type Route } from "../../adapters/http/kernel/route.ts";
import { partnerRoute } from "../../adapters/http/partner/partner-route.ts";
import { operatorRoutes } from "../../adapters/http/operator/operator-api.ts";
import { partnerRoutes } from "../../adapters/http/partner/partner-api.ts";
import { TOKENS_PERMISSIONS } from "../../src/operations/permission.ts";
import { ADMIN_TOKEN, type Answer, sharedService, TestService } from "../support/service/service.ts";
import { OPERATOR_BODIES, PARTNER_BODIES } from "./support/examples.ts";
import { idPlaces, type IdPlace } from "./support/id-places.ts";
import { addWorld, type Ids, nameOf, pathOf, UNKNOWN, type World } from "./support/world.ts";
import { prepared } from "../support/opened.ts";

const service = await TestService.open();
afterAll(() => service.stop());
/** The service on another database, whose rows are in no digest. */
const apart = await sharedService();
const alpha = await addWorld(service, "alpha");
const beta = await addWorld(service, "beta");

/** Headers that differ between any two answers. */
const OWN_TO_EACH = /^(date|x-request-id|x-ratelimit-.*)$/;

function comparable({ status, headers, text }: Answer) {
  return { status, headers: [...headers].filter(([name]) => !OWN_TO_EACH.test(name)), text };
}

/** The lots of both worlds as if the raffle contract sold them, until they are put back. */
async function onChain(are: boolean): Promise<void> {
  const lots = [alpha, beta].map(({ ids }) => ids.competition);
  await service.sql("delete from chain_lot where lot_id = any($1)", lots);
  if (are)
    await service.sql(
      `insert into chain_lot (lot_id, organisation_id, chain_id, contract, state, token, price_units, max_tickets,
         treasury, start_at, end_at, tries, valid_until, created_at)
       select id, organisation_id, 1, $2, 'live', $2, 1, max_tickets, $2, start_at, end_at, 1, created_at, created_at
       from lot join lot_stock s using (organisation_id) where id = s.lot_id and id = any($1)`,
      lots,
      `0x${"1b".repeat(20)}`,
    );
  await service.sql("update lot set on_chain = $2 where id = any($1)", lots, are);
}

/** One connection, which has planned once what is asked of all tables. */
const reader = await service.database.pool.connect();
afterAll(() => reader.release());
const { rows: tables } = await reader.query<{ table: string }>(
  `select c.relname as table from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where n.nspname = 'public' and c.relkind = 'r' and c.relpersistence = 'p'
     and c.relname <> 'used_proof'`,
);
const STORED = {
  name: "stored",
  text: tables
    .map(
      ({ table }) =>
        `select '${table}' as table, md5(coalesce(string_agg(t.row, e'\\n' order by t.row), '')) as digest
         from (select "${table}"::text as row from "${table}") t`,
    )
    .join("\nunion all\n"),
};

/** Returns a digest of each table, but for budgets and for proofs, which are used up whatever they are for. */
async function stored(): Promise<Record<string, string>> {
  const { rows } = await reader.query<{ table: string; digest: string }>(STORED);
  return Object.fromEntries(rows.map(({ table, digest }) => [table, digest]));
}

let before = await stored();

/** Expects that nothing has changed since the digests in `before`, and replaces them. */
async function expectUnchanged(): Promise<void> {
  const now = await stored();
  const expected = before;
  before = now;
  expect(now).toEqual(expected);
}

interface TestedApi {
  readonly name: string;
  readonly base: string;
  readonly routes: readonly Route<never>[];
  readonly bodies: Readonly<Record<string, (ids: Ids) => object>>;
  readonly keyOf: (world: World) => string;
}

/** A request within one world that would be accepted, but for the thing that is named in one place. */
function ask(
  { base, bodies, keyOf }: TestedApi,
  route: Route<never>,
  world: World,
  named: IdPlace,
  id: string | number,
): Promise<Answer> {
  const example = bodies[nameOf(route)];
  if (route.body && !example && !route.body.safeParse({}).success)
    throw new Error(`${nameOf(route)}: no example of a body`);
  const values: Record<string, string | number> = { slug: world.marker, kind: "fields" };
  for (const { place, name, kind } of idPlaces(route)) if (place === "path") values[name] = world.ids[kind];
  const body: Record<string, unknown> | undefined = example && { ...example(world.ids) };
  let search = "";
  if (named.place === "path") values[named.name] = id;
  else if (named.place === "query") search = `?${named.name}=${id}`;
  else body![named.name] = named.isList ? [id] : id;
  const target = base + pathOf(route, values) + search;
  const raw = body === undefined ? "" : JSON.stringify(body);
  const headers = route.proof ? { "Service-Proof": world.draws.proof(route.method, target, raw) } : undefined;
  return world.partner.service.call(route.method, target, { key: keyOf(world), raw, headers });
}

const partnerApi: TestedApi = {
  name: "partner API",
  base: "/api/v1",
  routes: partnerRoutes(service.wiring),
  bodies: PARTNER_BODIES,
  keyOf: ({ partner }) => partner.key,
};
const operatorApi: TestedApi = {
  name: "operator interface",
  base: "/admin/api/v1",
  // The others are about whoever is signed in, or about operators: of no organisation. What the token may not do is tried
  // in test/operator/api-keys.test.ts.
  routes: operatorRoutes(service.wiring).filter(
    ({ permission, path }) =>
      permission !== null && TOKENS_PERMISSIONS.has(permission) && !path.startsWith("/operators"),
  ),
  bodies: OPERATOR_BODIES,
  keyOf: () => ADMIN_TOKEN,
};
const apis = [partnerApi, operatorApi];
let owners = 0;
const newOwner = () => addWorld(apart, `tenants-${++owners}`);

describe.each(apis)("$name: another organisation's id is answered like an unknown one", (api) => {
  const cases = api.routes.flatMap((route) => {
    const places = idPlaces(route);
    return places.length === 0 ? [] : [[nameOf(route), { route, places }] as const];
  });
  const owner = prepared(() => newOwner());

  async function expectUnknown(route: Route<never>, place: IdPlace): Promise<void> {
    const ids = [UNKNOWN[place.kind], beta.ids[place.kind], ...(place.place === "path" ? ["x"] : [])];
    const [unknown, ...others] = await Promise.all(ids.map((id) => ask(api, route, alpha, place, id)));
    if (place.isList) {
      const missing = { result: "not_found", error: "not_found", message: expect.any(String) };
      for (const [index, { json }] of [unknown!, ...others].entries())
        expect(json.data).toEqual([{ id: String(ids[index]), ...missing }]);
      return;
    }
    expect([unknown!.status, unknown!.json?.error], unknown!.text).toEqual([404, "not_found"]);
    // Another organisation's, and one that is malformed.
    for (const other of others) expect(comparable(other)).toEqual(comparable(unknown!));
  }

  it.each(cases)("%s", async (_, { route, places }) => {
    const ofLotsOnChain = route.path.endsWith("/onchain");
    if (ofLotsOnChain) {
      await onChain(true);
      before = await stored();
    }
    await Promise.all(places.map((place) => expectUnknown(route, place)));
    await expectUnchanged();
    expect(problemsOf(route)).toContain(NotFound);

    // An owner finds its things. A route that deletes has a separate owner.
    const reads = route.method === "GET" && ofLotsOnChain;
    const own = reads ? alpha : route.method === "DELETE" ? await newOwner() : owner;
    for (const place of places) {
      const answer = await ask(api, route, own, place, own.ids[place.kind]);
      expect([401, 403, 404], answer.text).not.toContain(answer.status);
      if (place.isList) expect(answer.json.data[0].result).not.toBe("not_found");
    }
    if (ofLotsOnChain) {
      await onChain(false);
      before = await stored();
    }
  });
});

describe("what the generator covers", () => {
  it.each(apis)("$name: every placeholder is an id that it tries, a slug, or a rail kind", ({ routes }) => {
    for (const route of routes) {
      const tried = new Set(idPlaces(route).map(({ name }) => name));
      const others = placeholdersOf(route.path).filter((name) => !tried.has(name));
      expect(["slug", "kind"], nameOf(route)).toEqual(expect.arrayContaining(others));
    }
  });

  it("a route with an id that it does not know fails", () => {
    const common = {
      method: "POST",
      summary: "",
      tag: "",
      scope: null,
      status: 200,
      reply: z.null(),
      problems: [],
      handle: () => null,
    } as const;
    const nested = z.object({ nested: z.object({ affiliateId: id }).optional() });
    const inBody = partnerRoute({ ...common, operationId: "createNew", path: "/new", body: nested });
    const params = z.object({ id: z.string() });
    const inPath = partnerRoute({
      ...common,
      operationId: "createReferral",
      path: "/referrals/{id}",
      params,
    });
    expect(() => idPlaces(inBody)).toThrow("nested.affiliateId");
    expect(() => idPlaces(inPath)).toThrow("referrals");
  });
});

describe("lists show an organisation its own things only", () => {
  // Events come by the relay and a cursor of the organisation: test/webhooks/feed.test.ts compares organisations.
  const lists = partnerApi.routes.filter(
    ({ method, path }) => method === "GET" && placeholdersOf(path).length === 0 && path !== "/events",
  );

  it.each(lists.map((route) => [nameOf(route), route] as const))("%s", async (_, { path }) => {
    const seen = await Promise.all([alpha, beta].map((world) => world.partner.get(path)));
    for (const [index, own] of [alpha, beta].entries()) {
      const other = index === 0 ? beta : alpha;
      const { status, text } = seen[index]!;
      expect(status).toBe(200);
      const marksOf = ({ marker, marks }: World) => [marker, ...marks].filter((mark) => text.includes(mark));
      expect(marksOf(own)).not.toEqual([]);
      expect(marksOf(other)).toEqual([]);
    }
  });

  it.each(
    lists.filter((route) => "after" in route.query.shape).map((route) => [nameOf(route), route] as const),
  )("%s, paged behind an id of another organisation", async (_, { path }) => {
    const after = path.startsWith("/checkout")
      ? beta.ids.session
      : Math.max(Number(beta.ids.competition), Number(beta.ids.prize)) + 1;
    const { status, text } = await alpha.partner.get(`${path}?limit=100&after=${after}`);
    expect(status).toBe(200);
    for (const mark of [beta.marker, ...beta.marks]) expect(text).not.toContain(mark);
  });

  const ofOrganisation = operatorApi.routes.filter(
    (route) => route.method === "GET" && route.path.includes("{slug}"),
  );
  it.each(ofOrganisation.map((route) => [nameOf(route), route] as const))(
    "operator: %s",
    async (_, route) => {
      const seen = await Promise.all(
        [alpha, beta].map(({ marker, ids }) => {
          const [place] = idPlaces(route);
          const own = place && { [place.name]: ids[place.kind] };
          const path = pathOf(route, { slug: marker, kind: "fields", ...own });
          return service.call("GET", `/admin/api/v1${path}`, { key: ADMIN_TOKEN });
        }),
      );
      expect(seen.map(({ status }) => status)).toEqual([200, 200]);
      expect(seen[0]!.text).not.toContain("beta");
      expect(seen[1]!.text).not.toContain("alpha");
    },
  );
});

describe("the operator interface asked for an organisation that does not exist", () => {
  beforeAll(async () => {
    before = await stored();
  });

  const routes = operatorApi.routes.filter((route) => route.path.includes("{slug}"));
  it.each(routes.map((route) => [nameOf(route), route] as const))("%s is 404", async (_, route) => {
    const [place] = idPlaces(route);
    const own = { slug: "nobody", kind: "fields", ...(place && { [place.name]: alpha.ids[place.kind] }) };
    const body = OPERATOR_BODIES[nameOf(route)]?.(alpha.ids);
    const path = `/admin/api/v1${pathOf(route, own)}`;
    const { status, json } = await service.call(route.method, path, { key: ADMIN_TOKEN, body });
    expect([status, json.error]).toEqual([404, "not_found"]);
    await expectUnchanged();
  });
});

it("an Idempotency-Key of one organisation means nothing to another", async () => {
  const headers = { "Idempotency-Key": "shared" };
  const body = { retailValueUSDCents: 1, name: "Watch" };
  const first = await alpha.partner.post("/prizes", body, headers);
  const second = await beta.partner.post("/prizes", body, headers);
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.headers.get("Idempotent-Replayed")).toBeNull();
  expect(second.json.data.id).not.toBe(first.json.data.id);
});
