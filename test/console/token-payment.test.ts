import { afterAll, beforeAll, expect } from "vitest";
import { PersonSignIn } from "../../src/people/person-sign-in.ts";
import { type PaidOrder, TillRig } from "../onchain/till/till-rig.ts";
import { type Launched, sharedBrowser } from "../support/browser/browser.ts";
import { addPerson, tokenOf } from "../support/people/console-browser.ts";
import { useMadeConsole } from "./support/made-console.ts";
import { it } from "../support/chain/on-anvil.ts";

let till: TillRig;
let launched: Launched;
beforeAll(async () => {
  [launched, till] = await Promise.all([
    sharedBrowser(),
    TillRig.open({ background: false, replace: useMadeConsole }),
  ]);
});
afterAll(async () => {
  await launched?.browser?.close();
  await till.close();
});

it("an order's page shows who paid the price out, and what stays for a blocked refund address", async ({
  skip,
}) => {
  if (!launched.browser) return skip(`no browser: ${launched.missing}`);
  const { chain, partner } = till;
  const { service } = till.rig;
  const [closed, stuck] = [await till.paid(), await till.paid(0n, { token: "USDT" })];
  await till.treasuryCloses(closed, closed.session.units);
  await chain.write(chain.usdt, "setBlocked", [stuck.refundTo, true], { from: chain.owner });
  await till.drawn(closed.lotId);
  await till.drawn(stuck.lotId);
  await till.pay(stuck.session.address, 1_500_000n, chain.usdt);
  await till.during(3 * 60_000);

  const { id } = await addPerson(service, { operatorRole: "support", memberOf: [] });
  const page = await launched.browser.newPage();
  const token = tokenOf(await service.wiring.get(PersonSignIn).newLink(id));
  await page.goto(`${service.baseUrl}/admin/link#${token}`);
  await page.getByRole("navigation", { name: "Pages" }).waitFor({ state: "attached" });
  const pageOf = async ({ session }: PaidOrder) => {
    await page.goto(`${service.baseUrl}/admin/o/${partner.organisation.slug}/orders/${session.id}`);
    await page.getByText("Payment in tokens").waitFor();
    return page.locator("main").innerText();
  };
  const byTreasury = await pageOf(closed);
  expect(byTreasury).toContain("paid out by the treasury");
  expect(byTreasury).not.toContain("failed");
  expect(await pageOf(stuck)).toContain("The refund address could not receive 1.50.");
  expect(await till.balance(stuck.refundTo, chain.usdt)).toBe(0n);
});
