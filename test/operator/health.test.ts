import { expect, it } from "vitest";
import { startReports } from "../../app/background.ts";
import { ok } from "../support/builders/operator-rig.ts";
import { RefundRig } from "../support/builders/refund-rig.ts";
import type { RailVerdict } from "../../ports/rail-call.ts";
import { RailHealthWatch } from "../../src/rail-accounts/rail-health.ts";
import { ADMIN_TOKEN, type Json } from "../support/service/service.ts";
import { opened, prepared } from "../support/opened.ts";

const rig = opened(() => RefundRig.open());
const partner = prepared(() => rig.partner());

const health = () => ok(rig.service.call("GET", "/admin/api/v1/health", { key: ADMIN_TOKEN }));
/** Ends a call of the partner's rail in this way. */
const observe = (verdict: RailVerdict) =>
  rig.service.wiring.get(RailHealthWatch).observe({
    kind: "redirect",
    provider: "sandbox",
    organisationSlug: partner.organisation.slug,
    operation: "createPayment",
    outcome: verdict,
    verdict,
    reason: verdict === "failed" ? "not_sent" : null,
    detail: verdict === "failed" ? "EAI_AGAIN api.example" : null,
    durationMs: 1,
  });
const writeHealth = () => rig.service.wiring.get(RailHealthWatch).writeOnce({ all: true });

it("health shows a rail that fails, with operation and code, and no more once it answers", async () => {
  const { id: lotId } = await partner.lot();
  rig.fails("create", "refuse_connection");
  expect((await partner.checkout(lotId)).status).toBe(502);
  rig.works();
  observe("failed");
  await writeHealth();
  const failing = await health();
  expect(failing.rails).toMatchObject([
    {
      organisation: partner.organisation.slug,
      kind: "redirect",
      provider: "sandbox",
      consecutiveFailures: expect.any(Number),
      lastError: { operation: "createPayment", code: "EAI_AGAIN api.example" },
    },
  ]);
  expect(failing).toMatchObject({ failingRails: 1, refusedOrders: 1 });
  observe("answered");
  await writeHealth();
  expect((await health()).rails).toEqual([]);
});

it("health counts what waits for the operator: refunds by hand, draws, disputes, endpoints that were disabled", async () => {
  const { id: lotId } = await partner.lot();
  const order = await rig.sell(partner, lotId);
  await rig.told(partner, order, { type: "dispute.updated", state: "opened", disputeId: "dp_1" });
  await ok(rig.admin(partner, "POST", `/orders/${order}/refund`, { reason: "sorry" }));
  await rig.rows("update refund set state = 'manual' where order_id = $1", order);
  const endpoint = await ok(
    rig.admin(partner, "POST", "/webhook-endpoints", { url: "http://127.0.0.1:1/hook" }),
    201,
  );
  await rig.rows(
    "update webhook_endpoint set enabled = false, disabled_reason = 'it fails' where id = $1",
    endpoint.id,
  );
  const current = await health();
  expect(current).toMatchObject({
    disputes: 1,
    refunds: { manual: { count: 1, since: expect.any(String) } },
    halted: { count: 0, since: null },
    endpoints: [{ id: endpoint.id, enabled: false, disabledReason: "it fails" }],
    chain: { block: expect.any(Number) },
  });
  const disputes = (await ok(rig.admin(partner, "GET", "/disputes"))) as Json[];
  expect(disputes).toMatchObject([{ orderId: order, providerDisputeId: "dp_1" }]);
  expect(await ok(rig.admin(partner, "GET", `/disputes/${disputes[0]!.id}`))).toEqual(disputes[0]);
});

it("items that wait are listed for all organisations, the oldest first", async () => {
  const admin = (path: string) => rig.service.call("GET", `/admin/api/v1${path}`, { key: ADMIN_TOKEN });
  const listed = async (path: string) => (await ok(admin(path))) as unknown as Json[];
  const other = await rig.partner();
  const { slug } = other.organisation;
  const order = await rig.sell(other, (await other.lot()).id);
  await rig.told(other, order, { type: "dispute.updated", state: "needs_response", disputeId: "dp_2" });
  await ok(rig.admin(other, "POST", `/orders/${order}/refund`, { reason: "sorry" }));
  await rig.rows(
    "update refund set state = 'failed', created_at = '2026-01-01T00:00:00.123456Z' where order_id = $1",
    order,
  );
  const refunds = await listed("/refunds");
  expect(refunds.map(({ organisation, state }) => [organisation, state])).toEqual([
    [slug, "failed"],
    [partner.organisation.slug, "manual"],
  ]);
  expect((await listed("/refunds?state=manual")).map(({ id }) => id)).toEqual([refunds[1]!.id]);
  expect(await listed("/refunds?state=requested")).toEqual([]);
  const page = await admin("/refunds?limit=1");
  const next = /<\/admin\/api\/v1([^>]+)>; rel="next"/.exec(page.headers.get("link") ?? "")![1]!;
  expect([...(page.json.data as Json[]), ...(await listed(next))]).toEqual(refunds);

  const disputes = await listed("/disputes");
  expect(disputes.map(({ organisation, providerDisputeId }) => [organisation, providerDisputeId])).toEqual([
    [partner.organisation.slug, "dp_1"],
    [slug, "dp_2"],
  ]);
  await rig.rows("update dispute set updated_at = '2026-01-01' where provider_dispute_id = 'dp_2'");
  expect(await listed("/disputes")).toHaveLength(2);
  expect((await listed("/disputes?since=2026-01-02T00:00:00Z")).map(({ id }) => id)).toEqual([
    disputes[0]!.id,
  ]);

  const [halted, ended] = [await other.lot(), await partner.lot()];
  await rig.rows("update lot set halted_at = '2026-03-02T00:00:00.123456Z' where id = $1", halted.id);
  await rig.rows(
    "update lot set status = 'ended', closed_at = '2026-03-01T00:00:00.123456Z', draw_at = now() where id = $1",
    ended.id,
  );
  const draws = await listed("/draws");
  expect(draws.map(({ organisation, id, since }) => [organisation, id, since])).toEqual([
    [partner.organisation.slug, ended.id, "2026-03-01T00:00:00.123Z"],
    [slug, halted.id, "2026-03-02T00:00:00.123Z"],
  ]);
  expect(draws[1]).toMatchObject({ haltedAt: "2026-03-02T00:00:00.123Z", status: "active", ticketsSold: 0 });
  const second = await admin(`/draws?limit=1&after=${Date.parse(draws[0]!.since)}.${ended.id}`);
  expect(second.json.data).toEqual([draws[1]]);
  expect(second.headers.get("link")).toBeNull();
  await rig.rows("update lot set halted_at = null, draw_at = null where id = any($1)", [halted.id, ended.id]);
  expect(await listed("/draws")).toEqual([]);
});

it("health lists the processes that run, each until it ends in order", async () => {
  const before = ((await health()).processes as unknown as Json[]).length;
  const reports = startReports(rig.service.wiring, "worker");
  await expect.poll(async () => ((await health()).processes as unknown as Json[]).length).toBe(before + 1);
  await reports.stop();
  expect((await health()).processes).toHaveLength(before);
});

it("a draw account shows balance, price, where deposits go, what was committed, and every entry", async () => {
  const path = "/draw-account";
  expect(await ok(rig.admin(partner, "GET", path))).toMatchObject({
    balanceCents: 0,
    draws: 0,
    openDraws: [],
    unitCostCents: expect.any(Number),
  });
  await rig.rows(
    `insert into draw_ledger_entry (organisation_id, kind, amount_cents, tx_hash, created_at)
     select $1, 'deposit', n, '0x' || repeat('a', 63) || n, now() from generate_series(1, 3) n`,
    partner.organisation.id,
  );
  await rig.rows(
    `insert into fair_draw (id, organisation_id, server_seed_hash, server_seed, created_at, expires_at)
     select gen_random_uuid(), $1, repeat('a', 64), '', now(), now() + n * interval '1 day' from unnest('{2,1}'::integer[]) n`,
    partner.organisation.id,
  );
  const page = await rig.admin(partner, "GET", `${path}/ledger?limit=2`);
  expect((page.json.data as Json[]).map(({ amountCents }) => amountCents)).toEqual([3, 2]);
  expect(page.headers.get("link")).toContain("after=");
  const { openDraws } = await ok(rig.admin(partner, "GET", path));
  const ends = (openDraws as unknown as Json[]).map(({ expiresAt }) => expiresAt);
  expect(ends).toHaveLength(2);
  expect(ends).toEqual(ends.toSorted());
});
