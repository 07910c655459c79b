import { afterAll, describe, expect, it } from "vitest";
import { Orders } from "../../ports/checkout/orders.ts";
import { NewIds } from "../../ports/ids.ts";
import { brokenRules } from "../support/builders/books.ts";
import { ok, refused } from "../support/builders/operator-rig.ts";
import { Partner } from "../support/builders/partner.ts";
import { ADMIN_TOKEN, type Json, TestService } from "../support/service/service.ts";
import { opened } from "../support/opened.ts";

const service = opened(() => TestService.open());

afterAll(async () => {
  // The rule of refunds is for books without any.
  const broken = await brokenRules(service.databaseUrl);
  expect(broken.filter((line) => line.includes("ommission") || line.includes("affiliate"))).toEqual([]);
});

function admin(partner: Partner, method: string, path: string, body?: unknown) {
  const base = `/admin/api/v1/organisations/${partner.organisation.slug}`;
  return service.call(method, base + path, { key: ADMIN_TOKEN, body });
}

/** Returns one affiliate's money as the operator sees it. */
async function earned(partner: Partner, code: string) {
  const all = (await ok(admin(partner, "GET", "/affiliates"))) as Json[];
  const { accruedCents, reversedCents, balanceCents } = all.find((affiliate) => affiliate.code === code);
  return [accruedCents, reversedCents, balanceCents];
}

async function commissions(partner: Partner, code: string, query = "") {
  return (await ok(admin(partner, "GET", `/affiliates/${code}/commissions${query}`))) as Json[];
}

/** @returns the id of a paid order */
async function sold(partner: Partner, lotId: number, body: object): Promise<string> {
  const { id } = await ok(partner.checkout(lotId, body), 201);
  await partner.provider(id, { outcome: "paid" });
  expect((await partner.session(id)).status).toBe("paid");
  return id;
}

async function takeBack(orderId: string) {
  await service.sql("select reverse_commission($1, now())", orderId);
}

describe("an order that an affiliate brings", () => {
  it("earns them floor(bps × price × quantity / 10,000) once it is paid, and nothing before", async () => {
    const partner = await Partner.add(service);
    await partner.addAffiliate("Jane-Doe_1", 333);
    const lot = await partner.lot({ priceCents: 2_500 });
    const { id } = await ok(partner.checkout(lot.id, { quantity: 3, affiliate: "JANE-doe_1" }), 201);
    expect(await earned(partner, "jane-doe_1")).toEqual([0, 0, 0]);
    await partner.provider(id, { outcome: "paid" });
    expect(await earned(partner, "jane-doe_1")).toEqual([249, 0, 249]);
    expect(await commissions(partner, "jane-DOE_1")).toEqual([
      { id: expect.any(Number), kind: "accrual", amountCents: 249, orderId: id, at: expect.any(String) },
    ]);
    expect(await ok(admin(partner, "GET", `/orders/${id}`))).toMatchObject({
      affiliate: "jane-doe_1",
      commissionCents: 249,
    });
  });

  it("earns them once, however often it is settled, also by five at once", async () => {
    const partner = await Partner.add(service);
    await partner.addAffiliate("friend");
    const lot = await partner.lot();
    const { id } = await ok(partner.checkout(lot.id, { affiliate: "friend" }), 201);
    await Promise.all([
      service.call("POST", `/sandbox/payments/${id}`, { body: { outcome: "paid" } }),
      service.call("POST", `/sandbox/payments/${id}`, { body: { outcome: "paid" } }),
      service.call("GET", `/rails/redirect/${id}/return`),
      service.call("GET", `/rails/redirect/${id}/return`),
      partner.get(`/checkout/sessions/${id}`),
    ]);
    await service.idle();
    await partner.provider(id, { outcome: "paid" });
    expect(await earned(partner, "friend")).toEqual([250, 0, 250]);
    expect(await commissions(partner, "friend")).toHaveLength(1);
  });

  it("earns each of a batch its own, and nothing where nobody brought it or the money was wrong", async () => {
    const partner = await Partner.add(service);
    await partner.addAffiliate("one", 1_000);
    await partner.addAffiliate("two", 2_000);
    const lot = await partner.lot();
    const codes = ["one", "two", undefined, "one", "two"];
    const ids: string[] = [];
    for (const affiliate of codes)
      ids.push((await ok(partner.checkout(lot.id, { affiliate }), 201)).id as string);
    const rows = await service.sql(
      "select id from rail_account where organisation_id = $1",
      partner.organisation.id,
    );
    const newIds = service.wiring.get(NewIds);
    const outcomes = await service.wiring.get(Orders).settle(
      ids.map((orderId, i) => ({
        orderId,
        organisationId: partner.organisation.id,
        railAccountId: Number(rows[0].id),
        received: { amount: i === 4 ? 2_499 : 2_500, currency: "USD", paymentId: `pay-${orderId}` },
        ids: {},
        refundState: "requested" as const,
        paidEventId: newIds.event(),
        entryEventId: newIds.event(),
        notificationId: null,
        now: service.clock.now(),
      })),
    );
    expect(outcomes.map(({ outcome }) => outcome)).toEqual([
      "settled",
      "settled",
      "settled",
      "settled",
      "mismatch",
    ]);
    expect(await earned(partner, "one")).toEqual([500, 0, 500]);
    expect(await earned(partner, "two")).toEqual([500, 0, 500]);
  });

  it("earns them by its price before credit, and nothing when it is free or fails", async () => {
    const partner = await Partner.add(service);
    await partner.addAffiliate("friend");
    const lot = await partner.lot();
    const buyer = { email: "credited@example.com" };
    const first = await sold(partner, lot.id, { buyer });
    const { accountId } = await ok(admin(partner, "GET", `/orders/${first}`));
    await partner.grantCredit(accountId, 3_000);
    const covered = await ok(partner.checkout(lot.id, { buyer, affiliate: "friend" }), 201);
    expect(covered.status).toBe("paid");
    expect(await earned(partner, "friend")).toEqual([250, 0, 250]);

    const free = await partner.lot({ priceCents: 0 });
    expect((await ok(partner.checkout(free.id, { affiliate: "friend" }), 201)).status).toBe("paid");
    const declined = await ok(partner.checkout(lot.id, { affiliate: "friend" }), 201);
    await partner.provider(declined.id, { outcome: "expired" });
    expect((await partner.session(declined.id)).status).toBe("failed");
    expect(await earned(partner, "friend")).toEqual([250, 0, 250]);
  });

  it("earns them by the US dollar price, whatever currency is charged", async () => {
    const partner = await Partner.add(service, {
      rails: { VND: "qr" },
      fiatCurrency: "VND",
      rates: { VND: "25400" },
    });
    await partner.addAffiliate("friend");
    const lot = await partner.lot();
    await sold(partner, lot.id, { affiliate: "friend" });
    expect(await earned(partner, "friend")).toEqual([250, 0, 250]);
  });

  it("keeps the commission that it was placed with", async () => {
    const partner = await Partner.add(service);
    await partner.addAffiliate("friend", 1_000);
    const lot = await partner.lot();
    const { id } = await ok(partner.checkout(lot.id, { affiliate: "friend" }), 201);
    await ok(admin(partner, "PATCH", "/affiliates/friend", { commissionBps: 10_000 }));
    await partner.provider(id, { outcome: "paid" });
    await sold(partner, lot.id, { affiliate: "friend" });
    const amounts = (await commissions(partner, "friend")).map(({ amountCents }) => amountCents);
    expect(amounts).toEqual([2_500, 250]);
  });

  it("can still be placed by a process of the version before, which knows no affiliates", async () => {
    const partner = await Partner.add(service);
    await partner.addAffiliate("friend");
    const lot = await partner.lot();
    const { id } = await ok(partner.checkout(lot.id, { affiliate: "friend" }), 201);
    const oldId = service.wiring.get(NewIds).order();
    const rows = await service.sql(
      `select p.outcome, p.order_id from ticket_order o cross join place(json_build_array(
         to_jsonb(o) - 'affiliate_id' - 'commission_cents'
           || jsonb_build_object('id', $2::text, 'email', 'old@example.com', 'now', now())
       ), true) p where o.id = $1`,
      id,
      oldId,
    );
    expect(rows).toEqual([{ outcome: "placed", order_id: oldId }]);
    const old = await service.database.pool.query(
      "select affiliate_id, commission_cents from ticket_order where id = $1",
      [oldId],
    );
    expect(old.rows).toEqual([{ affiliate_id: null, commission_cents: 0 }]);
  });

  it("is the same order when the idempotent request is repeated", async () => {
    const partner = await Partner.add(service);
    await partner.addAffiliate("friend");
    const lot = await partner.lot();
    const buyer = { email: "again@example.com" };
    const headers = { "Idempotency-Key": "brought-by-a-friend" };
    const create = (affiliate: string) => partner.checkout(lot.id, { buyer, affiliate }, headers);
    const first = await ok(create("friend"), 201);
    const second = await create("friend");
    expect(second.json.data.id).toBe(first.id);
    expect(second.headers.get("Idempotent-Replayed")).toBe("true");
    expect(await refused(create("other"))).toEqual([409, "idempotency_conflict"]);
  });
});

describe("taking a commission back", () => {
  it("leaves both entries, and happens once, also when two do it at once", async () => {
    const partner = await Partner.add(service);
    await partner.addAffiliate("friend");
    const lot = await partner.lot();
    const [kept, returned] = [
      await sold(partner, lot.id, { affiliate: "friend" }),
      await sold(partner, lot.id, { quantity: 2, affiliate: "friend" }),
    ];
    await Promise.all([takeBack(returned), takeBack(returned), takeBack(returned)]);
    await takeBack(returned);
    expect(await earned(partner, "friend")).toEqual([750, 500, 250]);
    const entries = await commissions(partner, "friend");
    expect(entries.map(({ kind, amountCents, orderId }) => [kind, amountCents, orderId])).toEqual([
      ["reversal", -500, returned],
      ["accrual", 500, returned],
      ["accrual", 250, kept],
    ]);
  });

  it("does nothing for an order that earned none", async () => {
    const partner = await Partner.add(service);
    await partner.addAffiliate("friend");
    const lot = await partner.lot();
    const { id: pending } = await ok(partner.checkout(lot.id, { affiliate: "friend" }), 201);
    await takeBack(pending);
    await takeBack(await sold(partner, lot.id, {}));
    expect(await earned(partner, "friend")).toEqual([0, 0, 0]);
    expect(await commissions(partner, "friend")).toEqual([]);
  });
});

describe("a code", () => {
  it("that the organisation has no affiliate for is invalid_request, naming it, before any state is looked at", async () => {
    const [partner, other] = [await Partner.add(service), await Partner.add(service)];
    await other.addAffiliate("elsewhere");
    const lots = [await partner.lot(), await partner.lot({ status: "draft" })];
    for (const lot of lots) {
      for (const affiliate of ["nobody", "elsewhere"]) {
        const answer = await partner.checkout(lot.id, { affiliate, currency: "XXX" });
        expect([answer.status, answer.json.error]).toEqual([400, "invalid_request"]);
        expect(answer.json.issues).toEqual([
          { path: "affiliate", code: "unknown_affiliate", message: expect.any(String) },
        ]);
      }
    }
    const rows = await service.sql("select held from lot_stock where lot_id = $1", lots[0]!.id);
    expect(rows).toEqual([{ held: 0 }]);
  });

  it.each(["", "a b", "ä", "x".repeat(41), "a.b", 7, { code: "a" }])("is never %j", async (affiliate) => {
    const partner = await Partner.add(service);
    const answer = partner.checkout(900_000_000_001, { affiliate });
    expect(await refused(answer)).toEqual([400, "invalid_request", "affiliate"]);
  });

  it("is each organisation's own: two may have the same", async () => {
    const [partner, other] = [await Partner.add(service), await Partner.add(service)];
    await partner.addAffiliate("friend", 1_000);
    await other.addAffiliate("friend", 2_000);
    await sold(partner, (await partner.lot()).id, { affiliate: "friend" });
    expect(await earned(partner, "friend")).toEqual([250, 0, 250]);
    expect(await earned(other, "friend")).toEqual([0, 0, 0]);
    expect(await commissions(other, "friend")).toEqual([]);
  });

  it("needs no scope but that of selling", async () => {
    const partner = await Partner.add(service);
    await partner.addAffiliate("friend");
    const lot = await partner.lot();
    const body = { competitionId: lot.id, buyer: { email: "b@example.com" }, affiliate: "friend" };
    const create = async (scope: "entries:create" | "competitions:write") => {
      const { key } = await partner.addKey([scope]);
      return service.call("POST", "/api/v1/checkout/sessions", { key, body });
    };
    await ok(create("entries:create"), 201);
    expect(await refused(create("competitions:write"))).toEqual([403, "insufficient_scope"]);
  });
});

describe("the operator", () => {
  const wanted = { code: "Jane", name: "Jane's blog", commissionBps: 1_000 };

  it("creates affiliates and changes name and commission; each change is written down", async () => {
    const partner = await Partner.add(service);
    const created = await ok(admin(partner, "POST", "/affiliates", wanted), 201);
    const nothing = { accruedCents: 0, reversedCents: 0, balanceCents: 0 };
    expect(created).toMatchObject({ ...wanted, code: "jane", ...nothing });
    const second = await ok(admin(partner, "POST", "/affiliates", { ...wanted, code: "joe" }), 201);
    expect(await ok(admin(partner, "GET", "/affiliates"))).toEqual([second, created]);
    const changed = await ok(admin(partner, "PATCH", "/affiliates/JANE", { name: "Jane" }));
    expect(changed).toEqual({ ...(created as object), name: "Jane" });
    expect(await ok(admin(partner, "PATCH", "/affiliates/jane", {}))).toEqual(changed);
    const raised = await ok(admin(partner, "PATCH", "/affiliates/jane", { commissionBps: 10_000 }));
    expect(await ok(admin(partner, "GET", "/affiliates"))).toEqual([second, raised]);
    const audit = (await ok(admin(partner, "GET", "/audit?limit=4"))) as Json[];
    expect(audit.map(({ action, subject, facts }) => [action, subject, facts])).toEqual([
      ["affiliate.changed", "affiliate:jane", { commissionBps: 10_000 }],
      ["affiliate.changed", "affiliate:jane", { name: "Jane" }],
      ["affiliate.created", "affiliate:joe", { name: wanted.name, commissionBps: 1_000 }],
      ["affiliate.created", "affiliate:jane", { name: wanted.name, commissionBps: 1_000 }],
    ]);
  });

  it("gives a code once in an organisation, in any case, also when two try at once", async () => {
    const partner = await Partner.add(service);
    const answers = await Promise.all(
      ["jane", "JANE", "Jane"].map((code) => admin(partner, "POST", "/affiliates", { ...wanted, code })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
    const taken = await admin(partner, "POST", "/affiliates", wanted);
    expect([taken.status, taken.json.error]).toEqual([400, "invalid_request"]);
    expect(taken.json.issues).toMatchObject([{ path: "code", code: "taken" }]);
  });

  it.each([
    [{ code: "a b" }, "code"],
    [{ code: "" }, "code"],
    [{ name: "" }, "name"],
    [{ commissionBps: -1 }, "commissionBps"],
    [{ commissionBps: 10_001 }, "commissionBps"],
    [{ commissionBps: 0.5 }, "commissionBps"],
  ])("is refused %j, naming the field", async (wrong, path) => {
    const partner = await Partner.add(service);
    const create = admin(partner, "POST", "/affiliates", { ...wanted, ...wrong });
    expect(await refused(create)).toEqual([400, "invalid_request", path]);
  });

  it("does not find an affiliate of another organisation", async () => {
    const [partner, other] = [await Partner.add(service), await Partner.add(service)];
    await other.addAffiliate("elsewhere");
    const paths = ["elsewhere", "nobody", "a.b"].map((code) => `/affiliates/${code}`);
    for (const path of paths) {
      expect(await refused(admin(partner, "PATCH", path, { name: "x" }))).toEqual([404, "not_found"]);
      expect(await refused(admin(partner, "GET", `${path}/commissions`))).toEqual([404, "not_found"]);
    }
    expect(await ok(admin(partner, "GET", "/affiliates"))).toEqual([]);
  });

  it("pages through affiliates and their commissions", async () => {
    const partner = await Partner.add(service);
    const lot = await partner.lot();
    for (const code of ["one", "two", "three"]) await partner.addAffiliate(code);
    for (let sale = 0; sale < 3; sale++) await sold(partner, lot.id, { affiliate: "two" });
    const walk = async (path: string) => {
      const pages: Json[][] = [];
      let next: string | undefined =
        `/admin/api/v1/organisations/${partner.organisation.slug}${path}?limit=2`;
      while (next !== undefined) {
        const answer = await service.call("GET", next, { key: ADMIN_TOKEN });
        pages.push(answer.json.data);
        next = /^<(.*)>/.exec(answer.headers.get("link") ?? "")?.[1];
      }
      return pages;
    };
    const affiliates = await walk("/affiliates");
    expect(affiliates.map((page) => page.map(({ code, balanceCents }) => [code, balanceCents]))).toEqual([
      [
        ["three", 0],
        ["two", 750],
      ],
      [["one", 0]],
    ]);
    const entries = await walk("/affiliates/two/commissions");
    expect(entries.map((page) => page.length)).toEqual([2, 1]);
    expect(entries.flat()).toEqual(await commissions(partner, "two"));
  });
});
