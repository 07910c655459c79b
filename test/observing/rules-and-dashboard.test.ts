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

describe("the alert rules", () => {
  it("ask for metrics that the service shows", async () => {
    const expressions = [...(await page("alerts.yml")).matchAll(/expr: (?:>\n)?([\s\S]*?)\n {8}for:/g)].map(
      ([, expression]) => expression!,
    );
    expect(expressions.length).toBeGreaterThan(15);
    const asked = expressions.flatMap(metricsOf);
    expect(asked.length).toBeGreaterThanOrEqual(expressions.length - 1);
    expect(asked.filter((name) => !shown.has(name))).toEqual([]);
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
