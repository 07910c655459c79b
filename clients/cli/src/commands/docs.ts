import type { Command } from "../command.ts";
import { UsageError } from "../failure.ts";
import { called } from "../service.ts";

const MOST_FOUND = 8;
const EXCERPT = 300;
const PAGE = /<!-- \S*\/docs\/(\S*) -->\n/;

export const DOCS_COMMANDS: readonly Command[] = [
  {
    name: "docs search",
    help: "find sections of the partner's documents by words",
    arguments: ["WORDS"],
    tool: "reads",
    run: async ({ baseUrl, arguments: [words], output }) => {
      const found = sectionsWith(words!, await called(`${baseUrl()}/docs/llms-full.txt`));
      if (found.length === 0) output.note("no section has these words");
      for (const section of found) {
        const { page, title, excerpt } = section;
        output.data(section, `${page === "" ? "README" : page}: ${title}\n  ${excerpt}`);
      }
    },
  },
  {
    name: "docs",
    help: "print a page of the documents as Markdown, or their list",
    arguments: ["[PAGE]"],
    tool: "reads",
    run: async ({ baseUrl, arguments: [page], output }) => {
      const { file, text } = await pageText(baseUrl(), page);
      output.data({ page: file, text }, text.trimEnd());
    },
  },
];

/** Reads a page; without one the list of all. @throws Failure: there is none of this name */
export async function pageText(
  baseUrl: string,
  page: string | undefined,
): Promise<{ readonly file: string; readonly text: string }> {
  if (page !== undefined && !/^\w[\w/-]*(?:\.md)?$/.test(page))
    throw new UsageError("that is not the name of a page");
  const file = page === undefined ? "llms.txt" : `${page.replace(/\.md$/, "")}.md`;
  return { file, text: await called(`${baseUrl}/docs/${file}`) };
}

/** Returns the sections with the most of the words, the best first. */
function sectionsWith(words: string, documents: string) {
  const sought = words.toLowerCase().split(/\s+/).filter(Boolean);
  const [, ...parts] = documents.split(PAGE);
  return parts
    .flatMap((page, at) => (at % 2 === 0 ? sectionsOf(page, parts[at + 1]!) : []))
    .map((section) => ({ ...section, score: scoreOf(section, sought) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MOST_FOUND)
    .map(({ page, title, text }) => ({ page, title, excerpt: excerptOf(text, sought) }));
}

interface Section {
  readonly page: string;
  readonly title: string;
  readonly text: string;
}

function sectionsOf(page: string, text: string): Section[] {
  return text.split(/^(?=#{1,4} )/m).map((section) => {
    const [title = ""] = section.split("\n", 1);
    return { page, title: title.replace(/^#+ /, ""), text: section.slice(title.length).trim() };
  });
}

/** A word in the title counts most; a section with all of the words comes first. */
function scoreOf({ title, text }: Section, sought: readonly string[]): number {
  const [head, body] = [title.toLowerCase(), text.toLowerCase()];
  const scores = sought.map(
    (word) => (head.includes(word) ? 10 : 0) + Math.min(5, body.split(word).length - 1),
  );
  const number = scores.filter((score) => score > 0).length;
  return number === 0 ? 0 : number * 100 + scores.reduce((sum, score) => sum + score);
}

function excerptOf(text: string, sought: readonly string[]): string {
  const places = sought.map((word) => text.toLowerCase().indexOf(word)).filter((place) => place >= 0);
  const start = Math.max(0, Math.min(...places, text.length) - EXCERPT / 3);
  return text
    .slice(start, start + EXCERPT)
    .replaceAll(/\s+/g, " ")
    .trim();
}
