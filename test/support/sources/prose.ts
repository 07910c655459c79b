import { parseSync } from "@swc/core";

/** The English of one file. */
interface Prose {
  readonly path: string;
  /** Comments without their marks; consecutive `//` or `--` lines are one comment. */
  readonly comments: readonly string[];
  /** Comments that begin with two stars: those that editors show with a name. */
  readonly docs: readonly string[];
  /** Texts that people read: strings with a space, JSX texts, in tests the titles alone, lines of Markdown. */
  readonly texts: readonly string[];
}

/** Fillers and wordy verbs: `docs/contributing.md` names a plain word for each. */
const FILLERS = new RegExp(
  [
    "who(ever|m)",
    "whatever",
    "(some|no|any)body",
    "anew",
    "beside",
    "by (it|them)sel(f|ves)",
    "now and then",
    "all the same",
    "so many",
    "of (its|their|our|his) own",
    "reckon(s|ed)?",
    "told",
    "asked",
    "stands? (in|on|at|beside|by|there|as)",
    "lies? (in|on|at|beside|there)",
    "(goes|going|went) (on|by)",
    "looks? at",
    "looked at",
    "is no(?! longer\\b| more\\b| less\\b)",
  ]
    .map((words) => `\\b(?:${words})\\b`)
    .join("|"),
  "i",
);
/** Words with which a doc comment says neither what a function does nor what a thing is. */
const VAGUE_OPENING = /^(what|of|how|whether|as|by|where|who)\b/i;

/** Whether a text has a word of the list. Code in backticks does not count. */
export function hasFiller(text: string): boolean {
  return FILLERS.test(text.replaceAll(/`[^`]*`/g, "`"));
}

/** Whether a doc comment begins with a word that is neither a verb nor a noun. */
export function opensVaguely(doc: string): boolean {
  return VAGUE_OPENING.test(doc);
}

/** Reads the prose of a file: TypeScript, SQL, CSS, Solidity or Markdown. */
export function readProse(path: string, text: string): Prose {
  if (path.endsWith(".md")) return { path, comments: [], docs: [], texts: linesOfMarkdown(text) };
  if (!/\.tsx?$/.test(path)) return { path, ...commentsOf(text, path.endsWith(".sql")), texts: [] };
  const strings = new Strings(Buffer.from(text), path.endsWith(".test.ts"));
  strings.visit(parseSync(text, { syntax: "typescript", tsx: path.endsWith(".tsx"), target: "esnext" }));
  return { path, ...commentsOf(strings.masked(), false), texts: strings.texts };
}

function linesOfMarkdown(text: string): string[] {
  return text
    .replaceAll(/^```[\s\S]*?^```$/gm, "")
    .split("\n")
    .filter((line) => line.trim() !== "");
}

/** @param text in which strings are blank */
function commentsOf(text: string, isSql: boolean): Pick<Prose, "comments" | "docs"> {
  const line = isSql ? "--" : "//";
  const pattern = new RegExp(
    `/\\*[\\s\\S]*?\\*/|(?:(?:^|[ \\t])${line}[^\\n]*(?:\\n[ \\t]*${line}[^\\n]*)*)`,
    "gm",
  );
  const found = text.match(pattern) ?? [];
  const plain = (comment: string) =>
    comment
      .replaceAll(/^\s*(?:\/\*\*?|\*\/|\*|\/\/|--)/gm, " ")
      .replaceAll("*/", " ")
      .replaceAll(/\s+/g, " ")
      .trim();
  const comments = found.map(plain).filter((comment) => /[a-z]{2}/i.test(comment));
  const docs = found.filter((comment) => comment.trim().startsWith("/**")).map(plain);
  return { comments, docs };
}

/** A node of the syntax tree, as swc writes it. */
type Node = Readonly<Record<string, unknown>> & { readonly type: string };

/** Strings of a syntax tree, which are blanked out in the text so that no comment is found in them. */
class Strings {
  readonly texts: string[] = [];
  readonly #bytes: Buffer;
  readonly #isTest: boolean;

  constructor(bytes: Buffer, isTest: boolean) {
    this.#bytes = Buffer.from(bytes);
    this.#isTest = isTest;
  }

  masked(): string {
    return this.#bytes.toString();
  }

  visit(value: unknown): void {
    if (typeof value !== "object" || value === null) return;
    const node = value as Partial<Node>;
    if (typeof node.type === "string") this.#note(node as Node);
    for (const child of Object.values(value)) this.visit(child);
  }

  #note(node: Node): void {
    if (node.type === "CallExpression" && this.#isTest) this.#noteTitle(node);
    const text = textOf(node);
    if (text === null) return;
    const { start, end } = node.span as { start: number; end: number };
    // swc counts bytes, from 1.
    this.#bytes.fill(" ", start - 1, end - 1);
    if (!this.#isTest && / /.test(text.trim())) this.texts.push(text.trim().replaceAll(/\s+/g, " "));
  }

  #noteTitle({ callee, arguments: given }: Node): void {
    const { value, type, callee: inner, object } = callee as Node;
    const name = type === "Identifier" ? value : (((inner ?? object) as Node | undefined)?.object ?? object);
    const called = typeof name === "string" ? name : (name as Node | undefined)?.value;
    const [first] = given as { expression: Node }[];
    const title = first ? textOf(first.expression) : null;
    if (title !== null && /^(it|test|describe|on[A-Z]\w*)$/.test(String(called))) this.texts.push(title);
  }
}

/** Returns the text of a string, a template's part, a JSX text or a regular expression; null for other nodes. */
function textOf({ type, value, raw, cooked, pattern }: Node): string | null {
  if (type === "StringLiteral" || type === "JSXText") return String(value);
  if (type === "TemplateElement") return String(cooked ?? raw);
  if (type === "RegExpLiteral") return String(pattern).replaceAll(" ", "");
  return null;
}
