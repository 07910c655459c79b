import { execFile } from "node:child_process";
import { glob, readFile } from "node:fs/promises";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const read = (file: string) => readFile(ROOT + file, "utf8");
const linesOf = async (file: string) => (await read(file)).split("\n").filter(Boolean);
const stages = (await read("Dockerfile")).split(/^FROM /m).slice(1);
/** What the image is given of the repository, stage by stage. */
const copied = stages.map((stage) =>
  [...stage.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources]) => sources!.split(" ")),
);

/** Files that start with the program: itself, and all that it imports, however late. */
async function leadsTo(program: string): Promise<string[]> {
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, [`${ROOT}app/config/strip-types.js`, ROOT + program], {
    maxBuffer: 100_000_000,
  });
  const parts = stdout.split("\0").filter((part) => /^file:\/\/\S+$/.test(part));
  return parts.map((url) => relative(ROOT, fileURLToPath(url)));
}

it("a file of secrets comes neither into the image nor into a commit", async () => {
  for (const file of [".dockerignore", ".gitignore"])
    expect(await linesOf(file), file).toEqual(
      expect.arrayContaining([".env", ".env.*", "*.log", file === ".gitignore" ? "/secrets/" : "secrets"]),
    );
  // By name: what lies beside the code may be anything.
  for (const source of copied.flat()) expect(source).toMatch(/^(?!\.\.?\/?$)[\w.-]+(\/[\w.-]+)*$/);
});

it("the image keeps nothing of npm's cache", () => {
  const [, image] = stages;
  const installs = image!.match(/^RUN npm ci.*$/gm)!;
  expect(installs).toHaveLength(1);
  for (const install of installs) expect(install).toContain(" && npm cache clean --force");
});

it("the image has the documents that it serves", async () => {
  expect(copied[1]).toContain("docs");
  expect(await linesOf(".dockerignore")).not.toContain("docs");
});

it("the image has all that its programs import, and nothing of it is kept out", async () => {
  const [build = [], image = []] = copied;
  const ignored = await linesOf(".dockerignore");
  const left = new Set<string>();
  for (const pattern of ignored)
    for await (const path of glob([pattern, `${pattern}/**`], {
      cwd: ROOT,
      exclude: ["node_modules", ".git"],
    }))
      left.add(path);
  for (const [program, sources] of [
    ["app/main.ts", image],
    ["tools/recover.ts", image],
    ["tools/web/build.ts", build],
  ] as const) {
    const files = await leadsTo(program);
    expect(files).toContain(program);
    const has = (file: string) =>
      sources.some((source) => file === source || file.startsWith(source.replace(/\/?$/, "/")));
    expect(
      files.filter((file) => !has(file) || left.has(file)),
      program,
    ).toEqual([]);
  }
  expect((await leadsTo("app/main.ts")).length).toBeGreaterThan(400);
});
