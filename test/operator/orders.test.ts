import { describe, expect, it } from "vitest";
import { OperatorRig, ok, refused } from "../support/builders/operator-rig.ts";
import type { Json } from "../support/service/service.ts";
import { prepared } from "../support/opened.ts";

const rig = prepared(() => OperatorRig.shared());

describe("orders", () => {
  it("show who bought what for how much, tickets, payments and refunds", async () => {
    const shop = await rig.shop();
    const path = `/organisations/${shop.slug}/orders`;
    const paid = await rig.sell(shop, 3, "Buyer@Example.com");
    const pending = await rig.sell(shop, 1, "other@example.com");
    await rig.pay(paid);
    const order = await ok(rig.admin("GET", `${path}/${paid}`));
    expect(order).toMatchObject({
      id: paid,
      competitionId: shop.competitionId,
      competitionTitle: "Watch",
      buyer: { email: "buyer@example.com", walletAddress: null },
      quantity: 3,
      status: "paid",
      error: null,
      priceUSDCents: 1500,
      creditCents: 0,
      amount: 1500,
      currency: "USD",
      rate: null,
      source: "fiat",
      rail: "redirect",
      provider: "sandbox",
      failedAt: null,
      tickets: { first: 1, last: 3, voidedAt: null },
      payments: [{ amount: 1500, currency: "USD", state: "settled" }],
      refunds: [],
      disputes: [],
      refundedAt: null,
    });
    const waiting = await ok(rig.admin("GET", `${path}/${pending}`));
    expect(waiting).toMatchObject({ status: "pending", tickets: null, payments: [], paidAt: null });
    // A list leaves out the events of each order.
    const [{ events, tokenPayment, ...paidOne }, { events: none, tokenPayment: _, ...pendingOne }] = [
      order,
      waiting,
    ];
    expect(tokenPayment).toBeNull();
    expect([(events as Json[]).length, none]).toEqual([2, []]);
    expect(await ok(rig.admin("GET", path))).toEqual([pendingOne, paidOne]);

    const first = await rig.admin("GET", `${path}?limit=1`);
    expect(first.json.data).toEqual([pendingOne]);
    expect(first.headers.get("link")).toContain(`after=${pending}`);
    expect(await ok(rig.admin("GET", `${path}?limit=1&after=${pending}`))).toEqual([paidOne]);
    expect(await refused(rig.admin("GET", `${path}?after=7`))).toEqual([400, "invalid_request", "after"]);
  });

  it("of a cancelled competition have failed at once, and refunds are listed", async () => {
    const shop = await rig.shop();
    const paid = await rig.sell(shop, 2, "buyer@example.com");
    const pending = await rig.sell(shop, 1, "buyer@example.com");
    await rig.pay(paid);
    await ok(
      rig.service.call("POST", `/api/v1/competitions/${shop.competitionId}/cancel`, { key: shop.key }),
    );
    const path = `/organisations/${shop.slug}`;
    expect(await ok(rig.admin("GET", `${path}/orders/${pending}`))).toMatchObject({
      status: "failed",
      error: "competition_cancelled",
    });
    const unwind = { name: "test-unwind", text: "select unwind_lot($1, 'paid', null, 100, '{}', now())" };
    await rig.service.database.query(unwind, [shop.competitionId]);
    const refunds = (await ok(rig.admin("GET", `${path}/refunds`))) as Json[];
    expect(refunds).toMatchObject([
      { orderId: paid, amount: 1000, currency: "USD", reason: "competition_cancelled", state: "requested" },
    ]);
    expect((await ok(rig.admin("GET", `${path}/orders/${paid}`))).refunds).toEqual(refunds);
    expect(await ok(rig.admin("GET", `${path}/refunds?after=${refunds[0]!.id}`))).toEqual([]);
  });

  it("and refunds of another organisation are not shown", async () => {
    const shop = await rig.shop();
    const orderId = await rig.sell(shop, 1, "buyer@example.com");
    const other = await rig.organisation();
    const known = await rig.admin("GET", `/organisations/${other}/orders/${orderId}`);
    const unknown = await rig.admin("GET", `/organisations/${other}/orders/cs_${"0".repeat(26)}`);
    expect([known.status, known.text]).toEqual([404, unknown.text]);
    expect(await ok(rig.admin("GET", `/organisations/${other}/orders`))).toEqual([]);
    expect(await ok(rig.admin("GET", `/organisations/${other}/orders?after=${orderId}`))).toEqual([]);
    expect(await ok(rig.admin("GET", `/organisations/${other}/refunds`))).toEqual([]);
  });
});

describe("accounts", () => {
  it("get credit, which the next purchase uses", async () => {
    const shop = await rig.shop();
    await rig.sell(shop, 1, "rich@example.com");
    const path = `/organisations/${shop.slug}/accounts`;
    const [account] = (await ok(rig.admin("GET", path))) as Json[];
    expect(account).toMatchObject({
      email: "rich@example.com",
      walletAddress: null,
      balanceCents: 0,
      reservedCents: 0,
    });
    const grant = { amountCents: 700, reason: "late prize" };
    const credited = await ok(rig.admin("POST", `${path}/${account!.id}/credit`, grant));
    const { purchases, ...own } = account!;
    expect(purchases).toEqual({ orders: 1, isMore: false, paid: [] });
    expect(credited).toEqual({ ...own, balanceCents: 700 });
    const covered = await rig.sell(shop, 1, "rich@example.com");
    expect(await ok(rig.admin("GET", `/organisations/${shop.slug}/orders/${covered}`))).toMatchObject({
      status: "paid",
      creditCents: 500,
      amount: 0,
      rail: null,
    });
    expect(await ok(rig.admin("GET", path))).toMatchObject([{ balanceCents: 200, reservedCents: 0 }]);
    const [entry] = await rig.audit(shop.slug);
    expect(entry).toMatchObject({
      action: "credit.granted",
      subject: `account:${account!.id}`,
      facts: grant,
    });
    const ledger = await rig.service.database.query(
      {
        name: "test-ledger",
        text: "select kind, amount_cents, reason from credit_entry where account_id = $1 order by id",
      },
      [account!.id],
    );
    expect(ledger).toEqual([
      { kind: "grant", amount_cents: 700, reason: "late prize" },
      { kind: "spend", amount_cents: -500, reason: null },
    ]);
  });

  it("get every grant of many at once", async () => {
    const shop = await rig.shop();
    await rig.sell(shop, 1, "lucky@example.com");
    const path = `/organisations/${shop.slug}/accounts`;
    const [account] = (await ok(rig.admin("GET", path))) as Json[];
    const grants = Array.from({ length: 20 }, () =>
      ok(rig.admin("POST", `${path}/${account!.id}/credit`, { amountCents: 5, reason: "r" })),
    );
    await Promise.all(grants);
    expect(await ok(rig.admin("GET", path))).toMatchObject([{ balanceCents: 100 }]);
  });

  it.each([
    [{ amountCents: 0 }, "amountCents"],
    [{ amountCents: -5 }, "amountCents"],
    [{ amountCents: 1.5 }, "amountCents"],
    [{ amountCents: "5" }, "amountCents"],
    [{ amountCents: 1_000_000_001 }, "amountCents"],
    [{ reason: "" }, "reason"],
    [{ reason: " \u200b" }, "reason"],
  ])("refuse %j, naming the field", async (wrong, path) => {
    const slug = await rig.organisation();
    const body = { amountCents: 5, reason: "r", ...wrong };
    const answer = rig.admin("POST", `/organisations/${slug}/accounts/1/credit`, body);
    expect(await refused(answer)).toEqual([400, "invalid_request", path]);
  });

  it.each([
    ["orders/cs_00000000000000000000000000/refund", "reason"],
    ["unmatched-payments/1/refund", "reason"],
    ["unmatched-payments/1/resolve", "note"],
    ["refunds/1/resolve", "note"],
  ])("as all that moves money, are not recorded for a reason of blanks: %s", async (path, member) => {
    const slug = await rig.organisation();
    const answer = rig.admin("POST", `/organisations/${slug}/${path}`, { [member]: " \n" });
    expect(await refused(answer)).toEqual([400, "invalid_request", member]);
  });

  it("of another organisation get nothing", async () => {
    const shop = await rig.shop();
    await rig.sell(shop, 1, "rich@example.com");
    const [account] = (await ok(rig.admin("GET", `/organisations/${shop.slug}/accounts`))) as Json[];
    const other = await rig.organisation();
    const grant = { amountCents: 5, reason: "r" };
    const answer = rig.admin("POST", `/organisations/${other}/accounts/${account!.id}/credit`, grant);
    expect(await refused(answer)).toEqual([404, "not_found"]);
    expect(await ok(rig.admin("GET", `/organisations/${other}/accounts`))).toEqual([]);
  });
});

describe("the audit", () => {
  it("says who did what when, in which request, of this organisation alone, in pages", async () => {
    const slug = await rig.organisation();
    await rig.organisation();
    const headers = { "X-Request-Id": "request-of-the-operator" };
    await ok(rig.admin("PATCH", `/organisations/${slug}`, { holdMinutes: 10 }, headers));
    const [changed, created] = await rig.audit(slug);
    expect(changed).toMatchObject({
      actor: "operator",
      action: "organisation.changed",
      subject: `organisation:${slug}`,
      facts: { holdMinutes: 10 },
      requestId: "request-of-the-operator",
    });
    expect(Date.parse(changed!.at!)).toBeGreaterThan(Date.now() - 60_000);
    const page = await rig.admin("GET", `/organisations/${slug}/audit?limit=1&after=${changed!.id}`);
    expect(page.json.data).toEqual([created]);
  });

  it("has nothing of what was refused", async () => {
    const slug = await rig.organisation();
    await rig.admin("PATCH", `/organisations/${slug}`, { fiatCurrency: "ZZZ" });
    await rig.admin("DELETE", `/organisations/${slug}/api-keys/999999`);
    await rig.admin("POST", `/organisations/${slug}/accounts/999999/credit`, { amountCents: 1, reason: "r" });
    expect(await rig.audit(slug)).toHaveLength(1);
  });
});
