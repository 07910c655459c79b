import { glob, readdir, readFile } from "node:fs/promises";
import { expect, it } from "vitest";

const ROOT = new URL("../../../", import.meta.url);
const read = (file: string) => readFile(new URL(file, ROOT), "utf8");
const page = await read("docs/architecture.md");

function section(heading: string): string {
  const [, text] = new RegExp(`^## ${heading}\n([\\s\\S]*?)(?=^## |$(?![\\s\\S]))`, "m").exec(page)!;
  return text!;
}

it("the architecture page has a row for each loop that the service starts, and no other", async () => {
  const code = await read("app/background.ts");
  const started = [...code.matchAll(/\b(?:every|startLoop)\([^,)]+, "([\w-]+)"/g)].map(([, name]) => name!);
  const loops = code.match(/\bevery\(|\bstartLoop\(wiring/g)!;
  expect(started.length).toBe(loops.length);
  const rows = [...section("Who does what without a request").matchAll(/^\| `([\w-]+)`/gm)];
  expect(rows.map(([, name]) => name!).toSorted()).toEqual(started.toSorted());
});

it("each class, constraint and environment variable that the architecture page names is in the code", async () => {
  const sources: string[] = [await read("adapters/persistence/schema.sql")];
  for await (const file of glob("{*.ts,{src,ports,adapters,rails,config}/**/*.ts}", { cwd: ROOT.pathname }))
    sources.push(await read(file));
  const code = sources.join("\n");
  const named = [...page.replaceAll(/^```[\s\S]*?^```$/gm, "").matchAll(/`([A-Za-z]\w*)`/g)].map(
    ([, name]) => name!,
  );
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((name) => !new RegExp(`\\b${name}\\b`).test(code))).toEqual([]);
});

it("the architecture page names each folder of code", async () => {
  const entries = await readdir(ROOT, { withFileTypes: true });
  const folders = entries
    .filter((entry) => entry.isDirectory() && !/^\.|^(?:node_modules|docs|dist)$/.test(entry.name))
    .map(({ name }) => name);
  expect(folders.filter((name) => !page.includes(`\`${name}/`))).toEqual([]);
});

it("the architecture page names each kind of caller, and no other", async () => {
  const [, callers] = /^\*\*Callers\.\*\* (.*?)\. /m.exec(page)!;
  const [, kinds] = /readonly kind: ([^;]+);/.exec(await read("ports/principal.ts"))!;
  const named = [...callers!.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name);
  expect(named.toSorted()).toEqual([...kinds!.matchAll(/"(\w+)"/g)].map(([, kind]) => kind).toSorted());
});
