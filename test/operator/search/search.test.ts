import { beforeAll, describe, expect, it } from "vitest";
import { OperatorRig, ok, refused, type Shop } from "../../support/builders/operator-rig.ts";
import type { Answer, Json } from "../../support/service/service.ts";
import { opened } from "../../support/opened.ts";

let shop: Shop;
/** Anna's paid order of three tickets, and the id of Ben's pending one of one ticket. */
let annas: Json;
let bens: string;

const WALLET = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const search = (slug: string, body: object, query = ""): Promise<Answer> =>
  rig.admin("POST", `/organisations/${slug}/search${query}`, body);
/** Returns the findings as `kind id namedBy`. */
async function found(text: string, more: object = {}, slug = shop.slug): Promise<string[]> {
  const findings = (await ok(search(slug, { text, ...more }))) as Json[];
  return findings.map(({ kind, id, namedBy }) => `${kind} ${id} ${namedBy}`);
}
const orderOf = (id: string) => ok(rig.admin("GET", `/organisations/${shop.slug}/orders/${id}`));

const rig = opened(() => OperatorRig.open());
beforeAll(async () => {
  // Accounts and competitions of another number than those of the shop.
  await rig.sell(await rig.shop(), 1, "somebody@example.com");
  shop = await rig.shop();
  await ok(
    rig.admin("POST", `/organisations/${shop.slug}/webhook-endpoints`, { url: "http://127.0.0.1:1/hook" }),
    201,
  );
  const paid = await rig.sell(shop, 3, "Anna@Example.com");
  bens = await rig.sell(shop, 1, "ben@example.com");
  await rig.pay(paid);
  annas = await orderOf(paid);
});

describe("a purchase is found by", () => {
  it("the buyer's e-mail, however it is written, and by the account's id", async () => {
    const buyer = [`account ${annas.accountId} email`, `order ${annas.id} email`];
    expect(await found("anna@example.com")).toEqual(buyer);
    expect(await found("  ANNA@example.com\n")).toEqual(buyer);
    expect(await found(String(annas.accountId))).toEqual(
      expect.arrayContaining([`account ${annas.accountId} accountId`, `order ${annas.id} accountId`]),
    );
  });

  it("a wallet, in either case", async () => {
    const body = { competitionId: shop.competitionId, buyer: { walletAddress: WALLET } };
    const session = await ok(
      rig.service.call("POST", "/api/v1/checkout/sessions", { key: shop.key, body }),
      201,
    );
    const { accountId } = await orderOf(session.id);
    const buyer = [`account ${accountId} walletAddress`, `order ${session.id} walletAddress`];
    expect(await found(WALLET)).toEqual(buyer);
    expect(await found(WALLET.toLowerCase())).toEqual(buyer);
  });

  it("the session's id, and its number", async () => {
    expect(await found(annas.id)).toEqual([`order ${annas.id} orderId`]);
    const rows = await rig.service.sql("select number from ticket_order where id = $1", annas.id);
    expect(await found(String(rows[0].number))).toContain(`order ${annas.id} orderNumber`);
  });

  it("the provider's id of its payment, or of what is not paid yet", async () => {
    const [payment] = annas.payments as Json[];
    expect(await found(payment!.providerPaymentId)).toContain(`order ${annas.id} paymentId`);
    const { providerIds } = await orderOf(bens);
    expect(await found(providerIds.session)).toEqual([`order ${bens} providerId`]);
  });

  it("a ticket's number within a competition", async () => {
    const of = { competitionId: shop.competitionId };
    for (const number of ["1", "2", "3"])
      expect(await found(number, of)).toEqual([`order ${annas.id} ticketNumber`]);
    expect(await found("4", of)).toEqual([]);
    expect(await found("three", of)).toEqual([]);
    expect(await found("0", of)).toEqual([]);
  });

  it("a ticket as people say it", async () => {
    const id = shop.competitionId;
    for (const text of [`competition ${id} ticket 2`, `Competition #${id}, ticket #2`])
      expect(await found(text)).toEqual([`order ${annas.id} ticketNumber`]);
    expect(await found(`competition ${id} ticket 4`)).toEqual([]);
    expect(await found(`competition ${id + 900_000} ticket 1`)).toEqual([]);
  });

  it("the request that created the session", async () => {
    expect(annas.requestId).toMatch(/./);
    expect(await found(annas.requestId)).toEqual([`order ${annas.id} requestId`]);
    const later = { placedBefore: new Date(Date.parse(annas.createdAt) + 1).toISOString() };
    expect(await found(annas.requestId, later)).toEqual([`order ${annas.id} requestId`]);
    expect(await found(annas.requestId, { placedBefore: annas.createdAt })).toEqual([]);
  });

  it("an event, and a delivery by its id", async () => {
    const [event] = annas.events as Json[];
    expect(await found(event!.id)).toEqual([`event ${event!.id} eventId`, `order ${annas.id} eventId`]);
    await rig.service.sql("select relay_events(100, now())");
    const [relayed] = (await orderOf(annas.id)).events as Json[];
    expect(await found(String(relayed!.deliveries[0].id))).toContain(
      `delivery ${relayed!.deliveries[0].id} deliveryId`,
    );
  });

  it("a refund, here and at the provider, and a dispute", async () => {
    const orderId = await rig.sell(shop, 1, "carl@example.com");
    await rig.pay(orderId);
    const path = `/organisations/${shop.slug}/orders/${orderId}/refund`;
    const [refund] = (await ok(rig.admin("POST", path, { reason: "asked" }))).refunds as Json[];
    await rig.service.sql("update refund set provider_refund_id = 're_Carl' where id = $1", refund!.id);
    const both = [`refund ${refund!.id} refundId`, `order ${orderId} refundId`];
    expect(await found(String(refund!.id))).toEqual(expect.arrayContaining(both));
    expect(await found("re_Carl")).toEqual(both);
    await rig.service.sql(
      `insert into dispute (organisation_id, rail_account_id, provider_dispute_id, order_id, stage, amount, currency, tickets,
         created_at, updated_at)
       select organisation_id, rail_account_id, 'dp_Carl', id, 'open', 500, 'USD', 'kept', now(), now()
       from ticket_order where id = $1`,
      orderId,
    );
    expect(await found("dp_Carl")).toEqual([`order ${orderId} disputeId`]);
  });

  it("facts about money whose order is lost", async () => {
    const lost = `cs_${"1".repeat(26)}`;
    const rows = await rig.service.sql(
      `insert into unmatched_payment (organisation_id, rail_account_id, provider_payment_id, order_id, amount, currency, state,
         found_by, found_at)
       select organisation_id, rail_account_id, 'pay_lost', $2, 500, 'USD', 'open', 'recovery', now()
       from ticket_order where id = $1 returning id`,
      bens,
      lost,
    );
    expect(await found(lost)).toEqual([`unmatched_payment ${rows[0].id} orderId`]);
    expect(await found("pay_lost")).toEqual([`unmatched_payment ${rows[0].id} paymentId`]);
  });
});

it("a competition is found by its id and by the beginning of its title, in any case", async () => {
  expect(await found(String(shop.competitionId))).toContain(
    `competition ${shop.competitionId} competitionId`,
  );
  for (const text of ["Watch", "wat"])
    expect(await found(text)).toEqual([`competition ${shop.competitionId} competitionTitle`]);
  // Neither a pattern nor the middle of a title.
  for (const text of ["%", "_atch", "atch"]) expect(await found(text)).toEqual([]);
});

it("each finding says whose it is and when it was made, and its link answers", async () => {
  await rig.service.sql("select relay_events(100, now())");
  const { events } = await orderOf(annas.id);
  const texts = [
    "anna@example.com",
    "Watch",
    "re_Carl",
    "pay_lost",
    events[0].id,
    String(events[0].deliveries[0].id),
  ];
  const kinds = new Set<string>();
  for (const text of texts) {
    for (const finding of (await ok(search(shop.slug, { text }))) as Json[]) {
      kinds.add(finding.kind);
      expect(finding.organisation).toBe(shop.slug);
      const thing = await ok(rig.admin("GET", finding.link.replace("/admin/api/v1", "")));
      expect(String(thing.id)).toBe(finding.id);
      expect(finding.at).toBe(thing.createdAt ?? thing.foundAt);
    }
  }
  expect([...kinds].toSorted()).toEqual([
    "account",
    "competition",
    "delivery",
    "event",
    "order",
    "refund",
    "unmatched_payment",
  ]);
});

it("an order's page has its payments, tickets and refunds, and its events with each attempt of their deliveries", async () => {
  await rig.service.sql("select relay_events(100, now())");
  const order = await orderOf(annas.id);
  expect(order).toMatchObject({
    tickets: { first: 1, last: 3 },
    payments: [{ state: "settled" }],
    refunds: [],
  });
  expect((order.events as Json[]).map(({ type }) => type).toSorted()).toEqual([
    "entry.confirmed",
    "payment.settled",
  ]);
  for (const { payload, deliveries } of order.events as Json[]) {
    expect(payload.data.orderId).toBe(annas.id);
    expect(deliveries).toMatchObject([{ state: "pending", attempts: [] }]);
  }
  expect((await orderOf(bens)).events).toEqual([]);
});

it("an account's page has what the buyer is known by, and the newest orders, which its list has all of", async () => {
  const path = `/organisations/${shop.slug}`;
  const account = await ok(rig.admin("GET", `${path}/accounts/${annas.accountId}`));
  expect(account).toMatchObject({
    identities: [{ kind: "email", value: "anna@example.com" }],
    orders: [{ id: annas.id, quantity: 3 }],
  });
  expect(await ok(rig.admin("GET", `${path}/orders?accountId=${annas.accountId}`))).toEqual(account.orders);
});

describe("pages of a search", () => {
  it("have each thing once, in an order that stays while others buy", async () => {
    const all: string[] = [];
    let busy: Shop | null = await rig.shop();
    const { slug } = busy;
    const bought: string[] = [];
    for (let order = 0; order < 7; order++) bought.unshift(await rig.sell(busy, 1, "often@example.com"));
    let query = "?limit=3";
    for (let page = 0; page < 10; page++) {
      const answer = await search(slug, { text: "often@example.com" }, query);
      all.push(...((await ok(Promise.resolve(answer))) as Json[]).map(({ id }) => id));
      const next = /\?([^>]+)>/.exec(answer.headers.get("Link") ?? "")?.[1];
      if (next === undefined) break;
      expect(next).not.toContain("often");
      query = `?${next}`;
      if (page === 0) await rig.sell(busy, 1, "often@example.com");
      busy = { ...busy };
    }
    expect(all.slice(1)).toEqual(bought);
  });
});

describe("another organisation's", () => {
  it.each<[string, () => string]>([
    ["e-mail", () => "anna@example.com"],
    ["session", () => annas.id],
    ["payment", () => annas.payments[0].providerPaymentId],
    ["request", () => annas.requestId],
    ["event", () => annas.events[0].id],
    ["account", () => String(annas.accountId)],
    ["competition", () => String(shop.competitionId)],
    ["refund at the provider", () => "re_Carl"],
    ["dispute", () => "dp_Carl"],
    ["unmatched payment", () => "pay_lost"],
  ])("%s finds nothing", async (_, text) => {
    const other = await rig.organisation();
    expect(await found(text(), {}, other)).toEqual([]);
  });

  it("competition has no tickets to search: it is not there", async () => {
    const other = await rig.organisation();
    const foreign = await search(other, { text: "1", competitionId: shop.competitionId });
    const unknown = await search(other, { text: "1", competitionId: 900_000_000_001 });
    expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
  });

  it("cursor begins nowhere", async () => {
    const other = await rig.shop();
    await rig.sell(other, 1, "anna@example.com");
    const from = `?after=orders.${annas.id}`;
    expect(await ok(search(other.slug, { text: "anna@example.com" }, from))).toEqual([]);
  });
});

describe("hostile input", () => {
  const invalid = [400, "invalid_request"];

  it.each<[string, object, string, string]>([
    ["nothing", {}, "", "text"],
    ["a blank", { text: " \n\t" }, "", "text"],
    ["too long a text", { text: "x".repeat(255) }, "", "text"],
    ["no text", { text: ["a"] }, "", "text"],
    ["a misspelt member", { text: "a", competitionID: 1 }, "", "competitionID"],
    ["a time without an offset", { text: "a", placedBefore: "2026-01-01T00:00:00" }, "", "placedBefore"],
    ["a lone surrogate", { text: "a\ud800" }, "", "text"],
    ["a zero byte", { text: "a\0" }, "", "text"],
    ["too many", { text: "a" }, "?limit=101", "limit"],
    ["a cursor of no list", { text: "a" }, "?after=everything.1", "after"],
    ["a text in the address", { text: "a" }, "?text=a", "text"],
  ])("%s is refused", async (_, body, query, path) => {
    expect(await refused(search(shop.slug, body, query))).toEqual([...invalid, path]);
  });

  it.each([
    "'; drop table ticket_order; --",
    "%",
    "\\",
    "%' or '1'='1",
    "{}",
    "9007199254740993",
    "99999999999999999999",
    "-1",
    "1e3",
    "\u{10ffff}",
    "a".repeat(254),
    "@",
    "👩‍👩‍👧‍👦",
  ])("%s is a text like any other", async (text) => {
    expect(await found(text)).toEqual([]);
  });

  it.each(["orders.x", "titles.x", "titles.99999999999999999999999", "others.cs_x", "names.order", "names"])(
    "the cursor %s is refused",
    async (after) => {
      const answer = search(shop.slug, { text: "anna@example.com" }, `?after=${after}`);
      expect(await refused(answer)).toEqual([...invalid, "after"]);
    },
  );
});

it("the text of a search is neither in the log nor in the audit", async () => {
  const secret = "very-private@example.com";
  await found(secret);
  await refused(search(shop.slug, { text: secret, more: secret }));
  await refused(search(shop.slug, { text: secret }, `?text=${secret}`));
  await rig.admin("GET", `/organisations/${shop.slug}/search?text=${secret}`);
  expect(rig.service.logLines.join("\n")).toContain("/search");
  expect(rig.service.logLines.join("\n")).not.toContain("very-private");
  expect(JSON.stringify(await rig.audit(shop.slug))).not.toContain("very-private");
});

describe("a search of all organisations finds", () => {
  const anywhere = async (text: string) => {
    const findings = (await ok(rig.admin("POST", "/search", { text }))) as Json[];
    return findings.map(({ organisation, kind, id, namedBy }) => `${organisation} ${kind} ${id} ${namedBy}`);
  };

  it("an order by each of five names, and says whose it is", async () => {
    const { slug } = shop;
    const order = (namedBy: string) => `${slug} order ${annas.id} ${namedBy}`;
    expect(await anywhere(annas.id)).toEqual([order("orderId")]);
    const byEmail = (await anywhere(" ANNA@example.com")).filter((each) => each.startsWith(`${slug} `));
    expect(byEmail).toEqual([`${slug} account ${annas.accountId} email`, order("email")]);
    const [payment] = annas.payments as Json[];
    expect(await anywhere(payment!.providerPaymentId)).toEqual([order("paymentId")]);
    expect(await anywhere(`competition ${shop.competitionId} ticket 3`)).toEqual([order("ticketNumber")]);
    const [byWallet] = await anywhere(WALLET.toLowerCase());
    expect(byWallet).toMatch(new RegExp(`^${slug} account \\d+ walletAddress$`));
    const [finding] = (await ok(rig.admin("POST", "/search", { text: annas.id }))) as Json[];
    expect(finding!.link).toBe(`/admin/api/v1/organisations/${slug}/orders/${annas.id}`);
  });

  it("a buyer in every organisation, with the newest orders", async () => {
    const other = await rig.shop();
    const newest = await rig.sell(other, 1, "anna@example.com");
    const found = await anywhere("anna@example.com");
    const having = found.filter((each) => each.includes(" account ")).map((each) => each.split(" ")[0]);
    expect(having).toEqual(expect.arrayContaining([shop.slug, other.slug]));
    expect(found).toContain(`${other.slug} order ${newest} email`);
    expect(found).toContain(`${shop.slug} order ${annas.id} email`);
  });

  it("nothing by what names nothing", async () => {
    for (const text of [
      "nothing-at-all",
      "nobody@example.com",
      `cs_${"0".repeat(26)}`,
      "competition 1 ticket 999999999",
    ])
      expect(await anywhere(text)).toEqual([]);
    expect(await refused(rig.admin("POST", "/search", { text: "  " }))).toEqual([
      400,
      "invalid_request",
      "text",
    ]);
  });
});
