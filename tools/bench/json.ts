import { availableParallelism, cpus } from "node:os";
import { invariant } from "../../src/shared/invariant.ts";
import { readJson } from "../../src/shared/json.ts";

// The reader of JSON from outside beside JSON.parse, which confuses names that are spelled with escapes.
const ROUNDS = 15;
const RULES = {
  body: { maxDepth: 100, exchangeable: false },
  list: { maxDepth: 102, exchangeable: true },
} as const;

const purchase = JSON.stringify({
  competitionId: 42,
  quantity: 3,
  buyer: { email: "anna.müller@example.com", name: "Anna Müller", country: "DE" },
  payment: { method: "card", currency: "EUR" },
  answer: "a fountain",
  returnUrl: "https://partner.example/thanks?order=1001",
});
const list = (noteLength: number) => {
  const person = (id: number) => ({
    id,
    имя: `Анна ${id}`,
    email: `participant-${id}@example.com`,
    note: "é".repeat(noteLength),
  });
  return JSON.stringify({
    clientSeed: "bench",
    candidates: Array.from({ length: 10_000 }, (_, id) => person(id)),
    pick: 1,
  });
};

/** As Python's json.dumps writes it. */
const inAscii = (json: string) =>
  json.replaceAll(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
const namesPlain = (json: string) => json.replaceAll("имя", "name");

const CASES = [
  { title: "a purchase's body", text: purchase, rules: RULES.body, times: 20_000 },
  { title: "the same, texts escaped", text: inAscii(purchase), rules: RULES.body, times: 20_000 },
  {
    title: "the same, one name escaped",
    text: inAscii(purchase).replace('"email"', String.raw`"\u0065mail"`),
    rules: RULES.body,
    times: 20_000,
  },
  { title: "a list of 10,000 objects", text: list(350), rules: RULES.list, times: 3 },
  { title: "the same, texts escaped", text: inAscii(namesPlain(list(115))), rules: RULES.list, times: 3 },
  { title: "the same, a name in each escaped", text: inAscii(list(115)), rules: RULES.list, times: 3 },
];

console.log(
  [
    `Node ${process.versions.node}, ${availableParallelism()} × ${cpus()[0]?.model ?? "?"}; medians of ${ROUNDS} rounds`,
    "",
    "| | size | JSON.parse | the reader |",
    "|---|--:|--:|--:|",
    ...CASES.map(({ title, text, rules, times }) => {
      const parse = medianMs(times, () => JSON.parse(text));
      const read = medianMs(times, () => readJson(text, rules));
      return `| ${title} | ${sizeOf(text)} | ${millisecondsText(parse)} | ${millisecondsText(read)} |`;
    }),
  ].join("\n"),
);

/** Of one call; the first round only warms up. */
function medianMs(times: number, run: () => unknown): number {
  const rounds = Array.from({ length: ROUNDS + 1 }, () => {
    const startedAt = performance.now();
    for (let time = 0; time < times; time += 1) invariant(run() !== null, "the text is read");
    return (performance.now() - startedAt) / times;
  });
  return rounds.slice(1).toSorted((a, b) => a - b)[ROUNDS >> 1]!;
}

function millisecondsText(ms: number): string {
  return ms < 1 ? `${(ms * 1_000).toFixed(1)} µs` : `${ms.toFixed(1)} ms`;
}

function sizeOf(text: string): string {
  const bytes = Buffer.byteLength(text);
  return bytes < 10_000 ? `${bytes} bytes` : `${(bytes / 1e6).toFixed(1)} MB`;
}
