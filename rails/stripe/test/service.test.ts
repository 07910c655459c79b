import { beforeEach, describe, expect, it } from "vitest";
import { StripeRail } from "../rail.ts";
import { Reconciliation } from "../../../src/settlement/reconciliation.ts";
import { RefundRunner } from "../../../src/refunds/refund-runner.ts";
import type { WantedRailAccount } from "../../../src/rail-accounts/rail-administration.ts";
import { leaksOf } from "../../../test/support/service/leaks.ts";
import { Partner } from "../../../test/support/builders/partner.ts";
import { ADMIN_TOKEN, TestService } from "../../../test/support/service/service.ts";
import { SimulatedStripeAccount } from "./simulated-account.ts";
import { signed } from "./harness.ts";
import { StripeSimulator } from "./simulator.ts";
import { opened } from "../../../test/support/opened.ts";

const MINUTE_MS = 60_000;
const WEBHOOK_SECRET = "whsec_c2VjcmV0IG9mIHRoZSBzZXJ2aWNl";

let accounts = 0;
/** No output may contain these. */
const canaries = [WEBHOOK_SECRET];
const simulator = opened(() => StripeSimulator.open());
const service = opened(() =>
  TestService.open({
    rails: (clock) => [new StripeRail({ origin: simulator.origin, clock })],
  }),
);

let stripe: SimulatedStripeAccount;
let partner: Partner;
let lotId: number;
let account: WantedRailAccount;
beforeEach(async () => {
  accounts += 1;
  const secretKey = `sk_test_51Service${String(accounts).padStart(10, "0")}`;
  canaries.push(secretKey);
  stripe = new SimulatedStripeAccount(false, () => service.clock.now());
  simulator.addAccount(secretKey, stripe);
  partner = await Partner.add(service, { rails: {} });
  account = {
    kind: "embed",
    provider: "stripe",
    currencies: ["USD"],
    credentials: { secretKey, webhookSecret: WEBHOOK_SECRET },
    settings: { publishableKey: secretKey.replace("sk_", "pk_") },
    enabled: true,
  };
  await partner.putRail(account);
  lotId = (await partner.lot({ maxTickets: 10 })).id;
});

/** Stripe sends this; @returns the status that it is answered. */
const deliver = async (event: object): Promise<number> => {
  const { headers, rawBody } = signed(
    Buffer.from(JSON.stringify(event)),
    service.clock.now(),
    WEBHOOK_SECRET,
  );
  const url = `${service.baseUrl}/rails/embed/stripe/${partner.organisation.slug}/notifications`;
  const { status } = await fetch(url, { method: "POST", headers, body: Buffer.from(rawBody) });
  await service.idle();
  return status;
};
const buy = async () => {
  const { status, json } = await partner.checkout(lotId);
  expect(status).toBe(201);
  const session = stripe.ofOrder(json.data.id);
  if (session === undefined) throw new Error("Stripe has no session of this order");
  canaries.push(session.client_secret ?? "");
  return { id: json.data.id as string, payment: json.data.payment, session };
};
const capacity = async () =>
  (await service.sql("select sold, held from lot_stock where lot_id = $1", lotId))[0];
const operatorsView = async (id: string) => {
  const path = `/admin/api/v1/organisations/${partner.organisation.slug}/orders/${id}`;
  return (await service.call("GET", path, { key: ADMIN_TOKEN })).json.data;
};
const isCreation = (method: string, path: string) => method === "POST" && path === "/v1/checkout/sessions";

describe("Selling through Stripe", () => {
  it("gives the partner what the page needs, and tickets once, in any order and number of events", async () => {
    const { id, payment, session } = await buy();
    expect(payment).toMatchObject({ type: "EMBED_SESSION", redirectUrl: null });
    expect(JSON.parse(payment.data)).toEqual({
      provider: "stripe",
      clientSecret: session.client_secret,
      publishableKey: expect.stringMatching(/^pk_test_/),
    });
    stripe.submitCard(session, "4000000000000002");
    stripe.submitCard(session, "4242424242424242");
    for (const event of [...stripe.events.toReversed(), ...stripe.events])
      expect(await deliver(event)).toBe(200);
    expect(await partner.session(id)).toMatchObject({ status: "paid", ticketsIssued: true });
    expect(await capacity()).toEqual({ sold: 1, held: 0 });
    const payments = await service.database.pool.query("select state from payment where order_id = $1", [id]);
    expect(payments.rows).toEqual([{ state: "settled" }]);
  });

  it("settles what was paid although every event is lost: at a poll, or else at the end of the hold", async () => {
    const [polled, untouched] = [await buy(), await buy()];
    stripe.pay(polled.session);
    stripe.pay(untouched.session);
    await service.clock.later(MINUTE_MS, () => partner.session(polled.id));
    expect(await partner.session(polled.id)).toMatchObject({ status: "paid", ticketsIssued: true });
    await service.clock.later(31 * MINUTE_MS, () => service.wiring.get(Reconciliation).reconcileOnce());
    expect(await partner.session(untouched.id)).toMatchObject({ status: "paid", ticketsIssued: true });
    expect(await capacity()).toEqual({ sold: 2, held: 0 });
  });

  it("issues tickets within a minute when the buyer came back, and the look and all events were lost", async () => {
    const { id, session } = await buy();
    stripe.pay(session);
    simulator.next({ fault: "lose" }, (method, path) => method === "GET" && path.includes("/sessions"));
    const back = await service.call("GET", `/rails/embed/${id}/return`);
    expect(back.status).toBe(200);
    expect(await capacity()).toEqual({ sold: 0, held: 1 });
    await service.clock.later(MINUTE_MS, () => service.wiring.get(Reconciliation).reconcileOnce());
    expect(await partner.session(id)).toMatchObject({ status: "paid", ticketsIssued: true });
    expect(await capacity()).toEqual({ sold: 1, held: 0 });
    const payments = await service.database.pool.query("select state from payment where order_id = $1", [id]);
    expect(payments.rows).toEqual([{ state: "settled" }]);
  });

  it("sells nothing and leaves nothing open when the answer to the creation is lost", async () => {
    simulator.next({ fault: "lose" }, isCreation);
    const lost = await partner.checkout(lotId);
    expect([lost.status, lost.json.error]).toEqual([502, "rail_unavailable"]);
    expect(stripe.sessions.map(({ status }) => status)).toEqual(["open"]);
    await service.clock.later(MINUTE_MS, () => service.wiring.get(Reconciliation).reconcileOnce());
    expect(stripe.sessions.map(({ status }) => status)).toEqual(["expired"]);
    expect(await capacity()).toEqual({ sold: 0, held: 0 });
  });

  it("resumes a creation whose answer was lost, with the same session", async () => {
    const body = { buyer: { email: "again@example.com" } };
    const headers = { "Idempotency-Key": "lost-answer" };
    simulator.next({ fault: "lose" }, isCreation);
    expect((await partner.checkout(lotId, body, headers)).status).toBe(502);
    const again = await service.clock.later(3 * MINUTE_MS, () => partner.checkout(lotId, body, headers));
    expect(again.status).toBe(201);
    expect(stripe.sessions).toHaveLength(1);
    expect(JSON.parse(again.json.data.payment.data).clientSecret).toBe(stripe.sessions[0]?.client_secret);
  });

  it("waits for a method that takes days, and gives up when it fails", async () => {
    const { id, session } = await buy();
    stripe.process(session);
    for (const event of stripe.events) await deliver(event);
    await service.clock.later(40 * MINUTE_MS, () => service.wiring.get(Reconciliation).reconcileOnce());
    expect(await partner.session(id)).toMatchObject({ status: "pending" });
    stripe.failLater(session);
    for (const event of stripe.events) await deliver(event);
    expect(await partner.session(id)).toMatchObject({ status: "failed", ticketsIssued: false });
    expect(await capacity()).toEqual({ sold: 0, held: 0 });
  });

  it("ends the hold by expiring the session, and refunds what comes nevertheless", async () => {
    const { id, session } = await buy();
    await service.clock.later(31 * MINUTE_MS, () => service.wiring.get(Reconciliation).reconcileOnce());
    expect(session.status).toBe("expired");
    expect(await partner.session(id)).toMatchObject({ status: "failed", error: "expired" });
    expect(stripe.payLate(session)).toBe(true);
    for (const event of stripe.events) expect(await deliver(event)).toBe(200);
    await service.wiring.get(RefundRunner).refundOnce();
    expect(stripe.refunds).toMatchObject([{ amount: 2500, status: "succeeded", metadata: { order_id: id } }]);
  });

  it("gives an order back once, also when Stripe's answer is lost, and learns when the bank refuses it", async () => {
    const { id, session } = await buy();
    stripe.submitCard(session, "4000000000005126");
    for (const event of stripe.events) await deliver(event);
    const path = `/admin/api/v1/organisations/${partner.organisation.slug}/orders/${id}/refund`;
    const response = await service.call("POST", path, { key: ADMIN_TOKEN, body: { reason: "asked for" } });
    expect(response.status).toBeLessThan(300);
    simulator.next({ fault: "lose" }, (method, path) => method === "POST" && path === "/v1/refunds");
    await service.wiring.get(RefundRunner).refundOnce();
    await service.clock.later(10 * MINUTE_MS, () => service.wiring.get(RefundRunner).refundOnce());
    const state = async () => await service.sql("select state from refund where order_id = $1", id);
    expect(await state()).toEqual([{ state: "succeeded" }]);
    expect(stripe.refunds).toHaveLength(1);
    stripe.laterRefunds();
    for (const event of stripe.events) expect(await deliver(event)).toBe(200);
    expect(await state()).toEqual([{ state: "failed" }]);
  });

  it("voids the tickets of a payment that is charged back, and leaves others' disputes alone", async () => {
    const { id, session } = await buy();
    stripe.submitCard(session, "4000000000000259");
    const dispute = stripe.events.find(({ type }) => type === "charge.dispute.created");
    for (const event of stripe.events) expect(await deliver(event)).toBe(200);
    const { disputes, tickets } = await operatorsView(id);
    expect(disputes).toMatchObject([{ stage: "needs_response", amount: 2500, tickets: "voided" }]);
    expect(tickets.voidedAt).not.toBeNull();
    expect(disputes[0].answerBy).toBeNull();

    const answered = async (name: string, status: string, due_by: number | null) => {
      const later = structuredClone(dispute) as { id: string; data: { object: Record<string, unknown> } };
      later.id = name;
      Object.assign(later.data.object, { status, evidence_details: { due_by } });
      expect(await deliver(later)).toBe(200);
      return (await operatorsView(id)).disputes[0];
    };
    const due = { standing: "open", answerBy: "2026-12-31T23:59:59.000Z" };
    expect(await answered("evt_due", "needs_response", 1_798_761_599)).toMatchObject(due);
    // Stripe names the date of an answer that it has received, too.
    expect(await answered("evt_review", "under_review", 1_798_761_599)).toMatchObject({
      standing: "open",
      stage: "under_review",
      answerBy: null,
    });
    expect(await answered("evt_more", "needs_response", 1_798_761_599)).toMatchObject(due);
    expect(await answered("evt_won", "won", 1_798_761_599)).toMatchObject({
      standing: "won",
      answerBy: null,
    });

    const strange = structuredClone(dispute) as { id: string; data: { object: Record<string, unknown> } };
    strange.id = "evt_strange";
    Object.assign(strange.data.object, { id: "du_strange", payment_intent: "pi_ofAnotherBusiness" });
    expect(await deliver(strange)).toBe(200);
    const rows = await service.sql(
      "select order_id, tickets from dispute where provider_dispute_id = 'du_strange'",
    );
    expect(rows).toEqual([{ order_id: null, tickets: "none" }]);
  });

  it("takes no tickets for the dispute of a payment that came too late", async () => {
    const { id, session } = await buy();
    stripe.submitCard(session, "4242424242424242");
    for (const event of stripe.events.splice(0)) await deliver(event);
    await service.sql(
      `insert into payment (organisation_id, order_id, rail_kind, rail_provider, provider_payment_id, amount, currency, state, received_at)
        select organisation_id, order_id, rail_kind, rail_provider, 'pi_twice', amount, currency, 'surplus', received_at
        from payment where order_id = $1`,
      id,
    );
    stripe.dispute(String(session.payment_intent), "fraudulent", "needs_response");
    const [event] = stripe.events.splice(0) as { id: string; data: { object: Record<string, unknown> } }[];
    if (event === undefined) throw new Error("Stripe tells of a dispute");
    Object.assign(event.data.object, { payment_intent: "pi_twice" });
    expect(await deliver(event)).toBe(200);
    const { disputes, tickets } = await operatorsView(id);
    expect(disputes).toMatchObject([{ tickets: "none" }]);
    expect(tickets.voidedAt).toBeNull();
  });

  it("54. reveals no key, no signing secret, no client secret and no card", async () => {
    const { id, session } = await buy();
    stripe.submitCard(session, "4000000000000002");
    stripe.submitCard(session, "4000000000000259");
    expect(await deliver({ ...stripe.events[0], id: "evt_new", type: "account.updated" })).toBe(200);
    for (const event of stripe.events) expect(await deliver(event)).toBe(200);
    expect((await operatorsView(id)).disputes).toHaveLength(1);
    for (const fault of ["lose", "garble"] as const) {
      simulator.next({ fault }, isCreation);
      const { status, text } = await partner.checkout(lotId);
      expect([status, canaries.filter((canary) => text.includes(canary))]).toEqual([502, []]);
    }
    const openSecrets = stripe.sessions.map((one) => one.client_secret ?? "").filter((text) => text !== "");
    expect(canaries.length).toBeGreaterThan(10);
    const secrets = [...canaries, ...openSecrets, "4000000000000259", "4000000000000002"].filter(
      (text) => text !== "",
    );
    expect(await leaksOf(service, partner, account, secrets)).toEqual([]);
    expect(simulator.violations).toEqual([]);
  });
});
