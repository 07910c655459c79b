import { expect, it } from "vitest";
import type { Creation, PaymentOutcome, RailCredentials, RailOrder, RefundOutcome } from "../ports/rail.ts";
import { Notifications } from "../src/settlement/notifications.ts";
import { Reconciliation } from "../src/settlement/reconciliation.ts";
import { RefundRunner } from "../src/refunds/refund-runner.ts";
import { RailHealthWatch } from "../src/rail-accounts/rail-health.ts";
import { ScriptedRail, paidEvent, signatureOf } from "./support/rails/scripted-rail.ts";
import { OperatorRig, ok, type Shop } from "./support/builders/operator-rig.ts";
import { ADMIN_TOKEN, type Answer, ENCRYPTION_KEY } from "./support/service/service.ts";
import { Partner } from "./support/builders/partner.ts";
import { opened } from "./support/opened.ts";

// Secrets go through every path that could leak them: sales, refusals, notifications, refunds, bugs. Each has a unique
// text, which may only come out where it is meant to.

const CARD = "4242424242424242";
const API_KEY = "key_canary-api";
const NEXT_API_KEY = "key_canary-next";
const SIGNING_KEY = "canary-signing-key";
const CLIENT_SECRET = "pi_1_canary-client-secret";
const HREF = "https://fields.example/sessions/canary-href";
const CVC_HREF = "https://fields.example/sessions/canary-cvc";
const PROOF = "canary-proof-of-the-browser";

class TellingRail extends ScriptedRail {
  trouble: "none" | "throws" = "none";

  override async createPayment(account: RailCredentials, order: RailOrder): Promise<Creation> {
    if (this.trouble === "throws") throw new Error(`${API_KEY} was refused`);
    const created = await super.createPayment(account, order);
    if (created.outcome !== "created") return created;
    const data = JSON.stringify({ clientSecret: CLIENT_SECRET });
    return { ...created, instruction: { ...created.instruction, data } };
  }

  override async lookUp(): Promise<PaymentOutcome> {
    if (this.trouble === "throws") throw new Error("no", { cause: new Error(`signed with ${SIGNING_KEY}`) });
    return this.said.payment;
  }

  override async refund(): Promise<RefundOutcome> {
    if (this.trouble === "throws") throw new Error(`refund with ${API_KEY} failed`);
    return { outcome: "failed", refundId: null, reason: "not_possible" };
  }
}

const rail = new TellingRail();
const rig = opened(() => OperatorRig.open({ rails: [rail] }));

/** All answers, each with its receiver. */
const answers: { readonly by: string; readonly text: string }[] = [];
async function tell(by: string, answer: Promise<Answer>): Promise<Answer> {
  const got = await answer;
  answers.push({ by, text: `${JSON.stringify([...got.headers])} ${got.text}` });
  return got;
}

function saleOf({ competitionId }: Shop) {
  return { competitionId, buyer: { email: "someone@example.com" } };
}

type People = ReturnType<typeof peopleOf>;

/** The receivers of a shop's answers, and the service's loops. */
function peopleOf({ slug, key }: Shop) {
  const { service } = rig;
  const admin = (method: string, path: string, body?: unknown) =>
    tell(`operator: ${method} ${path}`, rig.admin(method, `/organisations/${slug}${path}`, body));
  const partner = (method: string, path: string, body?: unknown) =>
    tell(`partner: ${method} ${path}`, service.call(method, `/api/v1${path}`, { key, body }));
  const steps = async () => {
    for (const step of [
      service.wiring.get(Reconciliation).reconcileOnce(),
      service.wiring.get(RefundRunner).refundOnce(),
      service.wiring.get(Notifications).processOnce(),
      service.wiring.get(RailHealthWatch).writeOnce({ all: true }),
    ])
      await step;
  };
  const notify = (event: object, signingKey = SIGNING_KEY) => {
    const body = JSON.stringify({ ...event, card: CARD, client_secret: CLIENT_SECRET });
    return tell(
      "provider",
      fetch(`${service.baseUrl}/rails/redirect/example/${slug}/notifications?token=${PROOF}`, {
        method: "POST",
        headers: { signature: signatureOf(signingKey, body), authorization: `Basic ${SIGNING_KEY}` },
        body,
      }).then(async (response) => {
        await service.idle();
        const { status, headers } = response;
        return { status, headers, text: await response.text(), json: null };
      }),
    );
  };

  return { admin, partner, steps, notify };
}

/** The shop's account at the provider: refused, accepted, rotated. */
async function replaceAccount({ admin }: People): Promise<void> {
  await admin("DELETE", "/rails/redirect");
  const account = { provider: "example", currencies: ["USD"] };
  const credentials = { apiKey: API_KEY, signingKey: SIGNING_KEY };
  await admin("PUT", "/rails/redirect", {
    ...account,
    credentials: { ...credentials, [CARD.slice(0, 4)]: API_KEY },
  });
  await admin("PUT", "/rails/redirect", {
    ...account,
    credentials: { ...credentials, apiKey: `?${API_KEY}` },
  });
  rail.said.check = { outcome: "refused", reason: "it is not known there", field: "apiKey" };
  await admin("PUT", "/rails/redirect", { ...account, credentials });
  rail.said.check = { outcome: "accepted" };
  expect((await admin("PUT", "/rails/redirect", { ...account, credentials })).status).toBe(200);
  const next = { ...credentials, apiKey: NEXT_API_KEY };
  expect((await admin("PUT", "/rails/redirect", { ...account, credentials: next })).status).toBe(200);
  await admin("PUT", "/rails/redirect", { ...account, credentials });
}

/** Sells: only the partner gets what the buyer's browser needs. @returns the session */
async function sell(shop: Shop, { partner }: People): Promise<string> {
  const { service } = rig;
  const sale = saleOf(shop);
  const created = await service.call("POST", "/api/v1/checkout/sessions", { key: shop.key, body: sale });
  expect(created.text).toContain("canary-client-secret");
  const { id } = created.json.data;
  await partner("POST", "/checkout/sessions", { ...sale, card: CARD });
  await partner("POST", "/checkout/sessions", { ...sale, returnUrl: `${HREF}?card=${CARD}` });
  await partner("POST", `/checkout/sessions/${id}/confirm`, { sessionHref: HREF, cvcHref: CVC_HREF });
  await partner("GET", `/checkout/sessions/${id}?card=${CARD}`);
  await tell("buyer", service.call("GET", `/rails/redirect/${id}/return?proof=${PROOF}&card=${CARD}`));
  await tell("anybody", service.call("GET", "/api/v1/competitions", { key: `sk_${"canary".repeat(7)}` }));
  return id;
}

/** Sends notifications: forged, odd, of an unknown order, in time. @returns another session, which is to be refunded */
async function receiveNotifications(
  shop: Shop,
  { admin, notify, steps }: People,
  id: string,
): Promise<string> {
  const { service } = rig;
  const amount = { amount: 500, currency: "USD" };
  await notify(paidEvent(id), "another-key");
  await notify({ about: "ignored", dedupeKey: "odd", type: "account.updated" });
  await notify(paidEvent("cs_00000000000000000000000000"));
  const dispute = {
    about: "dispute",
    dedupeKey: "d",
    orderId: id,
    disputeId: "dp_1",
    stage: "opened",
    amount,
  };
  await notify(paidEvent(id));
  await notify(dispute);
  const other = (
    await service.call("POST", "/api/v1/checkout/sessions", { key: shop.key, body: saleOf(shop) })
  ).json.data.id;
  await notify(paidEvent(other));
  await admin("POST", `/orders/${other}/refund`, { reason: "asked for" });
  await steps();
  return other;
}

/** The rail throws what a library would, with the request in it. */
async function meetBugs(shop: Shop, { admin, partner, steps }: People): Promise<void> {
  const { service } = rig;
  rail.trouble = "throws";
  expect((await partner("POST", "/checkout/sessions", saleOf(shop))).status).toBe(500);
  service.clock.advance(60_000);
  await steps();
  for (const { id: refund } of (await ok(rig.admin("GET", `/organisations/${shop.slug}/refunds`))) as {
    id: number;
  }[])
    await admin("POST", `/refunds/${refund}/retry`);
  await steps();
  rail.trouble = "none";
}

/** Sells on a rail that confirms. @returns the key of its partner */
async function confirmCardFields(): Promise<string> {
  const { service } = rig;
  const fields = await Partner.add(service, { rails: { USD: "fields" } });
  const session = (await fields.checkout((await fields.lot()).id)).json.data.id;
  const confirm = (sessionHref: string, cvcHref?: string) =>
    tell("partner: confirm", fields.post(`/checkout/sessions/${session}/confirm`, { sessionHref, cvcHref }));
  expect((await confirm(HREF, CVC_HREF)).json.error).toBe("invalid_session_href");
  await confirm(`no-uri-${CARD}`);
  await confirm(`${service.baseUrl}/sandbox/sessions/decline`);
  return fields.key;
}

/** Reads everything that can be seen afterwards. @param sessions of the shop */
async function lookAtAll({ admin, partner }: People, sessions: readonly [string, string]): Promise<void> {
  const { service } = rig;
  const [id, other] = sessions;
  for (const path of [
    "/orders",
    `/orders/${id}`,
    `/orders/${other}`,
    "/refunds",
    "/rails",
    "/rail-notifications",
    "/audit",
    "/accounts",
    "/api-keys",
    "/webhook-endpoints",
  ])
    expect((await admin("GET", path)).status, path).toBe(200);
  await partner("GET", `/checkout/sessions/${id}`);
  await tell("anybody", service.call("GET", "/metrics"));
  const events = await service.sql("select payload from event");
  expect(events.length).toBeGreaterThan(0);
  answers.push({ by: "event", text: JSON.stringify(events) });
  answers.push({ by: "log", text: service.logLines.join("") });
  expect(service.logLines.some((line) => line.includes("[redacted] was refused"))).toBe(true);
}

it("secrets are in no log, error, event, metric or operator's answer", async () => {
  const shop = await rig.shop();
  const people = peopleOf(shop);
  await replaceAccount(people);
  const id = await sell(shop, people);
  const other = await receiveNotifications(shop, people, id);
  await meetBugs(shop, people);
  const fieldsKey = await confirmCardFields();
  await lookAtAll(people, [id, other]);

  const canaries = [
    CARD,
    API_KEY,
    NEXT_API_KEY,
    SIGNING_KEY,
    CLIENT_SECRET,
    HREF,
    CVC_HREF,
    PROOF,
    shop.key,
    fieldsKey,
    ADMIN_TOKEN,
    ENCRYPTION_KEY,
    // The same where something was cut off or put around them.
    "canary-api",
    "canary-next",
    "canary-client-secret",
    "canary-href",
    "canary-cvc",
    "canarycanary",
  ];
  const leaks = answers.flatMap(({ by, text }) =>
    canaries.filter((canary) => text.includes(canary)).map((canary) => `${canary} ${by}`),
  );
  expect(leaks).toEqual([]);
});

it("stored notifications and credentials are unreadable in the database", async () => {
  const { pool } = rig.service.database;
  const stored = [
    ...(await pool.query("select message as bytes from rail_notification")).rows,
    ...(await pool.query("select credentials as bytes from rail_account")).rows,
    ...(
      await pool.query(
        "select previous_credentials as bytes from rail_account where previous_until is not null",
      )
    ).rows,
  ] as { bytes: Buffer }[];
  expect(stored.length).toBeGreaterThan(5);
  for (const { bytes } of stored)
    for (const canary of ["canary", CARD]) expect(bytes.includes(canary)).toBe(false);
});
