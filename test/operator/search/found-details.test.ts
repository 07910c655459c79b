import { beforeAll, describe, expect, it } from "vitest";
import { Organisations } from "../../../ports/organisations/organisations.ts";
import type { MemberRole } from "../../../src/people/role.ts";
import { OperatorRig, ok, type Shop } from "../../support/builders/operator-rig.ts";
import { addPerson, ConsoleBrowser } from "../../support/people/console-browser.ts";
import type { Json } from "../../support/service/service.ts";
import { opened } from "../../support/opened.ts";

let shop: Shop;
/** Anna's paid order of three tickets, and one of hers that was refunded. */
let order: Json;
let refunded: Json;

const rig = opened(() => OperatorRig.open());
beforeAll(async () => {
  shop = await rig.shop();
  const orderOf = (id: string) => ok(rig.admin("GET", `/organisations/${shop.slug}/orders/${id}`));
  const [id, other] = [
    await rig.sell(shop, 3, "anna@example.com"),
    await rig.sell(shop, 1, "anna@example.com"),
  ];
  await rig.pay(id);
  await rig.pay(other);
  await ok(
    rig.admin("POST", `/organisations/${shop.slug}/orders/${other}/refund`, { reason: "changed her mind" }),
  );
  [order, refunded] = [await orderOf(id), await orderOf(other)];
});

const search = async (text: string) =>
  (await ok(rig.admin("POST", `/organisations/${shop.slug}/search`, { text }))) as Json[];
const foundOf = (findings: readonly Json[], kind: string, id: unknown) =>
  findings.find((each) => each.kind === kind && each.id === String(id))!.details;

async function member(role: MemberRole): Promise<ConsoleBrowser> {
  const { service } = rig;
  const { id } = (await service.wiring.get(Organisations).bySlug(shop.slug))!;
  return ConsoleBrowser.of(service, await addPerson(service, { memberOf: [{ organisationId: id, role }] }));
}
const searchOf = async (browser: ConsoleBrowser, text: string) =>
  (await ok(browser.post(`/organisations/${shop.slug}/search`, { text }))) as Json[];

describe("a finding says what it is", () => {
  it("an order: its buyer, competition, tickets, amount and state", async () => {
    const findings = await search("anna@example.com");
    expect(foundOf(findings, "order", order.id)).toEqual({
      status: "paid",
      refundState: null,
      buyer: { email: "anna@example.com", walletAddress: null },
      competitionId: shop.competitionId,
      competitionTitle: "Watch",
      quantity: 3,
      tickets: { first: 1, last: 3 },
      amount: 1_500,
      currency: "USD",
    });
    expect(foundOf(findings, "account", order.accountId)).toMatchObject({
      buyer: { email: "anna@example.com" },
      status: null,
      amount: null,
    });
  });

  it("a refund and its order: as the order's own page says", async () => {
    const [{ id }] = refunded.refunds;
    const findings = await search(String(id));
    const same = { refundState: refunded.refundState, amount: 500, currency: "USD", status: "paid" };
    expect(foundOf(findings, "refund", id)).toMatchObject(same);
    expect(foundOf(findings, "order", refunded.id)).toMatchObject(same);
  });

  it("a competition its title, and nothing more", async () => {
    const findings = await search("wat");
    expect(foundOf(findings, "competition", shop.competitionId)).toMatchObject({
      competitionTitle: "Watch",
      buyer: null,
      quantity: null,
    });
  });

  it("in all organisations, too", async () => {
    const all = (await ok(rig.admin("POST", "/search", { text: order.id }))) as Json[];
    expect(foundOf(all, "order", order.id)).toMatchObject({ quantity: 3, competitionTitle: "Watch" });
  });
});

describe("a member searches the own organisation", () => {
  it("with whole emails, by everything", async () => {
    const finance = await member("finance");
    expect(foundOf(await searchOf(finance, "anna@example.com"), "order", order.id)).toMatchObject({
      buyer: { email: "anna@example.com" },
    });
    const other = await rig.shop();
    const foreign = await finance.post(`/organisations/${other.slug}/search`, { text: order.id });
    expect([foreign.status, foreign.json.error]).toEqual([404, "not_found"]);
    const all = await finance.post("/search", { text: order.id });
    expect([all.status, all.json.error]).toEqual([403, "insufficient_role"]);
  });

  it.each(["developer", "viewer"] as const)(
    "as %s by all but an email, which would tell who a masked buyer is",
    async (role) => {
      const browser = await member(role);
      for (const email of ["anna@example.com", "ANNA@EXAMPLE.COM", "unknown@example.com"])
        expect(await searchOf(browser, email)).toEqual([]);
      const [payment] = order.payments as Json[];
      for (const text of [order.id, payment!.providerPaymentId, `competition ${shop.competitionId} ticket 2`])
        expect(foundOf(await searchOf(browser, text), "order", order.id)).toMatchObject({
          buyer: { email: "a***@e***.com" },
          amount: 1_500,
        });
      const account = foundOf(await searchOf(browser, String(order.accountId)), "account", order.accountId);
      expect(account.buyer.email).toBe("a***@e***.com");
    },
  );
});
