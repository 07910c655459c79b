import { describe, expect, it } from "vitest";
import { BuyerSignIn } from "../../../src/buyers/buyer-sign-in.ts";
import { Mails } from "../../../ports/mails/mails.ts";
import { placeHosted } from "../../support/builders/hosted-order.ts";
import { Partner } from "../../support/builders/partner.ts";
import { Shopper } from "../../support/builders/shopper.ts";
import { TestService } from "../../support/service/service.ts";
import { opened, prepared } from "../../support/opened.ts";

const service = opened(() => TestService.open());
const partner = prepared(() => Partner.add(service));

async function statusOf(id: string): Promise<string> {
  const rows = await service.sql("select status from ticket_order where id = $1", id);
  return rows[0].status;
}

const signIn = (email?: string, of = partner) => Shopper.signIn(service, of.organisation.id, { email });
const abandon = (id: string, { headers = {} }: { headers?: Record<string, string> } = {}) =>
  service.call("POST", `/orders/${id}/abandon?locale=en`, {
    raw: "",
    headers: {
      "Content-Type": "application/x-www-form-urlencoded",
      Accept: "text/html",
      Origin: service.baseUrl,
      ...headers,
    },
  });

describe("an order", () => {
  it("is not cancelled by a browser that has its address alone: it is led to sign in, and back", async () => {
    const { id } = await placeHosted(partner, (await partner.lot()).id);
    const stranger = await signIn();
    const elsewhere = await signIn(undefined, await Partner.add(service));
    const next = encodeURIComponent(`/orders/${id}?locale=en`);
    for (const headers of [
      { Cookie: "a=b" },
      { Cookie: "buyer=" },
      { Cookie: `buyer=${"x".repeat(43)}` },
      { Cookie: `buyer=${stranger.session}` },
      { Cookie: `buyer=${elsewhere.session}` },
    ]) {
      const { status, headers: answered } = await abandon(id, { headers });
      expect([status, answered.get("Location")]).toEqual([
        303,
        `/checkout/${partner.organisation.slug}/sign-in?locale=en&next=${next}`,
      ]);
    }
    expect(await statusOf(id)).toBe("pending");
    await partner.provider(id, { outcome: "paid" });
    expect(await statusOf(id)).toBe("paid");
  });

  it("is not cancelled by its buyer once the session has ended", async () => {
    const { id, email } = await placeHosted(partner, (await partner.lot()).id);
    const buyer = await signIn(email);
    await service.wiring.get(BuyerSignIn).signOut(partner.organisation.id, buyer.session);
    expect(
      (await abandon(id, { headers: { Cookie: `buyer=${buyer.session}` } })).headers.get("Location"),
    ).toContain("/sign-in");
    expect(await statusOf(id)).toBe("pending");
  });

  it("is cancelled by its buyer, from any browser that is signed in, also by an account that is linked", async () => {
    const { id, email } = await placeHosted(partner, (await partner.lot()).id);
    const buyer = await signIn(email);
    const done = await buyer.post(`/orders/${id}/abandon`, {}, { Accept: "text/html" });
    expect([done.status, done.headers.get("Location")]).toEqual([303, `/orders/${id}`]);
    expect(await statusOf(id)).toBe("failed");

    const other = await placeHosted(partner, (await partner.lot()).id);
    const linked = await signIn();
    const organisationId = partner.organisation.id;
    const buyerSignIn = service.wiring.get(BuyerSignIn);
    const attempt = await buyerSignIn.byMail({
      organisationId,
      email: other.email,
      locale: "en",
      client: "10.61.0.1",
    });
    const mail = (await service.wiring.get(Mails).newest(5)).find(({ to }) => to === other.email);
    const code = mail?.content.kind === "sign_in_code" ? mail.content.code : "";
    await buyerSignIn.link({ organisationId, attempt, code }, linked.session);
    expect((await linked.post(`/orders/${other.id}/abandon`, {})).headers.get("Location")).toBe(
      `/orders/${other.id}`,
    );
    expect(await statusOf(other.id)).toBe("failed");
  });
});
