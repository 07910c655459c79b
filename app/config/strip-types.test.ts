import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const PRELOADED = new URL("strip-types.js", import.meta.url).href;
/** Files like the service's: imports of files by files, static, dynamic, and by a name that is computed. */
const FILES: Record<string, string> = {
  "main.ts": `
import type { Part } from "./types-alone.ts";
import { part } from "./part.ts";
const later = await import("./later.ts");
const name = (word: string): string => "./" + word + ".ts";
const found: Part[] = [part, later.part];
const stripper = () => (process as unknown as { moduleLoadList: string[] }).moduleLoadList.some((one) => one.includes("amaro"));
const before = stripper();
const other = process.argv[2] ? await import(name(process.argv[2])) : null;
console.log(JSON.stringify({ found, before, after: stripper(), other: other?.part, at: new Error("here").stack!.split("main.ts:")[1]!.split(")")[0] }));
`,
  "part.ts": `import { sep } from "node:path";\nexport const part: { text: string } = { text: "früh 🎟 " + sep };\n`,
  "later.ts": `export const part = { text: "later" } as const;\n`,
  "named.ts": `export const part: string = "named";\n`,
  "wrong.ts": `export enum Part { One }\n`,
};
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "strip-types-"));
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(folder, name), text);
  await writeFile(join(folder, "package.json"), `{ "type": "module" }`);
});
afterAll(() => rm(folder, { recursive: true }));

function run(flags: readonly string[], ...args: string[]): Promise<{ stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const all = [...flags, join(folder, "main.ts"), ...args];
    execFile(process.execPath, all, (_, stdout, stderr) => resolve({ stdout, stderr }));
  });
}

describe("what takes types out of the code", () => {
  it("leaves the program that does it out of the process, and each line where it was", async () => {
    const [bare, preloaded] = await Promise.all([run([]), run([`--import=${PRELOADED}`])]);
    expect(preloaded.stderr).toBe("");
    const facts = JSON.parse(preloaded.stdout);
    expect(facts).toMatchObject({ before: false, after: false });
    expect(facts.found).toEqual([{ text: expect.stringMatching(/^früh 🎟 /) }, { text: "later" }]);
    const { before, found, at } = JSON.parse(bare.stdout);
    expect({ before, found, at }).toEqual({ before: true, found: facts.found, at: facts.at });
  });

  it("leaves to Node what it did not find, and what is wrong", async () => {
    const flags = [`--import=${PRELOADED}`];
    const [typed, wrong] = await Promise.all([run(flags, "named"), run(flags, "wrong")]);
    expect(JSON.parse(typed.stdout)).toMatchObject({ before: false, after: true, other: "named" });
    expect(wrong.stderr).toContain("enum is not supported");
  });

  it("is preloaded by the start and by the image", async () => {
    const file = (name: string) => readFile(fileURLToPath(new URL(`../../${name}`, import.meta.url)), "utf8");
    const flag = "--import=./app/config/strip-types.js";
    expect(JSON.parse(await file("package.json")).scripts.start).toContain(flag);
    expect(await file("Dockerfile")).toContain(`"${flag}"`);
  });
});
