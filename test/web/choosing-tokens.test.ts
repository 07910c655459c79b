import { createHash } from "node:crypto";
import { getAddress } from "viem";
import { afterAll, beforeAll, expect } from "vitest";
import { LOCALES } from "../../src/shop/locale.ts";
import { wordsIn } from "../../web/words/words.ts";
import { ChainRig } from "../onchain/chain-rig.ts";
import { TillRig } from "../onchain/till/till-rig.ts";
import { type Launched, press, sharedBrowser } from "../support/browser/browser.ts";
import { faultsIn } from "../support/browser/faults.ts";
import { keyboardFaults, tabTo } from "../support/browser/keyboard.ts";
import { fieldsOf, orderIn, Shopper } from "../support/builders/shopper.ts";
import { it } from "../support/chain/on-anvil.ts";

let rig: ChainRig;
let launched: Launched;
beforeAll(async () => {
  [launched, rig] = await Promise.all([sharedBrowser(), ChainRig.open()]);
});
afterAll(async () => {
  await launched?.browser?.close();
  await rig?.close();
});

/** Where what cannot be kept goes back to. */
const refundTo = getAddress(`0x${"abcdef".repeat(7).slice(0, 40)}`);

/** A competition that is paid in dollars, or in either token. */
async function choosing() {
  const till = await TillRig.of(rig);
  const { organisation } = till.partner;
  await till.partner.change({ acceptedTokens: ["USDC", "USDT"] });
  const lot = await till.lot();
  const checkout = `/checkout/${organisation.slug}/${lot.id}`;
  return { service: rig.service, organisation, checkout, lot, till };
}

it("a buyer chooses between money and tokens without scripts, in every language", async () => {
  const { service, checkout, organisation } = await choosing();
  const shopper = await Shopper.signIn(service, organisation.id);
  for (const locale of LOCALES) {
    const { text } = await shopper.get(checkout, { "Accept-Language": locale });
    const words = wordsIn(locale);
    const said = [
      words.text("checkout.way"),
      words.text("checkout.wayMoney"),
      words.text("checkout.refundHint"),
    ];
    const tokens = ["USDC", "USDT"].map((token) => words.text("checkout.wayToken", { token }));
    for (const each of [...said, ...tokens]) expect(text, locale).toContain(each);
  }
  const page = await shopper.get(checkout);
  const order = (change: Record<string, string>) => shopper.order(page, change);
  for (const refund of [
    "",
    "0x1",
    `0x${"0".repeat(40)}`,
    rig.chain.usdt.address,
    refundTo.replace(/[a-f]/, (letter) => letter.toUpperCase()),
  ]) {
    const refused = await order({ pay: "USDT", refund });
    expect([refused.status, refused.text.includes('href="#refund"')], refund).toEqual([400, true]);
    expect(refused.text).toMatch(/value="USDT"[^>]*checked/);
  }
  expect((await order({ pay: "DOGE", refund: refundTo })).status).toBe(400);
  // As a browser repeats what is answered 502: a busy node may take longer than a request waits.
  const placed = async () => {
    let answer = await order({ pay: "USDT", refund: refundTo.toLowerCase() });
    for (let more = 5; answer.status === 502 && more > 0; more -= 1)
      answer = await order({ pay: "USDT", refund: refundTo.toLowerCase() });
    return orderIn(answer);
  };
  const [one, again] = await Promise.all([placed(), placed()]);
  expect(again).toBe(one);
  const paying = (await shopper.get(`/orders/${one}`)).text;
  expect(paying).toContain("25.00 USDT");
  expect(paying).toContain(refundTo);
  // It comes first, whichever way is chosen next.
  expect((await order({ pay: "money" })).status).toBe(409);
  expect((await order({ pay: "USDT", refund: `0x${"12".repeat(20)}` })).status).toBe(409);
  const pending = (await shopper.get(checkout)).text;
  expect(pending).toContain("<bdi>25.00 USDT</bdi>");
  expect(pending).toMatch(/name="pay" value="USDT"/);
  const paid = await Shopper.signIn(service, organisation.id);
  const inMoney = orderIn(await paid.order(await paid.get(checkout)));
  expect((await paid.get(`/orders/${inMoney}`)).text).not.toContain("USDC");
});

it("an order in money is its form's, buyer's, competition's and number's, whichever refund address came with it", async () => {
  const { service, checkout, organisation, lot, till } = await choosing();
  const shopper = await Shopper.signIn(service, organisation.id);
  const page = await shopper.get(checkout);
  const { form } = fieldsOf(page.text, "form").fields;
  const inMoney = { pay: "money", quantity: "2" };
  const addresses: Record<string, string>[] = [{}, { refund: "" }, { refund: refundTo }];
  const sent = addresses.map((more) => shopper.order(page, { ...inMoney, ...more }));
  const ids = new Set((await Promise.all(sent)).map(orderIn));
  expect(ids.size).toBe(1);
  const [id] = ids;
  // Processes of two versions find each other's orders by these bytes.
  const parts = [organisation.id, lot.id, shopper.accountId, 2, form];
  const key = createHash("sha256").update(parts.join("\n")).digest("hex");
  const stored = await rig.rows("select id from ticket_order where form_key = decode($1, 'hex')", [key]);
  expect(stored).toEqual([{ id }]);
  await till.partner.provider(id!, { outcome: "paid" });
  expect(orderIn(await shopper.order(page, inMoney))).toBe(id);
  // The same form of another competition, or in a token, makes another order.
  const other = await till.lot();
  const path = `/checkout/${organisation.slug}/${other.id}`;
  const { fields } = fieldsOf((await shopper.get(path)).text, "form");
  const elsewhere = orderIn(await shopper.post(path, { ...fields, ...inMoney, form: form! }));
  expect(elsewhere).not.toBe(id);
  const tokens = { pay: "USDT", quantity: "2", refund: refundTo };
  expect(orderIn(await shopper.order(page, tokens))).not.toBe(id);
});

it("an order in tokens that credit covers needs no refund address, and one that it does not cover does", async ({
  skip,
}) => {
  const { service, checkout, organisation, lot, till } = await choosing();
  const shopper = await Shopper.signIn(service, organisation.id);
  await till.partner.grantCredit(shopper.accountId, 2_500);
  const page = await shopper.get(`${checkout}?pay=USDC`);
  expect(page.text).toMatch(/<div class="refund" hidden/);
  const refused = await shopper.order(page, { pay: "USDC", quantity: "2" });
  expect([refused.status, refused.text.includes('href="#refund"')]).toEqual([400, true]);
  expect(refused.text).toMatch(/<div class="refund">/);
  if (launched.browser) {
    const context = await launched.browser.newContext();
    await context.addCookies([
      { name: "buyer", value: shopper.session, url: service.baseUrl, sameSite: "Lax" },
    ]);
    const at = await context.newPage();
    await at.goto(`${service.baseUrl + checkout}?pay=USDC`);
    const field = at.locator("#refund");
    const isShownFor = async (quantity: string) => {
      await at.locator("#quantity").fill(quantity);
      return field.isVisible();
    };
    expect([await isShownFor("1"), await isShownFor("2"), await isShownFor("1")]).toEqual([
      false,
      true,
      false,
    ]);
    await context.close();
  }
  const id = orderIn(await shopper.order(page, { pay: "USDC" }));
  expect(await till.partner.session(id)).toMatchObject({ status: "paid", amount: 0 });

  // Over the API likewise.
  const buyer = { email: "covered@example.com" };
  const needed = await till.create(lot.id, { buyer });
  expect([needed.status, needed.json.issues[0]]).toMatchObject([
    400,
    { path: "refundAddress", code: "required" },
  ]);
  const account = await Shopper.signIn(service, organisation.id, { email: buyer.email });
  await till.partner.grantCredit(account.accountId, 2_500);
  const covered = await till.create(lot.id, { buyer });
  expect([covered.status, covered.json.data?.status], covered.text).toEqual([201, "paid"]);
  if (!launched.browser) skip(`no browser: ${launched.missing}`);
});

it("a refund address that the token's issuer blocks is refused in the form", async () => {
  const { service, checkout, organisation, till } = await choosing();
  const shopper = await Shopper.signIn(service, organisation.id);
  const { chain } = till;
  const blocked = getAddress(`0x${"b1".repeat(20)}`);
  await chain.write(chain.usdt, "setBlocked", [blocked, true], { from: chain.owner });
  const page = await shopper.get(checkout);
  const refused = await shopper.order(page, { pay: "USDT", refund: blocked });
  expect([refused.status, refused.text.includes('href="#refund"')]).toEqual([400, true]);
  expect(refused.text).toContain(wordsIn("en").text("checkout.refundBlocked"));
  expect(orderIn(await shopper.order(page, { pay: "USDC", refund: blocked }))).toMatch(/^cs_/);
});

it("a buyer chooses a token by the keyboard on a phone, and says where it goes back to", async ({ skip }) => {
  if (!launched.browser) return skip(`no browser: ${launched.missing}`);
  const { service, checkout, organisation } = await choosing();
  const other = await Shopper.signIn(service, organisation.id);
  const context = await launched.browser.newContext({ viewport: { width: 390, height: 844 } });
  await context.addCookies([{ name: "buyer", value: other.session, url: service.baseUrl, sameSite: "Lax" }]);
  const at = await context.newPage();
  await at.goto(service.baseUrl + checkout);
  expect(await faultsIn(at)).toEqual([]);
  expect(await at.locator("#refund").isVisible()).toBe(false);
  expect(await at.locator("[data-price=toPay]").textContent()).toBe("$25.00");
  await tabTo(at, "#pay-money");
  await at.keyboard.press("ArrowDown");
  expect(await at.locator("[data-price=toPay]").textContent()).toBe("25.00 USDC");
  await at.locator("#refund").waitFor();
  expect(await faultsIn(at)).toEqual([]);
  // As a buyer comes back who has chosen it before the sign-in.
  await at.goto(`${service.baseUrl + checkout}?pay=USDC`);
  expect(await keyboardFaults(at)).toEqual([]);
  await at.locator("#quantity").fill("2");
  expect(await at.locator("[data-price=toPay]").textContent()).toBe("50.00 USDC");
  await at.locator("#quantity").focus();
  await tabTo(at, ".order .button");
  await at.keyboard.press("Enter");
  await at.locator(".fault a").waitFor();
  expect(await faultsIn(at)).toEqual([]);
  await at.locator("#refund").focus();
  await at.keyboard.type(refundTo);
  await at.keyboard.press("Enter");
  const resume = at.locator("form:has([name=resume]) button");
  await expect
    .poll(async () => {
      if ((await resume.count()) > 0) await press(resume);
      return at.url();
    })
    .toMatch(/\/orders\/cs_/);
  expect(await at.locator("main").innerText()).toContain("50.00 USDC");
  expect(await faultsIn(at)).toEqual([]);
  await context.close();
});
