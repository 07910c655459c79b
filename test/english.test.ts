import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { messageFaults } from "../tools/lint/commit-message.ts";
import { hasFiller, opensVaguely, readProse } from "./support/sources/prose.ts";
import { ROOT, treePaths } from "./support/sources/tree.ts";

const git = (...args: readonly string[]) =>
  execFileSync("git", args, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
const WRITTEN = /\.(tsx?|sql|css|sol|md)$/;
const GENERATED = /schema\.sql$|^docs\/api\//;

/**
 * Comments with a word of the list or a vague first word, and texts with a word of the list, for each folder. Numbers only
 * fall: after a correction, write the new one here. `test/support/sources/prose.ts` has the lists.
 */
const MOST: Readonly<Record<string, { readonly comments: number; readonly texts: number }>> = {
  app: { comments: 1, texts: 0 },
  contracts: { comments: 4, texts: 0 },
  docs: { comments: 0, texts: 1 },
  ports: { comments: 3, texts: 0 },
  src: { comments: 12, texts: 0 },
  test: { comments: 144, texts: 201 },
  testing: { comments: 3, texts: 0 },
  web: { comments: 0, texts: 1 },
};

/** Subjects of commits that were rebased, which runs no hook, before landing ran this test. */
const UNCHECKED: ReadonlySet<string> = new Set([
  "Describe web's functions and types in plain words",
  "Gather the web face of rails and the bundles in adapters/http/web",
  "Let one death of a process serve many stories",
  "Render the console's lists, routes and forms with shared parts",
  "Say where the controls of simulated parts are",
  "Shorten the list of test files that begin first",
]);

/** Returns the commit from which on messages follow the rules; null without a clone or its history. */
function firstChecked(): string | null {
  try {
    return git("log", "-1", "--format=%H", "--diff-filter=A", "--", "tools/hooks/commit-msg").trim() || null;
  } catch {
    return null;
  }
}

describe("the English of the tree", () => {
  it("has no more words of the list than before, in any folder", () => {
    const counts: Record<string, { comments: number; texts: number }> = {};
    for (const path of treePaths().filter((file) => WRITTEN.test(file) && !GENERATED.test(file))) {
      const folder = path.includes("/") ? path.split("/")[0]! : "README.md";
      const { comments, docs, texts } = readProse(path, readFileSync(join(ROOT, path), "utf8"));
      const count = (counts[folder] ??= { comments: 0, texts: 0 });
      const vague = new Set(docs.filter(opensVaguely));
      count.comments += comments.filter((comment) => hasFiller(comment) || vague.has(comment)).length;
      count.texts += texts.filter(hasFiller).length;
    }
    for (const [folder, count] of Object.entries(counts)) {
      expect(count.comments, `comments in ${folder}`).toBeLessThanOrEqual(MOST[folder]?.comments ?? 0);
      expect(count.texts, `texts in ${folder}`).toBeLessThanOrEqual(MOST[folder]?.texts ?? 0);
    }
  });

  it("has commit messages that follow the rules", ({ skip }) => {
    const first = firstChecked();
    if (first === null) return skip("no history of commits is here");
    const messages = git("log", "--format=%B%x00", `${first}..HEAD`).split("\0");
    const faults = messages
      .map((message) => message.trim())
      .filter((message) => message !== "" && !UNCHECKED.has(message.split("\n")[0]!))
      .filter((message) => messageFaults(message).length > 0);
    expect(faults).toEqual([]);
  });
});

describe("a rule of English is broken by", () => {
  const prose = (path: string, ...lines: string[]) => readProse(path, lines.join("\n"));

  it("a word of the list in a comment, of any language", () => {
    const filler = "Runs whatever was asked.";
    for (const [path, comment] of [
      ["a.ts", `/** ${filler} */`],
      ["a.ts", `// ${filler}`],
      ["a.tsx", `const a = <b>{/* ${filler} */}</b>;`],
      ["a.sql", `select 1; -- ${filler}`],
      ["a.css", `/* ${filler} */`],
      ["a.sol", `/// ${filler}`],
    ] as const)
      expect(prose(path, comment).comments.filter(hasFiller), path).toHaveLength(1);
  });

  it("a word of the list in a text that people read, and in a test's title, but not in code", () => {
    const texts = (path: string, line: string) => prose(path, line).texts.filter(hasFiller);
    expect(texts("a.ts", 'log.warn("nobody is there")')).toHaveLength(1);
    expect(texts("a.ts", "log.warn(`${name} is told of it`)")).toHaveLength(1);
    expect(texts("a.tsx", "const a = <b>Keep things all the same</b>;")).toHaveLength(1);
    expect(texts("a.test.ts", 'it.each([1])("is asked twice", () => f("nobody here"))')).toHaveLength(1);
    expect(texts("a.md", "Whoever reads this.")).toHaveLength(1);
    expect(texts("a.md", "The column `asked` is new.")).toEqual([]);
    expect(prose("a.ts", 'const a = "// whoever";').comments).toEqual([]);
  });

  it("a doc comment that begins with neither a verb nor a noun", () => {
    const { docs } = prose("a.ts", "/** Whether it is open. */", "/** Opens it. */", "// Of a note.");
    expect(docs.filter(opensVaguely)).toEqual(["Whether it is open."]);
  });

  it("a commit message with a long subject, another first word, a full stop or a long line", () => {
    const long = "x".repeat(40);
    expect(messageFaults("Retry a refund after a timeout\n\nThe provider may have received it.\n")).toEqual(
      [],
    );
    for (const message of [
      `Retry ${long} ${long}`,
      "Retried a refund",
      "A refund is retried",
      "Retry a refund.",
      "Retry a refund\nat once",
      `Retry a refund\n\n${long} ${long}`,
    ])
      expect(messageFaults(message), message).toHaveLength(1);
  });
});
