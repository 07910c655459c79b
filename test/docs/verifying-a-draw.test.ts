import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, inject, it, type TestContext } from "vitest";
import { drawFile, drawOf, drawVector, drawVectors } from "../support/draws/lot-draw-vectors.ts";
import { PLAIN } from "../support/service/compile-cache.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const VECTOR = drawVector("a competition id above 2^32");
const DRAW = drawOf(VECTOR);
const TEXT = drawFile(DRAW);

const { error: noPython } = spawnSync("python3", ["--version"]);
if (noPython) console.warn(`The documented Python is not run: ${noPython.message}`);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "verifying-"));
  const page = await readFile(join(ROOT, "docs/verifying-a-draw.md"), "utf8");
  const [, script = ""] = /^```python\n([\s\S]*?)^```$/m.exec(page)!;
  await writeFile(join(folder, "verify_draw.py"), script);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Ran {
  readonly status: number | null;
  readonly output: string;
}

function run(program: string, parameters: readonly string[]): Ran {
  const { status, stdout, stderr, error } = spawnSync(program, parameters, {
    cwd: ROOT,
    env: { ...PLAIN, HOME: folder },
    encoding: "utf8",
  });
  if (error) throw error;
  return { status, output: stdout + stderr };
}

/** Writes the text and verifies it in the documented way. */
type Verifier = (text: string) => Promise<Ran>;

async function fileOf(text: string): Promise<string> {
  const file = join(folder, "draw.ndjson");
  await writeFile(file, text);
  return file;
}

/** Runs the page's Python on each of the files in one process, as if each had one of its own. */
const MANY = `
import contextlib, io, json, sys
script, files, file = sys.argv[1:]
program = compile(open(script).read(), script, "exec")
ran = []
for text, parameters in json.load(open(files)):
    open(file, "w", encoding="latin-1", newline="").write(text)
    sys.argv = [script, file, *parameters]
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        try:
            exec(program, {"__name__": "__main__"})
            status = 0
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else 1
        except Exception:
            status = 1
    ran.append({"status": status, "output": output.getvalue()})
print(json.dumps(ran))
`;

async function manyInPython(files: readonly (readonly [string, ...string[]])[]): Promise<Ran[]> {
  const [many, list, file] = ["many.py", "files.json", "one.ndjson"].map((name) => join(folder, name));
  await writeFile(many!, MANY);
  await writeFile(list!, JSON.stringify(files.map(([text, ...parameters]) => [text, parameters])));
  const { status, output } = run("python3", [many!, join(folder, "verify_draw.py"), list!, file!]);
  expect(status, output).toBe(0);
  return JSON.parse(output) as Ran[];
}

const inPython: Verifier = async (text) =>
  run("python3", [join(folder, "verify_draw.py"), await fileOf(text)]);
const withNpm: Verifier = async (text) => run("npm", ["run", "--silent", "verify", "--", await fileOf(text)]);
/** What npm runs, for each of the texts: a bundle of it. */
async function manyWithNode(texts: readonly string[]): Promise<Ran[]> {
  const ran: Ran[] = [];
  for (const text of texts)
    ran.push(run(process.execPath, [join(inject("bundles"), "verify.js"), await fileOf(text)]));
  return ran;
}

/** Each a byte of the file, replaced by another. */
const CHANGES: readonly (readonly [string, RegExp, string])[] = [
  ["the root", /(?<="ticketsRoot":"\w{20})\w/, "-"],
  ["the number of tickets", /(?<="totalTickets":\d)\d/, "8"],
  ["the number of ranges", /(?<="ranges":)\d/, "7"],
  ["the ticket that won", /(?<="ticketNumber":)\d/, "9"],
  ["its position", /(?<="winnerIndex":)\d/, "9"],
  ["the block's hash", /(?<="blockHash":"0x\w{30})\w/, "7"],
  ["the competition's id", /(?<="competitionId":)\d/, "5"],
  ["the status", /(?<="status":"dra)w/, "v"],
  ["the first number of an entry", /(?<=\n\[)5/, "6"],
  ["the last number of an entry", /(?<=,)24074893/, "24074892"],
  ["an entry's order", /(?<=\n\[1,5611858,"\w{63})\w/, "x"],
  ["an entry's quote", /(?<=\n\[1,5611858,)"/, "'"],
  ["the last line feed", /\n$/, " "],
  ["the block hash's prefix", /0x(?=\w{64}")/, "0y"],
  ["a member more", /^\{/, '{"note":1,'],
  ["a member more of the winner", /(?<="winner":\{)/, '"note":1,'],
  ["a member more of the commitment", /(?<="commitment":\{)/, '"note":1,'],
  ["a member less", /"chainId":\d+,/, ""],
  ["a member less of the commitment", /"blockNumber":\d+,/, ""],
  ["a member less of the winner", /,"drawnAt":"[^"]+"/, ""],
  ["a winner of another kind", /"status":"drawn"(.*)"winner":.*/, '"status":"committed"$1"winner":0}'],
  ["a block that is no number", /(?<="blockNumber":)\d+/, '"1205"'],
  ["a name that is spelled with an escape", /"chainId"/, String.raw`"chai\u006eId"`],
];

describe.each([
  [
    "the Python of docs/verifying-a-draw.md",
    inPython,
    (texts: readonly string[]) => manyInPython(texts.map((text) => [text])),
  ],
  ["npm run verify", withNpm, manyWithNode],
] as const)("%s", (name, verifier, many) => {
  const needsPython = ({ skip }: TestContext) => {
    if (verifier === inPython && noPython) skip(`no python3: ${noPython.message}`);
  };

  it("verifies a draw file, and tells who won", async (context) => {
    needsPython(context);
    const { status, output } = await verifier(TEXT);
    expect(output).toContain(`verified: ticket ${VECTOR.ticketNumber} won`);
    expect(status).toBe(0);
  });

  it("fails on one changed byte", async (context) => {
    needsPython(context);
    const changed = CHANGES.map(([what, pattern, other]) => {
      const text = TEXT.replace(pattern, other);
      expect(text, what).not.toBe(TEXT);
      return text;
    });
    const ran = await many(changed);
    for (const [i, [what]] of CHANGES.entries()) {
      const { status, output } = ran[i]!;
      expect(status, `${name}, ${what}: ${output}`).toBe(1);
      expect(output, what).not.toContain("verified");
    }
  });

  it("verifies what is committed before there is a winner, and nothing before that", async (context) => {
    needsPython(context);
    const committed = { ...DRAW.document, status: "committed", winner: null } as const;
    const fitting = await verifier(drawFile({ ...DRAW, document: committed }));
    expect(fitting).toMatchObject({
      status: 0,
      output: expect.stringContaining("the winner is not decided yet"),
    });
    const fewer = drawFile({ document: committed, entries: DRAW.entries.slice(1) });
    expect(await verifier(fewer)).toMatchObject({ status: 1 });
    const waiting = { ...committed, status: "waiting", commitment: null } as const;
    expect(await verifier(drawFile({ document: waiting, entries: [] }))).toMatchObject({ status: 1 });
  });
});

describe("the Python of docs/verifying-a-draw.md", () => {
  it("fails on any changed byte, except where the page says so", async ({ skip }) => {
    if (noPython) skip(`no python3: ${noPython.message}`);
    const free = ["chainId", "blockNumber", "committedAt", "drawnAt"].map((member) => {
      const value = new RegExp(`(?<="${member}":)("[^"]*"|\\d+)`).exec(TEXT)!;
      return { member, from: value.index, to: value.index + value[0].length };
    });
    const places = Array.from({ length: TEXT.length * 2 }, (_, index) => index >> 1);
    const texts = places.map((at, index) => {
      const other = TEXT.charCodeAt(at) ^ (index % 2 === 0 ? 1 : 4);
      return TEXT.slice(0, at) + String.fromCodePoint(other) + TEXT.slice(at + 1);
    });
    const ran = await manyInPython(texts.map((text) => [text]));
    const unnoticed = places.filter((_, index) => ran[index]!.status === 0);
    const memberAt = (at: number) =>
      free.find(({ from, to }) => from <= at && at < to)?.member ?? `byte ${at}`;
    expect(new Set(unnoticed.map(memberAt))).toEqual(new Set(free.map(({ member }) => member)));
  });

  it("verifies every vector and finds every buyer's tickets", async ({ skip }) => {
    if (noPython) skip(`no python3: ${noPython.message}`);
    const files = drawVectors.map((vector) => [drawFile(drawOf(vector)), vector.entries.at(-1)![2]] as const);
    const nobody = "cs_00000000000000000000000000";
    const ran = await manyInPython([...files, [TEXT, nobody]]);
    for (const [i, { name, entries }] of drawVectors.entries()) {
      const [first, last, order] = entries.at(-1)!;
      expect(ran[i]!.output, name).toContain(`tickets of ${order}: ${first} to ${last}\n`);
      expect(ran[i]!.status, name).toBe(0);
    }
    expect(ran.at(-1)!.output).toContain(`tickets of ${nobody}: none`);
  });
});
