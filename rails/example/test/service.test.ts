import { beforeAll, expect, it } from "vitest";
import { leaksOf } from "../../../test/support/service/leaks.ts";
import { Partner } from "../../../test/support/builders/partner.ts";
import { TestService } from "../../../test/support/service/service.ts";
import { opened, prepared } from "../../../test/support/opened.ts";
import type { Rail } from "../../../ports/rail.ts";
import type { Fact } from "../../conformance/harness.ts";
import { ExampleRail } from "../rail.ts";
import { bodyOf, OURS, signed } from "./harness.ts";
import { ExampleProvider } from "./simulator.ts";

const { credentials, settings } = OURS;
const ACCOUNT = {
  kind: "redirect",
  provider: "example-pay",
  currencies: ["USD"],
  credentials,
  settings,
  enabled: true,
} as const;

let baseUrl: string;
let lotId: number;
const provider: ExampleProvider = opened(async () => {
  const started = new ExampleProvider(() => service.clock.now());
  baseUrl = await started.start();
  return started;
});
const service = opened(() =>
  TestService.open({
    rails: (clock) => {
      const rail: Rail = new ExampleRail({ baseUrl, now: () => clock.now() });
      // The fields of a simulated rail's account are not checked.
      return [Object.assign(rail, { simulated: false })];
    },
  }),
);
const partner = prepared(() => Partner.add(service, { rails: {} }));
beforeAll(async () => {
  await partner.putRail(ACCOUNT);
  lotId = (await partner.lot()).id;
});

async function sold(): Promise<string> {
  const { status, json } = await partner.checkout(lotId);
  expect(status).toBe(201);
  expect(json.data.provider).toBe("redirect");
  return json.data.id;
}

async function notify(fact: Fact): Promise<number> {
  const { headers, rawBody } = signed(bodyOf(fact));
  const path = `/rails/redirect/example-pay/${partner.organisation.slug}/notifications`;
  const body = new Uint8Array(rawBody);
  const { status } = await fetch(service.baseUrl + path, { method: "POST", headers, body });
  await service.idle();
  return status;
}

const paid = (orderId: string): Fact => {
  const { amount, currency } = provider.find(orderId)!;
  return { about: "payment", orderId, state: "paid", amount: { amount, currency } };
};

it("issues tickets by the notification alone, once, however often it comes", async () => {
  const id = await sold();
  provider.pay(id);
  expect((await partner.session(id)).status).toBe("pending");
  const statuses = await Promise.all([1, 2, 3].map(() => notify(paid(id))));
  expect(statuses).toEqual([200, 200, 200]);
  expect(await partner.session(id)).toMatchObject({ status: "paid", ticketsIssued: true });
});

it("issues them when the buyer returns, although no notification has come", async () => {
  const id = await sold();
  provider.pay(id);
  await service.call("GET", `/rails/redirect/${id}/return`);
  await service.idle();
  expect(await partner.session(id)).toMatchObject({ status: "paid", ticketsIssued: true });
});

it("cancels at the provider what the partner expires", async () => {
  const id = await sold();
  await partner.post(`/checkout/sessions/${id}/expire`, {});
  await service.idle();
  expect(await partner.session(id)).toMatchObject({ status: "failed", error: "expired" });
  expect(provider.find(id)?.state).toBe("cancelled");
});

it("reveals no secret", async () => {
  expect(await leaksOf(service, partner, ACCOUNT, Object.values(credentials))).toEqual([]);
});
