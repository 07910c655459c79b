import { expect, it } from "vitest";
import type { SandboxOperation } from "../../../rails/sandbox/faults.ts";
import { Partner } from "../../support/builders/partner.ts";
import { fieldsOf, orderIn, Shopper } from "../../support/builders/shopper.ts";
import { TestService } from "../../support/service/service.ts";

it("an order whose rail never answered is the same order when the form is sent again, or its page gone on with", async () => {
  let lost: SandboxOperation | null = null;
  const other = await TestService.open({
    faults: { before: async (operation) => (operation === lost ? "lose_answer" : null) },
  });
  try {
    const seller = await Partner.add(other);
    const lot = await seller.lot();
    const path = `/checkout/${seller.organisation.slug}/${lot.id}`;
    const shopper = await Shopper.signIn(other, seller.organisation.id);
    const page = await shopper.get(path);
    lost = "create";
    const refused = await shopper.order(page);
    expect([refused.status, refused.text]).toEqual([502, expect.stringContaining("Nothing was charged.")]);
    lost = null;
    const orders = async () =>
      await other.sql("select id, status from ticket_order where lot_id = $1", lot.id);
    const [{ id }] = await orders();
    const { action, fields } = fieldsOf(refused.text, "resume");
    expect(fields.resume).toBe(id);
    expect(orderIn(await shopper.post(action, fields))).toBe(id);
    expect(orderIn(await shopper.order(page))).toBe(id);
    expect(await orders()).toEqual([{ id, status: "pending" }]);
    expect((await shopper.get(path)).text).toContain(`href="/orders/${id}"`);
  } finally {
    await other.stop();
  }
});
