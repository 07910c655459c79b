import type { Page } from "playwright-core";
import { expect } from "vitest";
import { press } from "../support/browser/browser.ts";
import { Partner } from "../support/builders/partner.ts";
import { TestService } from "../support/service/service.ts";
import { opened, prepared } from "../support/opened.ts";
import { it, openBrowser } from "../support/browser/in-browser.ts";
import { LocalServer } from "../support/receivers/local-server.ts";

const SHOP = "shop.example";

const service = opened(() => TestService.open());
const partner = prepared(() =>
  Partner.add(service, {
    rails: { USD: "redirect", EUR: "embed", JPY: "fields" },
    rates: { EUR: "0.9", JPY: "150" },
    returnHosts: [SHOP],
  }),
);
const browser = openBrowser();
const shop = opened(() =>
  LocalServer.listen((request, response) => {
    response.setHeader("Content-Type", "text/html");
    response.end(shopPage(new URL(request.url!, "http://shop").searchParams.get("frame") ?? ""));
  }),
);

/** Returns a partner's page that shows the payment in a frame and obeys its messages. */
function shopPage(frame: string): string {
  return `<!doctype html><title>Shop</title><iframe src="${frame}" width="500" height="600"></iframe><output></output>
<script>
addEventListener("message", ({ data }) => {
  if (data.returnUrl) location.href = data.returnUrl;
  document.querySelector("output").textContent = data.sessionHref ?? "";
});
</script>`;
}

interface Session {
  readonly id: string;
  readonly payment: { readonly redirectUrl: string | null; readonly data: string | null };
}

async function sessionIn(fiatCurrency: string, body: object = {}): Promise<Session> {
  const lot = await partner.lot({ payment: { fiatCurrency } });
  return (await partner.checkout(lot.id, body)).json.data;
}

/** Runs on a new page, whose errors fail the test. */
async function onPage(visit: (page: Page) => Promise<void>): Promise<void> {
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  // Nothing outside the loopback is requested.
  await page.route(/^https:/, (route) =>
    route.fulfill({ contentType: "text/html", body: "<h1>Thanks</h1>" }),
  );
  try {
    await visit(page);
    expect(complaints).toEqual([]);
  } finally {
    await page.close();
  }
}

function framed(session: Session): string {
  const { url } = JSON.parse(session.payment.data!) as { url: string };
  const { port } = shop;
  return `http://127.0.0.1:${port}/?frame=${encodeURIComponent(url)}`;
}

it("a buyer who pays on the redirect page is sent to the partner's returnUrl, and the session is paid", () =>
  onPage(async (page) => {
    const session = await sessionIn("USD", { returnUrl: `https://${SHOP}/thanks?cart=7` });
    await page.goto(session.payment.redirectUrl!);
    const landed = page.waitForRequest(/shop[.]example/);
    await press(page.getByRole("button", { name: "Pay" }));
    expect((await landed).url()).toBe(`https://${SHOP}/thanks?cart=7&ref=${session.id}&status=success`);
    expect(await partner.session(session.id)).toMatchObject({ status: "paid", ticketsIssued: true });
  }));

it("a buyer whose card is declined is sent there with status failed", () =>
  onPage(async (page) => {
    const session = await sessionIn("USD", { returnUrl: `https://${SHOP}/thanks` });
    await page.goto(session.payment.redirectUrl!);
    const landed = page.waitForRequest(/shop[.]example/);
    await press(page.getByRole("button", { name: "Decline" }));
    expect((await landed).url()).toBe(`https://${SHOP}/thanks?ref=${session.id}&status=failed`);
    expect(await partner.session(session.id)).toMatchObject({ status: "failed", error: "card_declined" });
  }));

it("without a returnUrl our own page waits for the provider and then says that the buyer is in", () =>
  onPage(async (page) => {
    const session = await sessionIn("USD");
    await page.goto(session.payment.redirectUrl!);
    await press(page.getByRole("button", { name: "Processing" }));
    await page.getByRole("heading", { name: "One moment…" }).waitFor();
    await partner.provider(session.id, { outcome: "paid" });
    await page.getByRole("heading", { name: "You are in" }).waitFor();
    expect(await partner.session(session.id)).toMatchObject({ status: "paid" });
  }));

it("a buyer who pays in the embedded page is taken on by the partner's page", () =>
  onPage(async (page) => {
    const session = await sessionIn("EUR");
    await page.goto(framed(session));
    await press(page.frameLocator("iframe").getByRole("button", { name: "Pay" }));
    await page.getByRole("heading", { name: "You are in" }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/rails/embed/${session.id}/return`);
    expect(await partner.session(session.id)).toMatchObject({ status: "paid", ticketsIssued: true });
  }));

it("the card fields hand the partner's page the session href that confirms", () =>
  onPage(async (page) => {
    const session = await sessionIn("JPY");
    await page.goto(framed(session));
    await press(page.frameLocator("iframe").getByRole("button", { name: "Use this card" }));
    await page.locator("output", { hasText: "approve" }).waitFor();
    const sessionHref = await page.locator("output").textContent();
    const { json } = await partner.post(`/checkout/sessions/${session.id}/confirm`, { sessionHref });
    expect(json.data).toMatchObject({ status: "paid", ticketsIssued: true });
  }));
