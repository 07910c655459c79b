import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type {
  ConfirmStep,
  PaymentOutcome,
  RailCapabilities,
  RailCredentials,
  RailOrder,
} from "../../ports/rail.ts";
import { Reconciliation } from "../../src/settlement/reconciliation.ts";
import { LotUnwinder } from "../../src/lots/lot-unwinder.ts";
import { ScriptedRail } from "../support/rails/scripted-rail.ts";
import { ScriptedRig } from "../support/builders/scripted-rig.ts";
import type { Shop } from "../support/builders/operator-rig.ts";
import { ok } from "../support/builders/operator-rig.ts";
import { Partner } from "../support/builders/partner.ts";
import { TestService } from "../support/service/service.ts";

/** A rail that charges when the buyer comes back, or whose look-up needs what the buyer brings. */
class ReturnRail extends ScriptedRail {
  override readonly capabilities: RailCapabilities;
  /** The outcome of charging. */
  charging: () => Promise<PaymentOutcome> = async () => ({ outcome: "unknown", reason: "timeout" });
  readonly charged: ConfirmStep[] = [];
  readonly asked: (string | undefined)[] = [];
  readonly cancelled: string[] = [];

  constructor(capabilities: Partial<RailCapabilities>) {
    super();
    this.capabilities = { ...new ScriptedRail().capabilities, ...capabilities };
  }

  async confirm(_account: RailCredentials, _order: RailOrder, step: ConfirmStep): Promise<PaymentOutcome> {
    this.charged.push(step);
    return this.charging();
  }

  returnTokenOf(parameters: Readonly<Record<string, string>>): string | undefined {
    return parameters.token;
  }

  override async lookUp(_account?: RailCredentials, _order?: RailOrder, returnToken?: string) {
    this.asked.push(returnToken);
    return super.lookUp();
  }

  override async cancel(_account?: RailCredentials, order?: RailOrder) {
    this.cancelled.push(order?.id ?? "");
    return super.cancel();
  }
}

const OPEN = { outcome: "pending", stage: "open" } as const;
const paid = (id: string) =>
  ({ outcome: "paid", received: { amount: 500, currency: "USD" }, paymentId: `pay-${id}` }) as const;

let rail: ReturnRail;
let rig: ScriptedRig;
let shop: Shop;
const open = async (capabilities: Partial<RailCapabilities>) => {
  rail = new ReturnRail(capabilities);
  rig = await ScriptedRig.open({ circuitLimits: { failuresInARow: 1_000 } }, rail);
};
const back = (id: string, query = "?token=EC-1&PayerID=P1", options: RequestInit = {}) =>
  fetch(`${rig.service.baseUrl}/rails/redirect/${id}/return${query}`, { redirect: "manual", ...options });
const sell = (email: string) => rig.operator.sell(shop, 1, email);
const reconcile = () => rig.service.wiring.get(Reconciliation).reconcileOnce();
/** A request of the partner's. */
const partner = (method: string, path: string, body?: object) =>
  rig.service.call(method, `/api/v1${path}`, { key: shop.key, body });
const HOLD_MS = 60 * 60_000;

describe("a rail that charges when the buyer comes back", () => {
  beforeAll(() => open({ confirmOnReturn: true }));
  beforeEach(async () => {
    rig.reset();
    shop = await rig.shop();
    for (const list of [rail.charged, rail.asked, rail.cancelled]) list.length = 0;
  });
  afterAll(() => rig.close());

  it("is told so with what came back, once, and the buyer has the tickets", async () => {
    const id = await sell("returns@example.com");
    rail.charging = async () => paid(id);
    expect((await back(id)).status).toBe(200);
    expect(rail.charged).toEqual([{ step: "returned", returnToken: "EC-1" }]);
    expect(await rig.statusOf(shop, id)).toBe("paid");
    await back(id);
    expect(rail.charged).toHaveLength(1);
  });

  it("reads what comes back in a form that was posted, too", async () => {
    const id = await sell("posts@example.com");
    rail.charging = async () => paid(id);
    const body = new URLSearchParams([
      ["token", "EC-posted"],
      ["twice", "1"],
      ["twice", "2"],
    ]);
    expect((await back(id, "?token=EC-address", { method: "POST", body })).status).toBe(200);
    expect(rail.charged).toEqual([{ step: "returned", returnToken: "EC-posted" }]);
    const large = new URLSearchParams({ token: "x".repeat(70_000) });
    expect((await back(id, "", { method: "POST", body: large })).status).toBe(413);
  });

  it("charges once, however many come back at once", async () => {
    const id = await sell("many@example.com");
    const charging = Promise.withResolvers<PaymentOutcome>();
    rail.charging = () => charging.promise;
    const visits = Array.from({ length: 10 }, () => back(id));
    await expect.poll(() => rail.charged.length).toBe(1);
    charging.resolve(paid(id));
    await Promise.all(visits);
    expect(rail.charged).toHaveLength(1);
    expect(await rig.statusOf(shop, id)).toBe("paid");
  });

  it("is asked, and not told again, when its answer was lost", async () => {
    const id = await sell("lost@example.com");
    rail.charging = async () => ({ outcome: "unknown", reason: "timeout" });
    await back(id);
    rig.said.payment = paid(id);
    await rig.service.clock.later(6_000, () => back(id));
    expect(rail.charged).toHaveLength(1);
    expect(await rig.statusOf(shop, id)).toBe("paid");
  });

  it("may be told again when nothing was charged: the buyer had not approved, or nothing was sent", async () => {
    const id = await sell("early@example.com");
    rail.charging = async () => OPEN;
    await back(id);
    rail.charging = async () => ({ outcome: "unknown", reason: "not_sent" });
    await back(id);
    expect(await rig.statusOf(shop, id)).toBe("pending");
    rail.charging = async () => paid(id);
    await back(id);
    expect(rail.charged).toHaveLength(3);
    expect(await rig.statusOf(shop, id)).toBe("paid");
  });

  it("is never told by polls, by reconciliation, or by a visit that brings nothing", async () => {
    const id = await sell("asked@example.com");
    await back(id, "");
    await rig.service.clock.later(6_000, async () => {
      await ok(partner("GET", `/checkout/sessions/${id}`));
      await reconcile();
    });
    expect(rail.asked.length).toBeGreaterThan(0);
    expect(rail.charged).toEqual([]);
  });

  it("charges nothing once the order is given up: not at the hold's end, not after it, not of a cancelled lot", async () => {
    const late = await sell("late@example.com");
    rail.charging = async () => paid(late);
    rig.said.payment = OPEN;
    await rig.service.clock.later(HOLD_MS, async () => {
      await reconcile();
      expect(await rig.statusOf(shop, late)).toBe("failed");
      await back(late);
    });
    // Only we could have charged it: nothing had to be cancelled before the tickets were free.
    expect(rail.cancelled).toEqual([]);
    const id = await sell("cancelled@example.com");
    await ok(partner("POST", `/competitions/${shop.competitionId}/cancel`));
    await back(id);
    expect(rail.charged).toEqual([]);
  });

  it("takes no confirmation of the partner's, and has no page of ours", async () => {
    const id = await sell("wrong@example.com");
    const body = { sessionHref: "https://pay.example/sessions/1" };
    const answer = await partner("POST", `/checkout/sessions/${id}/confirm`, body);
    expect([answer.status, answer.json.error]).toEqual([400, "wrong_rail"]);
    expect((await rig.service.call("GET", `/rails/fields/${id}/pay`)).status).toBe(404);
    expect(rail.charged).toEqual([]);
  });
});

describe("a rail that charges when the buyer comes back, and cancels nothing", () => {
  beforeAll(() => open({ confirmOnReturn: true, cancel: "none" }));
  afterAll(() => rig.close());

  it("is expired by the partner while nobody has come back: only we could have charged", async () => {
    shop = await rig.shop();
    const id = await sell("expired@example.com");
    rail.charging = async () => paid(id);
    const session = await ok(partner("POST", `/checkout/sessions/${id}/expire`));
    expect(session).toMatchObject({ status: "failed", error: "expired" });
    await back(id);
    expect([rail.charged, rail.cancelled]).toEqual([[], []]);
  });

  it("is not expired once it was told to charge and has not said what came of it", async () => {
    shop = await rig.shop();
    const id = await sell("told@example.com");
    rail.charging = async () => ({ outcome: "unknown", reason: "timeout" });
    await back(id);
    const answer = await partner("POST", `/checkout/sessions/${id}/expire`);
    expect([answer.status, answer.json.error]).toEqual([409, "session_not_expirable"]);
    expect(await rig.statusOf(shop, id)).toBe("pending");
  });
});

describe("a rail whose package was taken out", () => {
  beforeAll(() => open({}));
  afterAll(() => rig.close());

  it("keeps its pending sessions, and no other rail's orders from being cancelled", async () => {
    shop = await rig.shop();
    const without = await TestService.open({ databaseUrl: rig.service.databaseUrl });
    const id = await sell("kept@example.com");
    const address = `/api/v1/checkout/sessions/${id}/expire`;
    const answer = await without.call("POST", address, { key: shop.key });
    expect([answer.status, answer.json.error]).toEqual([409, "session_not_expirable"]);
    expect(await rig.statusOf(shop, id)).toBe("pending");

    const other = await Partner.add(without);
    const lot = await other.lot();
    const session = (await other.checkout(lot.id)).json.data.id;
    await ok(partner("POST", `/competitions/${shop.competitionId}/cancel`));
    await other.post(`/competitions/${lot.id}/cancel`);
    await without.wiring.get(LotUnwinder).unwindOnce();
    await without.wiring.get(Reconciliation).cancelAtRailsOnce();
    const { rows } = await without.database.pool.query(
      `select id, rail_cancel_at is not null as waits from ticket_order where id = any($1) order by id = $2`,
      [[id, session], session],
    );
    expect(rows).toEqual([
      { id, waits: true },
      { id: session, waits: false },
    ]);
    await without.stop();
  });
});

describe("a rail that can be asked only with what the buyer brings", () => {
  beforeAll(() => open({ status: "by_return_token" }));
  afterAll(() => rig.close());

  it("is asked at once with what it has not seen, though not with more than a few; a known one waits its turn", async () => {
    shop = await rig.shop();
    const id = await sell("proof@example.com");
    for (const token of ["a", "b", "b", "b"]) await back(id, `?token=${token}`);
    expect(rail.asked).toEqual(["a", "b", "b"]);
    for (let i = 0; i < 20; i++) await back(id, `?token=guess-${i}`);
    expect(rail.asked).toHaveLength(4);
  });
});
