/** The status of each check of the conformance suite for each rail, without running it. */
import { existsSync } from "node:fs";
import { glob, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Rail } from "../../ports/rail.ts";
import type { ExcludedChecks } from "../../rails/conformance/harness.ts";
import { type Cell, cellOf, CHECK_IDS, CHECKS, idsOfTitle } from "../../rails/conformance/check-list.ts";
import { code, table } from "./markdown.ts";

const ROOT = new URL("../../", import.meta.url);

interface Column {
  readonly name: string;
  readonly cells: ReadonlyMap<string, Cell>;
  /** True if the suite runs on it. */
  readonly tested: boolean;
}

export function columnsOf(rails: readonly Rail[]): Promise<Column[]> {
  return Promise.all(rails.map(columnOf));
}

async function columnOf(rail: Rail): Promise<Column> {
  const { kind, provider } = rail;
  const folder = `rails/${provider}/test`;
  const tests: string[] = [];
  for await (const file of glob(`${folder}/**/*.test.ts`, { cwd: fileURLToPath(ROOT) }))
    tests.push(await readFile(new URL(file, ROOT), "utf8"));
  const excluded = await excludedIn(folder, kind);
  // A string that begins like the title of a check.
  const titles = tests.flatMap((text) =>
    [...text.matchAll(/["'`]((?:\d+[a-z]?\. )+\w)/g)].flatMap(([, title]) => idsOfTitle(title!)),
  );
  const coverage = { rail, own: new Set(titles), excluded };
  return {
    name: `${kind} ${provider}`,
    cells: new Map(CHECK_IDS.map((id) => [id, cellOf(id, coverage)])),
    tested: tests.some((text) => text.includes("railSuite(")),
  };
}

async function excludedIn(folder: string, kind: string): Promise<ExcludedChecks> {
  const file = new URL(`${folder}/excluded-checks.ts`, ROOT);
  if (!existsSync(file)) return {};
  const { EXCLUDED } = (await import(file.href)) as { EXCLUDED: Readonly<Record<string, ExcludedChecks>> };
  return EXCLUDED[kind] ?? {};
}

const SIGNS = { suite: "yes", own: "own", excluded: "–", missing: "**missing**" };

/** The table for docs/, and why checks do not apply. */
export function matrixSection(columns: readonly Column[]): string {
  const rows = CHECK_IDS.map((id) => [
    id,
    CHECKS[id]!.what + (CHECKS[id]!.remote ? " \\*" : ""),
    ...columns.map(({ cells }) => SIGNS[cells.get(id)!.state]),
  ]);
  const reasons = columns.map(({ name, cells }) => [code(name), reasonsOf(cells)]);
  return `## Checks

The checks of the conformance suite. yes: a test of the suite. own: tests next to the rail. –: does not apply; where a capability says so, the suite proves that the rail refuses. \\*: \`npm run rail:remote\` runs it against the provider, too.

${table(["", "check", ...columns.map(({ name }) => name)], rows)}

${table(["rail", "what does not apply, and why"], reasons)}`;
}

function reasonsOf(cells: Column["cells"]): string {
  const byReason = new Map<string, string[]>();
  for (const [id, cell] of cells) {
    if (cell.state !== "excluded") continue;
    byReason.set(cell.because, [...(byReason.get(cell.because) ?? []), id]);
  }
  return [...byReason].map(([because, ids]) => `${ids.join(", ")}: ${because}`).join("; ");
}
