import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Locale } from "../../../src/shop/locale.ts";

/** Inclusive, as `@font-face` has it. */
type Range = [first: number, last: number];

/** A file of a family, which serves some of its characters. */
export interface Subset {
  readonly family: string;
  /** Unique. */
  readonly file: string;
  readonly ranges: Range[];
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

/** Also the selectors and joiners that pictures are made of, and not what all Latin files have. */
const EMOJI = /(?![\d#*©®™])[\p{Emoji}\p{Emoji_Component}]/u;

const { resolve } = createRequire(import.meta.url);
const SUBSETS = new Map<string, Promise<readonly Subset[]>>();

/** The characters of a text that there are letters for, and the files that have them. */
export interface Typesetting {
  /** Families in the order in which they are asked for a character. */
  readonly families: readonly string[];
  readonly subsets: readonly Subset[];
  /** Whether a character can be drawn: of emoji few can, such as ♥. */
  has(character: string): boolean;
}

/**
 * What a text is set in. Han characters look different in Japan, Korea and China: kana and hangul in the text say which
 * ones are meant, else the language does.
 */
export async function typesetting(text: string, locale: Locale): Promise<Typesetting> {
  const families = [LATIN, ...SCRIPTS, ...eastAsian(text, locale)];
  const all = (await Promise.all(families.map(subsetsOf))).flat();
  const found = new Map<string, Subset | undefined>();
  for (const character of new Set(text)) {
    const point = character.codePointAt(0)!;
    // Of emoji the other families' ranges name many that their files lack.
    const isElsewhere = ({ family }: Subset) => family !== JAPANESE.name && EMOJI.test(character);
    const isIn = ({ ranges }: Subset) => ranges.some(([first, last]) => first <= point && point <= last);
    found.set(
      character,
      all.find((subset) => isIn(subset) && !isElsewhere(subset)),
    );
  }
  const subsets = new Set([...found.values()].filter((subset) => subset !== undefined));
  return {
    families: families.map(({ name }) => name),
    subsets: [...subsets],
    has: (character) => found.get(character) !== undefined,
  };
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

function subsetsOf(family: Family): Promise<readonly Subset[]> {
  const { name } = family;
  const known = SUBSETS.get(name) ?? readSubsets(family);
  SUBSETS.set(name, known);
  return known;
}

async function readSubsets({ name: family, pack, own }: Family): Promise<readonly Subset[]> {
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
