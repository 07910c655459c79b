import { glob, readFile } from "node:fs/promises";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";

const FOLDER = fileURLToPath(new URL("../../../../docs/", import.meta.url));
const SERVED = "**/*.{go,html,json,md,mts,php,png,py,svg,tsx,vue,yml}";
const INDEX = "README.md";
const GENERATED = /^<!--.*?-->\s*/s;
/** Code, in which nothing is a link, or a link, whose text may have code. */
const CODE_OR_LINK = /^```[\s\S]*?^```$|`[^`\n]+`|\[((?:[^[\]`]|`[^`\n]*`)*)\]\(([^)\s]+)\)/gm;
const ADDRESS = /^[a-z]+:/;

/** Files of docs/ by their addresses below `/docs/`. A page has two: `errors`, and `errors.md` as Markdown. */
type Addresses = ReadonlyMap<string, string>;

/** The files of docs/. */
export class Documents {
  /** Names of lists of pages, which have no file. */
  readonly #lists: readonly string[];
  /** Markdown that follows the title of the index. */
  readonly #preface: string;
  #addresses: Promise<Addresses> | undefined;

  constructor(lists: readonly string[], preface: string) {
    this.#lists = lists;
    this.#preface = preface;
  }

  /** Lists them once in a process: what is not in the list is not there, however a path is spelt. */
  addresses(): Promise<Addresses> {
    this.#addresses ??= listed();
    this.#addresses.catch(() => (this.#addresses = undefined));
    return this.#addresses;
  }

  /** Returns the pages' files, in order. */
  async pages(): Promise<string[]> {
    return [...new Set((await this.addresses()).values())].filter(isPage).toSorted();
  }

  /** Returns the bytes of a file. */
  bytes(file: string): Promise<Buffer> {
    return readFile(FOLDER + file);
  }

  /** Returns a page as Markdown, whose links lead to files of docs/ alone: others are text. */
  async markdown(file: string): Promise<string> {
    const text = (await readFile(FOLDER + file, "utf8")).replace(GENERATED, "");
    const preface = `\n\n${this.#preface}\n\n## All documents\n\n`;
    const full = file === INDEX ? text.replace(/\n\n/, () => preface) : text;
    const known = new Set([...(await this.addresses()).values(), ...this.#lists]);
    return full.replaceAll(CODE_OR_LINK, (all, words?: string, target?: string) => {
      if (words === undefined || target === undefined) return all;
      if (ADDRESS.test(target)) return `${words} (${target})`;
      return target.startsWith("#") || known.has(targetOf(file, target).file) ? all : words;
    });
  }
}

export function isPage(file: string): boolean {
  return file.endsWith(".md");
}

/** Returns the file below docs/ that a link of a page leads to, and what follows its name there. */
export function targetOf(page: string, target: string): { readonly file: string; readonly rest: string } {
  const [, path = "", rest = ""] = /^([^?#]*)(.*)$/s.exec(target)!;
  return { file: path === "" ? page : posix.join(posix.dirname(page), path), rest };
}

/** Returns the address of a file: `errors.md` is at `errors`, `operators/README.md` at `operators/`. */
export function addressOf(file: string): string {
  return file.replace(/(^|\/)README\.md$/, "$1").replace(/\.md$/, "");
}

async function listed(): Promise<Addresses> {
  const found = await Array.fromAsync(glob(SERVED, { cwd: FOLDER }));
  const files = found.map((path) => path.replaceAll("\\", "/"));
  return new Map(files.flatMap((file) => [[file, file] as const, [addressOf(file), file] as const]));
}
