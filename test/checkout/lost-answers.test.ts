import { afterEach, describe, expect, it } from "vitest";
import { RAIL_KINDS, type RailKind } from "../../ports/rail.ts";
import { SandboxPayments } from "../../ports/simulated/sandbox-payments.ts";
import type { SandboxFault, SandboxOperation } from "../../rails/sandbox/faults.ts";
import { Reconciliation } from "../../src/settlement/reconciliation.ts";
import { Partner } from "../support/builders/partner.ts";
import { TestService } from "../support/service/service.ts";
import { opened } from "../support/opened.ts";

let fault: { readonly operation: SandboxOperation; readonly how: SandboxFault } | null = null;
/** Happens before the provider hears of the next creation. */
let meanwhile: (() => Promise<void>) | null = null;
// The provider took the money, and the answer was lost. Each way of finding out takes at most a minute of business
// time.
const service = opened(() =>
  TestService.open({
    faults: {
      before: async (operation) => {
        const happens = operation === "create" ? meanwhile : null;
        if (happens) meanwhile = null;
        await happens?.();
        return fault?.operation === operation ? fault.how : null;
      },
    },
    // Failures that this file provokes must not stop the look-ups.
    circuitLimits: { failuresInARow: 1_000 },
  }),
);

afterEach(() => void (fault = null));

const CHARGE = { amount: 2_500, currency: "USD" };

async function seller(kind: RailKind) {
  const partner = await Partner.add(service, { rails: { USD: kind } });
  return { partner, lot: await partner.lot() };
}

/** The buyer pays, and the provider's notification gets lost. */
async function payUnnoticed(id: string): Promise<void> {
  const paid = await service.wiring.get(SandboxPayments).move(id, ["open"], "paid", CHARGE);
  expect(paid?.state).toBe("paid");
}

/** Lets reconciliation run for a minute. */
async function aMinutePasses(): Promise<void> {
  const stepMs = 5_000;
  for (let passedMs = 0; passedMs < 60_000; passedMs += stepMs) {
    service.clock.advance(stepMs);
    await service.wiring.get(Reconciliation).reconcileOnce();
  }
}

async function outcome(lotId: number, id: string) {
  const query = `select s.sold, s.held, t.status,
      (select count(*)::int from payment p where p.order_id = t.id) as payments,
      (select count(*)::int from ticket_range r where r.order_id = t.id) as ranges,
      (select count(*)::int from refund f where f.order_id = t.id) as refunds,
      (select count(*)::int from sandbox_payment s where s.organisation_slug = g.slug) as at_provider
    from ticket_order t join lot_stock s on s.lot_id = t.lot_id join organisation g on g.id = t.organisation_id
    where t.lot_id = $1 and t.id = $2`;
  return (await service.sql(query, lotId, id))[0];
}

const ONE_CHARGE = {
  sold: 1,
  held: 0,
  status: "paid",
  payments: 1,
  ranges: 1,
  refunds: 0,
  at_provider: 1,
};

async function onlyOrder({ organisation }: Partner): Promise<string> {
  const query = "select id from ticket_order where organisation_id = $1";
  return (await service.sql(query, organisation.id))[0].id;
}

describe("an order whose creation's answer was lost, and which is paid all the same", () => {
  const asked = RAIL_KINDS.filter((kind) => kind !== "flow");
  it.each(asked)("on %s has its tickets within a minute: the rail is asked", async (kind) => {
    const { partner, lot } = await seller(kind);
    fault = { operation: "create", how: "lose_answer" };
    expect((await partner.checkout(lot.id)).status).toBe(502);
    fault = null;
    const id = await onlyOrder(partner);
    await payUnnoticed(id);
    await aMinutePasses();
    expect(await outcome(lot.id, id)).toEqual(ONE_CHARGE);
  });

  it("on flow, which cannot be asked, has them when the provider's notification comes", async () => {
    const { partner, lot } = await seller("flow");
    fault = { operation: "create", how: "lose_answer" };
    expect((await partner.checkout(lot.id)).status).toBe(502);
    fault = null;
    const id = await onlyOrder(partner);
    await partner.provider(id, { outcome: "paid" });
    await aMinutePasses();
    expect(await outcome(lot.id, id)).toEqual(ONE_CHARGE);
  });
});

it("a creation that comes so late that its order was given up is closed at the provider, where nobody may tell of its payment", async () => {
  const { partner, lot } = await seller("redirect");
  meanwhile = aMinutePasses;
  await partner.checkout(lot.id);
  const id = await onlyOrder(partner);
  expect(await outcome(lot.id, id)).toMatchObject({ status: "failed", held: 0, at_provider: 1 });
  await service.wiring.get(Reconciliation).cancelAtRailsOnce();
  expect((await service.wiring.get(SandboxPayments).byId(id))!.state).toBe("cancelled");
});

describe("a buyer who comes back from having paid, while the rail's answer is lost and its notification, too", () => {
  const asked = RAIL_KINDS.filter((kind) => kind !== "flow");
  it.each(asked)("on %s has the tickets within a minute", async (kind) => {
    const { partner, lot } = await seller(kind);
    const { id } = (await partner.checkout(lot.id)).json.data;
    await payUnnoticed(id);
    fault = { operation: "look_up", how: "lose_answer" };
    expect((await service.call("GET", `/rails/${kind}/${id}/return`)).status).toBe(200);
    fault = null;
    await aMinutePasses();
    expect(await outcome(lot.id, id)).toEqual(ONE_CHARGE);
  });
});

describe("a confirmation", () => {
  const confirm = (partner: Partner, id: string, choice = "approve") =>
    partner.post(`/checkout/sessions/${id}/confirm`, {
      sessionHref: `${service.baseUrl}/sandbox/sessions/${choice}`,
    });

  it.each(["lose_answer", "garble_answer"] as const)(
    "that took the money but came to %s has its tickets within a minute, and is not repeated",
    async (how) => {
      const { partner, lot } = await seller("fields");
      const { id } = (await partner.checkout(lot.id)).json.data;
      fault = { operation: "confirm", how };
      expect((await confirm(partner, id)).json.data.status).toBe("pending");
      fault = null;
      await aMinutePasses();
      expect(await outcome(lot.id, id)).toEqual(ONE_CHARGE);
    },
  );

  it("that never reached the provider is refused, leaves the session open, and can be made again", async () => {
    const { partner, lot } = await seller("fields");
    const { id } = (await partner.checkout(lot.id)).json.data;
    fault = { operation: "confirm", how: "refuse_connection" };
    expect((await confirm(partner, id)).json.error).toBe("rail_unavailable");
    fault = null;
    await aMinutePasses();
    expect(await outcome(lot.id, id)).toMatchObject({ status: "pending", held: 1, payments: 0 });
    expect((await confirm(partner, id)).json.data.status).toBe("paid");
  });
});

it("a confirmation that is not sent, because the provider's circuit is open, can be made once it is closed", async () => {
  let hanging = false;
  const other = await TestService.open({
    faults: { before: async (operation) => (hanging && operation === "create" ? "refuse_connection" : null) },
    circuitLimits: { failuresInARow: 2, openMs: 2_000, openMsMax: 2_000 },
  });
  try {
    const partner = await Partner.add(other, { rails: { USD: "fields" } });
    const lot = await partner.lot();
    const { id } = (await partner.checkout(lot.id)).json.data;
    hanging = true;
    for (let i = 0; i < 2; i++) expect((await partner.checkout(lot.id)).json.error).toBe("rail_unavailable");
    const confirm = () =>
      partner.post(`/checkout/sessions/${id}/confirm`, {
        sessionHref: `${other.baseUrl}/sandbox/sessions/approve`,
      });
    const refused = await confirm();
    expect([refused.status, refused.json.error]).toEqual([502, "rail_unavailable"]);
    hanging = false;
    await expect.poll(async () => (await confirm()).json.data?.status).toBe("paid");
  } finally {
    await other.stop();
  }
});
