import type { Words } from "../words/words.ts";
import { type Face, pathOf } from "./face.ts";

/** The least number of each plural form, for all languages that there are. */
const SAMPLES = [...Array(200).keys(), 1_000_000];

/** Returns the facts that a page passes to its script. */
export function factsOf(face: Face, kind: "grid" | "lot" | "results", now: Date): object {
  const visits = `${face.site.prefix}/visits/`;
  return {
    kind,
    live: pathOf(face, "/live.json"),
    visits,
    now: now.toISOString(),
    left: leftForms(face.words),
  };
}

const formsOf = new WeakMap<Words, Record<string, string>>();

/** Returns the texts for tickets left by plural form, with `#` for the number: the browser has no messages. */
function leftForms(words: Words): Record<string, string> {
  let forms = formsOf.get(words);
  if (forms === undefined) {
    forms = { "=0": words.text("left", { left: 0 }) };
    const rules = new Intl.PluralRules(words.locale);
    for (const left of SAMPLES.slice(1))
      forms[rules.select(left)] ??= words.text("left", { left }).replace(words.number(left), "#");
    formsOf.set(words, forms);
  }
  return forms;
}
