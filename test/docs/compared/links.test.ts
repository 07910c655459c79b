import { existsSync } from "node:fs";
import { glob, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
/** `[text](target)` and `![text](target)`. */
const LINK = /\[[^\]]*\]\(([^)\s]+)\)/g;
/** What is in backticks on one line is no link, whatever it looks like. */
const CODE = /`[^`\n]*`/g;
const FENCES = /^```[\s\S]*?^```$/gm;

const pages: { file: string; text: string }[] = [];
for await (const file of glob("**/*.md", { cwd: ROOT, exclude: (name) => /node_modules|^\./.test(name) })) {
  pages.push({ file, text: (await readFile(join(ROOT, file), "utf8")).replaceAll(FENCES, "") });
}

/** As web pages make them of a heading: lower case, hyphens, no punctuation. */
function anchorsOf(text: string): Set<string> {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading!.toLowerCase());
  return new Set(
    headings.map((heading) => heading.replaceAll(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-")),
  );
}

it("every link in a document leads somewhere", () => {
  expect(pages.map(({ file }) => file)).toContain("README.md");
  const broken = pages.flatMap(({ file, text }) =>
    [...text.replaceAll(CODE, "").matchAll(LINK)]
      .map(([, target]) => target!)
      .filter((target) => !/^[a-z]+:/.test(target))
      .filter((target) => {
        const [path, anchor] = target.split("#");
        const there = path === "" ? file : join(dirname(file), path!);
        if (!existsSync(join(ROOT, there))) return true;
        const page = pages.find((one) => one.file === there);
        return anchor !== undefined && (!page || !anchorsOf(page.text).has(anchor));
      })
      .map((target) => `${file}: ${target}`),
  );
  expect(broken).toEqual([]);
});

it("every file and folder that a document names by its path exists", () => {
  const named = /`((?:app|src|ports|adapters|rails|contracts|test|testing|tools|docs)\/[\w./-]*)`/g;
  const missing = pages.flatMap(({ file, text }) =>
    [...text.matchAll(named)]
      .map(([, path]) => path!)
      .filter((path) => !existsSync(join(ROOT, path)) && !existsSync(join(ROOT, dirname(file), path)))
      .map((path) => `${file}: ${path}`),
  );
  expect(missing).toEqual([]);
});
