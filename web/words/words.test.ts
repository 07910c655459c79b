import { readFileSync } from "node:fs";
import { IntlMessageFormat } from "intl-messageformat";
import { describe, expect, it } from "vitest";
import { LOCALES, type Locale } from "../../src/shop/locale.ts";
import { type Key, KEYS, wordsIn } from "./words.ts";

type Texts = Readonly<Record<Key, string>>;
type Element = ReturnType<IntlMessageFormat["getAst"]>[number];
/** Type numbers of message elements in FormatJS. */
const TYPE = { argument: 1, number: 2, plural: 6, tag: 8 } as const;
const COUNTS = [0, 1, 2, 3, 11, 100];

function textsOf(locale: Locale): Texts {
  return JSON.parse(readFileSync(new URL(`./${locale}.json`, import.meta.url), "utf8"));
}

/** Arguments and tags, each with what it is, and a plural with its forms. */
function argumentsIn(elements: readonly Element[], locale: Locale): string[] {
  return elements.flatMap((element) => {
    switch (element.type) {
      case TYPE.argument:
        return [element.value];
      case TYPE.number:
        return [`${element.value}: number`];
      case TYPE.tag:
        return [`<${element.value}>`, ...argumentsIn(element.children, locale)];
      case TYPE.plural: {
        const exact = Object.keys(element.options).filter((form) => form.startsWith("="));
        const forms = Object.keys(element.options).filter((form) => !form.startsWith("="));
        const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions();
        expect(forms.toSorted(), `forms of ${element.value} in ${locale}`).toEqual(
          pluralCategories.toSorted(),
        );
        return [`${element.value}: plural ${exact.join()}`];
      }
      default:
        return [];
    }
  });
}

const en = textsOf("en");
/** The same word in two languages. */
const SHARED = new Set([
  "de: results.block",
  "de: results.open",
  "fr: results.transaction",
  "nl: state.open",
  "nl: results.hash",
]);

describe.each(LOCALES)("the words in %s", (locale) => {
  const texts = textsOf(locale);
  const words = wordsIn(locale);

  it("have every key of the English ones, with its arguments and every plural form of the language", () => {
    expect(Object.keys(texts)).toEqual(KEYS);
    for (const key of KEYS) {
      const found = argumentsIn(new IntlMessageFormat(texts[key], locale).getAst(), locale).toSorted();
      expect(found, key).toEqual(argumentsIn(new IntlMessageFormat(en[key], "en").getAst(), "en").toSorted());
    }
  });

  it("say each thing in that language, with the number where it belongs", () => {
    const same = KEYS.filter(
      (key) => locale !== "en" && texts[key] === en[key] && texts[key] !== "{organisation}",
    );
    expect(same.filter((key) => !SHARED.has(`${locale}: ${key}`))).toEqual([]);
    for (const count of COUNTS) {
      const left = words.text("left", { left: count });
      expect(left).not.toMatch(/[{}#<>]|undefined/);
      // A dual, or a word for one or none, stands for its number.
      const isWord = count < 3 && (count === 0 || locale === "ar");
      if (!isWord) expect(left).toContain(words.number(count));
      const sold = words.pieces("sold", { sold: count, max: count, n: (pieces: unknown[]) => ({ pieces }) });
      expect(sold).toContainEqual({ pieces: [words.number(count)] });
    }
  });

  it("have no broken plural for any count", () => {
    for (const key of KEYS) {
      const ast = new IntlMessageFormat(texts[key], locale).getAst();
      const found = argumentsIn(ast, locale).map((each) => each.split(": plural"));
      const counted = found.filter(([, exact]) => exact !== undefined).map(([name]) => name!);
      for (const name of counted)
        for (const count of COUNTS) {
          const others = Object.fromEntries(found.map(([each]) => [each!.split(":")[0]!, 7]));
          const tags = Object.fromEntries(
            found
              .filter(([each]) => each!.startsWith("<"))
              .map(([each]) => [each!.slice(1, -1), (pieces: unknown[]) => pieces.join("")]),
          );
          const said = words.pieces(key, { ...others, ...tags, [name]: count } as never).join("");
          expect(said, `${key} ${count}`).not.toMatch(/[{}#<>]|undefined|NaN|\s{2}/);
          expect(said.trim(), `${key} ${count}`).toBe(said);
          // A dual, or a word for one or none, stands for its number.
          const isWord = count < 2 || (count === 2 && locale === "ar");
          if (!isWord) expect(said, `${key} ${count}`).toContain(words.number(count));
        }
    }
  });

  it("name the zone of a time", () => {
    expect(words.time(new Date("2027-01-11T12:13:14Z"))).toMatch(/UTC|GMT|غرينتش|เวลา/);
  });
});

it("the English ones are those that readers from everywhere know", () => {
  const compressed = /\b(?:by itself|whoever|so many|as ever|all the same|asks whether)\b/i;
  expect(KEYS.filter((key) => compressed.test(en[key]))).toEqual([]);
});
