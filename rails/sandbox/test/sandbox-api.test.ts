import express, { type Express } from "express";
import helmet from "helmet";
import request from "supertest";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { RAIL_KINDS, type RailKind, type RailOrder } from "../../../ports/rail.ts";
import { sandboxRoutes } from "../sandbox-api.ts";
import { SAMPLE_BASE_URL } from "../../conformance/sample-orders.ts";
import { ACCOUNT, openSandboxHarness, type SandboxHarness } from "./harness.ts";

describe("The sandbox's web face", () => {
  const open = new Set<SandboxHarness>();
  afterEach(async () => {
    for (const harness of open) await harness.close();
    open.clear();
  });

  interface Shop {
    readonly app: Express;
    readonly harness: SandboxHarness;
    readonly order: RailOrder;
  }
  const openShop = async (kind: RailKind, overrides?: Partial<RailOrder>): Promise<Shop> => {
    const harness = await openSandboxHarness(kind);
    open.add(harness);
    const order = harness.order(overrides);
    await harness.rail.createPayment(ACCOUNT, order);
    const app = express().use(
      helmet(),
      sandboxRoutes({ provider: harness.simulated, baseUrl: SAMPLE_BASE_URL }),
    );
    return { app, harness, order };
  };

  describe("POST /sandbox/payments/{sessionId}", () => {
    let shop: Shop;
    beforeEach(async () => {
      shop = await openShop("redirect");
    });
    const act = (body: object | string, sessionId = shop.order.id) =>
      request(shop.app).post(`/sandbox/payments/${sessionId}`).type("json").send(body);

    it("makes the provider act and says whether the service was notified", async () => {
      const reply = await act({ outcome: "paid" });
      expect(reply.status).toBe(200);
      expect(reply.body).toEqual({
        sessionId: shop.order.id,
        state: "paid",
        amount: 2500,
        currency: "USD",
        notified: true,
      });
      expect(shop.harness.received).toHaveLength(1);
    });

    it("pays another amount or currency on request", async () => {
      expect((await act({ outcome: "paid", amount: 7, currency: "EUR" })).body).toMatchObject({
        amount: 7,
        currency: "EUR",
      });
      expect(shop.harness.payments.charges(shop.order.id)).toEqual([{ amount: 7, currency: "EUR" }]);
    });

    it("refuses with 409 what the payment's state does not allow, and lets late money in", async () => {
      await act({ outcome: "expired" });
      const refused = await act({ outcome: "paid" });
      expect(refused.status).toBe(409);
      expect(refused.body).toEqual({ error: "invalid_transition", message: "The payment is expired." });
      expect((await act({ outcome: "paid", late: true })).body).toMatchObject({ state: "paid" });
    });

    it("answers 404 for a session that it does not know", async () => {
      for (const id of ["cs_nobody", "a%3Ab", "x".repeat(100)]) {
        const reply = await act({ outcome: "paid" }, id);
        expect(reply.status).toBe(404);
        expect(reply.body).toEqual({ error: "not_found", message: expect.any(String) });
      }
    });

    it.each([
      {},
      { outcome: "refunded" },
      { outcome: "paid", amount: 0 },
      { outcome: "paid", amount: 1.5 },
      { outcome: "paid", amount: "1" },
      { outcome: "paid", currency: "usd" },
      { outcome: "declined", amount: 100 },
      { outcome: "paid", extra: true },
      "[]",
      "{",
      "",
    ])("answers 400 to the body %j and changes nothing", async (body) => {
      const reply = await act(body);
      expect(reply.status).toBe(400);
      expect(reply.body).toEqual({ error: "invalid_request", message: expect.any(String) });
      expect(await shop.harness.rail.lookUp(ACCOUNT, shop.order)).toMatchObject({ stage: "open" });
    });

    it("answers 413 to a body that is too large", async () => {
      expect((await act({ outcome: "x".repeat(20_000) })).status).toBe(413);
    });
  });

  describe("GET /sandbox/pay/{sessionId}", () => {
    const page = (shop: Shop, query = "") => request(shop.app).get(`/sandbox/pay/${shop.order.id}${query}`);

    it.each(RAIL_KINDS)(
      "shows an open %s payment under a policy that lets nothing foreign in",
      async (kind) => {
        const reply = await page(await openShop(kind));
        expect(reply.status).toBe(200);
        expect(reply.type).toBe("text/html");
        expect(reply.text).toContain("$25.00");
        const policy = reply.headers["content-security-policy"] ?? "";
        expect(policy).toMatch(
          /^default-src 'none'; style-src 'nonce-[^']+'; script-src 'nonce-[^']+'; form-action 'self'/,
        );
        expect(policy.endsWith("frame-ancestors *")).toBe(["flow", "embed", "fields"].includes(kind));
        expect(reply.headers["x-frame-options"]).toBeUndefined();
        expect(reply.text).not.toMatch(/ (on\w+|style)=/);
        expect(reply.text).not.toMatch(/(src|href)="https?:/);
      },
    );

    it("escapes what the order says", async () => {
      const description = `</script><img src=x onerror="alert('1')">&amp;`;
      const reply = await page(await openShop("redirect", { description }));
      expect(reply.text).not.toContain("<img");
      expect(reply.text).toContain("&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;amp;");
    });

    it("cannot be left through an address that closes its script", async () => {
      const shop = await openShop("redirect", { returnUrl: "https://shop.example/?a=</script><script>1" });
      await shop.harness.provider.pay(shop.order.id);
      expect((await page(shop)).text.match(/<\/script>/g)).toHaveLength(2);
    });

    it("answers 404 with a page for a session that it does not know", async () => {
      const { app } = await openShop("redirect");
      const reply = await request(app).get("/sandbox/pay/cs_nobody");
      expect(reply.status).toBe(404);
      expect(reply.text).toContain("No such payment");
    });

    it("acts on its buttons and then continues to the shop, once", async () => {
      const shop = await openShop("redirect");
      expect((await page(shop)).text).toContain('value="paid"');
      const acted = await request(shop.app)
        .post(`/sandbox/pay/${shop.order.id}`)
        .type("form")
        .send({ outcome: "paid" });
      expect(acted.status).toBe(303);
      expect(acted.headers.location).toBe("?acted=1");
      const after = await page(shop, "?acted=1");
      expect(factsOf(after.text)).toMatchObject({
        state: "paid",
        goOn: true,
        returnUrl: shop.order.returnUrl,
      });
      expect(after.text).toContain("Return to the shop");
      expect(factsOf((await page(shop)).text)).toMatchObject({ goOn: false });
      expect(shop.harness.received).toHaveLength(1);
    });

    it("changes nothing for a form that it did not make", async () => {
      const shop = await openShop("redirect");
      await request(shop.app).post(`/sandbox/pay/${shop.order.id}`).type("form").send({ outcome: "free" });
      expect(await shop.harness.rail.lookUp(ACCOUNT, shop.order)).toMatchObject({ stage: "open" });
    });

    it("sends the flow buyer back with the return token that the rail believes, and hides it before", async () => {
      const shop = await openShop("flow");
      expect(factsOf((await page(shop)).text)).toMatchObject({ returnUrl: null });
      await shop.harness.provider.pay(shop.order.id);
      const { returnUrl } = factsOf((await page(shop)).text);
      const back = new URL(returnUrl ?? "");
      expect(back.searchParams.get("lang")).toBe("en");
      const returnToken = back.searchParams.get("proof") ?? "";
      expect(await shop.harness.rail.lookUp(ACCOUNT, shop.order, returnToken)).toMatchObject({
        outcome: "paid",
      });
    });

    it("draws the QR code, except for the phone that has scanned it", async () => {
      const shop = await openShop("qr");
      expect((await page(shop)).text).toContain("<svg");
      const scanned = await page(shop, "?scanned=1");
      expect(scanned.text).not.toContain("<svg");
      expect(scanned.text).toContain('value="paid"');
    });

    it("gives on the fields page the session href that the rail accepts, and charges nothing automatically", async () => {
      const shop = await openShop("fields");
      expect((await page(shop)).text).not.toContain('name="outcome"');
      for (const card of ["approve", "decline", "timeout"]) {
        const { sessionHref } = factsOf((await page(shop, `?card=${card}`)).text);
        const step = { step: "fields", sessionHref: sessionHref ?? "", cvcHref: null } as const;
        expect(shop.harness.rail.acceptsSession?.(ACCOUNT, step)).toBe(true);
      }
      expect(factsOf((await page(shop, "?card=other")).text)).toMatchObject({ sessionHref: null });
      expect(await shop.harness.rail.lookUp(ACCOUNT, shop.order)).toMatchObject({ stage: "open" });
    });

    it("lets a processing payment end, and shows a final one without buttons", async () => {
      const shop = await openShop("embed");
      await shop.harness.provider.process(shop.order.id);
      expect((await page(shop)).text).toMatch(/value="paid".*value="declined"/s);
      await shop.harness.provider.decline(shop.order.id);
      const final = await page(shop);
      expect(final.text).toContain("Payment declined");
      expect(final.text).not.toContain("<form");
    });
  });
});

function factsOf(html: string): { returnUrl: string | null; sessionHref: string | null } {
  const [, json = ""] = /<script type="application\/json" id="facts">(.*?)<\/script>/s.exec(html) ?? [];
  return JSON.parse(json);
}
