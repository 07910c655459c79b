import { glob, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import SwaggerParser from "@apidevtools/swagger-parser";
import { expect, it } from "vitest";
import { BOOK_RULES } from "../../../src/operations/book-rule.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const page = (name: string) => readFile(`${ROOT}docs/operators/${name}.md`, "utf8");

const sources: { readonly file: string; readonly text: string }[] = [];
for await (const file of glob("{app,src,adapters,rails}/**/*.ts", { cwd: ROOT }))
  if (!/\.test\.ts$|conformance|-bench\.ts|-harness\.ts/.test(file))
    sources.push({ file, text: await readFile(ROOT + file, "utf8") });

/** Lines of libraries, and warnings about settings, each of which names its variable. */
const DYNAMIC = /^(?:message|warning)$/;

interface LogLine {
  readonly file: string;
  readonly level: string;
  readonly message: string;
  readonly alert: boolean;
}

/** The arguments of a call that begins at an opening parenthesis. */
function argumentsAt(text: string, start: number): string {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if ("([{".includes(text[at]!)) depth += 1;
    if (")]}".includes(text[at]!)) depth -= 1;
    if (depth === 0) return text.slice(start + 1, at);
  }
  throw new Error("a call does not end");
}

function logLinesOf({ file, text }: (typeof sources)[number]): LogLine[] {
  return [...text.matchAll(/\blog\.(warn|error)\(/gi)].map(({ 0: call, 1: level, index }) => {
    const given = argumentsAt(text, index + call.length - 1).trim();
    const message = /(?:"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`|(\w+)),?$/.exec(given);
    if (!message) throw new Error(`${file}: what does this log? ${given}`);
    return {
      file,
      level: level!,
      message: message[1] ?? message[2] ?? message[3]!,
      alert: given.includes("alert: true"),
    };
  });
}

const lines = sources.flatMap(logLinesOf).filter(({ message }) => !DYNAMIC.test(message));

/** Each log line of the page with the heading above it. */
async function entries(): Promise<Map<string, string>> {
  const text = await page("runbooks");
  const found = new Map<string, string>();
  for (const section of text.split(/^## /m).slice(1)) {
    const heading = section.split("\n", 1)[0]!;
    for (const [, cell] of section.matchAll(/^\| (`[^|]*`) \|/gm))
      for (const [, message] of cell!.matchAll(/`([^`]+)`/g)) found.set(message!, heading);
  }
  return found;
}

const HEADING = { error: "Errors", warn: "Warnings" } as Readonly<Record<string, string>>;

it("the runbooks explain every warning and error that the code logs, below the heading of its level", async () => {
  const explained = await entries();
  expect(lines.length).toBeGreaterThan(40);
  const missing = lines
    .filter(({ message, level, alert }) => {
      const fixed = message.split("}").at(-1)!;
      const headings = [...explained].filter(([said]) => said.endsWith(fixed)).map(([, heading]) => heading);
      return !headings.includes(alert ? "Money" : HEADING[level]!);
    })
    .map(({ file, level, message }) => `${file}: ${level}: ${message}`);
  expect(missing).toEqual([]);
});

/** Whether the code writes this line; of a line that begins with a variable part, its fixed end counts. */
const isWritten = (said: string): boolean =>
  sources.some(({ text }) => text.includes(said)) ||
  lines.some(({ message }) => message.startsWith("${") && said.endsWith(message.split("}").at(-1)!));

it("the runbooks explain nothing that the code no longer logs", async () => {
  const gone = [...(await entries()).keys()].filter((said) => !isWritten(said));
  expect(gone).toEqual([]);
});

/** Words as a log line has them; commands and SQL begin otherwise. */
const SENTENCE = /`((?!npm |select |alter )[A-Za-z]+(?:[;:,]? [\w;:,()?]+)+)`/g;

it("every log line that any page for operators quotes is one that the code writes", async () => {
  const quoted: string[] = [];
  const gone: string[] = [];
  for await (const file of glob("docs/operators/*.md", { cwd: ROOT })) {
    const text = (await readFile(ROOT + file, "utf8")).replaceAll(/^ *```[\s\S]*?^ *```$/gm, "");
    for (const [, said] of text.matchAll(SENTENCE)) {
      quoted.push(said!);
      if (!isWritten(said!)) gone.push(`${file}: ${said}`);
    }
  }
  expect(quoted.length).toBeGreaterThan(50);
  expect(gone).toEqual([]);
});

it("the money runbooks say of each rule of the self-check what it compares", async () => {
  const text = await page("money-runbooks");
  const explained = [...text.matchAll(/^\| `([a-z]+_[a-z_]+)` \| (.+) \|$/gm)].map(([, rule, what]) => [
    rule,
    what,
  ]);
  expect(explained).toEqual(Object.entries(BOOK_RULES));
});

it("the monitoring page has every metric that the code counts, and no other", async () => {
  const text = await page("monitoring");
  const code = sources.map((source) => source.text).join("\n");
  const counted = [...code.matchAll(/\{\s*name: "(\w+)",\s*help:/g)].map(([, name]) => name);
  const described = [...text.matchAll(/^\| `([a-z_]+)(?:\{[^`]*\})?` \|/gm)].map(([, name]) => name);
  expect(counted.length).toBeGreaterThan(7);
  expect(described.toSorted()).toEqual(counted.toSorted());
});

interface AlertRule {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly annotations: { readonly runbook: string };
}

/** The rules of alerts.yml, read by the YAML parser that resolves references of OpenAPI documents. */
async function alertRules(): Promise<AlertRule[]> {
  const info = { title: "alerts", version: "1" };
  const wrapped = {
    openapi: "3.0.0",
    info,
    paths: {},
    "x-alerts": { $ref: `${ROOT}docs/operators/alerts.yml` },
  };
  const read = await SwaggerParser.dereference(wrapped);
  const { groups } = (read as unknown as { "x-alerts": { groups: { rules: AlertRule[] }[] } })["x-alerts"];
  return groups.flatMap(({ rules }) => rules);
}

/** Whether each parenthesis, brace and bracket of an expression is closed by its like. */
function balanced(expression: string): boolean {
  const signs = expression.replaceAll(/"[^"]*"/g, "").replaceAll(/[^()[\]{}]/g, "");
  let left = signs;
  for (let before = ""; before !== left;) {
    before = left;
    left = left.replaceAll(/\(\)|\[\]|\{\}/g, "");
  }
  return left === "";
}

it("every alert leads to a runbook, asks for a metric that there is, and is on the monitoring page", async () => {
  const [monitoring, runbooks] = [await page("monitoring"), await page("runbooks")];
  const rules = await alertRules();
  const listed = [...monitoring.matchAll(/^\| `([A-Z]\w+)` \|.*\]\((runbooks\.md#[\w-]+)\) \|$/gm)];
  expect(rules.map(({ alert, annotations }) => [alert, annotations.runbook])).toEqual(
    listed.map(([, alert, runbook]) => [alert, runbook]),
  );
  expect(rules.length).toBeGreaterThan(5);
  const headings = [...runbooks.matchAll(/^### (.+)$/gm)].map(([, one]) =>
    one!.toLowerCase().replaceAll(" ", "-"),
  );
  for (const { alert, expr, annotations, for: wait } of rules) {
    expect(headings, alert).toContain(annotations.runbook.split("#")[1]);
    expect(wait, alert).toMatch(/^\d+m$/);
    expect(balanced(expr), alert).toBe(true);
    const names = [...expr.matchAll(/\b([a-z]+_[a-z_]+?)(?:_bucket|_count)?(?=[{[)])/g)].map(
      ([, name]) => name,
    );
    expect(names.length + Number(/\bup\{/.test(expr)), alert).toBeGreaterThan(0);
    for (const name of names.filter((one) => one !== "histogram_quantile"))
      expect(monitoring, alert).toContain(`\`${name}`);
  }
});
