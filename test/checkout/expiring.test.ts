import { afterEach, describe, expect, it } from "vitest";
import type { RailKind } from "../../ports/rail.ts";
import { SandboxPayments } from "../../ports/simulated/sandbox-payments.ts";
import type { SandboxFault } from "../../rails/sandbox/faults.ts";
import { Reconciliation } from "../../src/settlement/reconciliation.ts";
import { brokenRules } from "../support/builders/books.ts";
import { Partner } from "../support/builders/partner.ts";
import { createDatabase } from "../support/database/database.ts";
import { rowsRead } from "../support/database/rows-read.ts";
import { TestService } from "../support/service/service.ts";
import { dataOf, refusalOf } from "../api/support/reading.ts";
import { opened } from "../support/opened.ts";

/** Which operations fail, and how. */
let fault: { readonly operations: readonly string[]; readonly how: SandboxFault } | null = null;
const service = opened(() =>
  TestService.open({
    faults: { before: async (operation) => (fault?.operations.includes(operation) ? fault.how : null) },
  }),
);

afterEach(() => void (fault = null));

async function pending(kind: RailKind = "redirect") {
  const partner = await Partner.add(service, { rails: { USD: kind }, entryQuestionRequired: true });
  const { id: questionId } = await partner.addQuestion();
  const answer = { questionId, answerIndex: 1 };
  const skillPass: string = (await partner.post("/entry-question/verify", answer)).json.data.pass;
  const lot = await partner.lot({ maxTickets: 2 });
  const { id } = dataOf(await partner.checkout(lot.id, { quantity: 2, skillPass }), 201);
  const expire = () => partner.post(`/checkout/sessions/${id}/expire`);
  return { partner, lot, id, skillPass, expire };
}

async function capacity(lotId: number) {
  const rows = await service.sql("select sold, held from lot_stock where lot_id = $1", lotId);
  return rows[0];
}

async function payments(id: string) {
  const rows = await service.sql(
    "select y.state, f.state as refund from payment y left join refund f on f.payment_id = y.id where y.order_id = $1",
    id,
  );
  return rows;
}

describe("expiring a session", () => {
  it.each(["redirect", "embed", "fields", "qr"] as const)(
    "ends it now where cancelling is final, and gives hold and pass back: %s",
    async (kind) => {
      const { partner, lot, id, skillPass, expire } = await pending(kind);
      const session = dataOf(await expire());
      expect(session).toMatchObject({ id, status: "failed", error: "expired", ticketNumbers: [] });
      expect(await partner.session(id)).toEqual(session);
      expect(await capacity(lot.id)).toEqual({ sold: 0, held: 0 });
      // It cannot be paid any more.
      await partner.provider(id, { outcome: "paid" });
      expect(await payments(id)).toEqual([]);
      const again = await partner.checkout(lot.id, { quantity: 2, skillPass });
      expect(again.status).toBe(201);
    },
  );

  it("reads no passes of other buyers", async () => {
    const OTHERS = 1_000;
    const database = await createDatabase();
    const first = await TestService.open({ databaseUrl: database.url });
    const partner = await Partner.add(first);
    const lot = await partner.lot();
    await first.sql(
      `insert into entry_pass (hash, organisation_id, expires_at)
       select sha256(n::text::bytea), $1, now() + interval '1 hour' from generate_series(1, ${OTHERS}) n`,
      partner.organisation.id,
    );
    await first.stop();
    const read = await rowsRead(database.url, async (own) => {
      const { id } = dataOf(await partner.at(own).checkout(lot.id), 201);
      expect(dataOf(await partner.at(own).post(`/checkout/sessions/${id}/expire`)).status).toBe("failed");
    });
    expect(read.get("entry_pass")).toBeLessThan(OTHERS / 10);
    await database.drop();
  });

  it("gives reserved credit back", async () => {
    const partner = await Partner.add(service);
    const lot = await partner.lot();
    const buyer = { email: `${crypto.randomUUID()}@example.com` };
    const first = dataOf(await partner.checkout(lot.id, { buyer }), 201);
    const rows = await service.sql("select account_id from ticket_order where id = $1", first.id);
    await partner.grantCredit(Number(rows[0].account_id), 1_000);
    const { id } = dataOf(await partner.checkout(lot.id, { buyer }), 201);
    expect(await partner.session(id)).toMatchObject({
      priceUSDCents: 2_500,
      creditAppliedUSDCents: 1_000,
      amount: 1_500,
    });
    expect(dataOf(await partner.post(`/checkout/sessions/${id}/expire`)).status).toBe("failed");
    const account =
      "select balance_cents::int as balance, reserved_cents::int as reserved from account where id = $1";
    expect(await service.sql(account, rows[0].account_id)).toEqual([{ balance: 1_000, reserved: 0 }]);
  });

  it("repeated or at once it is answered alike, and gives back once", async () => {
    const { lot, expire } = await pending();
    const answers = await Promise.all(Array.from({ length: 8 }, expire));
    for (const answer of [...answers, await expire()])
      expect(dataOf(answer)).toMatchObject({ status: "failed", error: "expired" });
    expect(await capacity(lot.id)).toEqual({ sold: 0, held: 0 });
  });

  it("session_final when it is paid, also when only the provider knows it", async () => {
    const told = await pending();
    await told.partner.provider(told.id, { outcome: "paid" });
    expect(refusalOf(await told.expire())).toEqual([400, "session_final"]);

    const { partner, id, lot, expire } = await pending();
    const payments = service.wiring.get(SandboxPayments);
    await payments.move(id, ["open"], "paid", (await payments.byId(id))!.charge);
    expect(refusalOf(await expire())).toEqual([400, "session_final"]);
    expect(await partner.session(id)).toMatchObject({ status: "paid", ticketNumbers: [1, 2] });
    expect(await capacity(lot.id)).toEqual({ sold: 2, held: 0 });
  });

  it("racing a payment it ends in one state: tickets, or nothing paid", async () => {
    for (let round = 0; round < 8; round++) {
      const { partner, id, lot, expire } = await pending();
      const [expired] = await Promise.all([expire(), partner.provider(id, { outcome: "paid" })]);
      const { status } = await partner.session(id);
      expect(status).toBe(expired.status === 200 ? "failed" : "paid");
      expect(await payments(id)).toEqual(status === "paid" ? [{ state: "settled", refund: null }] : []);
      expect(await capacity(lot.id)).toEqual({ sold: status === "paid" ? 2 : 0, held: 0 });
    }
  });

  it("session_not_expirable while the provider is processing the payment: the tickets stay held", async () => {
    const { partner, id, lot, expire } = await pending();
    await partner.provider(id, { outcome: "processing" });
    expect(refusalOf(await expire())).toEqual([409, "session_not_expirable"]);
    expect(await capacity(lot.id)).toEqual({ sold: 0, held: 2 });
    await partner.provider(id, { outcome: "paid" });
    expect((await partner.session(id)).status).toBe("paid");
  });

  it("session_not_expirable where the provider promises nothing: it ends at its expiresAt", async () => {
    const { partner, id, lot, expire } = await pending("flow");
    expect(refusalOf(await expire())).toEqual([409, "session_not_expirable"]);
    expect(await capacity(lot.id)).toEqual({ sold: 0, held: 2 });
    const { expiresAt } = await partner.session(id);
    const left = Date.parse(expiresAt) - service.clock.now().getTime();
    await service.clock.later(left + 1_000, async () => {
      while ((await service.wiring.get(Reconciliation).reconcileOnce()) > 0);
    });
    expect((await partner.session(id)).status).toBe("failed");
    expect(await capacity(lot.id)).toEqual({ sold: 0, held: 0 });
  });

  it("rail_unavailable when the provider does not answer: nothing is given back", async () => {
    const { id, lot, partner, expire } = await pending();
    fault = { operations: ["cancel", "look_up"], how: "refuse_connection" };
    expect(refusalOf(await expire())).toEqual([502, "rail_unavailable"]);
    fault = { operations: ["cancel"], how: "lose_answer" };
    // It was cancelled there, and the look says so.
    expect(dataOf(await expire())).toMatchObject({ id, status: "failed", error: "expired" });
    expect(await capacity(lot.id)).toEqual({ sold: 0, held: 0 });
    expect((await partner.session(id)).status).toBe("failed");
  });

  it("waits for the provider's answer to the creation", async () => {
    const partner = await Partner.add(service);
    const lot = await partner.lot();
    fault = { operations: ["create"], how: "lose_answer" };
    expect((await partner.checkout(lot.id)).status).toBe(502);
    fault = null;
    const rows = await service.sql("select id from ticket_order where lot_id = $1", lot.id);
    const answer = await partner.post(`/checkout/sessions/${rows[0].id}/expire`);
    expect(refusalOf(answer)).toEqual([409, "session_not_expirable"]);
    expect(await capacity(lot.id)).toEqual({ sold: 0, held: 1 });
  });

  it("is of the own organisation's sessions alone", async () => {
    const { id, lot } = await pending();
    const other = await Partner.add(service);
    const unknown = await other.post(`/checkout/sessions/cs_${"0".repeat(26)}/expire`);
    const foreign = await other.post(`/checkout/sessions/${id}/expire`);
    expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
    expect(await capacity(lot.id)).toEqual({ sold: 0, held: 2 });
  });

  it("lets the confirmation of a card and itself never both win", async () => {
    for (let round = 0; round < 5; round++) {
      const { partner, id, lot, expire } = await pending("fields");
      const body = { sessionHref: `${service.baseUrl}/sandbox/sessions/approve` };
      await Promise.all([expire(), partner.post(`/checkout/sessions/${id}/confirm`, body)]);
      const { status } = await partner.session(id);
      expect(["paid", "failed"]).toContain(status);
      expect(await payments(id)).toEqual(status === "paid" ? [{ state: "settled", refund: null }] : []);
      expect(await capacity(lot.id)).toEqual({ sold: status === "paid" ? 2 : 0, held: 0 });
    }
  });

  it("and the books are right", async () => {
    expect(await brokenRules(service.databaseUrl)).toEqual([]);
  });
});
