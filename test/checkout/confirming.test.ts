import { afterEach, describe, expect, it } from "vitest";
import type { SandboxFault } from "../../rails/sandbox/faults.ts";
import { Partner } from "../support/builders/partner.ts";
import { type Json, TestService } from "../support/service/service.ts";
import { opened } from "../support/opened.ts";

/** Which operation fails next, and how. */
let fault: { operation: string; how: SandboxFault } | null = null;
const service = opened(() =>
  TestService.open({
    faults: { before: async (operation) => (fault?.operation === operation ? fault.how : null) },
  }),
);

afterEach(() => void (fault = null));

async function capacity(lotId: number) {
  const rows = await service.sql("select sold, held from lot_stock where lot_id = $1", lotId);
  return rows[0];
}

describe("confirming at the fields rail", () => {
  const href = (choice: string) => `${service.baseUrl}/sandbox/sessions/${choice}`;
  async function session(maxTickets = 10) {
    const partner = await Partner.add(service, { rails: { USD: "fields" } });
    const lot = await partner.lot({ maxTickets });
    const { json } = await partner.checkout(lot.id);
    const id: string = json.data.id;
    const confirm = (sessionHref: string, body: object = {}) =>
      partner.post(`/checkout/sessions/${id}/confirm`, { sessionHref, ...body });
    return { partner, lot, id, confirm };
  }

  it("settles synchronously: paid with tickets and the payment's id", async () => {
    const { id, confirm, partner } = await session();
    const { status, json } = await confirm(href("approve"), { cvcHref: href("approve") });
    expect(status).toBe(200);
    expect(json.data).toEqual({
      id,
      status: "paid",
      ticketsIssued: true,
      paymentId: expect.any(String),
      payment: null,
    });
    expect(await partner.session(id)).toMatchObject({ status: "paid", ticketsIssued: true });
  });

  it("400 payment_declined, and the session has failed with the rail's reason", async () => {
    const { id, confirm, partner, lot } = await session();
    const { status, json } = await confirm(href("decline"));
    expect([status, json.error]).toEqual([400, "payment_declined"]);
    expect(await partner.session(id)).toMatchObject({ status: "failed", ticketsIssued: false });
    expect((await partner.session(id)).error).toMatch(/^[a-z_]+$/);
    expect(await capacity(lot.id)).toEqual({ sold: 0, held: 0 });
  });

  it("a lost answer is pending, is looked up and never charged again", async () => {
    const { id, confirm, partner, lot } = await session();
    const lost = await confirm(href("timeout"));
    expect([lost.status, lost.json.data?.status]).toEqual([200, "pending"]);
    await service.clock.later(10_000, () => partner.session(id));
    expect(await partner.session(id)).toMatchObject({ status: "paid", ticketsIssued: true });
    expect(await capacity(lot.id)).toEqual({ sold: 1, held: 0 });
    expect((await confirm(href("approve"))).json.error).toBe("session_final");
  });

  it("asks the buyer's bank in between: device data, then a challenge, then paid", async () => {
    const { id, confirm, partner } = await session();
    const path = `/checkout/sessions/${id}/confirm`;
    const device = { userAgent: "Mozilla/5.0", acceptHeader: "text/html", ipAddress: "203.0.113.7" };
    const first = await confirm(href("challenge"), { device });
    const asked = (action: string) => ({
      id,
      status: "pending",
      ticketsIssued: false,
      paymentId: null,
      payment: {
        type: "FIELDS_SDK",
        redirectUrl: null,
        data: JSON.stringify({ provider: "sandbox", sessionId: id, action }),
      },
    });
    expect([first.status, first.json.data]).toEqual([200, asked("device_data")]);
    const second = await partner.post(path, { deviceData: { reference: "ref" } });
    expect(second.json.data).toEqual(asked("challenge"));
    expect(await partner.session(id)).toMatchObject({ status: "pending", ticketsIssued: false });
    const third = await partner.post(path, { challenge: "done" });
    expect(third.json.data).toMatchObject({ status: "paid", ticketsIssued: true, payment: null });
  });

  it("tells the rail each step once, in its order: anything else says what is awaited", async () => {
    const { id, confirm, partner } = await session();
    const path = `/checkout/sessions/${id}/confirm`;
    const step = (body: object) => partner.post(path, body);
    const actionOf = ({ json }: { json: Json }) =>
      json.data.payment === null ? null : JSON.parse(json.data.payment.data).action;
    // Nothing was begun, so nothing is awaited and nothing is charged.
    expect(actionOf(await step({ deviceData: { reference: null } }))).toBe(null);
    expect((await step({ challenge: "done" })).json.data.status).toBe("pending");
    await confirm(href("challenge"));
    for (const body of [{ challenge: "done" }, { sessionHref: href("approve") }]) {
      const answer = await step(body);
      expect([answer.json.data.status, actionOf(answer)]).toEqual(["pending", "device_data"]);
    }
    const both = await Promise.all(
      Array.from({ length: 5 }, () => step({ deviceData: { reference: "ref" } })),
    );
    expect(both.map(actionOf).filter((action) => action === "challenge")).not.toHaveLength(0);
    expect(actionOf(await step({ deviceData: { reference: "ref" } }))).toBe("challenge");
    const ends = await Promise.all(Array.from({ length: 5 }, () => step({ challenge: "done" })));
    expect(ends.some(({ json }) => json.data?.status === "paid")).toBe(true);
    const rows = await service.sql("select state from payment where order_id = $1", id);
    expect(rows).toEqual([{ state: "settled" }]);
  });

  it.each(["device_data", "challenge_done"])(
    "a step whose answer is lost is not told again: %s",
    async (lost) => {
      const { id, confirm, partner } = await session();
      const path = `/checkout/sessions/${id}/confirm`;
      await confirm(href("challenge"));
      const steps = {
        device_data: { deviceData: { reference: "ref" } },
        challenge_done: { challenge: "done" },
      };
      if (lost === "challenge_done") await partner.post(path, steps.device_data);
      fault = { operation: "confirm", how: "lose_answer" };
      const body = steps[lost as keyof typeof steps];
      const answer = await partner.post(path, body);
      expect([answer.json.data.status, answer.json.data.payment]).toEqual(["pending", null]);
      fault = null;
      const again = await partner.post(path, body);
      expect(again.json.data.status).toBe(lost === "device_data" ? "pending" : "paid");
      expect(again.json.data.payment).toBe(null);
    },
  );

  it.each([
    [{}],
    [{ sessionHref: "https://a.example/", challenge: "done" }],
    [{ deviceData: { reference: "ref" }, challenge: "done" }],
    [{ challenge: "done", cvcHref: "https://a.example/" }],
    [{ challenge: "done", device: { userAgent: "a", acceptHeader: "b" } }],
    [{ challenge: "begun" }],
    [{ deviceData: {} }],
  ])("takes exactly one form: not %j", async (body) => {
    const { id, partner } = await session();
    const { status, json } = await partner.post(`/checkout/sessions/${id}/confirm`, body);
    expect([status, json.error]).toEqual([400, "invalid_request"]);
  });

  it("ten confirms at once charge once", async () => {
    const { id, confirm, lot } = await session();
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(href("approve"))));
    const outcomes = new Set(
      answers.map(({ status, json }) => (status === 200 ? json.data.status : json.error)),
    );
    expect([...outcomes].every((outcome) => ["paid", "pending", "session_final"].includes(outcome))).toBe(
      true,
    );
    expect(outcomes).toContain("paid");
    expect(await capacity(lot.id)).toEqual({ sold: 1, held: 0 });
    const rows = await service.sql("select state from payment where order_id = $1", id);
    expect(rows).toEqual([{ state: "settled" }]);
  });

  it("refuses a foreign href, another rail's session, a final session and another organisation's", async () => {
    const { confirm, id } = await session();
    const refused = async (answer: Promise<{ status: number; json: { error: string } }>) => {
      const { status, json } = await answer;
      return `${status} ${json.error}`;
    };
    expect(await refused(confirm("https://evil.example/sandbox/sessions/approve"))).toBe(
      "400 invalid_session_href",
    );
    expect(await refused(confirm(href("approve"), { cvcHref: "https://evil.example/" }))).toBe(
      "400 invalid_session_href",
    );
    expect(await refused(confirm("no uri"))).toBe("400 invalid_request");
    await confirm(href("approve"));
    expect(await refused(confirm(href("approve")))).toBe("400 session_final");

    const other = await Partner.add(service);
    const redirect = (await other.checkout((await other.lot()).id)).json.data.id;
    const body = { sessionHref: href("approve") };
    expect(await refused(other.post(`/checkout/sessions/${redirect}/confirm`, body))).toBe("400 wrong_rail");
    expect(await refused(other.post(`/checkout/sessions/${id}/confirm`, body))).toBe("404 not_found");
  });
});
