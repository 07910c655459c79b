import { beforeEach, describe, expect, it } from "vitest";
import { Reconciliation } from "../../src/settlement/reconciliation.ts";
import { ok } from "../support/builders/operator-rig.ts";
import type { Partner } from "../support/builders/partner.ts";
import { RefundRig } from "../support/builders/refund-rig.ts";
import { ADMIN_TOKEN, type Json } from "../support/service/service.ts";
import { opened } from "../support/opened.ts";

let partner: Partner;
// Figures of the page of health: each is what a query over the rows finds.
const rig = opened(() => RefundRig.open());

beforeEach(async () => {
  rig.works();
  rig.pass(120);
  partner = await rig.partner();
});

const admin = (path: string) => rig.service.call("GET", `/admin/api/v1${path}`, { key: ADMIN_TOKEN });
const health = () => ok(admin("/health"));
const listed = async (path: string) => (await ok(admin(path))) as unknown as Json[];

describe("orders that were refused", () => {
  it("are those that were never sent, refused by the provider, or have an unknown outcome, for an hour", async () => {
    const { id: lotId } = await partner.lot();
    const ended = async () => {
      await rig.service.wiring.get(Reconciliation).reconcileOnce();
      return (await health()).refusedOrders;
    };
    expect((await health()).refusedOrders).toBe(0);
    // One buyer who pays, one who does not.
    await rig.sell(partner, lotId);
    expect((await partner.checkout(lotId)).status).toBe(201);
    for (const fault of ["lose_answer", "garble_answer", "hang", "refuse_connection"] as const) {
      rig.fails("create", fault);
      expect((await partner.checkout(lotId)).status).toBe(502);
      expect((await partner.checkout(lotId)).status).toBe(502);
    }
    rig.fails("look_up", "hang");
    rig.pass(0.5);
    expect((await health()).refusedOrders).toBe(8);
    expect(await ended()).toBe(8);
    rig.works();
    rig.pass(20);
    expect(await ended()).toBe(8);
    rig.pass(45);
    expect(await ended()).toBe(0);
  });

  it("are not those whose call is under way, nor those that a repetition has completed", async () => {
    const { id: lotId } = await partner.lot();
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    const body = { buyer: { email: "buyer@example.com" } };
    rig.fails("create", "lose_answer");
    expect((await partner.checkout(lotId, body, headers)).status).toBe(502);
    expect((await health()).refusedOrders).toBe(0);
    rig.pass(0.5);
    expect((await health()).refusedOrders).toBe(1);
    rig.works();
    expect((await partner.checkout(lotId, body, headers)).status).toBe(201);
    expect((await health()).refusedOrders).toBe(0);
  });
});

describe("open disputes", () => {
  it("are open until they are won or lost, however long ago they changed", async () => {
    const { id: lotId } = await partner.lot();
    const disputed = async (disputeId: string, states: readonly string[]) => {
      const order = await rig.sell(partner, lotId);
      for (const state of states) {
        await rig.told(partner, order, { type: "dispute.updated", state, disputeId });
        rig.pass(1);
      }
      return order;
    };
    await disputed("dp_waits", ["opened"]);
    await disputed("dp_answered", ["opened", "under_review"]);
    await disputed("dp_won", ["opened", "won"]);
    await disputed("dp_lost", ["opened", "lost"]);
    await disputed("dp_again", ["opened", "won", "reopened"]);
    rig.pass(8 * 24 * 60);
    const open = ["dp_waits", "dp_answered", "dp_again"];
    expect((await health()).disputes).toBe(3);
    expect((await listed("/disputes")).map(({ providerDisputeId }) => providerDisputeId)).toEqual(open);
    for (const standing of ["won", "lost"])
      expect(await listed(`/disputes?standing=${standing}`)).toMatchObject([
        { providerDisputeId: `dp_${standing}`, standing },
      ]);
    expect(await listed("/disputes?standing=closed")).toEqual([]);
    const own = `/organisations/${partner.organisation.slug}/disputes`;
    expect(await listed(own)).toHaveLength(5);
    expect((await listed(`${own}?standing=open`)).map(({ providerDisputeId }) => providerDisputeId)).toEqual(
      open.toReversed(),
    );
    const stranger = await rig.partner();
    expect(await listed(`/organisations/${stranger.organisation.slug}/disputes`)).toEqual([]);
  });

  it("are counted beyond a thousand, and so are rails and endpoints beyond the hundred that are listed", async () => {
    await rig.rows(
      `insert into dispute (organisation_id, rail_account_id, provider_dispute_id, stage, amount, currency, tickets, created_at, updated_at)
       select organisation_id, id, 'many_' || n, 'opened', 100, 'USD', 'none', now(), now()
       from rail_account, generate_series(1, 1200) n where organisation_id = $1`,
      partner.organisation.id,
    );
    await rig.rows(
      `insert into webhook_endpoint (organisation_id, url, secret, enabled, created_at, updated_at, failing_since)
       select $1, 'https://shop.example/' || n, decode('00', 'hex'), true, now(), now(), now() from generate_series(1, 130) n`,
      partner.organisation.id,
    );
    const [{ open }] = await rig.rows("select count(*)::int as open from dispute where standing = 'open'");
    const current = await health();
    expect(open).toBeGreaterThan(1_200);
    expect(current).toMatchObject({ disputes: open, failingEndpoints: 130 });
    expect(current.endpoints).toHaveLength(100);
  });
});
