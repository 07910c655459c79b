import { afterEach, describe, expect, it } from "vitest";
import type { RailKind } from "../../ports/rail.ts";
import { Orders } from "../../ports/checkout/orders.ts";
import { SandboxPayments } from "../../ports/simulated/sandbox-payments.ts";
import type { SandboxFault, SandboxOperation } from "../../rails/sandbox/faults.ts";
import { LotCloser } from "../../src/lots/lot-closer.ts";
import { Reconciliation } from "../../src/settlement/reconciliation.ts";
import { DrawRig } from "../lot-draws/draw-rig.ts";
import { brokenRules } from "../support/builders/books.ts";
import { Partner } from "../support/builders/partner.ts";
import { TestService } from "../support/service/service.ts";
import { opened } from "../support/opened.ts";

const MINUTE_MS = 60_000;
const NEVER_OPEN = { failuresInARow: 1_000 };

/** The failing operations, how they fail, and what runs before; the calls that both processes made to providers. */
let fault: { readonly operations: readonly SandboxOperation[]; readonly how: SandboxFault } | null = null;
let meanwhile: ((operation: SandboxOperation) => Promise<unknown>) | null = null;
const asked: string[] = [];
const faults = {
  before: async (operation: SandboxOperation, { id }: { readonly id: string }) => {
    asked.push(`${operation} ${id}`);
    await meanwhile?.(operation);
    return fault?.operations.includes(operation) ? fault.how : null;
  },
};

// A failing provider is called again as soon as it is back.
const rig = opened(() => DrawRig.open({ faults, circuitLimits: NEVER_OPEN }));

afterEach(() => {
  fault = null;
  meanwhile = null;
  asked.length = 0;
});

async function reconcile(service = rig.service): Promise<void> {
  while ((await service.wiring.get(Reconciliation).reconcileOnce()) > 0);
}

/** Creates a lot with `count` unpaid sessions of one ticket, begun two minutes ago. */
async function unpaid(count: number, kind: RailKind = "redirect") {
  const partner = await Partner.add(rig.service, { rails: { USD: kind }, maxPendingSessions: 100 });
  const { id: lotId } = await partner.lot({ maxTickets: 100 });
  const ids: string[] = [];
  await rig.service.clock.later(-2 * MINUTE_MS, async () => {
    for (let order = 0; order < count; order++) ids.push((await partner.checkout(lotId)).json.data.id);
  });
  // The first look, half a minute after placing.
  await reconcile();
  asked.length = 0;
  return { partner, lotId, ids };
}

async function counters(lotId: number) {
  const [row] = await rig.rows("select sold, held from lot_stock where lot_id = $1", lotId);
  return row;
}

const stateAtProvider = async (id: string) => (await rig.service.wiring.get(SandboxPayments).byId(id))!.state;

describe("when a competition has ended", () => {
  it.each(["redirect", "embed", "qr"] as const)(
    "what is not paid is cancelled at the provider, and its hold is given back: %s",
    async (kind) => {
      const { partner, lotId, ids } = await unpaid(3, kind);
      await rig.close(lotId);
      await reconcile();
      expect(await counters(lotId)).toEqual({ sold: 0, held: 0 });
      for (const id of ids) {
        expect(await partner.session(id)).toMatchObject({ status: "failed", error: "expired" });
        expect(await stateAtProvider(id)).toBe("cancelled");
        // It cannot be paid any more.
        await partner.provider(id, { outcome: "paid" });
      }
      expect(await counters(lotId)).toEqual({ sold: 0, held: 0 });
      expect(await rig.rows("select from payment where order_id = any($1)", ids)).toEqual([]);
    },
  );

  it("a card form can be confirmed no more, and the provider, who knows nothing of it, is asked nothing", async () => {
    const { partner, lotId, ids } = await unpaid(1, "fields");
    await rig.close(lotId);
    await reconcile();
    expect(await counters(lotId)).toEqual({ sold: 0, held: 0 });
    const body = { sessionHref: `${rig.service.baseUrl}/sandbox/sessions/approve` };
    const confirmed = await partner.post(`/checkout/sessions/${ids[0]}/confirm`, body);
    expect([confirmed.status, confirmed.json.error]).toEqual([400, "session_final"]);
    expect(asked.filter((call) => call.startsWith("confirm"))).toEqual([]);
  });

  it("the draw goes on without waiting for the holds' end", async () => {
    const { partner, lotId, ids } = await unpaid(2);
    await partner.provider(ids[0]!, { outcome: "paid" });
    await rig.close(lotId);
    await rig.draw();
    expect(await rig.rows("select committed_at from lot where id = $1", lotId)).toEqual([
      { committed_at: null },
    ]);
    await reconcile();
    await rig.due(lotId);
    await rig.draw();
    expect(
      await rig.rows("select committed_at is not null as committed from lot where id = $1", lotId),
    ).toEqual([{ committed: true }]);
  });

  it("what was paid, and told by nobody, has its tickets", async () => {
    const { partner, lotId, ids } = await unpaid(1);
    const payments = rig.service.wiring.get(SandboxPayments);
    await payments.move(ids[0]!, ["open"], "paid", (await payments.byId(ids[0]!))!.charge);
    await rig.close(lotId);
    await reconcile();
    expect(await partner.session(ids[0]!)).toMatchObject({ status: "paid", ticketNumbers: [1] });
    expect(asked).toEqual([`look_up ${ids[0]}`]);
  });

  it("what the provider is processing keeps its hold, and is paid or not as the provider says", async () => {
    const { partner, lotId, ids } = await unpaid(1);
    await partner.provider(ids[0]!, { outcome: "processing" });
    await rig.close(lotId);
    await reconcile();
    expect(await counters(lotId)).toEqual({ sold: 0, held: 1 });
    await partner.provider(ids[0]!, { outcome: "paid" });
    expect(await counters(lotId)).toEqual({ sold: 1, held: 0 });
  });

  it("a payment in the same moment buys tickets or is not taken, whichever came first", async () => {
    for (let round = 0; round < 6; round++) {
      const { partner, lotId, ids } = await unpaid(1);
      await rig.close(lotId);
      await Promise.all([reconcile(), partner.provider(ids[0]!, { outcome: "paid" })]);
      await reconcile();
      const sold = (await partner.session(ids[0]!)).status === "paid" ? 1 : 0;
      expect(await counters(lotId)).toEqual({ sold, held: 0 });
      expect(await rig.rows("select state from payment where order_id = $1", ids[0])).toEqual(
        sold === 1 ? [{ state: "settled" }] : [],
      );
    }
  });

  it("a payment between the look and the cancelling is not cancelled, and has its tickets", async () => {
    const { partner, lotId, ids } = await unpaid(1);
    const payments = rig.service.wiring.get(SandboxPayments);
    const { charge } = (await payments.byId(ids[0]!))!;
    meanwhile = async (operation) =>
      operation === "cancel" && payments.move(ids[0]!, ["open"], "paid", charge);
    await rig.close(lotId);
    await reconcile();
    expect(asked).toEqual([`look_up ${ids[0]}`, `cancel ${ids[0]}`]);
    expect(await counters(lotId)).toEqual({ sold: 0, held: 1 });
    meanwhile = null;
    await rig.service.clock.later(MINUTE_MS, () => reconcile());
    expect(await partner.session(ids[0]!)).toMatchObject({ status: "paid", ticketNumbers: [1] });
  });

  it("a session that was begun just before is looked at half a minute later, when its creation is answered", async () => {
    const { partner, lotId } = await unpaid(0);
    const id: string = (await partner.checkout(lotId)).json.data.id;
    await rig.close(lotId);
    await reconcile();
    expect(asked).toEqual([`create ${id}`]);
    await rig.service.clock.later(31_000, () => reconcile());
    expect(await partner.session(id)).toMatchObject({ status: "failed", error: "expired" });
    expect(await stateAtProvider(id)).toBe("cancelled");
  });

  it("where the provider promises nothing it is asked, and the hold lasts as long as money may come", async () => {
    const { partner, lotId, ids } = await unpaid(1, "flow");
    await rig.close(lotId);
    await reconcile();
    expect(asked).toContain(`cancel ${ids[0]}`);
    expect(await counters(lotId)).toEqual({ sold: 0, held: 1 });
    await rig.service.clock.later(60 * MINUTE_MS, () => reconcile());
    expect(await partner.session(ids[0]!)).toMatchObject({ status: "failed" });
    expect(await counters(lotId)).toEqual({ sold: 0, held: 0 });
  });

  it("other competitions' sessions stay as they are", async () => {
    const [ended, open] = [await unpaid(1), await unpaid(1)];
    await rig.close(ended.lotId);
    await reconcile();
    expect(await open.partner.session(open.ids[0]!)).toMatchObject({ status: "pending" });
    expect(await stateAtProvider(open.ids[0]!)).toBe("open");
  });
});

describe("trouble at the end of a competition", () => {
  it("twenty at most are asked for at once, each by one process, once", async () => {
    const { lotId, ids } = await unpaid(45);
    const other = await TestService.open({ databaseUrl: rig.service.databaseUrl, faults });
    try {
      await rig.close(lotId);
      const first = await rig.service.wiring.get(Reconciliation).reconcileOnce();
      expect(first).toBe(20);
      await Promise.all([reconcile(), reconcile(other)]);
      expect(await counters(lotId)).toEqual({ sold: 0, held: 0 });
      expect(asked.filter((call) => call.startsWith("cancel")).toSorted()).toEqual(
        ids.map((id) => `cancel ${id}`).toSorted(),
      );
    } finally {
      await other.stop();
    }
  });

  it("a provider that is down is asked again, ever less often", async () => {
    const { partner, lotId, ids } = await unpaid(1);
    fault = { operations: ["cancel", "look_up"], how: "refuse_connection" };
    await rig.close(lotId);
    await reconcile();
    const waits: number[] = [];
    for (let look = 0; look < 4; look++) {
      const [row] = await rig.rows("select check_at from pending_order where order_id = $1", ids[0]);
      const wait = row!.check_at.getTime() - rig.service.clock.now().getTime();
      waits.push(wait);
      rig.service.clock.advance(wait + 100);
      await reconcile();
    }
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(waits[3]).toBeGreaterThan(2 * waits[0]!);
    expect(await counters(lotId)).toEqual({ sold: 0, held: 1 });
    fault = null;
    await rig.service.clock.later(5 * MINUTE_MS, () => reconcile());
    expect(await partner.session(ids[0]!)).toMatchObject({ status: "failed", error: "expired" });
    expect(await stateAtProvider(ids[0]!)).toBe("cancelled");
  });

  it("an answer that is lost is found by the next look", async () => {
    const { partner, lotId, ids } = await unpaid(1);
    fault = { operations: ["cancel"], how: "lose_answer" };
    await rig.close(lotId);
    await reconcile();
    expect(await stateAtProvider(ids[0]!)).toBe("cancelled");
    expect(await counters(lotId)).toEqual({ sold: 0, held: 1 });
    await rig.service.clock.later(MINUTE_MS, () => reconcile());
    expect(await partner.session(ids[0]!)).toMatchObject({ status: "failed", error: "expired" });
    expect(asked.filter((call) => call.startsWith("cancel"))).toHaveLength(1);
  });

  it("a process that dies between the end and the cancelling is followed by another", async () => {
    const { partner, lotId, ids } = await unpaid(1);
    await rig.end(lotId);
    await rig.service.wiring.get(LotCloser).closeOnce();
    // It has taken the order, and is no more.
    const now = rig.service.clock.now();
    const leaseUntil = new Date(now.getTime() + MINUTE_MS);
    expect(await rig.service.wiring.get(Orders).claimDue({ limit: 20, now, leaseUntil })).toHaveLength(1);
    await reconcile();
    expect(await stateAtProvider(ids[0]!)).toBe("open");
    await rig.service.clock.later(MINUTE_MS + 1_000, () => reconcile());
    expect(await partner.session(ids[0]!)).toMatchObject({ status: "failed", error: "expired" });
    expect(await stateAtProvider(ids[0]!)).toBe("cancelled");
  });

  it("a cancelled competition's payments are asked for again later and later while the provider is down", async () => {
    const { partner, lotId, ids } = await unpaid(1);
    await partner.post(`/competitions/${lotId}/cancel`);
    await rig.rows("select * from unwind_lot($1, 'pending', null, 100, '{}', now())", lotId);
    const reconciliation = rig.service.wiring.get(Reconciliation);
    // What earlier tests have left comes first.
    await rig.rows("update ticket_order set rail_cancel_at = null where id <> $1", ids[0]);
    fault = { operations: ["cancel"], how: "refuse_connection" };
    const waits: number[] = [];
    for (let look = 0; look < 4; look++) {
      await reconciliation.cancelAtRailsOnce();
      const [row] = await rig.rows("select rail_cancel_at as at from ticket_order where id = $1", ids[0]);
      const wait = row!.at.getTime() - rig.service.clock.now().getTime();
      waits.push(Math.round(wait / MINUTE_MS));
      rig.service.clock.advance(wait + 100);
    }
    expect(waits).toEqual([1, 2, 4, 8]);
    fault = null;
    await reconciliation.cancelAtRailsOnce();
    expect(await stateAtProvider(ids[0]!)).toBe("cancelled");
    expect(await rig.rows("select rail_cancel_at from ticket_order where id = $1", ids[0])).toEqual([
      { rail_cancel_at: null },
    ]);
  });

  it.each(["processing", "paid"] as const)(
    "a cancelled competition's payment that is %s at first is sent back, although nobody tells of it",
    async (first) => {
      const { partner, lotId, ids } = await unpaid(1);
      const [id] = ids as [string];
      const payments = rig.service.wiring.get(SandboxPayments);
      const charge = { amount: 2_500, currency: "USD" };
      await payments.move(id, ["open"], first, charge);
      await partner.post(`/competitions/${lotId}/cancel`);
      await rig.rows("select * from unwind_lot($1, 'pending', null, 100, '{}', now())", lotId);
      await rig.rows("update ticket_order set rail_cancel_at = null where id <> $1", id);
      // The provider answers that it is too late, and then the look-up fails.
      fault = { operations: ["look_up"], how: "lose_answer" };
      await rig.service.wiring.get(Reconciliation).cancelAtRailsOnce();
      fault = null;
      if (first === "processing") {
        await rig.service.clock.later(2 * MINUTE_MS, () =>
          rig.service.wiring.get(Reconciliation).cancelAtRailsOnce(),
        );
        await payments.move(id, ["processing"], "paid", charge);
      }
      await rig.service.clock.later(10 * MINUTE_MS, () =>
        rig.service.wiring.get(Reconciliation).cancelAtRailsOnce(),
      );
      expect(await rig.rows("select amount::int, reason from refund where order_id = $1", id)).toEqual([
        { amount: 2_500, reason: "paid_too_late" },
      ]);
      expect(await rig.rows("select rail_cancel_at from ticket_order where id = $1", id)).toEqual([
        { rail_cancel_at: null },
      ]);
    },
  );
});

it("and the books are right", async () => {
  expect(await brokenRules(rig.service.databaseUrl, { givenBack: true })).toEqual([]);
  // What is paid too late, above.
  expect(await rig.rows("select count(*)::int as refunds from refund")).toEqual([{ refunds: 2 }]);
});
