import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Registry } from "prom-client";
import { beforeAll, describe, expect, it } from "vitest";
import { Partner } from "../support/builders/partner.ts";
import { scrape } from "../support/service/scrape.ts";
import { TestService } from "../support/service/service.ts";
import { competitionOf } from "../api/support/world.ts";
import { askedBy, matches } from "./promql.ts";
import { opened } from "../support/opened.ts";
import { eventually } from "../support/eventually.ts";

const page = (name: string) =>
  readFile(fileURLToPath(new URL(`../../docs/operators/${name}`, import.meta.url)), "utf8");
/** Labels that Prometheus adds to each series. */
const TARGET_LABELS = ["instance", "job"];
const OVER_TIME = new Set(["rate", "increase"]);
/** Names that other services have, too. */
const COMMON = /^(?:http_request|nodejs|process)_/;

/** Properties that the package's types lack. */
interface Registered {
  readonly name: string;
  readonly type: "counter" | "gauge" | "histogram";
  readonly labelNames: readonly string[];
}

interface Metric {
  readonly type: "counter" | "gauge";
  readonly labels: readonly string[];
  /** The labels of each series that is shown. */
  readonly series: readonly Readonly<Record<string, string>>[];
}

/** The series of a worker that also answers requests: a histogram has three, each a counter. */
let shown: ReadonlyMap<string, Metric>;
/** The page's rule for merging series of several processes, by the metric's name. */
let scopes: ReadonlyMap<string, string>;
const service = opened(() => TestService.open({ background: true }));
beforeAll(async () => {
  const partner = await Partner.add(service);
  expect((await partner.checkout((await partner.lot()).id)).status).toBe(201);
  // A status of 5xx: no contract is configured.
  expect(
    (
      await partner.post("/competitions", {
        ...competitionOf(partner.prizeId, "On chain"),
        createOnChain: true,
      })
    ).status,
  ).toBe(502);
  // What is read from the database has no value where that takes longer than a scrape waits.
  await eventually(async () => {
    shown = await metricsShown();
    return shown.get("refunds_waiting")!.series.length > 0;
  });
  const rows = (await page("monitoring.md")).matchAll(/^\| `(\w+)(?:\{[\w,]+\})?` \|.*\| ([^|]+) \|$/gm);
  scopes = new Map([...rows].map(([, name, scope]) => [name!, scope!]));
});

async function metricsShown(): Promise<ReadonlyMap<string, Metric>> {
  const found = new Map<string, Metric>();
  const lines = [...(await scrape(service)).keys()];
  const seriesOf = (name: string) =>
    lines
      .filter((line) => line === name || line.startsWith(`${name}{`))
      .map((line) => Object.fromEntries([...line.matchAll(/(\w+)="([^"]*)"/g)].map(([, k, v]) => [k!, v!])));
  for (const metric of service.wiring.get(Registry).getMetricsAsArray()) {
    const { name, type, labelNames } = metric as unknown as Registered;
    const add = (series: string, labels = labelNames) =>
      found.set(series, { type: type === "gauge" ? type : "counter", labels, series: seriesOf(series) });
    if (type !== "histogram") add(name);
    else {
      add(`${name}_bucket`, [...labelNames, "le"]);
      add(`${name}_count`);
      add(`${name}_sum`);
    }
  }
  return found;
}

/** Returns the fault of an expression; null: none. */
function faultOf(expression: string): string | null {
  for (const asked of askedBy(expression)) {
    const { metric, matchers, around, kept, ranged } = asked;
    const known = shown.get(metric);
    if (known === undefined) return `${metric} is not shown`;
    const labels = new Set([...known.labels, ...TARGET_LABELS]);
    for (const label of [...matchers.map((matcher) => matcher.label), ...kept.flat()])
      if (!labels.has(label)) return `${metric} has no label ${label}`;
    const own = matchers.filter(({ label }) => !TARGET_LABELS.includes(label));
    const chosen = known.series.some((series) =>
      own.every((matcher) => matches(matcher, series[matcher.label]!)),
    );
    if (own.length > 0 && !chosen) return `${metric} has no series for ${JSON.stringify(own)}`;
    const ours = around.includes("And") || own.some(({ label }) => label === "route");
    if (COMMON.test(metric) && !ours) return `${metric} is that of other services, too`;
    const overTime = OVER_TIME.has(around[0]!);
    if (overTime !== ranged) return `${metric} is asked for over a time in one place alone`;
    if (overTime && known.type !== "counter") return `${metric} is no counter`;
    // A counter without a rate measures how long the process has run, unless that is the point.
    if (!overTime && known.type === "counter" && around[0] !== "And") return `${metric} is a counter`;
    const quantile = around.join(" ").startsWith("rate sum histogram_quantile");
    if (quantile !== metric.endsWith("_bucket")) return `${metric} is no part of a quantile, or nothing else`;
    if (quantile && !kept[0]!.includes("le")) return `${metric} is added up across its buckets`;
    const by = /(add them up|take the (?:max|min)imum)/.exec(scopes.get(metric) ?? "")?.[0];
    const together = around.find((name) => ["sum", "max", "min"].includes(name));
    const stated = { "add them up": "sum", "take the maximum": "max", "take the minimum": "min" }[by ?? ""];
    if (stated !== undefined && !around.includes("absent") && together !== stated)
      return `${metric} of several processes: ${by}`;
  }
  return null;
}

interface Dashboard {
  readonly id: null;
  readonly uid: null;
  readonly panels: readonly {
    readonly title: string;
    readonly datasource: { readonly uid: string };
    readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
  }[];
}

/** Each rule's expression, by the name of its alert. */
async function rules(): Promise<ReadonlyMap<string, string>> {
  const text = await page("alerts.yml");
  const found = text.matchAll(/alert: (\w+)\n +expr: (?:>\n)?([\s\S]*?)\n {8}for:/g);
  return new Map([...found].map(([, alert, expression]) => [alert!, expression!]));
}

describe("the alert rules", () => {
  it("are PromQL, and ask for what the service shows in a way that its type allows", async () => {
    const [all, text] = [await rules(), await page("alerts.yml")];
    expect(all.size).toBe(text.split("- alert: ").length - 1);
    expect(all.size).toBeGreaterThan(15);
    const faults = [...all].map(([alert, expression]) => [alert, faultOf(expression)]);
    expect(faults.filter(([, fault]) => fault !== null)).toEqual([]);
  });

  it("find nothing read of contracts where there are none, or where no node has told of them yet", () => {
    const ofContracts = [...shown].filter(([name]) =>
      /^(?:raffle|till|chain_(?:call|signer|subscription))/.test(name),
    );
    expect(ofContracts).toHaveLength(8);
    expect(ofContracts.filter(([, { series }]) => series.length > 0)).toEqual([]);
  });

  it("give a background task that rests for an hour longer than the others", async () => {
    const source = await readFile(fileURLToPath(new URL("../../app/background.ts", import.meta.url)), "utf8");
    const hourly = [...source.matchAll(/every\(HOUR_MS, "([\w-]+)"/g)].map(([, loop]) => loop!);
    expect(hourly).toContain("prune");
    const rule = (await rules()).get("LoopStands")!;
    for (const choice of ["!~", "=~"])
      expect(rule.split(`loop${choice}"`)[1]!.split('"')[0]!.split("|").toSorted()).toEqual(
        hourly.toSorted(),
      );
    expect(rule).toMatch(/=~"[^"]+"}\) > 10800/);
  });

  it("fire where no worker runs, and where nothing is scraped", async () => {
    expect((await rules()).get("LoopStands")).toContain('or absent(loop_success_age_seconds{loop="relay"})');
    expect((await rules()).get("NoProcessIsReady")).toBe(
      '(sum(service_ready{job="raffle-api"}) or vector(0)) == 0',
    );
  });

  it("find all processes of the API away while workers run, and else ask for no scrape job", async () => {
    const asking = [...(await rules())].filter(([, rule]) => rule.includes("job="));
    expect(asking.map(([alert]) => alert)).toEqual(["NoProcessIsReady"]);
    expect(await page("monitoring.md")).toMatch(/`raffle-api`[^|]*a separate job, `raffle-worker`/);
  });

  it("see what a new process counted before it was scraped, which is no increase", async () => {
    const counting = [...(await rules()).values()].filter((rule) => rule.includes("increase("));
    expect(counting).toHaveLength(2);
    for (const rule of counting) {
      const [, counter, count, unit] = /increase\((\w+)\[(\d+)([mh])\]\)/.exec(rule)!;
      const seconds = Number(count) * (unit === "h" ? 3_600 : 60);
      expect(rule).toContain(
        `(${counter} and on (instance, job) (time() - process_start_time_seconds < ${seconds})) > 0`,
      );
    }
  });
});

describe("the dashboard", () => {
  it("is PromQL, and asks for what the service shows in a way that its type allows", async () => {
    const { panels } = JSON.parse(await page("dashboard.json")) as Dashboard;
    expect(panels.length).toBeGreaterThan(20);
    for (const { title, targets } of panels) {
      expect(targets.length, title).toBeGreaterThan(0);
      for (const { expr, legendFormat } of targets) {
        expect(faultOf(expr), title).toBeNull();
        const kept = askedBy(expr)[0]!
          .kept.at(-1)!
          .filter((label) => label !== "le");
        expect(
          [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label),
          title,
        ).toEqual(kept);
      }
    }
  });

  it("names no host and no id of an installation", async () => {
    const text = await page("dashboard.json");
    const { id, uid, panels } = JSON.parse(text) as Dashboard;
    expect([id, uid]).toEqual([null, null]);
    expect(new Set(panels.map(({ datasource }) => datasource.uid))).toEqual(new Set(["${datasource}"]));
    expect(text).not.toMatch(/:\/\/|localhost|\d+\.\d+\.\d+\.\d+|[0-9a-f]{8}-[0-9a-f]{4}/);
  });
});
