import { beforeAll, expect, it } from "vitest";
import { Partner } from "../../support/builders/partner.ts";
import { fieldsOf, Shopper } from "../../support/builders/shopper.ts";
import { type Answer, TestService } from "../../support/service/service.ts";
import { opened, prepared } from "../../support/opened.ts";

let slug: string;
const service = opened(() => TestService.open());
const partner = prepared(() => Partner.add(service));
beforeAll(async () => {
  ({ slug } = partner.organisation);
});

/** Sends the page's form. @returns the order's id */
async function placed(shopper: Shopper, page: Answer): Promise<string> {
  const { action, fields } = fieldsOf(page.text, "form");
  const answer = await shopper.post(action, fields);
  return /\/orders\/(cs_[0-9a-z]{26})/.exec(answer.headers.get("Location") ?? "")![1]!;
}

it("leads back to the organisation's own site that the buyer came from, also by way of sign-in, and to no other", async () => {
  await partner.change({ returnHosts: ["shop.example"] });
  const lot = await partner.lot();
  const from = { Referer: "https://shop.example/watches?x=1" };
  const nobody = await service.call("GET", `/checkout/${slug}/${lot.id}`, { headers: from });
  const { action, fields } = fieldsOf(nobody.text, "form");
  expect(action).toContain("home=shop.example");
  const shopper = await Shopper.signIn(service, partner.organisation.id);
  const asked = await service.call("POST", action, {
    raw: new URLSearchParams({ ...fields, email: "new@example.com" }).toString(),
    headers: {
      Origin: new URL(service.baseUrl).origin,
      "Content-Type": "application/x-www-form-urlencoded",
    },
  });
  const next = new URL(asked.headers.get("Location")!, service.baseUrl).searchParams.get("next")!;
  const own = { Referer: service.baseUrl };
  const id = await placed(shopper, await shopper.get(next, own));
  await partner.provider(id, { outcome: "paid" });
  const led = async (order: string) => (await shopper.get(`/orders/${order}`)).text;
  expect(await led(id)).toMatch(/<a class="again" href="https:\/\/shop\.example\/" data-home/);
  for (const Referer of [
    "https://evil.example/",
    "https://shop.example.evil.example/",
    "nonsense",
    own.Referer,
  ]) {
    const other = await partner.lot();
    const order = await placed(shopper, await shopper.get(`/checkout/${slug}/${other.id}`, { Referer }));
    await partner.provider(order, { outcome: "declined" });
    expect(await led(order), Referer).not.toContain("data-home");
  }
  await partner.change({ returnHosts: [] });
});
