import type { RailEvent } from "../../../ports/rail.ts";
import { Stripe } from "stripe";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RailOrder } from "../../../ports/rail.ts";
import { API_VERSION } from "../client.ts";
import { EVENT_TYPES } from "../notification.ts";
import { ACCOUNT, openStripeHarness, type StripeHarness } from "./harness.ts";
import { stripeSchema } from "./schema.ts";

let harness: StripeHarness;
beforeEach(async () => {
  harness = await openStripeHarness();
});
afterEach(() => harness.close());

const answer = (status: number, error: object = { type: "api_error" }) =>
  ({ fault: "answer", status, body: JSON.stringify({ error }) }) as const;
const paid = async (): Promise<RailOrder> => {
  const order = await harness.created();
  await harness.provider.pay(order.id);
  return order;
};
const readSent = (event: object) => {
  const reading = harness.rail.readNotification(ACCOUNT, { ...harness.sent(event), now: harness.now() });
  return reading.verified ? reading.events[0] : reading;
};

describe("Reading what Stripe sends", () => {
  it("36. agrees with the official library on what is genuine", async () => {
    const stripe = new Stripe(ACCOUNT.credentials["secretKey"] ?? "");
    await harness.created();
    await harness.provider.expire(harness.stripe.sessions[0]?.client_reference_id ?? "");
    const [event] = harness.stripe.events;
    const payload = JSON.stringify(event);
    const secret = ACCOUNT.credentials["webhookSecret"] ?? "";
    const timestamp = Math.floor(harness.now().getTime() / 1000);
    const header = stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
    const headers = { "content-type": "application/json", "stripe-signature": header };
    const notification = { headers, rawBody: Buffer.from(payload), now: harness.now() };
    expect(harness.rail.readNotification(ACCOUNT, notification)).toMatchObject({ verified: true });
    const ours = harness.sent(event ?? {}).headers["stripe-signature"] ?? "";
    const { signature } = stripe.webhooks;
    expect(signature?.verifyHeader(payload, ours, secret, 300, undefined, harness.now().getTime())).toBe(
      true,
    );
  });

  it("37. believes the secret that was there before, too, while the account still has it", () => {
    const { previousWebhookSecret = "", ...rest } = ACCOUNT.credentials;
    const notification = {
      ...harness.sent(expiry("cs_1"), { secret: previousWebhookSecret }),
      now: harness.now(),
    };
    expect(harness.rail.readNotification(ACCOUNT, notification)).toMatchObject({ verified: true });
    const without = { ...ACCOUNT, credentials: rest };
    expect(harness.rail.readNotification(without, notification)).toMatchObject({
      verified: false,
      status: 401,
    });
  });

  it("40. is not confused by signatures of any length, or by many of them", () => {
    const genuine = harness.sent(expiry("cs_1"));
    const [time = "", signature = ""] = (genuine.headers["stripe-signature"] ?? "").split(",");
    for (const header of [
      `${time},v1=`,
      `${time},v1=00`,
      `${time},${signature}00`,
      `${time},${signature.toUpperCase()}`,
      `${time},v1=${"é".repeat(64)}`,
      `${signature}`,
      `${time},${time},${signature}`,
      `t=-1,${signature}`,
      `${time},${"v1=00,".repeat(2000)}${signature}`,
      ",,,=,",
    ]) {
      const headers = { ...genuine.headers, "stripe-signature": header };
      const reading = harness.rail.readNotification(ACCOUNT, { ...genuine, headers, now: harness.now() });
      expect(reading, header.slice(0, 80)).toMatchObject({ verified: false, status: 401 });
    }
  });

  it("47. depends on the signed body alone: no other header changes anything", () => {
    const genuine = harness.sent(expiry("cs_1"));
    const headers = { ...genuine.headers, "stripe-version": "2001-01-01", "stripe-account": "acct_other" };
    const read = (notification: typeof genuine) =>
      harness.rail.readNotification(ACCOUNT, { ...notification, now: harness.now() });
    expect(read({ ...genuine, headers })).toEqual(read(genuine));
  });

  it("45. ignores what the same Stripe account does for others", () => {
    const foreign = { ...expiry("cs_1"), data: { object: { ...expiry("cs_1").data.object, metadata: {} } } };
    expect(readSent(foreign)).toMatchObject({ about: "ignored", type: "checkout.session.expired" });
  });

  it("13. acknowledges a state that it does not know, and leaves it to the look-up", () => {
    const odd = expiry("cs_1");
    const object = { ...odd.data.object, status: "complete", payment_status: "half_paid" };
    const reading = readSent({
      ...odd,
      type: "checkout.session.completed",
      data: { object: { ...object, status: "new" } },
    });
    expect(reading).toMatchObject({
      about: "payment",
      payment: { outcome: "unknown", reason: "unreadable" },
    });
  });

  it("35. names the payment that is disputed, since disputes know no order", async () => {
    for (const [card, stage] of [
      ["4000000000000259", "needs_response"],
      ["4000000000001976", "warning_needs_response"],
    ] as const) {
      const order = await harness.created();
      harness.stripe.submitCard(harness.sessionOf(order), card);
      const paymentId = harness.sessionOf(order).payment_intent;
      const dispute = harness.stripe.events.findLast(({ type }) => type === "charge.dispute.created") ?? {};
      expect(readSent(dispute)).toMatchObject({ about: "dispute", paymentId, stage, amount: order.charge });
      const ends = [
        ["under_review", undefined],
        ["warning_under_review", undefined],
        ["won", "won"],
        ["warning_closed", "won"],
        ["prevented", "won"],
        ["lost", "lost"],
      ] as const;
      for (const [status, over] of ends) {
        const later = structuredClone(dispute) as { data: { object: { status: string } } };
        later.data.object.status = status;
        const event = readSent(later) as RailEvent;
        expect([status, event.about === "dispute" && event.over]).toEqual([status, over]);
      }
      for (const [status, isAnswerable] of [
        ["needs_response", true],
        ["warning_needs_response", true],
        ["appeal_needs_response", true],
        ["under_review", false],
        ["warning_under_review", false],
        ["appeal_under_review", false],
        ["lost", false],
      ] as const) {
        const due = structuredClone(dispute) as { data: { object: object } };
        Object.assign(due.data.object, { status, evidence_details: { due_by: 1_767_225_599 } });
        const event = readSent(due) as RailEvent;
        expect([status, event.about === "dispute" && "answerBy" in event]).toEqual([status, isAnswerable]);
      }
      for (const [details, answerBy] of [
        [{ due_by: 1_767_225_599 }, new Date("2025-12-31T23:59:59Z")],
        [{ due_by: null }, undefined],
        [{ due_by: 1e15 }, undefined],
        [{}, undefined],
        ["none", undefined],
      ] as const) {
        const due = structuredClone(dispute) as { data: { object: { evidence_details: unknown } } };
        due.data.object.evidence_details = details;
        const event = readSent(due) as RailEvent;
        expect([details, event.about === "dispute" && event.answerBy]).toEqual([details, answerBy]);
      }
    }
  });

  const expiry = (orderId: string) => {
    const notification = harness.notifications.signed({
      about: "payment",
      orderId,
      state: "expired",
      amount: { amount: 2500, currency: "USD" },
    });
    return JSON.parse(new TextDecoder().decode(notification.rawBody)) as {
      readonly data: { readonly object: object };
    };
  };
});

describe("What Stripe could not deliver", () => {
  it("is listed oldest first, page by page, with the keys of the notifications", async () => {
    const since = harness.now();
    const orders: RailOrder[] = [];
    for (let i = 0; i < 60; i += 1) orders.push(await paid());
    const [first] = harness.stripe.events;
    if (first !== undefined) first.pending_webhooks = 0;
    const missed = await harness.rail.missedEvents(ACCOUNT, since);
    const undelivered = harness.stripe.events.slice(1);
    expect(undelivered).toHaveLength(119);
    expect(missed).toEqual(undelivered.map((event) => readSent(event)));
    const lists = harness.simulator.requests.filter(({ path }) => path === "/v1/events");
    expect(lists).toHaveLength(2);
    expect(lists[0]?.form).toMatchObject({ delivery_success: "false", types: [...EVENT_TYPES] });
    expect(EVENT_TYPES.length).toBeLessThanOrEqual(20);
  });

  it("is null when Stripe cannot be reached, and nothing when there is nothing", async () => {
    expect(await harness.rail.missedEvents(ACCOUNT, harness.now())).toEqual([]);
    harness.simulator.next({ fault: "garble" });
    expect(await harness.rail.missedEvents(ACCOUNT, harness.now())).toBeNull();
  });
});

describe("Trying an account at Stripe", () => {
  const withKeys = (secretKey: string, publishableKey: string) => ({
    ...ACCOUNT,
    credentials: { ...ACCOUNT.credentials, secretKey },
    settings: { publishableKey },
  });
  const check = (account = ACCOUNT) => harness.rail.checkAccount(account);

  it("accepts keys that Stripe knows, and changes nothing there", async () => {
    expect(await check()).toEqual({ outcome: "accepted" });
    expect(harness.simulator.requests.map(({ method }) => method)).toEqual(["GET"]);
  });

  it("48. refuses keys that it does not know, that may not, or of two modes", async () => {
    const unknown = withKeys("sk_test_51NobodyNobody", "pk_test_51NobodyNobody");
    expect(await check(unknown)).toMatchObject({ outcome: "refused", field: "secretKey" });
    harness.simulator.next(answer(403, { type: "invalid_request_error" }));
    expect(await check()).toMatchObject({ outcome: "refused", field: "secretKey" });
    const mixed = withKeys(ACCOUNT.credentials["secretKey"] ?? "", "pk_live_51AcmeAcmeAcme");
    expect(await check(mixed)).toMatchObject({ outcome: "refused", field: "publishableKey" });
  });

  it("does not know when Stripe is away or busy", async () => {
    for (const fault of [answer(429), answer(500), { fault: "lose" } as const]) {
      harness.simulator.next(fault);
      expect(await check()).toMatchObject({ outcome: "unknown" });
    }
  });

  it("says of each field what it looks like and where it is found", () => {
    const { credentials, settings } = harness.rail.accountFields;
    const values: Record<string, unknown> = { ...ACCOUNT.credentials, ...ACCOUNT.settings };
    for (const [name, { help, pattern }] of Object.entries({ ...credentials, ...settings })) {
      expect(help).toMatch(/Stripe|signing secret/);
      expect(values[name]).toMatch(pattern ?? /^$/);
      for (const wrong of ["", "pk_prod_1", "sk_test_", `${String(values[name])} `])
        expect(wrong).not.toMatch(pattern ?? /./);
    }
  });
});

describe("The wire to Stripe", () => {
  it.each(["hang", "stall"] as const)("58. is really cut when the time is over: %s", async (fault) => {
    harness.simulator.next({ fault });
    expect(await harness.rail.createPayment(ACCOUNT, harness.order())).toMatchObject({ outcome: "unknown" });
    await expect.poll(() => harness.simulator.hungUp).toBe(1);
  });

  it("56. speaks the version of the API that the library was made for", async () => {
    await harness.created();
    const apiVersion = new Stripe("sk_test_1").getApiField("version");
    expect(API_VERSION).toBe(apiVersion);
    expect(harness.simulator.requests[0]?.version).toBe(apiVersion);
  });

  it.skipIf(stripeSchema() === null)(
    "55. fits Stripe's description of its API, by which the simulator refuses what does not (skipped where that is not next to this repository)",
    async () => {
      const order = await paid();
      await harness.rail.lookUp(ACCOUNT, order);
      await harness.rail.refund(ACCOUNT, order, { amount: order.charge, key: "r1" });
      await harness.rail.lookUpRefund(ACCOUNT, order, { key: "r1", refundId: null });
      await harness.rail.cancel(ACCOUNT, order);
      await harness.rail.missedEvents(ACCOUNT, harness.now());
      expect(harness.simulator.violations).toEqual([]);
      const schema = stripeSchema();
      const wrong = schema?.request("POST", "/v1/checkout/sessions", {
        uimode: "embedded_page",
        expires_at: "x",
        line_items: [{ count: "1" }],
      });
      expect(wrong).toEqual([
        " must NOT have additional properties",
        "/expires_at must be integer",
        "/line_items/0 must NOT have additional properties",
      ]);
      expect(schema?.answer("GET", "/v1/refunds/re_1", 200, { object: "refund" })).not.toEqual([]);
    },
  );
});
