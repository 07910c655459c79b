import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { glob, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import canonicalize from "canonicalize";
import { expect, it } from "vitest";
import { readJson, UnreadableJson } from "../src/shared/json.ts";
import { amount } from "./support/depth.ts";
import { escaped, readHostileNames } from "./support/hostile/hostile-names.ts";
import { Chance } from "./simulation/chance.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));

readHostileNames("id");
const CONFUSED = !Object.hasOwn(JSON.parse(`{"id":1,${escaped("имя")}:"Anna"}`), "имя");
const { node, v8 } = process.versions;
console.log(
  `JSON.parse of Node ${node} (V8 ${v8}) ${CONFUSED ? "confuses" : "does not confuse"} names that are spelled with escapes`,
);

/** Files other than the reader that parse JSON, each with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  "src/shared/json.ts": "the reader",
  "src/shared/json/json-scan.ts": "the reader: one name, as a text of its own",
  "src/shared/json/json-value.ts": "the reader: one string, as a text of its own",
  "src/webhooks/event.ts": "a row of ours: an event as we wrote it",
  "adapters/http/answers/answer-once.ts": "a row of ours: a refusal as we wrote it",
  "adapters/http/operator/webhooks/deliveries-api.ts": "a row of ours: an event as we wrote it",
  "adapters/persistence/organisations/rail-account-row.ts":
    "a row of ours, sealed: members by a rail's field names",
  "adapters/persistence/mails/person-mails.ts": "a row of ours, sealed: a mail as we wrote it",
  "adapters/persistence/mails/sealed-mail.ts": "a row of ours, sealed: a mail as we wrote it",
  "adapters/share-images/fonts.ts": "files of an installed package",
  "adapters/persistence/checkout/inbox.ts": "a row of ours, sealed: header names have no backslash",
  "adapters/embedded-postgres/binaries.ts": "files of an installed package",
  "adapters/http/openapi/openapi-components.ts": "what it has just written itself",
  "adapters/http/web/orders/order-pages.ts": "an instruction of ours",
  "rails/conformance/checks/keeping-promises.ts": "an instruction of ours, in a test",
  "rails/sandbox/page.ts": "a page with facts of ours",
  "rails/sandbox/rail.ts": "an instruction of ours",
  "rails/worldpay/pay.browser.ts": "in a browser: names are read by it alone",
  ...Object.fromEntries(
    [
      "awaited-code",
      "buying/following",
      "buying/order-form",
      "framed",
      "live",
      "onchain/onchain",
      "onchain/page",
      "onchain/transaction",
      "pay/follow-order",
      "pay/order",
      "pay/pay-session",
      "verify/part",
      "wallet",
    ].map((file) => [`web/browser/${file}.ts`, "the service's own page or answer, in a browser"]),
  ),
  "web/console/pages/snippet/snippet-page.tsx": "the service's own answer, in a browser",
  "adapters/http/web/bundles/buyers-files.ts": "files of ours",
  "adapters/http/web/bundles/client-package.ts": "files of ours",
  "adapters/http/web/bundles/kept-files.ts": "files of ours",
  "web/words/words.ts": "files of ours",
  "tools/contracts/compile.ts": "what the compiler says, in development",
  "tools/client-types/generate.ts": "the service's own document, in development",
  "tools/tour/paying.ts": "the service's own answers, and its own page's, in development",
  "tools/tour/picture.ts": "the service's own answers, in development",
  "tools/tour/tour.ts": "the service's own answers, in development",
  "app/demo.ts": "its own file",
};

it("JSON from outside is read by the reader: everything else that parses JSON is listed, with its reason", async () => {
  const parses =
    /\bJSON\s*\.\s*parse\s*\(|\bJSON\.parse\b(?=[,;).])|\.json\(\)|\bexpress\.json\b|\{[^}]*\bparse\b[^}]*\} = JSON\b/;
  const found: string[] = [];
  for await (const file of glob("{app,src,ports,adapters,rails,tools,web}/**/*.{ts,tsx}", {
    cwd: ROOT,
  })) {
    if (/\.test\.ts$|^rails\/[^/]+\/test\/|^tools\/bench|node_modules/.test(file)) continue;
    const code = (await readFile(join(ROOT, file), "utf8")).replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
    if (parses.test(code)) found.push(file);
  }
  expect(found.toSorted()).toEqual(Object.keys(EXCEPTIONS).toSorted());
});

/** Number of texts; `JSON_TEXTS=1000000` for a long run. Another seed makes other texts. */
const TEXTS = amount("JSON texts, compared with Python", {
  usual: 20_000,
  deep: 100_000,
  variable: "JSON_TEXTS",
});
const SEED = Number(process.env.JSON_SEED ?? 2_026);

const { error: noPython } = spawnSync("python3", ["--version"]);
if (noPython) console.warn(`Texts are not compared with Python: ${noPython.message}`);

/** One line each: the value in one spelling, or that a member is given twice. */
const PYTHON = `
import json, sys

def members(pairs):
    value = dict(pairs)
    if len(value) < len(pairs):
        raise KeyError
    return value

read = json.JSONDecoder(object_pairs_hook=members).decode
# By code points: no name here has a character between those that take two units and the others.
spell = json.JSONEncoder(sort_keys=True, separators=(",", ":")).encode
for line in open(sys.argv[1], encoding="utf-8", newline="\\n"):
    try:
        print(spell(read(line)))
    except KeyError:
        print("twice")
`;

/** Timeout of the one test, also on a busy machine. */
const LIMIT_MS = Math.max(600_000, TEXTS * 6);
/** Number of texts without a pause; in a pause the runner hears that this process lives. */
const AT_ONCE = 1_000;

async function mapped<T>(texts: readonly string[], each: (text: string) => T): Promise<T[]> {
  const all: T[] = [];
  for (let from = 0; from < texts.length; from += AT_ONCE) {
    for (const text of texts.slice(from, from + AT_ONCE)) all.push(each(text));
    await pause();
  }
  return all;
}

it(
  "texts with escaped names say the same to the reader, which has read hostile ones, and to Python",
  { timeout: LIMIT_MS },
  async ({ skip }) => {
    if (noPython) skip(`no python3: ${noPython.message}`);
    const source = new Texts(SEED);
    const texts = Array.from({ length: TEXTS }, () => source.next());
    const folder = mkdtempSync(join(tmpdir(), "foreign-json-"));
    try {
      writeFileSync(join(folder, "read.py"), PYTHON);
      writeFileSync(join(folder, "texts"), `${texts.join("\n")}\n`);
      const python = promisify(execFile)("python3", [join(folder, "read.py"), join(folder, "texts")], {
        maxBuffer: 2 ** 28,
      });
      const read = (text: string) => readJson(text, { maxDepth: 10, exchangeable: false });
      readHostileNames("id");
      const [spellings, { stdout }] = await Promise.all([
        mapped(texts, (text) => spelled(read, text)),
        python,
      ]);
      const expected = stdout.split("\n").slice(0, -1);
      expect(expected).toHaveLength(texts.length);
      expect(texts.filter((_, index) => spellings[index] !== expected[index]).slice(0, 5)).toEqual([]);
      expect(expected.filter((value) => value === "twice").length).toBeGreaterThan(TEXTS / 1_000);
      // The texts reveal a reader with the fault.
      const misread = texts.filter(
        (text, index) => expected[index] !== "twice" && spelled(JSON.parse, text) !== spellings[index],
      );
      expect(misread.length > 0).toBe(CONFUSED);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

/** Spells a text as Python does. */
function spelled(parse: (text: string) => unknown, text: string): string {
  let value: unknown;
  try {
    value = parse(text);
  } catch (error) {
    return error instanceof UnreadableJson ? error.issue.code.replace("repeated", "twice") : String(error);
  }
  return canonicalize(value)!.replaceAll(/[\u007f-\uffff]/g, (unit) => escaped(unit).slice(1, -1));
}

const NAMES = [
  ...'ab"\\\né/',
  "id",
  "имя",
  "\\u0",
  "n\\u0",
  "a\\",
  'a"',
  "😀",
  "",
  "1",
  "__proto__",
  "toString",
];
const UNITS = [...'ab\\"/u0é\n\t👍'];
const SHORT: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "/": "\\/",
  "\n": "\\n",
  "\t": "\\t",
};

/** Random texts of few names, so that names repeat in the same places, each spelled at random. */
class Texts {
  readonly #chance: Chance;

  constructor(seed: number) {
    this.#chance = new Chance(seed);
  }

  next(): string {
    return this.#object(3);
  }

  #value(depth: number): string {
    const kind = this.#chance.between(0, depth === 0 ? 2 : 5);
    if (kind === 0) return String(this.#chance.between(0, 99));
    if (kind === 1) return this.#spelled(this.#name());
    if (kind === 2) return this.#chance.oneOf(["true", "false", "null", "-0.5", "[]", "{}"]);
    if (kind === 3)
      return `[${this.#several(() => this.#value(depth - 1)).join(this.#chance.oneOf([",", " , "]))}]`;
    return this.#object(depth - 1);
  }

  #object(depth: number): string {
    const names = this.#several(() => this.#name());
    // The same member before all of them: those behind it are in the same place.
    const all = this.#chance.happens(0.5) ? ["id", ...names] : names;
    const chosen = this.#chance.happens(0.02) ? all : [...new Set(all)];
    const members = chosen.map(
      (name) => `${this.#spelled(name)}${this.#chance.oneOf([":", " : "])}${this.#value(depth)}`,
    );
    return `{${members.join()}}`;
  }

  #several(make: () => string): string[] {
    return Array.from({ length: this.#chance.between(1, 3) }, make);
  }

  #name(): string {
    if (this.#chance.happens(0.75)) return this.#chance.oneOf(NAMES);
    return Array.from({ length: this.#chance.between(0, 4) }, () => this.#chance.oneOf(UNITS)).join("");
  }

  #spelled(text: string): string {
    const way = this.#chance.between(0, 3);
    if (way === 0) return escaped(text);
    if (way === 1) return JSON.stringify(text);
    const spelling = [...text].map((character) => {
      const short = SHORT[character];
      if (short !== undefined && (character !== "/" || this.#chance.happens(0.5))) return short;
      return this.#chance.happens(0.3) ? escaped(character).slice(1, -1) : character;
    });
    return `"${spelling.join("")}"`;
  }
}
