import { afterAll, beforeAll, expect, it } from "vitest";
import { EventFetcher } from "../../../src/settlement/event-fetcher.ts";
import { PaypalRail } from "../rail.ts";
import { Reconciliation } from "../../../src/settlement/reconciliation.ts";
import { leaksOf } from "../../../test/support/service/leaks.ts";
import { Partner } from "../../../test/support/builders/partner.ts";
import { TestService } from "../../../test/support/service/service.ts";
import { eventOf, OURS, sent } from "./harness.ts";
import { PaypalSimulator } from "./simulator.ts";
import { opened } from "../../../test/support/opened.ts";

const account = () =>
  ({
    kind: "redirect",
    provider: "paypal",
    currencies: ["EUR"],
    credentials: { ...OURS },
    settings: { environment: "sandbox" },
    enabled: true,
  }) as const;

const HOUR_MS = 3_600_000;
let service: TestService;
let partner: Partner;
let lotId: number;
const simulator = opened(() => PaypalSimulator.start([OURS], () => service.clock.now()));
beforeAll(async () => {
  const origins = { sandbox: simulator.origin, live: simulator.origin };
  service = await TestService.open({
    rails: (clock) => [new PaypalRail({ clock, origins, pagesOrigin: simulator.origin })],
  });
  partner = await Partner.add(service, { rails: {}, fiatCurrency: "EUR", rates: { EUR: "0.9" } });
  await partner.putRail(account());
  lotId = (await partner.lot()).id;
});
afterAll(async () => {
  await service.stop();
});

async function sold(): Promise<string> {
  const { status, json } = await partner.checkout(lotId);
  expect(status).toBe(201);
  expect(json.data).toMatchObject({ provider: "redirect", payment: { type: "PAY_URL" } });
  return json.data.id;
}

/** Sends a buyer back from PayPal; without a payer, one who gave up. */
async function back(id: string, payer = "&PayerID=QYR5Z8XDVJNXQ"): Promise<number> {
  const path = `/rails/redirect/${id}/return?token=${simulator.of(id)?.id}${payer}`;
  const { status } = await service.call("GET", path);
  await service.idle();
  return status;
}

async function notify(body: object): Promise<number> {
  const { headers, rawBody } = sent(body);
  const path = `/rails/redirect/paypal/${partner.organisation.slug}/notifications`;
  const raw = new Uint8Array(rawBody);
  const { status } = await service.call("POST", path, { raw, headers: { ...headers } });
  await service.idle();
  return status;
}

const approvedEvent = (id: string) =>
  simulator.raise(OURS.clientId, "CHECKOUT.ORDER.APPROVED", { id: simulator.of(id)?.id });
const paidEvent = (orderId: string) =>
  eventOf(simulator, {
    about: "payment",
    orderId,
    state: "paid",
    amount: { amount: 2_250, currency: "EUR" },
  });
const captures = () => simulator.requests.filter(({ path }) => path.endsWith("/capture")).length;
const reconcile = () => service.wiring.get(Reconciliation).reconcileOnce();

it("captures when the buyer returns, once, and issues the tickets, also when they come twenty times at once", async () => {
  const [id, many] = [await sold(), await sold()];
  for (const one of [id, many]) expect(simulator.approve(one)).toBe(true);
  await back(id);
  expect(await partner.session(id)).toMatchObject({ status: "paid", ticketsIssued: true });
  const before = captures();
  await Promise.all(Array.from({ length: 20 }, () => back(many)));
  expect(captures() - before).toBe(1);
  expect(await partner.session(many)).toMatchObject({ status: "paid", ticketsIssued: true });
  expect(simulator.of(many)?.captures).toHaveLength(1);
});

it("captures nothing of a buyer who gave up, who has not approved, or who brings another's token", async () => {
  const [id, other] = [await sold(), await sold()];
  await back(id);
  simulator.approve(other);
  await back(other, "");
  const foreign = `/rails/redirect/${id}/return?token=${simulator.of(other)?.id}&PayerID=QYR5Z8XDVJNXQ`;
  await service.call("GET", foreign);
  for (const one of [id, other]) expect((await partner.session(one)).status).toBe("pending");
  expect(simulator.of(other)?.captures).toEqual([]);
});

it("lets a buyer whose means was declined choose another, and captures when they return again", async () => {
  const id = await sold();
  simulator.approve(id);
  simulator.refuseCapture = "INSTRUMENT_DECLINED";
  await back(id);
  expect((await partner.session(id)).status).toBe("pending");
  await service.clock.later(60_000, () => back(id));
  expect(await partner.session(id)).toMatchObject({ status: "paid", ticketsIssued: true });
});

it("never captures because of a webhook, a poll or reconciliation", async () => {
  const id = await sold();
  simulator.approve(id);
  const before = captures();
  expect(await notify(approvedEvent(id))).toBe(200);
  await service.clock.later(20_000, async () => {
    expect((await partner.session(id)).status).toBe("pending");
    await reconcile();
  });
  expect(captures()).toBe(before);
  expect(simulator.of(id)?.captures).toEqual([]);
});

it("issues tickets by the webhook alone when what was captured was not heard, once, however often it comes", async () => {
  const id = await sold();
  simulator.approve(id);
  simulator.faults.loseNextAnswer();
  await back(id);
  expect(simulator.of(id)?.captures).toHaveLength(1);
  expect((await partner.session(id)).status).toBe("pending");
  const event = paidEvent(id);
  expect(await Promise.all([notify(event), notify(event), notify(event)])).toEqual([200, 200, 200]);
  expect(await partner.session(id)).toMatchObject({ status: "paid", ticketsIssued: true });
});

it("looks a lost capture up, and captures no second time", async () => {
  const id = await sold();
  simulator.approve(id);
  simulator.faults.loseNextAnswer();
  await back(id);
  const before = captures();
  await service.clock.later(60_000, () => back(id));
  expect(captures()).toBe(before);
  expect(await partner.session(id)).toMatchObject({ status: "paid", ticketsIssued: true });
});

it("asks again after PayPal was away when its webhook came", async () => {
  const id = await sold();
  simulator.capture(id, "COMPLETED");
  simulator.faults.answerNext(503);
  expect(await notify(paidEvent(id))).toBe(200);
  expect((await partner.session(id)).status).toBe("pending");
  await service.sql("update named_event set lease_until = clock_timestamp()");
  await service.wiring.get(EventFetcher).fetchOnce();
  expect(await partner.session(id)).toMatchObject({ status: "paid", ticketsIssued: true });
});

it("believes no event that PayPal does not have, and none of an unpaid order", async () => {
  const id = await sold();
  expect(await notify({ ...paidEvent(id), id: "WH-F0RGED-1" })).toBe(200);
  expect(await notify(paidEvent(id))).toBe(200);
  expect((await partner.session(id)).status).toBe("pending");
});

it("never captures an order that was given up", async () => {
  const id = await sold();
  simulator.approve(id);
  const before = captures();
  await service.clock.later(HOUR_MS, async () => {
    await reconcile();
    expect((await partner.session(id)).status).toBe("failed");
    await back(id);
  });
  expect(captures()).toBe(before);
  expect(simulator.of(id)?.captures).toEqual([]);
});

it("reveals no secret", async () => {
  const canaries = [OURS.clientSecret, "A21.secret-token"];
  expect(await leaksOf(service, partner, account(), canaries)).toEqual([]);
});
