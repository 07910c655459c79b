import { beforeAll, expect, it } from "vitest";
import { EventFetcher } from "../../../src/settlement/event-fetcher.ts";
import { MollieRail } from "../rail.ts";
import { leaksOf } from "../../../test/support/service/leaks.ts";
import { Partner } from "../../../test/support/builders/partner.ts";
import { TestService } from "../../../test/support/service/service.ts";
import { eventOf, OURS, signed } from "./harness.ts";
import { MollieSimulator } from "./simulator.ts";
import { opened, prepared } from "../../../test/support/opened.ts";

const account = () =>
  ({
    kind: "redirect",
    provider: "mollie",
    currencies: ["EUR"],
    credentials: { ...OURS },
    settings: {},
    enabled: true,
  }) as const;

let lotId: number;
const simulator: MollieSimulator = opened(() =>
  MollieSimulator.start([OURS.apiKey], () => service.clock.now()),
);
const service = opened(() =>
  TestService.open({
    rails: (clock) => [new MollieRail({ clock, origin: simulator.origin })],
  }),
);
const partner = prepared(() =>
  Partner.add(service, { rails: {}, fiatCurrency: "EUR", rates: { EUR: "0.9" } }),
);
beforeAll(async () => {
  await partner.putRail(account());
  lotId = (await partner.lot()).id;
});

async function sold(): Promise<string> {
  const { status, json } = await partner.checkout(lotId);
  expect(status).toBe(201);
  expect(json.data).toMatchObject({ provider: "redirect", payment: { type: "PAY_URL" } });
  return json.data.id;
}

async function notify(
  headers: Record<string, string>,
  raw: string | Uint8Array<ArrayBuffer>,
): Promise<number> {
  const path = `/rails/redirect/mollie/${partner.organisation.slug}/notifications`;
  const { status } = await service.call("POST", path, { raw, headers });
  await service.idle();
  return status;
}

const ping = (orderId: string) =>
  notify({ "Content-Type": "application/x-www-form-urlencoded" }, `id=${simulator.of(orderId)?.id}`);

it("issues tickets by the classic webhook alone, once, however often it comes", async () => {
  const id = await sold();
  expect(await ping(id)).toBe(200);
  expect((await partner.session(id)).status).toBe("pending");
  simulator.pay(id);
  expect(await Promise.all([ping(id), ping(id), ping(id)])).toEqual([200, 200, 200]);
  expect(await partner.session(id)).toMatchObject({ status: "paid", ticketsIssued: true });
});

it("issues them by the next-gen webhook alone", async () => {
  const id = await sold();
  simulator.pay(id);
  const amount = { amount: 2_250, currency: "EUR" };
  const { headers, rawBody } = signed(
    eventOf(simulator, { about: "payment", orderId: id, state: "paid", amount }),
  );
  expect(await notify({ ...headers }, new Uint8Array(rawBody))).toBe(200);
  expect(await partner.session(id)).toMatchObject({ status: "paid", ticketsIssued: true });
});

it("asks again after Mollie was away when its webhook came", async () => {
  const id = await sold();
  simulator.pay(id);
  simulator.faults.answerNext(503);
  expect(await ping(id)).toBe(200);
  expect((await partner.session(id)).status).toBe("pending");
  await service.sql("update named_event set lease_until = clock_timestamp()");
  await service.wiring.get(EventFetcher).fetchOnce();
  expect(await partner.session(id)).toMatchObject({ status: "paid", ticketsIssued: true });
});

it("believes no ping of an unpaid payment, of another's payment or of none", async () => {
  const id = await sold();
  expect(await ping(id)).toBe(200);
  expect(await notify({ "Content-Type": "application/x-www-form-urlencoded" }, "id=tr_nobody")).toBe(200);
  expect((await partner.session(id)).status).toBe("pending");
});

it("reveals no secret", async () => {
  expect(await leaksOf(service, partner, account(), [OURS.apiKey, OURS.webhookSecret])).toEqual([]);
});
