import { afterEach, describe, expect, it } from "vitest";
import type { SandboxFault } from "../../rails/sandbox/faults.ts";
import { Reconciliation } from "../../src/settlement/reconciliation.ts";
import { LotUnwinder } from "../../src/lots/lot-unwinder.ts";
import { Partner } from "../support/builders/partner.ts";
import { TestService } from "../support/service/service.ts";
import { opened } from "../support/opened.ts";

const MINUTE_MS = 60_000;

/** The operation that fails next, and its failure. */
let fault: { operation: string; how: SandboxFault } | null = null;
const service = opened(() =>
  TestService.open({
    faults: { before: async (operation) => (fault?.operation === operation ? fault.how : null) },
  }),
);

afterEach(() => void (fault = null));

async function capacity(lotId: number) {
  const rows = await service.sql("select sold, held from lot_stock where lot_id = $1", lotId);
  return rows[0];
}
const reconcile = () => service.wiring.get(Reconciliation).reconcileOnce();
const refunds = async (orderId: string) => {
  const query = "select amount::int, currency, reason, state from refund where order_id = $1";
  return await service.sql(query, orderId);
};

const statesAtRail = async ({ organisation }: Partner) => {
  const query = "select state from sandbox_payment where organisation_slug = $1";
  return await service.sql(query, organisation.slug);
};

describe("a rail that does not take the payment", () => {
  it("502 rail_unavailable; hold, credit and pass are given back", async () => {
    const partner = await Partner.add(service, { entryQuestionRequired: true });
    const { id } = await partner.addQuestion();
    const lot = await partner.lot({ maxTickets: 1 });
    const verified = await partner.post("/entry-question/verify", { questionId: id, answerIndex: 1 });
    const skillPass = verified.json.data.pass;
    fault = { operation: "create", how: "refuse_connection" };
    const { status, json } = await partner.checkout(lot.id, { skillPass });
    expect([status, json.error]).toEqual([502, "rail_unavailable"]);
    expect(await capacity(lot.id)).toEqual({ sold: 0, held: 0 });
    fault = null;
    expect((await partner.checkout(lot.id, { skillPass })).status).toBe(201);
  });

  it("the same Idempotency-Key tries again once the rail is back", async () => {
    const partner = await Partner.add(service);
    const lot = await partner.lot({ maxTickets: 1 });
    const body = { buyer: { email: "again@example.com" } };
    const headers = { "Idempotency-Key": "try-again" };
    fault = { operation: "create", how: "refuse_connection" };
    expect((await partner.checkout(lot.id, body, headers)).status).toBe(502);
    fault = null;
    const second = await partner.checkout(lot.id, body, headers);
    expect(second.status).toBe(201);
    const third = await partner.checkout(lot.id, body, headers);
    expect([third.text, third.headers.get("Idempotent-Replayed")]).toEqual([second.text, "true"]);
  });
});

describe("a rail whose answer is lost", () => {
  it("a retry with the same Idempotency-Key gets the same session, and one payment exists", async () => {
    const partner = await Partner.add(service);
    const lot = await partner.lot({ maxTickets: 1 });
    const body = { buyer: { email: "lost@example.com" } };
    const headers = { "Idempotency-Key": "lost-answer" };
    fault = { operation: "create", how: "lose_answer" };
    const lost = await partner.checkout(lot.id, body, headers);
    expect([lost.status, lost.json.error]).toEqual([502, "rail_unavailable"]);
    expect(await capacity(lot.id)).toEqual({ sold: 0, held: 1 });
    fault = null;
    const again = await partner.checkout(lot.id, body, headers);
    expect(again.status).toBe(201);
    const query = "select session_id from sandbox_payment where organisation_slug = $1";
    const rows = await service.sql(query, partner.organisation.slug);
    expect(rows).toEqual([{ session_id: again.json.data.id }]);
    await partner.provider(again.json.data.id, { outcome: "paid" });
    expect(await capacity(lot.id)).toEqual({ sold: 1, held: 0 });
  });

  it("a retry that the rail refuses keeps the order, for the first call may have made a payment", async () => {
    const partner = await Partner.add(service);
    const lot = await partner.lot({ maxTickets: 1 });
    const body = { buyer: { email: "refused@example.com" } };
    const headers = { "Idempotency-Key": "lost-then-refused" };
    for (const how of ["lose_answer", "refuse_connection"] as const) {
      fault = { operation: "create", how };
      expect((await partner.checkout(lot.id, body, headers)).status).toBe(502);
      expect(await capacity(lot.id)).toEqual({ sold: 0, held: 1 });
    }
    fault = null;
    await service.clock.later(MINUTE_MS, reconcile);
    expect(await capacity(lot.id)).toEqual({ sold: 0, held: 0 });
    expect(await statesAtRail(partner)).toEqual([{ state: "cancelled" }]);
  });

  it("a retry gets the session that was placed, also if the rail was disabled meanwhile", async () => {
    const partner = await Partner.add(service);
    const lot = await partner.lot();
    const body = { buyer: { email: "closed@example.com" } };
    const headers = { "Idempotency-Key": "lost-and-closed" };
    fault = { operation: "create", how: "lose_answer" };
    expect((await partner.checkout(lot.id, body, headers)).status).toBe(502);
    fault = null;
    const { id } = partner.organisation;
    await service.sql("update organisation set fiat_enabled = false where id = $1", id);
    expect((await partner.checkout(lot.id, body)).json.error).toBe("fiat_disabled");
    const again = await partner.checkout(lot.id, body, headers);
    expect([again.status, again.json.data?.status]).toEqual([201, "pending"]);
  });

  it("without a retry, reconciliation cancels it at the rail and releases", async () => {
    const partner = await Partner.add(service);
    const lot = await partner.lot({ maxTickets: 1 });
    fault = { operation: "create", how: "lose_answer" };
    await partner.checkout(lot.id);
    fault = null;
    await service.clock.later(MINUTE_MS, reconcile);
    expect(await capacity(lot.id)).toEqual({ sold: 0, held: 0 });
    expect(await statesAtRail(partner)).toEqual([{ state: "cancelled" }]);
  });
});

describe("money that does not fit is never settled", () => {
  it.each([
    ["another amount", { amount: 2_400 }, 2_400, "USD"],
    ["another currency", { currency: "EUR" }, 2_500, "EUR"],
  ])("%s: recorded, alerted, a refund written, the session failed", async (_, received, amount, currency) => {
    const partner = await Partner.add(service);
    const lot = await partner.lot();
    const id = (await partner.checkout(lot.id)).json.data.id;
    await partner.provider(id, { outcome: "paid", ...received });
    expect(await partner.session(id)).toMatchObject({
      status: "failed",
      error: "amount_mismatch",
      ticketsIssued: false,
    });
    expect(await refunds(id)).toEqual([{ amount, currency, reason: "amount_mismatch", state: "requested" }]);
    expect(await capacity(lot.id)).toEqual({ sold: 0, held: 0 });
    expect(service.logLines.some((line) => line.includes(id) && line.includes('"alert":true'))).toBe(true);
  });

  it("a signature that is missing, wrong or another organisation's is refused with 401 and changes nothing", async () => {
    const [partner, other] = [await Partner.add(service), await Partner.add(service)];
    const lot = await partner.lot();
    const id = (await partner.checkout(lot.id)).json.data.id;
    const path = (slug: string) => `/rails/redirect/sandbox/${slug}/notifications`;
    const slug = partner.organisation.slug;
    const body = {
      id: "evt_forged_1",
      type: "payment.updated",
      livemode: false,
      sessionId: id,
      state: "paid",
    };
    const forged: Record<string, string>[] = [
      {},
      { "Sandbox-Signature": `t=${Math.floor(Date.now() / 1000)},v1=${"0".repeat(64)}` },
    ];
    for (const headers of forged) {
      expect((await service.call("POST", path(slug), { body, headers })).status).toBe(401);
    }
    expect((await service.call("POST", path("nobody"), { body })).status).toBe(404);
    expect(
      (await service.call("POST", `/rails/redirect/unknown/${slug}/notifications`, { body })).status,
    ).toBe(404);
    expect(await partner.session(id)).toMatchObject({ status: "pending" });
    // A real message for this order, delivered to another organisation's address.
    await service.sql(
      "update sandbox_payment set organisation_slug = $2, notification_url = replace(notification_url, $3, $2) where session_id = $1",
      id,
      other.organisation.slug,
      slug,
    );
    await partner.provider(id, { outcome: "paid" });
    const rows = await service.sql("select status from ticket_order where id = $1", id);
    expect(rows).toEqual([{ status: "pending" }]);
  });

  it("paid after the session has ended: recorded and to be refunded, no tickets", async () => {
    const partner = await Partner.add(service);
    const lot = await partner.lot();
    const id = (await partner.checkout(lot.id)).json.data.id;
    await partner.provider(id, { outcome: "expired" });
    expect(await partner.session(id)).toMatchObject({ status: "failed", error: "expired" });
    await partner.provider(id, { outcome: "paid", late: true });
    await partner.provider(id, { outcome: "paid" });
    expect(await partner.session(id)).toMatchObject({ status: "failed", ticketsIssued: false });
    expect(await refunds(id)).toEqual([
      { amount: 2_500, currency: "USD", reason: "paid_too_late", state: "requested" },
    ]);
  });

  it("on a rail that cannot refund it waits for the operator", async () => {
    const partner = await Partner.add(service, {
      rails: { VND: "qr" },
      fiatCurrency: "VND",
      rates: { VND: "25400" },
    });
    const id = (await partner.checkout((await partner.lot()).id)).json.data.id;
    await partner.provider(id, { outcome: "expired" });
    await partner.provider(id, { outcome: "paid", late: true });
    expect(await refunds(id)).toMatchObject([{ amount: 635_000, currency: "VND", state: "manual" }]);
  });
});

describe("abandoned orders", () => {
  const HOLD_MS = 31 * MINUTE_MS;

  it("at the end of the hold the rail is queried, the payment cancelled there, and the session fails as expired", async () => {
    const partner = await Partner.add(service);
    const lot = await partner.lot({ maxTickets: 1 });
    const id = (await partner.checkout(lot.id)).json.data.id;
    await service.clock.later(29 * MINUTE_MS, reconcile);
    expect(await partner.session(id)).toMatchObject({ status: "pending" });
    await service.clock.later(HOLD_MS, reconcile);
    expect(await partner.session(id)).toMatchObject({ status: "failed", error: "expired" });
    expect(await capacity(lot.id)).toEqual({ sold: 0, held: 0 });
    expect((await partner.provider(id, { outcome: "paid" })).status).toBe(409);
  });

  it("settles what was paid although no notification came, also past its time", async () => {
    const partner = await Partner.add(service);
    const lot = await partner.lot();
    const id = (await partner.checkout(lot.id)).json.data.id;
    await service.sql(
      "update sandbox_payment set state = 'paid', received_amount = amount, received_currency = currency where session_id = $1",
      id,
    );
    await service.clock.later(HOLD_MS, reconcile);
    expect(await partner.session(id)).toMatchObject({ status: "paid", ticketsIssued: true });
  });

  it("keeps the hold while the payment is being processed", async () => {
    const partner = await Partner.add(service);
    const lot = await partner.lot({ maxTickets: 1 });
    const id = (await partner.checkout(lot.id)).json.data.id;
    await partner.provider(id, { outcome: "processing" });
    await service.clock.later(HOLD_MS, reconcile);
    expect(await partner.session(id)).toMatchObject({ status: "pending" });
    expect(await capacity(lot.id)).toEqual({ sold: 0, held: 1 });
    await partner.provider(id, { outcome: "paid" });
    expect(await partner.session(id)).toMatchObject({ status: "paid" });
  });

  it("gives up after a day of processing", async () => {
    const partner = await Partner.add(service);
    const lot = await partner.lot();
    const id = (await partner.checkout(lot.id)).json.data.id;
    await partner.provider(id, { outcome: "processing" });
    await service.clock.later(25 * 60 * MINUTE_MS, reconcile);
    expect(await partner.session(id)).toMatchObject({ status: "failed", error: "expired" });
  });

  it("a rail that can only be queried with the return token: its own expiry is waited for", async () => {
    const partner = await Partner.add(service, { rails: { USD: "flow" } });
    const id = (await partner.checkout((await partner.lot()).id)).json.data.id;
    await service.clock.later(HOLD_MS, reconcile);
    expect(await partner.session(id)).toMatchObject({ status: "pending" });
    await service.clock.later(40 * MINUTE_MS, reconcile);
    expect(await partner.session(id)).toMatchObject({ status: "failed", error: "expired" });
  });

  it("a cancelled competition's pending sessions are cancelled at the rail", async () => {
    const partner = await Partner.add(service);
    const lot = await partner.lot();
    const id = (await partner.checkout(lot.id)).json.data.id;
    await partner.post(`/competitions/${lot.id}/cancel`);
    expect(await partner.session(id)).toMatchObject({ status: "failed", error: "competition_cancelled" });
    await service.wiring.get(LotUnwinder).unwindOnce();
    await service.wiring.get(Reconciliation).cancelAtRailsOnce();
    const rows = await service.sql("select state from sandbox_payment where session_id = $1", id);
    expect(rows).toEqual([{ state: "cancelled" }]);
  });
});

describe("polling", () => {
  it("queries the rail after 5 seconds without a query, so that a lost notification costs no ticket", async () => {
    const partner = await Partner.add(service);
    const id = (await partner.checkout((await partner.lot()).id)).json.data.id;
    await service.sql(
      "update sandbox_payment set state = 'paid', received_amount = amount, received_currency = currency where session_id = $1",
      id,
    );
    expect(await partner.session(id)).toMatchObject({ status: "pending" });
    expect(await service.clock.later(6_000, () => partner.session(id))).toMatchObject({
      status: "paid",
      ticketsIssued: true,
    });
  });
});

describe("an Idempotency-Key on session creation", () => {
  it("ten at once make one order; the others get 409 while it runs, or its answer", async () => {
    const partner = await Partner.add(service);
    const lot = await partner.lot();
    const body = { buyer: { email: "once@example.com" } };
    const headers = { "Idempotency-Key": "once" };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => partner.checkout(lot.id, body, headers)),
    );
    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses].every((status) => status === 201 || status === 409)).toBe(true);
    expect(new Set(answers.filter(({ status }) => status === 201).map(({ text }) => text)).size).toBe(1);
    expect(await capacity(lot.id)).toEqual({ sold: 0, held: 1 });
    const other = await partner.checkout(lot.id, { ...body, quantity: 2 }, headers);
    expect([other.status, other.json.error]).toEqual([409, "idempotency_conflict"]);
  });
});
