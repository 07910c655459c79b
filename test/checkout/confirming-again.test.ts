import { afterEach, beforeAll, expect, it } from "vitest";
import type { Rail } from "../../ports/rail.ts";
import { Orders } from "../../ports/checkout/orders.ts";
import { WorldpayRail } from "../../rails/worldpay/rail.ts";
import { accountOf } from "../../rails/worldpay/test/harness.ts";
import { WorldpaySimulator } from "../../rails/worldpay/test/simulator.ts";
import { Partner } from "../support/builders/partner.ts";
import { TestService } from "../support/service/service.ts";
import { opened, prepared } from "../support/opened.ts";

const MERCHANT = { username: "shop-user", password: "shop-password-0815", entity: "shop" };
const DEVICE = { userAgent: "Mozilla/5.0", acceptHeader: "text/html" };
const MINUTE_MS = 60_000;

/** Holds the next call where it is named, as a process that is stopped there would; resolve lets it go on. */
let pause: { readonly at: string; readonly reached: () => void; readonly over: Promise<void> } | null = null;

async function paused(at: string): Promise<void> {
  if (pause?.at !== at) return;
  const { reached, over } = pause;
  pause = null;
  reached();
  await over;
}

/** @returns once the act is stopped there: how to let it go on, and its answer */
async function stoppedAt<T>(at: string, act: () => Promise<T>) {
  const { promise: stopped, resolve: reached } = Promise.withResolvers<void>();
  const { promise: over, resolve: goOn } = Promise.withResolvers<void>();
  pause = { at, reached, over };
  const answer = act();
  await stopped;
  return { answer, goOn };
}

const simulator = opened(() => WorldpaySimulator.open([MERCHANT]));
const service = opened(() =>
  TestService.open({
    faults: {
      before: async (operation) => {
        if (operation === "confirm") await paused("the rail");
        return null;
      },
    },
    rails: (clock) => [
      pausing(new WorldpayRail({ origins: { test: simulator.origin, live: simulator.origin }, clock })),
    ],
    replace: (wiring) => {
      const orders = wiring.get(Orders);
      const beginConfirm: Orders["beginConfirm"] = async (...call) => {
        const begun = await orders.beginConfirm(...call);
        await paused("the store");
        return begun;
      };
      wiring.bind(Orders, () => overriding(orders, { beginConfirm }));
    },
  }),
);
const sandboxed = prepared(() => Partner.add(service, { rails: { USD: "fields" } }));
const atWorldpay = prepared(() => Partner.add(service, { rails: {} }));
beforeAll(async () => {
  const { credentials, settings } = accountOf(MERCHANT, atWorldpay.organisation.slug, "key-1:secret");
  await atWorldpay.putRail({
    kind: "fields",
    provider: "worldpay",
    currencies: ["USD"],
    credentials,
    settings,
    enabled: true,
  });
});
afterEach(() => void (pause = null));

function overriding<Port extends object>(port: Port, members: Partial<Port>): Port {
  return new Proxy(port, {
    get(_port, name) {
      const member: unknown = Reflect.get(name in members ? members : port, name);
      return typeof member === "function" ? member.bind(port) : member;
    },
  });
}

function pausing(rail: WorldpayRail): Rail {
  const confirm: WorldpayRail["confirm"] = async (...call) => {
    await paused("the rail");
    return rail.confirm(...call);
  };
  return overriding<Rail>(rail, { confirm });
}

async function session(partner: Partner) {
  const { id } = (await partner.checkout((await partner.lot()).id)).json.data;
  const post = (body: object) => partner.post(`/checkout/sessions/${id}/confirm`, body);
  const approve = () => post({ sessionHref: `${service.baseUrl}/sandbox/sessions/approve` });
  const card = () => post({ sessionHref: simulator.session("approve"), device: DEVICE });
  return { id, post, confirm: partner === atWorldpay ? card : approve };
}

async function payments(id: string): Promise<string[]> {
  const rows = await service.sql("select state from payment where order_id = $1", id);
  return rows.map(({ state }) => state);
}

it("a confirmation that died before the rail was told is taken over a minute later, and charges once", async () => {
  const { id, confirm } = await session(sandboxed);
  const first = await stoppedAt("the rail", confirm);
  const soon = await service.clock.later(MINUTE_MS / 2, confirm);
  expect([soon.status, soon.json.data.status]).toEqual([200, "pending"]);
  const taken = await service.clock.later(MINUTE_MS, confirm);
  expect([taken.status, taken.json.data.status]).toEqual([200, "paid"]);
  first.goOn();
  await first.answer;
  expect(await payments(id)).toEqual(["settled"]);
});

it("of ten that take it over at once one tells the rail", async () => {
  const { id, confirm } = await session(sandboxed);
  const first = await stoppedAt("the rail", confirm);
  const answers = await service.clock.later(MINUTE_MS, () =>
    Promise.all(Array.from({ length: 10 }, confirm)),
  );
  for (const { status, json } of answers)
    expect([`${status} ${json.data?.status ?? json.error}`]).toEqual([
      expect.stringMatching(/^(200 paid|200 pending|400 session_final)$/),
    ]);
  first.goOn();
  await first.answer;
  expect(await payments(id)).toEqual(["settled"]);
  expect(await sandboxed.session(id)).toMatchObject({ status: "paid" });
});

it("a process that was stopped behind its beginning tells the rail nothing when it goes on", async () => {
  const { id, confirm } = await session(atWorldpay);
  const first = await stoppedAt("the store", confirm);
  const asked = simulator.requests.length;
  await service.clock.later(11_000, async () => {
    first.goOn();
    const { status, json } = await first.answer;
    expect([status, json.data.status]).toEqual([200, "pending"]);
  });
  expect(simulator.requests.slice(asked).filter((line) => line.startsWith("POST"))).toEqual([]);
  expect(simulator.of(id)).toBeUndefined();
});

it("where confirming makes the payment it waits until the provider rules it out", async () => {
  const { id, confirm } = await session(atWorldpay);
  // Its process is dead and never continues.
  const dead = await stoppedAt("the rail", confirm);
  dead.answer.catch(() => undefined);
  const soon = await service.clock.later(4 * MINUTE_MS, confirm);
  expect([soon.status, soon.json.data.status]).toEqual([200, "pending"]);
  expect(simulator.of(id)).toBeUndefined();
  const taken = await service.clock.later(6 * MINUTE_MS, confirm);
  expect([taken.status, taken.json.data.status]).toEqual([200, "paid"]);
  const charged = simulator.payments.filter(
    (payment) => payment.reference === id && payment.charged !== null,
  );
  expect(charged).toHaveLength(1);
});

it("a later step is not told again: the dialogue begins anew, with the card", async () => {
  const { id, post, confirm } = await session(sandboxed);
  await post({ sessionHref: `${service.baseUrl}/sandbox/sessions/challenge` });
  const step = () => post({ deviceData: { reference: "ref" } });
  const first = await stoppedAt("the rail", step);
  const again = await service.clock.later(MINUTE_MS, step);
  expect([again.status, again.json.data.status, again.json.data.payment]).toEqual([200, "pending", null]);
  expect((await service.clock.later(MINUTE_MS, confirm)).json.data.status).toBe("paid");
  first.goOn();
  await first.answer;
  expect(await payments(id)).toEqual(["settled"]);
});

it("a session that is expired is confirmed no more, and one that is being confirmed is not expired", async () => {
  const { id, confirm } = await session(atWorldpay);
  const expire = (of: string) => atWorldpay.post(`/checkout/sessions/${of}/expire`);
  expect((await expire(id)).json.data).toMatchObject({ status: "failed", error: "expired" });
  expect((await confirm()).json.error).toBe("session_final");
  expect(simulator.of(id)).toBeUndefined();

  const other = await session(atWorldpay);
  const confirming = await stoppedAt("the rail", other.confirm);
  expect((await expire(other.id)).json.error).toBe("session_not_expirable");
  confirming.goOn();
  expect((await confirming.answer).json.data.status).toBe("paid");
});
