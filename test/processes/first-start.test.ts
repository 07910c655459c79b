import { execFile } from "node:child_process";
import { chmod, mkdtemp, rm, stat } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { discardEmbeddedPostgres } from "../../adapters/embedded-postgres/embedded-postgres.ts";
import { killProcesses, ServiceProcess } from "../support/service/service-process.ts";
import type { TestBrowser } from "../support/browser/browser.ts";
import { faultsIn } from "../support/browser/faults.ts";
import { it as itInBrowser, openBrowser } from "../support/browser/in-browser.ts";
import type { Json } from "../support/service/service.ts";
import { eventually } from "../support/eventually.ts";

let base: string;
let dataDir: string;

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), "first-start-"));
  await chmod(base, 0o755); // root's PostgreSQL runs as another user
  dataDir = join(base, "data");
});

afterAll(async () => {
  await killProcesses();
  await discardEmbeddedPostgres(dataDir);
  await rm(base, { recursive: true });
});

const start = () => new ServiceProcess({ environment: { DATA_DIR: dataDir } });

/** Returns the printed keys, without the address, which differs at every start. */
function keysOf({ output }: ServiceProcess) {
  const after = (label: string) => output.match(new RegExp(`^ *${label} +(\\S+)$`, "m"))?.[1];
  return { apiKey: after("API key"), adminToken: after("Admin token") };
}

/** Runs the printed line as a newcomer would. @returns what its last command answered */
async function sellTicket({ output }: ServiceProcess): Promise<Json> {
  const line = output.match(/^S=\$\(curl .*$/m)?.[0];
  const { stdout } = await promisify(execFile)("bash", ["-c", line!]);
  return JSON.parse(stdout.trim().split("\n").at(-1)!);
}

/** Returns the port of its PostgreSQL. */
async function postgresOf(service: ServiceProcess): Promise<number> {
  return (await service.logged("embedded PostgreSQL is accepting connections")).port;
}

function answers(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  const answer = new Promise<boolean>((resolve) => {
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
  });
  return answer.finally(() => socket.destroy());
}

async function watchDraw(service: ServiceProcess, browser: TestBrowser): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1_280, height: 900 } });
  await page.goto(`${service.origin}/demo?org=yasmin&locale=ar`);
  expect(await page.locator("html").getAttribute("dir")).toBe("rtl");
  await page.getByRole("button", { name: "ابدأ سحبًا" }).click();
  const frame = page.frameLocator("[data-results] iframe");
  await frame.locator("[data-state=sold_out]").waitFor();
  // It also settles what is due then: the draw.
  await service.call("POST", "/sandbox/clock", { body: { advanceSec: 41 } });
  await frame.locator("main[data-draw=published]").waitFor();
  await page.locator("[data-events] li", { hasText: '"state":"drawn"' }).first().waitFor();
  await page.close();

  const foreign = await service.call("POST", "/demo/draws", {
    headers: { Origin: "https://evil.example", "Content-Type": "application/x-www-form-urlencoded" },
  });
  expect(foreign.status).toBe(403);
}

async function copyLines(service: ServiceProcess, browser: TestBrowser): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 390, height: 900 } });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`${service.origin}/demo?locale=de`);
  await page.locator("[name=competition]").selectOption({ label: "Road bike" });
  await page.locator("[name=affiliate]").fill(`"><b>`);
  const line = page.locator("[data-lines=tag]");
  await expect
    .poll(() => line.textContent())
    .toMatch(/data-competition="\d+" data-affiliate="&quot;&gt;&lt;b&gt;"/);
  expect(await line.textContent()).toContain(">Road bike</a>");
  await page.locator("[data-copy=tag]").focus();
  await page.keyboard.press("Enter");
  await page.getByText("Kopiert").waitFor();
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe(await line.textContent());
  await page.close();
}

describe("a service that nothing is configured for", () => {
  let service: ServiceProcess;
  let keys: ReturnType<typeof keysOf>;
  let sold: string;
  const browser = openBrowser();

  it("prints its address, the keys, and a line that sells a ticket", async () => {
    service = await start().ready();
    keys = keysOf(service);
    expect(service.output).toContain(`Partner Raffle API   ${service.origin}\n`);
    expect(keys).toEqual({
      apiKey: expect.stringMatching(/^sk_[0-9A-Za-z]{43}$/),
      adminToken: expect.stringMatching(/^[\w-]{32}$/),
    });

    expect(service.output).toContain(`Documents            ${service.origin}/docs/\n`);
    expect((await service.call("GET", "/docs/")).status).toBe(200);

    expect(service.output).toContain(`Demo page            ${service.origin}/demo\n`);
    const demo = await service.call("GET", "/demo");
    expect(demo.text).toContain(`<script src="${service.origin}/widget.js" data-org="demo"`);
    const { text: landing } = await service.call("GET", "/");
    for (const [, path] of landing.matchAll(/<img src="([^"]+)"/g)) {
      const picture = await service.call("GET", path!);
      expect([picture.status, picture.headers.get("Content-Type")]).toEqual([200, "image/svg+xml"]);
    }
    expect((await service.call("GET", "/embed/demo")).text).toContain(`${service.origin}/demo/watch.svg`);
    expect((await service.call("GET", "/demo/..%2fwords%2fen.json")).status).toBe(404);
    // Another policy would cut the checkout's window off.
    expect(demo.headers.get("Cross-Origin-Opener-Policy")).toBe("unsafe-none");
    // A buyer finds the code and the tickets there.
    for (const path of ["/sandbox/mailbox", "/tickets/demo"]) {
      expect(demo.text).toContain(`href="${path}"`);
      expect((await service.call("GET", path)).status).toBeLessThan(400);
    }

    const { data } = await sellTicket(service);
    expect(data).toMatchObject({ status: "paid", ticketsIssued: true, currency: "USD" });
    sold = data.id;
    const organisations = await service.call("GET", "/admin/api/v1/organisations", { key: keys.adminToken });
    expect(organisations.json.data).toMatchObject([{ slug: "yasmin" }, { slug: "demo" }]);
  });

  itInBrowser(
    "has a landing page and a demo without a fault that axe finds, and the demo shows its events",
    async () => {
      for (const colorScheme of ["light", "dark"] as const) {
        const page = await browser.newPage({ viewport: { width: 320, height: 900 }, colorScheme });
        const complaints: string[] = [];
        page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
        await page.goto(service.origin);
        expect(await faultsIn(page), `landing page, ${colorScheme}`).toEqual([]);
        await page.goto(`${service.origin}/demo?locale=ar&scheme=${colorScheme}`);
        await page.locator("[data-events] li", { hasText: "raffle:ready" }).first().waitFor();
        await page.locator("[data-events] li", { hasText: '"state":"open"' }).waitFor();
        expect(await faultsIn(page), `demo, ${colorScheme}`).toEqual([]);
        expect(await page.frames()[1]!.locator("html").getAttribute("dir")).toBe("rtl");
        expect(complaints).toEqual([]);
        await page.close();
      }
    },
  );

  itInBrowser("shows a draw that a visitor starts until its winner is known, with the seller's look", () =>
    watchDraw(service, browser),
  );

  itInBrowser("writes and copies the lines for a page by the keyboard alone", () =>
    copyLines(service, browser),
  );

  it("keeps its secrets where only its owner can read them", async () => {
    expect((await stat(join(dataDir, "secrets.json"))).mode & 0o777).toBe(0o600);
    expect((await stat(join(dataDir, "postgres-password"))).mode & 0o777).toBe(0o600);
    expect(service.logs.map((line) => JSON.stringify(line)).join()).not.toContain(keys.apiKey!);
  });

  it("refuses a second start on its data folder, and names the folder", async () => {
    const second = start();
    expect(await second.exited).toEqual({ code: 1, signal: null });
    expect(second.output).toBe(
      `The data folder ${dataDir} is in use by another process (pid ${service.pid}). ` +
        `Stop that one first, or set DATA_DIR to a separate folder for this one.\n`,
    );
    expect((await service.call("GET", "/readyz")).status).toBe(200);
  });

  it.each(["was stopped", "was killed and left PostgreSQL running"])(
    "prints the same keys and finds its data after it %s",
    async (end) => {
      const postgres = await postgresOf(service);
      const killed = end.includes("killed");
      if (killed) service.kill("SIGKILL");
      else await service.stop();
      await service.exited;
      expect(await answers(postgres)).toBe(killed);

      service = await start().ready();
      expect(await answers(postgres)).toBe(false);
      expect(keysOf(service)).toEqual(keys);
      const found = await service.call("GET", `/api/v1/checkout/sessions/${sold}`, { key: keys.apiKey });
      expect(found.json.data).toMatchObject({ id: sold, ticketsIssued: true });
      expect((await sellTicket(service)).data.ticketsIssued).toBe(true);
    },
  );

  it("sells on each kind of rail in the currency that the demo gives it", async () => {
    const { json } = await service.call("GET", "/api/v1/competitions", { key: keys.apiKey });
    const sold = json.data.map(async (competition: { id: number }) => {
      const body = { competitionId: competition.id, buyer: { email: `buyer-${competition.id}@example.com` } };
      const session = await service.call("POST", "/api/v1/checkout/sessions", { key: keys.apiKey, body });
      const { id, provider } = session.json.data;
      await service.call("POST", `/sandbox/payments/${id}`, { body: { outcome: "paid" } });
      const poll = () => service.call("GET", `/api/v1/checkout/sessions/${id}`, { key: keys.apiKey });
      await eventually(async () => (await poll()).json.data.ticketsIssued);
      return [provider, (await poll()).json.data.currency];
    });
    const kinds = await Promise.all(sold);
    expect(kinds.sort()).toEqual([
      ["embed", "EUR"],
      ["fields", "JPY"],
      ["flow", "GBP"],
      ["qr", "VND"],
      ["redirect", "USD"],
    ]);
  });

  it("stops PostgreSQL last when it is stopped, and ends in order", async () => {
    const postgres = await postgresOf(service);
    await service.stop();
    expect(service.logs.at(-1).msg).toBe("stopped");
    expect(await answers(postgres)).toBe(false);
  });
});
