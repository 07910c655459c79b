import { beforeAll, describe, expect, it } from "vitest";
import type { Creation, RailCredentials, RailOrder } from "../../../ports/rail.ts";
import { MailSender } from "../../../src/mails/mail-sender.ts";
import { DrawRig } from "../../lot-draws/draw-rig.ts";
import { Partner } from "../../support/builders/partner.ts";
import { opened } from "../../support/opened.ts";
import { ScriptedRail } from "../../support/rails/scripted-rail.ts";
import { ADMIN_TOKEN, type Json } from "../../support/service/service.ts";

class WatchedRail extends ScriptedRail {
  readonly orders: string[] = [];

  override async createPayment(account: RailCredentials, order: RailOrder): Promise<Creation> {
    this.orders.push(JSON.stringify(order));
    return super.createPayment(account, order);
  }
}

const rail = new WatchedRail();
const rig = opened(() => DrawRig.open({ rails: [rail] }));
const CANARY = "canary-of-metadata";
const METADATA = { order: CANARY, "a key": "" };
const TERMS = {
  title: "A watch",
  ticketPriceUSDCents: 500,
  maxTickets: 100,
  startDate: "2020-01-01T00:00:00Z",
  endDate: "2999-01-01T00:00:00Z",
};

const payloads = async (competitionId: number) => {
  const rows = await rig.rows(
    "select type, payload from event where (payload::jsonb -> 'data' ->> 'lotId')::bigint = $1 order by id",
    competitionId,
  );
  return new Map((rows as Json[]).map(({ type, payload }) => [type as string, payload as string]));
};
const data = (payload: string | undefined) => JSON.parse(payload!).data;
const issues = ({ status, json }: { status: number; json: Json }) => [
  status,
  ...(json.issues as Json[]).map(({ path }) => path),
];
const admin = (path: string, method = "GET", body?: unknown) =>
  rig.service.call(method, `/admin/api/v1/organisations/${rig.partner.organisation.slug}${path}`, {
    key: ADMIN_TOKEN,
    body,
  });
const create = (members: object = {}, partner = rig.partner) =>
  partner.post("/competitions", { prizeId: partner.prizeId, ...TERMS, ...members });

const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`key${n}`, "x"]));
/** Builds metadata with this number of bytes of JSON. */
function ofBytes(bytes: number): Record<string, string> {
  const members: Record<string, string> = {};
  for (let n = 10; n < 25; n++) members[`key${n}`] = "x".repeat(500);
  const rest = bytes - JSON.stringify({ ...members, last: "" }).length;
  return { ...members, last: "x".repeat(rest) };
}

describe("limits of metadata", () => {
  const faults: [string, unknown, string][] = [
    ["a key of 41 characters", { ["k".repeat(41)]: "v" }, `metadata.${"k".repeat(41)}`],
    ["an empty key", { "": "v" }, "metadata."],
    ["a number as value", { order: 1 }, "metadata.order"],
    ["a value of 501 characters", { order: "v".repeat(501) }, "metadata.order"],
    ["51 keys", keys(51), "metadata"],
    ["8,001 bytes", ofBytes(8_001), "metadata"],
    ["a list", ["order"], "metadata"],
    ["a text", "order", "metadata"],
    ["a name that changes prototypes", JSON.parse('{"__proto__": "v"}'), "metadata.__proto__"],
  ];
  it.each(faults)("%s is refused with the path", async (_, metadata, path) => {
    const { id } = await rig.partner.lot();
    expect(issues(await rig.partner.checkout(id, { metadata }))).toEqual([400, path]);
    expect(issues(await create({ metadata }))).toEqual([400, path]);
    expect(issues(await rig.partner.patch(`/competitions/${id}`, { metadata }))).toEqual([400, path]);
  });

  it.each([
    ["50 keys", keys(50)],
    ["8,000 bytes", ofBytes(8_000)],
    ["a key of 40 and a value of 500 characters", { ["🎲".repeat(40)]: "Ū".repeat(500) }],
    ["names of what every object has", { constructor: "v", toString: "w" }],
  ])("%s come back", async (_, metadata) => {
    const created = await create({ metadata });
    expect(created.status, created.text).toBe(201);
    expect(created.json.data.metadata).toEqual(metadata);
    const { id } = await rig.partner.lot();
    const session = await rig.partner.checkout(id, { metadata });
    expect(session.json.data.metadata).toEqual(metadata);
    expect((await rig.partner.session(session.json.data.id)).metadata).toEqual(metadata);
  });

  it("null removes it from a session before it is made, and a value that is null is refused", async () => {
    const { id } = await rig.partner.lot();
    const session = await rig.partner.checkout(id, { metadata: null });
    expect(session.json.data).not.toHaveProperty("metadata");
    expect(issues(await rig.partner.checkout(id, { metadata: { order: null } }))).toEqual([
      400,
      "metadata.order",
    ]);
  });
});

describe("changes of a competition's metadata", () => {
  it("keep what they leave out, remove what is null, and leave none without keys", async () => {
    const { id } = (await create({ metadata: { one: "1", two: "2" } })).json.data;
    const change = async (metadata: unknown) => {
      const answer = await rig.partner.patch(`/competitions/${id}`, { metadata });
      expect(answer.status, answer.text).toBe(200);
      expect((await rig.partner.get(`/competitions/${id}`)).json.data).toEqual(answer.json.data);
      return answer.json.data.metadata;
    };
    expect(await change({ two: null, three: "3", unknown: null })).toEqual({ one: "1", three: "3" });
    expect(await change({})).toEqual({ one: "1", three: "3" });
    expect(await change({ one: null, three: null })).toBeUndefined();
    expect(await rig.rows("select metadata is null as none from lot where id = $1", id)).toEqual([
      { none: true },
    ]);
    expect(await change({ one: "1" })).toEqual({ one: "1" });
    expect(await change(null)).toBeUndefined();
    expect(await rig.rows("select metadata is null as none from lot where id = $1", id)).toEqual([
      { none: true },
    ]);
  });

  it("may not make it larger than a new one", async () => {
    const { id } = (await create({ metadata: keys(50) })).json.data;
    const change = (metadata: object) => rig.partner.patch(`/competitions/${id}`, { metadata });
    expect(issues(await change({ more: "x" }))).toEqual([400, "metadata"]);
    expect((await change({ more: "x", key0: null })).status).toBe(200);
  });

  it("of an active competition are in its next events, and another organisation cannot make them", async () => {
    const { id } = await rig.partner.lot();
    const other = await Partner.add(rig.service);
    expect((await other.patch(`/competitions/${id}`, { metadata: { order: "theirs" } })).status).toBe(404);
    await rig.partner.get(`/competitions/${id}`);
    await rig.partner.patch(`/competitions/${id}`, { metadata: METADATA });
    await rig.close(id);
    expect(data((await payloads(id)).get("lot.closed")).metadata).toEqual(METADATA);
  });

  it("are the operator's, too", async () => {
    const { id } = (await create()).json.data;
    const changed = await admin(`/competitions/${id}`, "PATCH", { metadata: METADATA });
    expect(changed.json.data.metadata).toEqual(METADATA);
  });
});

describe("a life with metadata and one without", () => {
  /** Groups them by whether they have metadata. */
  const lots = new Map<boolean, number>();
  const sessions = new Map<boolean, string>();

  beforeAll(async () => {
    for (const has of [true, false]) {
      const { id } = await rig.partner.lot(has ? { metadata: METADATA } : {});
      const session = await rig.partner.checkout(id, has ? { metadata: { ...METADATA, of: "session" } } : {});
      await rig.partner.provider(session.json.data.id, { outcome: "paid" });
      await rig.close(id);
      await rig.turn(id);
      await rig.chain.mine(2_000);
      await rig.turn(id);
      lots.set(has, id);
      sessions.set(has, session.json.data.id);
    }
  });

  it("has it in each event, of the session or of the competition", async () => {
    const events = await payloads(lots.get(true)!);
    expect([...events.keys()].toSorted()).toEqual([
      "draw.completed",
      "entry.confirmed",
      "lot.closed",
      "payment.settled",
    ]);
    for (const type of ["entry.confirmed", "payment.settled"])
      expect(data(events.get(type)).metadata, type).toEqual({ ...METADATA, of: "session" });
    for (const type of ["lot.closed", "draw.completed"])
      expect(data(events.get(type)).metadata, type).toEqual(METADATA);
  });

  it("has the bytes of before without it", async () => {
    const lotId = lots.get(false)!;
    const events = await payloads(lotId);
    const bytes = (type: string) =>
      events.get(type)!.replace(/^\{"id":"\w+","type":"[\w.]+","createdAt":"[^"]+",/, "");
    const { userId } = data(events.get("entry.confirmed"));
    const orderId = sessions.get(false)!;
    expect(bytes("payment.settled")).toBe(
      `"data":{"orderId":"${orderId}","lotId":${lotId},"userId":${userId},"rail":"redirect","amount":2500,"currency":"USD","quantity":1}}`,
    );
    expect(bytes("entry.confirmed")).toBe(
      `"data":{"lotId":${lotId},"userId":${userId},"quantity":1,"ticketNumbers":[1],"source":"fiat","orderId":"${orderId}","txHash":null}}`,
    );
    expect(bytes("draw.completed")).toBe(
      `"data":{"lotId":${lotId},"winnerUserId":${userId},"winnerTicketId":1}}`,
    );
    const { closedAt, endDate } = data(events.get("lot.closed"));
    expect(bytes("lot.closed")).toBe(
      `"data":{"lotId":${lotId},"closedAt":"${closedAt}","endDate":"${endDate}","ticketsSold":1}}`,
    );
    for (const path of [`/competitions/${lotId}`, `/checkout/sessions/${orderId}`])
      expect((await rig.partner.get(path)).text).not.toContain("metadata");
    for (const path of [`/competitions/${lotId}`, `/orders/${orderId}`])
      expect((await admin(path)).text, path).not.toContain("metadata");
  });

  it("has it in lists of partners and operators, and in the export", async () => {
    const [lotId, orderId] = [lots.get(true)!, sessions.get(true)!];
    const found = (list: Json, id: unknown) => (list.data as Json[]).find((each) => each.id === id)!.metadata;
    const lists = [rig.partner.get(`/competitions?ids=${lotId}`), admin("/competitions")];
    for (const { json } of await Promise.all(lists)) expect(found(json, lotId)).toEqual(METADATA);
    const orders = [rig.partner.get("/checkout/sessions"), admin("/orders"), admin("/orders?status=paid")];
    for (const { json } of await Promise.all(orders))
      expect(found(json, orderId)).toEqual({ ...METADATA, of: "session" });
    const { text } = await admin(`/exports/orders?competitionId=${lotId}`);
    const [head, row] = text.trimEnd().split("\r\n");
    expect(head).toMatch(/,refundState,metadata$/);
    expect(row).toContain(`""order"":""${CANARY}""`);
  });

  it("shows it in no draw, on no page for buyers, and to no mail's reader", async () => {
    const { slug } = rig.partner.organisation;
    const lotId = lots.get(true)!;
    const paths = [
      `/embed/${slug}/competition/${lotId}`,
      `/embed/${slug}/competition/${lotId}/draw.json`,
      `/embed/${slug}/competition/${lotId}/draw/entries.json`,
      `/api/v1/competitions/${lotId}/draw`,
      `/sandbox/pay/${sessions.get(true)}`,
      `/checkout/${slug}/${lotId}`,
      `/embed/${slug}/live.json?ids=${lotId}`,
    ];
    for (const path of paths) {
      const { status, text } = await rig.service.call("GET", path, { key: rig.partner.key });
      expect([status, text.includes(CANARY)], path).toEqual([200, false]);
    }
    await rig.service.wiring.get(MailSender).sendOnce();
    const mailbox = await rig.service.call("GET", "/sandbox/mailbox");
    expect(mailbox.text).not.toContain(CANARY);
  });
});

it("a cancelled competition's event has its metadata", async () => {
  const lots = [await rig.partner.lot({ metadata: METADATA }), await rig.partner.lot()];
  for (const { id } of lots) await rig.cancel(id);
  const [having, lacking] = await Promise.all(
    lots.map(async ({ id }) => (await payloads(id)).get("lot.cancelled")),
  );
  expect(data(having).metadata).toEqual(METADATA);
  expect(lacking).toMatch(/"ticketsSold":0\}\}$/);
});

it("an order that is not settled plainly has its metadata in its event", async () => {
  const { id } = await rig.partner.lot({ priceCents: 0 });
  const session = await rig.partner.checkout(id, { metadata: METADATA });
  expect(session.json.data.status).toBe("paid");
  const plain = await rig.partner.checkout(id);
  const rows = await rig.rows(
    "select payload from event where type = 'entry.confirmed' order by id desc limit 2",
  );
  const byOrder = new Map((rows as Json[]).map(({ payload }) => [data(payload).orderId, payload as string]));
  expect(data(byOrder.get(session.json.data.id)).metadata).toEqual(METADATA);
  expect(byOrder.get(plain.json.data.id)).toMatch(/"txHash":null\}\}$/);
});

it("no provider's request has it", async () => {
  const partner = await Partner.add(rig.service, { rails: {} });
  await partner.putRail({
    kind: "redirect",
    provider: "example",
    currencies: ["USD"],
    credentials: { apiKey: "key_one", signingKey: "signing" },
    settings: {},
    enabled: true,
  });
  const { id } = await partner.lot({ metadata: METADATA });
  const session = await partner.checkout(id, { metadata: METADATA });
  expect(session.json.data.metadata).toEqual(METADATA);
  expect(rail.orders).toHaveLength(1);
  expect(rail.orders[0]).not.toContain(CANARY);
});

describe("sessions by their metadata", () => {
  it("are found by all given values, in their organisation", async () => {
    const { id } = await rig.partner.lot();
    const sell = async (metadata: object, partner = rig.partner, lotId = id) =>
      (await partner.checkout(lotId, { metadata })).json.data.id;
    const first = await sell({ basket: "b-1", shop: "north" });
    const second = await sell({ basket: "b-1", shop: "south", "x]y[": "ü" });
    const other = await Partner.add(rig.service);
    await sell({ basket: "b-1" }, other, (await other.lot()).id);
    const find = async (query: string) => {
      const answer = await rig.partner.get(`/checkout/sessions?${query}`);
      expect(answer.status, answer.text).toBe(200);
      return (answer.json.data as Json[]).map((session) => session.id);
    };
    expect(await find("metadata[basket]=b-1")).toEqual([second, first]);
    expect(await find("metadata%5Bbasket%5D=b-1&metadata%5Bshop%5D=north")).toEqual([first]);
    expect(await find(`metadata[shop]=south&competitionId=${id}&status=pending`)).toEqual([second]);
    expect(await find("metadata[x]y[]=%C3%BC")).toEqual([second]);
    expect(await find("metadata[basket]=b-2")).toEqual([]);
    const page = await rig.partner.get("/checkout/sessions?metadata[basket]=b-1&limit=1");
    expect(page.json.data).toHaveLength(1);
    const next = /^<\/api\/v1([^>]+)>/.exec(page.headers.get("Link")!)![1]!;
    expect(((await rig.partner.get(next)).json.data as Json[]).map((session) => session.id)).toEqual([first]);
  });

  it.each([
    ["metadata=b-1", "metadata"],
    ["metadata[basket]=1&metadata[basket]=2", "metadata[basket]"],
    ["metadata=1&metadata[basket]=2", "metadata"],
    ["metadata[basket]=1&metadata=2", "metadata"],
    [`metadata[${"k".repeat(41)}]=1`, `metadata.${"k".repeat(41)}`],
    ["metadata[__proto__]=1", "metadata[__proto__]"],
    ["status[basket]=1", "status[basket]"],
  ])("%s is refused with the path", async (query, path) => {
    expect(issues(await rig.partner.get(`/checkout/sessions?${query}`))).toEqual([400, path]);
  });
});
