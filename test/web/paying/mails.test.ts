import type { Page } from "playwright-core";
import { expect } from "vitest";
import { LotUnwinder } from "../../../src/lots/lot-unwinder.ts";
import { MailSender } from "../../../src/mails/mail-sender.ts";
import { RefundRunner } from "../../../src/refunds/refund-runner.ts";
import { FAR_BLOCKS, DrawRig } from "../../lot-draws/draw-rig.ts";
import { press } from "../../support/browser/browser.ts";
import { MailServer } from "../../support/receivers/mail-server.ts";
import { it, openBrowser } from "../../support/browser/in-browser.ts";
import { opened } from "../../support/opened.ts";

const EMAIL = "anna@example.com";

const server = opened(() => MailServer.open());
const rig = opened(() =>
  DrawRig.open({
    environment: { SMTP_URL: `smtp://127.0.0.1:${server.port}?tls=none`, MAIL_FROM: "raffles@shop.example" },
  }),
);
const browser = openBrowser();

/** Everything that is to be mailed is: what arrived with this subject. */
async function mailed(
  subject: string | RegExp,
): Promise<{ readonly text: string; readonly links: readonly string[] }> {
  const mailSender = rig.service.wiring.get(MailSender);
  while ((await mailSender.sendOnce()) > 0) await mailSender.drain();
  const arrived = server
    .to(EMAIL)
    .filter(({ email }) =>
      typeof subject === "string" ? email.subject === subject : subject.test(email.subject ?? ""),
    );
  expect(arrived.map(({ to }) => to)).toEqual([[EMAIL]]);
  const { text = "", html = "" } = arrived[0]!.email;
  return { text, links: [...html.matchAll(/href="([^"]+)"/g)].map(([, link]) => link!) };
}

async function pays(page: Page): Promise<readonly string[]> {
  await press(page.getByRole("button", { name: "Pay" }));
  await page.getByRole("heading", { name: "You are in" }).waitFor();
  return page.locator("[data-tickets] li").allTextContents();
}

it("a purchase from sign-in to its mails: the tickets, the prize, a refund, each with a link to what it tells of", async () => {
  const { service, partner } = rig;
  const checkout = `${service.baseUrl}/checkout/${partner.organisation.slug}`;
  const [bike, lamp] = [
    await partner.lot({ title: "Bike <b>&</b> bell" }),
    await partner.lot({ title: "Lamp" }),
  ];
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${checkout}/${bike.id}`);
  await page.locator("#quantity").fill("3");
  await page.locator("#email").fill(EMAIL);
  await press(page.locator(".order .button"));
  const code = page.locator("input[autocomplete=one-time-code]");
  await code.waitFor();
  const { text } = await mailed(/^\d{8} is your sign-in code for Partner/);
  await code.fill(/\b\d{4} ?\d{4}\b/.exec(text)![0]);
  await press(page.locator("form:has(input[autocomplete=one-time-code]) button").first());
  const numbers = await pays(page);
  expect(numbers).toHaveLength(3);

  const tickets = await mailed("Your tickets for Bike <b>&</b> bell");
  expect(tickets.text).toContain(`Ticket numbers: ${numbers[0]} – ${numbers[2]}`);
  const [link] = tickets.links;
  await page.goto(link!);
  const own = page.locator("article, li, section").filter({ hasText: "Bike <b>&</b> bell" }).first();
  await own.waitFor();
  expect(await own.textContent()).toContain(`${numbers[0]} to ${numbers[2]}`);

  await rig.close(bike.id);
  await rig.turn(bike.id);
  await rig.chain.mine(FAR_BLOCKS);
  await rig.turn(bike.id);
  const won = await mailed("You have won Bike <b>&</b> bell");
  const [result] = won.links;
  expect(numbers).toContain(/Ticket number (\d+) has won/.exec(won.text)?.[1]);
  service.clock.advance(1_500);
  await page.goto(result!);
  await page.getByText("The winner has been drawn.").first().waitFor();

  await page.goto(`${checkout}/${lamp.id}`);
  await press(page.locator(".order .button"));
  await pays(page);
  await mailed("Your tickets for Lamp");
  await rig.cancel(lamp.id);
  while ((await service.wiring.get(LotUnwinder).unwindOnce()) > 0);
  await service.wiring.get(RefundRunner).refundOnce();
  const refund = await mailed("Refund for Lamp");
  expect(refund.text).toContain("sent $25.00 back to you the way you paid");
  await page.goto(link!);
  await page.getByText("This competition was cancelled").waitFor();
  await context.close();
});
