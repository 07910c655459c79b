/** Makes the README's picture: a competition as a partner's page shows it, and a drawn one that the browser has verified. */
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { launchBrowser } from "../../test/support/browser/browser.ts";
import { type ServiceForTests, startForTests } from "../../testing/start-for-tests.ts";
import { settle } from "./paying.ts";

const FILE = fileURLToPath(new URL("../../docs/images/sale-and-draw.png", import.meta.url));
/** Answered to the browser from the folder of the demo's pictures. */
const PICTURES = "https://pictures.example/";
const SIZE = { width: 960, height: 940 };
const DAY_MS = 86_400_000;
const SCOPES = ["competitions:read", "competitions:write", "entries:create", "winners:read"];

interface Created {
  readonly id: number;
}

/** Calls the API, by GET without a body, and returns the answer's `data`. */
type Call = <T>(path: string, body?: object, method?: string) => Promise<T>;

const launched = await launchBrowser();
if (!launched.browser) throw new Error(`No picture: ${launched.missing}`);
const service = await startForTests();
try {
  const partner = await shop(service);
  const open = await competition(partner, {
    title: "A weekend in a mountain cabin",
    imageUrl: `${PICTURES}cabin.svg`,
    maxTickets: 400,
    days: 4,
    sold: 248,
  });
  const imageUrl = `${PICTURES}bike.svg`;
  const drawn = await competition(partner, {
    title: "Road bike",
    imageUrl,
    maxTickets: 60,
    days: 1,
    sold: 60,
  });
  await draw(partner, drawn);
  await take(launched.browser, [
    `/embed/acme/competition/${open}?scheme=light`,
    `/embed/acme/competition/${drawn}/results?scheme=light`,
  ]);
  console.log(`wrote ${FILE}`);
} finally {
  await launched.browser.close();
  await service.stop();
}

function callAs({ baseUrl }: ServiceForTests, base: string, token: string): Call {
  return async (path, body, method = "POST") => {
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    const change = body === undefined ? {} : { method, body: JSON.stringify(body) };
    const answer = await fetch(baseUrl + base + path, { headers, ...change });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    return JSON.parse(text).data;
  };
}

/** Makes an organisation that sells by a simulated rail. */
async function shop(service: ServiceForTests): Promise<Call> {
  const operator = callAs(service, "/admin/api/v1/organisations", service.adminToken);
  await operator("", { slug: "acme", name: "Acme Raffles" });
  await operator("/acme/rails/redirect", { provider: "sandbox", currencies: ["USD"] }, "PUT");
  const { key } = await operator<{ readonly key: string }>("/acme/api-keys", {
    name: "shop",
    scopes: SCOPES,
  });
  return callAs(service, "/api/v1", key);
}

interface Sale {
  readonly title: string;
  readonly imageUrl?: string;
  readonly maxTickets: number;
  /** Days until its end. */
  readonly days: number;
  readonly sold: number;
}

async function competition(
  partner: Call,
  { title, imageUrl, maxTickets, days, sold }: Sale,
): Promise<number> {
  const { id: prizeId } = await partner<Created>("/prizes", { name: title, retailValueUSDCents: 150_000 });
  const now = service.clock.now().getTime();
  const { id } = await partner<Created>("/competitions", {
    prizeId,
    title,
    imageUrl,
    ticketPriceUSDCents: 500,
    maxTickets,
    startDate: new Date(now - DAY_MS).toISOString(),
    endDate: new Date(now + days * DAY_MS).toISOString(),
  });
  await partner(`/competitions/${id}`, { status: "active" }, "PATCH");
  for (let rest = sold; rest > 0; rest -= 50) {
    const buyer = { email: `buyer-${rest}@example.com` };
    const order = { competitionId: id, quantity: Math.min(50, rest), buyer };
    const session = await partner<{ readonly id: string }>("/checkout/sessions", order);
    await settle({ base: service.baseUrl }, session.id);
  }
  return id;
}

/** Moves the clock behind the end of the competition, and waits for its winner. */
async function draw(partner: Call, competitionId: number): Promise<void> {
  service.clock.advance(DAY_MS);
  for (let tries = 0; tries < 300; tries += 1) {
    const winners = await partner<readonly { readonly competitionId: number }[]>("/winners");
    if (winners.some((winner) => winner.competitionId === competitionId)) return;
    await pause(200);
  }
  throw new Error("the winner was not drawn within a minute");
}

/** Takes a picture of both pages in frames, as a partner's page has them. */
async function take(browser: Browser, paths: readonly string[]): Promise<void> {
  const page = await browser.newPage({ viewport: SIZE, colorScheme: "light", reducedMotion: "reduce" });
  await page.route(`${PICTURES}*`, (route) => {
    const name = route.request().url().slice(PICTURES.length);
    const path = fileURLToPath(new URL(`../../web/pictures/${name}`, import.meta.url));
    return route.fulfill({ path, contentType: "image/svg+xml" });
  });
  const frames = paths.map((path) => `<iframe src="${service.baseUrl}${path}"></iframe>`).join("");
  await page.setContent(
    `<style>body { display: flex; gap: 24px; margin: 0; padding: 24px; background: #eef0f5 }
    iframe { box-sizing: border-box; height: 892px; padding: 12px; border: 0; border-radius: 14px; background: #fff }
    iframe:first-of-type { width: 384px } iframe:last-of-type { flex: 1 }</style>${frames}`,
  );
  await page.frameLocator("iframe").last().getByText("Verified in your browser").waitFor();
  await page.screenshot({ path: FILE });
}
