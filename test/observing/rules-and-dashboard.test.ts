import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TestService } from "../support/service/service.ts";

const page = (name: string) =>
  readFile(fileURLToPath(new URL(`../../docs/operators/${name}`, import.meta.url)), "utf8");
/** Words of PromQL that look like metrics. */
const WORDS = new Set(["histogram_quantile"]);

let service: TestService;
/** What a worker that also answers requests shows: of a histogram its three series. */
let shown: Set<string>;
beforeAll(async () => {
  service = await TestService.open({ background: true });
  const { text } = await service.call("GET", "/metrics");
  const types = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)];
  shown = new Set(
    types.flatMap(([, name, type]) =>
      type === "histogram" ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name!],
    ),
  );
});
afterAll(() => service.stop());

/** The names of metrics in an expression: not what stands in quotes, in braces or behind `by`. */
function metricsOf(expression: string): string[] {
  const bare = expression
    .replaceAll(/"[^"]*"/g, "")
    .replaceAll(/\{[^}]*\}/g, "")
    .replaceAll(/\b(?:by|without) *\([^)]*\)/g, "");
  return [...bare.matchAll(/\b[a-z]+(?:_[a-z0-9]+)+\b/g)]
    .map(([name]) => name)
    .filter((name) => !WORDS.has(name));
}

interface Dashboard {
  readonly id: null;
  readonly uid: null;
  readonly panels: readonly {
    readonly title: string;
    readonly datasource: { readonly uid: string };
    readonly targets: readonly { readonly expr: string }[];
  }[];
}

/** Each rule's expression, by the name of its alert. */
async function rules(): Promise<ReadonlyMap<string, string>> {
  const text = await page("alerts.yml");
  const found = text.matchAll(/alert: (\w+)\n +expr: (?:>\n)?([\s\S]*?)\n {8}for:/g);
  return new Map([...found].map(([, alert, expression]) => [alert!, expression!]));
}

describe("the alert rules", () => {
  it("ask for metrics that the service shows", async () => {
    const expressions = [...(await rules()).values()];
    expect(expressions.length).toBeGreaterThan(15);
    const asked = expressions.flatMap(metricsOf);
    expect(asked.length).toBeGreaterThanOrEqual(expressions.length - 1);
    expect(asked.filter((name) => !shown.has(name))).toEqual([]);
  });

  it("give a background task that rests for an hour longer than the others", async () => {
    const source = await readFile(fileURLToPath(new URL("../../background.ts", import.meta.url)), "utf8");
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
    expect((await rules()).get("NoProcessIsReady")).toContain('or absent(up{job="raffle-api"})');
  });

  it("find all processes of the API away while workers run, and else ask for no scrape job", async () => {
    const asking = [...(await rules())].filter(([, rule]) => rule.includes("job="));
    expect(asking.map(([alert]) => alert)).toEqual(["NoProcessIsReady"]);
    expect(await page("monitoring.md")).toMatch(/`raffle-api`[^|]*a job of their own, `raffle-worker`/);
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
  it("asks for metrics that the service shows, a panel each at least one", async () => {
    const { panels } = JSON.parse(await page("dashboard.json")) as Dashboard;
    expect(panels.length).toBeGreaterThan(20);
    for (const { title, targets } of panels) {
      const asked = targets.flatMap(({ expr }) => metricsOf(expr));
      expect(asked.length, title).toBeGreaterThanOrEqual(targets.length);
      expect(
        asked.filter((name) => !shown.has(name)),
        title,
      ).toEqual([]);
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
