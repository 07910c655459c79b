import { privateKeyToAccount } from "viem/accounts";
import { beforeAll, expect, it } from "vitest";
import { Mails } from "../../ports/mails/mails.ts";
import { asTicketProof, holdsTicketProof } from "../../src/lot-draws/ticket-proof.ts";
import { LotUnwinder } from "../../src/lots/lot-unwinder.ts";
import { RefundRunner } from "../../src/refunds/refund-runner.ts";
import { DrawRig, FAR_BLOCKS } from "../lot-draws/draw-rig.ts";
import { FormBrowser } from "../support/browser/form-browser.ts";
import { Partner } from "../support/builders/partner.ts";
import { opened } from "../support/opened.ts";

const key = privateKeyToAccount(`0x${"77".repeat(32)}`);

let slug: string;
const rig = opened(() => DrawRig.open({ environment: { TRUST_PROXY: "1" } }));
beforeAll(async () => {
  slug = rig.partner.organisation.slug;
});

const newEmail = () => `buyer-${crypto.randomUUID()}@example.com`;
const open = (headers?: Record<string, string>) => new FormBrowser(rig.service.baseUrl, headers);

async function signedIn(email: string, of = slug, browser = open(), fields: Record<string, string> = {}) {
  await browser.post(`/checkout/${of}/sign-in/mail`, { email, ...fields });
  const newest = await rig.service.wiring.get(Mails).newest(20);
  const content = newest.find(
    ({ to, content: { kind } }) => to === email && kind === "sign_in_code",
  )?.content;
  const code = content?.kind === "sign_in_code" ? content.code : "";
  const route = fields.for === "link" ? "link" : "code";
  await browser.post(`/checkout/${of}/sign-in/${route}`, { code });
  return browser;
}

async function bought(lotId: number, buyer: object, quantity = 1, partner = rig.partner): Promise<string> {
  const { id } = (await partner.checkout(lotId, { buyer, quantity })).json.data;
  await partner.provider(id, { outcome: "paid" });
  return id;
}

const tickets = async (browser: FormBrowser, query = "", of = slug) =>
  (await browser.get(`/tickets/${of}${query}`)).text;

it("shows what a partner's backend sold to the address, to that buyer at this organisation alone", async () => {
  const email = newEmail();
  const { id: lotId } = await rig.partner.lot({ title: "Watch <i>" });
  const order = await bought(lotId, { email }, 3);
  const other = await bought(lotId, { email: newEmail() });
  const elsewhere = await Partner.add(rig.service);
  const foreign = await bought((await elsewhere.lot()).id, { email }, 1, elsewhere);
  const stranger = await open().get(`/tickets/${slug}`);
  expect([stranger.status, stranger.text.includes(order)]).toEqual([200, false]);
  expect(stranger.text).toContain("Sign in as you did when you bought");
  expect(stranger.headers.get("Cross-Origin-Opener-Policy")).toBe("same-origin");
  expect(stranger.headers.get("Referrer-Policy")).toBe("same-origin");
  expect(stranger.headers.get("Content-Security-Policy")).toContain("frame-ancestors 'none'");

  const browser = await signedIn(email);
  const page = await tickets(browser);
  expect(page).toContain(order);
  expect(page).toContain('<dd class="numbers">1 to 3</dd>');
  // As the webhook reports them.
  const events = await rig.events("entry.confirmed", lotId);
  expect(events.find(({ data }) => data.orderId === order).data.ticketNumbers).toEqual([1, 2, 3]);
  expect(page).toContain("$75.00");
  expect(page).toContain("Watch &lt;i>");
  expect(page).not.toContain(other);
  expect(page).not.toContain(foreign);
  expect(await tickets(browser, "", elsewhere.organisation.slug)).not.toContain(foreign);
  const there = await signedIn(email, elsewhere.organisation.slug);
  expect(await tickets(there, "", elsewhere.organisation.slug)).toContain(foreign);
  // Other organisations of the same browser stay signed in, and their orders apart.
  await signedIn(email, elsewhere.organisation.slug, browser);
  expect(await tickets(browser)).toContain(order);
});

it("says what became of an order: pending, refunded, by hand, failed, disputed, cancelled", async () => {
  const email = newEmail();
  const lots = [await rig.partner.lot({ title: "One" }), await rig.partner.lot({ title: "Two" })];
  const { id: pending } = (await rig.partner.checkout(lots[0]!.id, { buyer: { email } })).json.data;
  const order = await bought(lots[1]!.id, { email });
  const browser = await signedIn(email);
  expect(await tickets(browser)).toContain("Waiting for your payment.");
  expect(await tickets(browser)).toContain('<p class="chip unpaid">Not paid yet</p>');
  expect(await tickets(browser)).toContain(`href="/orders/${pending}"`);
  await rig.cancel(lots[1]!.id);
  while ((await rig.service.wiring.get(LotUnwinder).unwindOnce()) > 0);
  expect(await tickets(browser)).toContain("This competition was cancelled.");
  expect(await tickets(browser)).toContain("A refund of $25.00 has been requested.");
  expect(await tickets(browser)).toContain('<p class="chip refunding">Refund under way</p>');
  await rig.service.wiring.get(RefundRunner).refundOnce();
  expect(await tickets(browser)).toContain(
    "$25.00 was sent back the way you paid. It may take a few days to arrive.",
  );
  expect(await tickets(browser)).toContain('<p class="chip refunded">Refunded</p>');
  const states = {
    "state = 'manual', last_error = 'unsupported', due_at = null": `Partner ${slug} will pay $25.00 back to you manually.`,
    "state = 'manual', last_error = 'disputed', due_at = null": "Your bank is deciding about $25.00.",
    "state = 'failed'": `The refund of $25.00 has failed so far. Partner ${slug} knows and takes care of it.`,
    "state = 'succeeded', note = 'by bank'": "The organiser has paid $25.00 back to you.",
  };
  for (const [change, sentence] of Object.entries(states)) {
    await rig.rows(`update refund set ${change} where order_id = $1`, order);
    expect(await tickets(browser), change).toContain(sentence);
  }
  const german = await browser.get(`/tickets/${slug}?locale=de`);
  expect(german.text).toContain("Der Veranstalter hat Ihnen 25,00 $ zurückgezahlt.");
  expect(german.text).toContain('action="/checkout/');
});

it("proves that an order is in the draw, and names the winner, to the buyer alone", async () => {
  const [email, other] = [newEmail(), newEmail()];
  const imageUrl = "https://img.example/car.jpg";
  const endAt = new Date(rig.service.clock.now().getTime() + 30 * 86_400_000);
  const { id: lotId } = await rig.partner.lot({ title: "Car", imageUrl, endAt });
  const mine = await bought(lotId, { email }, 2);
  const theirs = await bought(lotId, { email: other }, 5);
  await bought(lotId, { email: newEmail() }, 4);
  const browser = await signedIn(email);
  const proofOf = (id: string, of = browser) => of.get(`/tickets/${slug}/${id}/proof.json`);
  expect((await proofOf(mine)).status, "nothing is fixed yet").toBe(404);
  const waiting = await tickets(browser);
  expect(waiting).toContain('<p class="chip waiting">Waiting for the draw</p>');
  expect(waiting).toContain(`<img src="${imageUrl}" alt`);
  expect(waiting).toMatch(/>Draw on <time [^>]*>[A-Z][a-z]{2} \d+, UTC<\/time> · in 30 days</);
  expect(waiting).toContain(`/competition/${lotId}/draw.ics`);
  await rig.close(lotId);
  await rig.turn(lotId);
  expect(await tickets(browser)).toContain(`href="/tickets/${slug}?proof=${mine}#${mine}"`);
  const { json } = await proofOf(mine);
  const document = await rig.document(lotId);
  expect(holdsTicketProof(asTicketProof(json)!, document)).toBe(true);
  expect(json.entry).toMatchObject({ first: 1, last: 2 });
  const forged = { ...json, entry: { ...json.entry, last: 3 } };
  expect(holdsTicketProof(asTicketProof(forged)!, document)).toBe(false);
  for (const hidden of [await proofOf(theirs), await proofOf(mine, open()), await proofOf("cs_x")])
    expect(hidden.status).toBe(404);
  const proofPage = await tickets(browser, `?proof=${mine}`);
  for (const value of [json.entry.orderHash, ...json.path]) expect(proofPage).toContain(value);
  expect(await tickets(browser, `?proof=${theirs}`)).not.toContain(theirs);

  await rig.chain.mine(FAR_BLOCKS);
  await rig.turn(lotId);
  const [{ ticket_number: won }] = await rig.rows(
    "select ticket_number from winner where lot_id = $1",
    lotId,
  );
  const sentence = won <= 2 ? `Your ticket ${won} has won!` : `Ticket ${won} has won.`;
  expect(await tickets(browser)).toContain(sentence);
  expect(await tickets(browser)).toContain(`<p class="chip ${won <= 2 ? "won" : "lost"}">`);
  expect(await tickets(browser)).toContain(`/embed/${slug}/competition/${lotId}/results`);
  await rig.rows("update winner set published_at = null where lot_id = $1", lotId);
  expect(await tickets(browser)).not.toContain(sentence);
});

it("lists page after page over linked accounts, and credit stays with its account", async () => {
  const [email, wallet] = [newEmail(), key.address];
  const { id: lotId } = await rig.partner.lot({ maxTickets: 1_000 });
  const orders: string[] = [];
  for (let n = 0; n < 25; n += 1)
    orders.unshift(await bought(lotId, n % 2 === 0 ? { email } : { walletAddress: wallet }));
  const browser = await signedIn(email);
  expect((await tickets(browser)).match(/<article/g)).toHaveLength(13);
  const credit = () => rig.rows("select id, balance_cents, reserved_cents from account order by id");
  const before = await credit();
  const at = `/checkout/${slug}/sign-in`;
  const { message } = (await browser.post(`${at}/wallet/message`, { walletAddress: wallet })).json;
  const signature = await key.signMessage({ message });
  await browser.post(`${at}/wallet/proof`, { signature, for: "link" });
  expect(await credit()).toEqual(before);
  const first = await tickets(browser);
  const idsIn = (page: string) => [...page.matchAll(/<article[^>]* id="(cs_[^"]+)"/g)].map(([, id]) => id);
  expect(idsIn(first)).toEqual(orders.slice(0, 20));
  const next = /href="([^"]*after=[^"]*)"/.exec(first)![1]!;
  const older = (await browser.get(next)).text;
  expect(idsIn(older)).toEqual(orders.slice(20));
  expect(older).toContain("Newest orders");
  expect(older).toContain(wallet);
  // Another buyer's order is not found.
  const foreign = await bought(lotId, { email: newEmail() });
  expect(idsIn(await tickets(browser, `?after=${foreign}`))).toEqual([]);
  const account = /name="account" value="(\d+)"/.exec(first)![1]!;
  await browser.post(`${at}/unlink`, { account, next: `/tickets/${slug}` });
  expect(idsIn(await tickets(browser))).toEqual(orders.filter((_, n) => n % 2 === 0));
  expect(rig.service.logLines.join("\n")).not.toMatch(new RegExp(`${email}|${wallet}|${signature}`, "i"));
});
