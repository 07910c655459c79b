import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { Agent } from "undici";
import { createLogger, PinoLog } from "../../adapters/log/pino-log.ts";
import { TakumiPainter } from "../../adapters/share-images/takumi-painter.ts";
import { readConfig } from "../../app/config/config.ts";
import { invariant } from "../../src/shared/invariant.ts";
import { launchBrowser } from "../../test/support/browser/browser.ts";
import { CONSOLE_GOALS, SIZE_GOALS } from "../../test/support/browser/goals.ts";
import { createWeb } from "../../app/web.ts";
import { bundled } from "../../adapters/http/web/bundles/buyers-files.ts";
import { consoleBundled } from "../../adapters/http/web/bundles/console-files.ts";
import { atTheEnd, end, machine, openService, serviceEnvironment, startMigrated } from "./servers/cluster.ts";
import { ServerProcess } from "./servers/server-process.ts";
import { openShop } from "./servers/service-database.ts";
import { SLUG } from "./support/world.ts";

// Measures buyers' pages and the console: each file's size, the bundling, the live counter, share images, and a draw
// verified in a browser. Exits with 1 if a size exceeds its goal; times are only printed with their goals.
const POLLS = 10_000;
const WARM_UP = 10_000;
const COUNTED = 30_000;
const VIEWERS_SEC = 5;
/** Request headers of viewers' browsers. */
const BROWSER = { "accept-encoding": "gzip, deflate, br, zstd" };
const IMAGES = 40;

interface Line {
  readonly what: string;
  readonly goal: string;
  readonly measured: string;
  readonly missed: boolean;
  /** True if missing the goal fails the report; false for times, which depend on the machine. */
  readonly binding: boolean;
}

const lines: Line[] = [];
try {
  lines.push(...(await sizes()), ...(await counter()), await images(), ...(await verifier()));
} finally {
  await end();
}
console.log(
  [
    `Node ${process.versions.node}, ${machine()}`,
    "",
    "| what | goal | measured |",
    "|---|--:|--:|",
    ...lines.map(
      ({ what, goal, measured, missed }) =>
        `| ${what} | ${goal} | ${missed ? `**${measured}**` : measured} |`,
    ),
  ].join("\n"),
);
if (lines.some(({ missed, binding }) => missed && binding)) process.exitCode = 1;

function timed(what: string, value: number, goal: number, unit: string): Line {
  const digits = value < 100 ? 1 : 0;
  const measured = `${value.toFixed(digits)} ${unit}`;
  return { what, goal: `≤ ${goal} ${unit}`, measured, missed: value > goal, binding: false };
}

async function sizes(): Promise<Line[]> {
  const began = performance.now();
  const build = await bundled();
  const ms = performance.now() - began;
  const files = [...build].map(([plain, { gzip }]) =>
    sized(`${plain}, gzip`, gzip.byteLength, SIZE_GOALS[plain] ?? 0),
  );
  return [
    ...files,
    timed("bundling all of them, while the database opens", ms, 500, "ms"),
    ...(await consoleSizes()),
  ];
}

/** Returns the size that a browser loads before the console's first page, and that of the whole console. */
async function consoleSizes(): Promise<Line[]> {
  const { entry, files } = await consoleBundled();
  const bytesOf = (names: Iterable<string>) =>
    [...names].reduce((sum, name) => sum + files.get(name)!.gzip.byteLength, 0);
  return [
    sized(
      "the console's script with what it imports at once, gzip",
      bytesOf([entry.script, ...entry.preloads]),
      CONSOLE_GOALS.script,
    ),
    sized("the console's style, gzip", bytesOf([entry.style]), CONSOLE_GOALS.style),
    sized(`all ${files.size} files of the console, gzip`, bytesOf(files.keys()), CONSOLE_GOALS.all),
  ];
}

/** @param goal in bytes; 0: none is named */
function sized(what: string, bytes: number, goal: number): Line {
  return {
    what,
    goal: goal === 0 ? "none named" : `≤ ${(goal / 1_000).toFixed(0)} kB`,
    measured: `${(bytes / 1_000).toFixed(1)} kB`,
    missed: bytes > goal,
    binding: true,
  };
}

/** Measures the live counter: processor time of its server, and its reads of the database. */
async function counter(): Promise<Line[]> {
  const { url, folder } = await startMigrated();
  const environment = serviceEnvironment(url);
  const { wiring, database } = await openService(url, environment);
  atTheEnd(() => database.close());
  await openShop(wiring);
  const server = await ServerProcess.start("service-server.ts", folder, environment);
  const path = `/embed/${SLUG}/live.json`;
  const first = await fetch(server.origin + path);
  const tag = { "if-none-match": first.headers.get("etag")! };
  await first.arrayBuffer();
  const each = async (headers: Record<string, string>) => {
    await polls(server.origin + path, { headers, count: WARM_UP });
    const before = await server.cpuMs();
    await polls(server.origin + path, { headers, count: COUNTED });
    return ((await server.cpuMs()) - before) * (1_000 / COUNTED);
  };
  const [full, known] = [await each(BROWSER), await each({ ...BROWSER, ...tag })];

  const { log, config } = {
    log: createLogger({ level: "error", pretty: false }),
    config: readConfig(environment),
  };
  const web = createWeb(wiring, {
    config,
    adminToken: config.adminToken!,
    baseUrl: "https://raffle.example",
    logger: log,
    during: new PinoLog(log).during,
    draining: () => false,
  });
  const here = createServer(web.app).listen(0, "127.0.0.1");
  await once(here, "listening");
  const origin = `http://127.0.0.1:${(here.address() as AddressInfo).port}`;
  const before = database.roundTrips;
  for (let second = 0; second < VIEWERS_SEC; second += 1) {
    const began = performance.now();
    await polls(origin + path, { headers: {}, count: POLLS / VIEWERS_SEC });
    await pause(Math.max(0, 1_000 - (performance.now() - began)));
  }
  const reads = database.roundTrips - before;
  here.closeAllConnections();
  here.close();
  await web.close();
  return [
    timed("live counter, processor time of an answer", full, 40, "µs"),
    timed("live counter, processor time of a 304", known, 40, "µs"),
    {
      ...timed(`reads of the database for ${POLLS} polls in ${VIEWERS_SEC} s`, reads, 10, ""),
      binding: true,
    },
  ];
}

async function polls(
  url: string,
  { headers, count }: { readonly headers: Record<string, string>; readonly count: number },
): Promise<void> {
  const agent = new Agent({ connections: 50 });
  const { origin, pathname: path } = new URL(url);
  let remaining = count;
  const viewer = async () => {
    while (remaining-- > 0) {
      const { statusCode, body } = await agent.request({ origin, path, method: "GET", headers });
      await body.dump();
      invariant(statusCode === 200 || statusCode === 304, `the counter answers, not ${statusCode}`);
    }
  };
  await Promise.all(Array.from({ length: 50 }, viewer));
  await agent.close();
}

async function images(): Promise<Line> {
  const painter = new TakumiPainter();
  const times: number[] = [];
  for (let n = 0; n < IMAGES; n += 1) {
    const began = performance.now();
    const { png } = await painter.paint(
      {
        organisationName: "Acme",
        mode: "live",
        locale: "en",
        accent: null,
        title: `A watch and a weekend in Zürich ${n}`,
        price: { amount: 2_500, currency: "USD", exponent: 2 },
        state: "open",
        winner: null,
      },
      null,
    );
    invariant(png.byteLength <= 300_000, "a share image is small");
    times.push(performance.now() - began);
  }
  return timed("share image, p50", times.toSorted((a, b) => a - b)[IMAGES / 2]!, 20, "ms");
}

/** Measures a draw's verification in a browser, from the first request for its record to the verdict. */
async function verifier(): Promise<Line[]> {
  const launched = await launchBrowser();
  if (!launched.browser) {
    console.warn(`No draw is verified: ${launched.missing}`);
    return [];
  }
  const part = Buffer.from((await bundled()).get("results.js")!.body).toString();
  const page = await launched.browser.newPage();
  const goals = [
    [10_000, 300],
    [100_000, 3_000],
  ] as const;
  const found: Line[] = [];
  for (const [ranges, goal] of goals) {
    await page.route("http://draws.example/**", (route) => {
      const url = new URL(route.request().url());
      if (url.pathname === "/part.js") return route.fulfill({ contentType: "text/javascript", body: part });
      if (url.pathname === "/draw.json") return route.fulfill({ json: { data: documentOf(ranges) } });
      if (url.pathname !== "/entries.json")
        return route.fulfill({ contentType: "text/html", body: `<html lang="en"><div id="place"></div>` });
      const after = Number(url.searchParams.get("after") ?? 0);
      const data = Array.from({ length: 10_000 }, (_, at) => rangeAt(after + at + 1));
      return route.fulfill({
        json: { data },
        headers: after + 10_000 < ranges ? { Link: `<x>; rel="next"` } : {},
      });
    });
    await page.goto("http://draws.example/");
    const ms = (await page.evaluate(`(async () => {
      const { open } = await import("/part.js");
      const facts = { competitionId: 1, record: { document: "/draw.json", entries: "/entries.json" }, shown: null,
        explorer: { block: null, transaction: null }, words: {} };
      const verifier = open(document.querySelector("#place"), JSON.stringify(facts));
      const began = performance.now();
      await verifier.run(true);
      return performance.now() - began;
    })()`)) as number;
    const counted = await page.locator("[data-check=ranges]").textContent();
    invariant(counted?.includes(String(ranges)), `all ranges are counted: ${counted}`);
    found.push(
      timed(
        `a draw of ${ranges.toLocaleString("en")} ranges verified in Chromium, with its requests`,
        ms,
        goal,
        "ms",
      ),
    );
    await page.unrouteAll();
  }
  await launched.browser.close();
  return found;
}

function rangeAt(number: number): object {
  return { first: number, last: number, orderHash: number.toString(16).padStart(64, "0") };
}

function documentOf(ranges: number): object {
  const commitment = {
    ticketsRoot: "0".repeat(64),
    totalTickets: ranges,
    ranges,
    blockNumber: 9,
    committedAt: "2027-01-11T12:00:00.000Z",
  };
  return {
    competitionId: 1,
    status: "committed",
    chainId: 1,
    commitment,
    voidedCommitments: [],
    winner: null,
  };
}
