import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Locale } from "../../src/shop/locale.ts";
import { charactersIn, type Range } from "./woff2-characters.ts";

/** A file of a family, which serves some of its characters. */
export interface Subset {
  readonly family: string;
  /** Unique. */
  readonly file: string;
  readonly ranges: Range[];
}

/** A subset as the package's index describes it: the file lacks some of the characters that it names. */
interface Indexed extends Subset {
  /** With what the file has. Read when a character may be in it. */
  read?: Promise<Subset>;
}

interface Family {
  readonly name: string;
  readonly pack: string;
  /** Which of the subsets are its own script: all families have Latin, too. */
  readonly own: RegExp;
}

const LATIN: Family = {
  name: "Noto Sans",
  pack: "noto-sans",
  own: /^(latin|latin-ext|vietnamese|cyrillic|cyrillic-ext|greek|greek-ext|devanagari)$/,
};
const SCRIPTS: readonly Family[] = [
  { name: "Noto Sans Arabic", pack: "noto-sans-arabic", own: /^arabic$/ },
  { name: "Noto Sans Hebrew", pack: "noto-sans-hebrew", own: /^hebrew$/ },
  { name: "Noto Sans Thai", pack: "noto-sans-thai", own: /^thai$/ },
];
const NUMBERED = /^\[\d+\]$/;
const JAPANESE: Family = { name: "Noto Sans JP", pack: "noto-sans-jp", own: NUMBERED };
const KOREAN: Family = { name: "Noto Sans KR", pack: "noto-sans-kr", own: NUMBERED };
const CHINESE: Family = { name: "Noto Sans SC", pack: "noto-sans-sc", own: NUMBERED };

const MARK = /\p{M}/u;
/** Characters that join letters, or separate them. */
const JOINER = /[\u200c\u200d]/;
const NO_LETTER = /[\p{M}\u200c\u200d]/gu;

const { resolve } = createRequire(import.meta.url);
const SUBSETS = new Map<string, Promise<readonly Indexed[]>>();

/** The files that a text is set in. */
interface Typesetting {
  /** Families in the order in which they are searched for a character. */
  readonly families: readonly string[];
  readonly subsets: readonly Subset[];
  /**
   * Returns what is drawn of a part of the text. A character that no font has becomes its compatible form in Unicode, such
   * as 2 for ₂, or nothing.
   */
  spelled(part: string): string;
}

/**
 * Finds what a text is set in. Han characters look different in Japan, Korea and China: kana and hangul in the text say which
 * ones are meant, else the language does.
 */
export async function typesetting(text: string, locale: Locale): Promise<Typesetting> {
  const families = [LATIN, ...SCRIPTS, ...eastAsian(text, locale)];
  const all = (await Promise.all(families.map(subsetsOf))).flat();
  const letters = new Map<string, Letter>();
  for (const character of new Set(text.replaceAll(NO_LETTER, ""))) {
    for (const spelling of [character, character.normalize("NFKC")]) {
      const found = await Promise.all([...spelling].map((each) => subsetWith(all, each)));
      const subsets = found.filter((subset) => subset !== null);
      if (subsets.length < found.length) continue;
      letters.set(character, { spelling, subsets });
      break;
    }
  }
  return {
    families: families.map(({ name }) => name),
    subsets: [...new Set([...letters.values()].flatMap(({ subsets }) => subsets))],
    spelled: (part) => spelledWith(letters, part),
  };
}

/** A character, as it is drawn. */
interface Letter {
  readonly spelling: string;
  readonly subsets: readonly Subset[];
}

/** A mark is drawn with the letter before it, in the same font: one that lacks it would draw a box. */
function spelledWith(letters: ReadonlyMap<string, Letter>, part: string): string {
  let before: Subset | undefined;
  let spelled = "";
  for (const character of part) {
    if (JOINER.test(character)) spelled += character;
    else if (MARK.test(character)) {
      if (before && includes(before.ranges, character.codePointAt(0)!)) spelled += character;
    } else {
      const letter = letters.get(character);
      spelled += letter?.spelling ?? "";
      before = letter?.subsets.at(-1);
    }
  }
  return spelled;
}

/** null: no font has it. */
async function subsetWith(all: readonly Indexed[], character: string): Promise<Subset | null> {
  const point = character.codePointAt(0)!;
  for (const indexed of all) {
    if (!includes(indexed.ranges, point)) continue;
    const subset = await (indexed.read ??= readRanges(indexed));
    if (includes(subset.ranges, point)) return subset;
  }
  return null;
}

async function readRanges({ family, file, ranges }: Indexed): Promise<Subset> {
  const there = await charactersIn(await readFile(file));
  const both = ranges.flatMap(([first, last]) =>
    there
      .map(([from, to]): Range => [Math.max(first, from), Math.min(last, to)])
      .filter(([from, to]) => from <= to),
  );
  return { family, file, ranges: both };
}

function includes(ranges: readonly Range[], point: number): boolean {
  return ranges.some(([first, last]) => first <= point && point <= last);
}

export function readSubset({ file }: Subset): Promise<Uint8Array> {
  return readFile(file);
}

function eastAsian(text: string, locale: Locale): readonly Family[] {
  if (/\p{Script=Hangul}/u.test(text)) return [KOREAN, JAPANESE, CHINESE];
  if (locale === "ja" || /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text))
    return [JAPANESE, CHINESE, KOREAN];
  return [CHINESE, JAPANESE, KOREAN];
}

function subsetsOf(family: Family): Promise<readonly Indexed[]> {
  const { name } = family;
  const known = SUBSETS.get(name) ?? readSubsets(family);
  SUBSETS.set(name, known);
  return known;
}

async function readSubsets({ name: family, pack, own }: Family): Promise<readonly Indexed[]> {
  const index = resolve(`@fontsource-variable/${pack}/unicode.json`);
  const ranges = JSON.parse(await readFile(index, "utf8")) as Readonly<Record<string, string>>;
  return Object.entries(ranges)
    .filter(([subset]) => own.test(subset))
    .map(([subset, text]) => ({
      family,
      file: index.replace(
        "unicode.json",
        `files/${pack}-${subset.replaceAll(/[[\]]/g, "")}-wght-normal.woff2`,
      ),
      ranges: text.split(",").map(rangeOf),
    }));
}

/** `U+0600-06FF`, or one character. */
function rangeOf(text: string): Range {
  const [first = "", last = first] = text.trim().replace(/^U\+/i, "").split("-");
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
}
