import { beforeAll, describe, expect, it } from "vitest";
import { LOCALES } from "../../src/shop/locale.ts";
import { DrawRig } from "../lot-draws/draw-rig.ts";
import { ADMIN_TOKEN } from "../support/service/service.ts";
import { fieldsOf, orderIn, Shopper } from "../support/builders/shopper.ts";
import { opened } from "../support/opened.ts";

const SELLER = {
  termsUrl: "https://shop.example/terms?a=1&b=2",
  privacyUrl: "https://shop.example/privacy",
  imprintUrl: "https://shop.example/imprint",
  supportEmail: "help@shop.example",
  minimumAge: 18,
};
const NONE = { termsUrl: null, privacyUrl: null, imprintUrl: null, supportEmail: null, minimumAge: null };

let slug: string;
let pages: readonly string[];
const rig = opened(() => DrawRig.open());
beforeAll(async () => {
  slug = rig.partner.organisation.slug;
  const lot = await rig.partner.lot({ title: "A watch" });
  const session = (await rig.partner.checkout(lot.id)).json.data.id;
  pages = [
    `/embed/${slug}`,
    `/embed/${slug}/draws`,
    `/embed/${slug}/competition/${lot.id}`,
    `/embed/${slug}/competition/${lot.id}/results`,
    `/checkout/${slug}/${lot.id}`,
    `/checkout/${slug}/sign-in`,
    `/tickets/${slug}`,
    `/orders/${session}`,
  ];
});

const change = (body: object) =>
  rig.service.call("PATCH", `/admin/api/v1/organisations/${slug}`, { key: ADMIN_TOKEN, body });
/** The foot of a page, past the second for which a page may be old. */
async function footOf(path: string): Promise<string> {
  let page = await rig.service.call("GET", path);
  for (let to = page.headers.get("Location"); to !== null; to = page.headers.get("Location"))
    page = await rig.service.call("GET", to);
  expect(page.status, path).toBe(200);
  return /<footer.*<\/footer>/s.exec(page.text)?.[0] ?? "";
}

describe("The seller", () => {
  it("is named at the foot of each page for buyers, with what the organisation gives, and nothing else", async () => {
    for (const path of pages) {
      const foot = await footOf(path);
      expect(foot, path).toContain(rig.partner.organisation.name);
      expect(foot.match(/<a /g), path).toHaveLength(1);
    }
    expect((await change(SELLER)).json.data).toMatchObject(SELLER);
    rig.service.clock.advance(1_500);
    for (const path of pages) {
      const foot = await footOf(path);
      for (const address of ["https://shop.example/terms?a=1&amp;b=2", "mailto:help@shop.example"])
        expect(foot, path).toContain(`href="${address}"`);
      expect(foot, path).toContain("For ages 18 and over");
      expect(foot.match(/target="_blank" rel="noopener"/g), path).toHaveLength(5);
    }
    // A buyer who gets no page needs the address most.
    const missing = await rig.service.call("GET", `/checkout/${slug}/999999`);
    expect([missing.status, missing.text.includes('href="mailto:help@shop.example"')]).toEqual([404, true]);
    const cleared = { termsUrl: "", privacyUrl: null, imprintUrl: "", supportEmail: "", minimumAge: null };
    expect((await change(cleared)).json.data).toMatchObject(NONE);
    rig.service.clock.advance(1_500);
    expect((await footOf(pages[0]!)).match(/<a /g)).toHaveLength(1);
  });

  it.each([
    ["termsUrl", "javascript:alert(1)"],
    ["termsUrl", "http://shop.example/terms"],
    ["privacyUrl", `https://shop.example/${"x".repeat(2_048)}`],
    ["imprintUrl", "https://shop.example/a b"],
    ["supportEmail", "help@shop.example\nBcc: all@shop.example"],
    ["supportEmail", "help@shop.example, other@shop.example"],
    ["supportEmail", 'help@shop.example"><script>'],
    ["minimumAge", 0],
    ["minimumAge", 100],
    ["minimumAge", "18"],
  ])("refuses %s %j, and names the field", async (path, value) => {
    const refused = await change({ [path]: value });
    expect([refused.status, refused.json.issues[0].path]).toEqual([400, path]);
  });

  it("with terms and a minimum age sells to buyers who accept and confirm them alone", async () => {
    const { id } = await rig.partner.lot({ title: "A grown-up's watch" });
    const path = `/checkout/${slug}/${id}`;
    const { termsUrl, minimumAge } = SELLER;
    await change({ termsUrl, minimumAge });
    rig.service.clock.advance(1_500);
    const shopper = await Shopper.signIn(rig.service, rig.partner.organisation.id);
    const page = await shopper.get(path);
    expect(page.text).toContain("I am 18 or older");
    expect(page.text).toContain('href="https://shop.example/terms?a=1&amp;b=2" target="_blank"');
    for (const age of ["", "17", "on"]) {
      const refused = await shopper.order(page, { age });
      expect([refused.status, refused.text.includes("Confirm your age.")], age).toEqual([400, true]);
    }
    expect(await rig.rows("select 1 from ticket_order where lot_id = $1", id)).toEqual([]);
    expect(orderIn(await shopper.order(page, { age: "18" }))).toMatch(/^cs_/);

    const { action, fields } = fieldsOf((await rig.service.call("GET", path)).text, "email");
    const newcomer = { ...fields, email: "grown-up@example.com" };
    const headers = {
      Origin: new URL(rig.service.baseUrl).origin,
      "Content-Type": "application/x-www-form-urlencoded",
    };
    const send = (form: Record<string, string>) =>
      rig.service.call("POST", action, { raw: new URLSearchParams(form).toString(), headers });
    expect((await send({ ...newcomer, age: "" })).text).toContain("Confirm your age.");
    expect(await rig.rows("select 1 from mail where kind = 'sign_in_code'")).toEqual([]);
    expect((await send(newcomer)).status).toBe(303);
    // A form that was sent before the organisation raised the age does not confirm the new one.
    await change({ minimumAge: 21 });
    rig.service.clock.advance(1_500);
    const other = await Shopper.signIn(rig.service, rig.partner.organisation.id);
    const fromBefore = await other.order(page, { age: "18", account: String(other.accountId) });
    expect([fromBefore.status, fromBefore.text.includes("I am 21 or older")]).toEqual([400, true]);
    await change(NONE);
  });

  it("of a competition promises a draw that anyone can verify, which a page explains in each language", async () => {
    const lot = await rig.service.call("GET", pages[2]!);
    expect(lot.text).toContain(`href="/embed/${slug}/draws"`);
    const titles = new Set<string>();
    for (const locale of LOCALES) {
      const { status, text } = await rig.service.call("GET", `/embed/${slug}/draws?locale=${locale}`);
      expect([status, text.match(/<svg /g)?.length, text.match(/<h2>/g)?.length]).toEqual([200, 3, 3]);
      titles.add(/<h1>(.*?)<\/h1>/.exec(text)?.[1] ?? "");
    }
    expect(titles.size).toBe(LOCALES.length);
  });
});
