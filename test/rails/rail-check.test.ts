import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PLAIN, UNCOLLECTED } from "../support/service/compile-cache.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
let elsewhere: string;

/** An integrator's package: its own folder, its own dependencies, and the contract. */
beforeAll(async () => {
  elsewhere = await mkdtemp(join(tmpdir(), "example-pay-"));
  await symlink(join(ROOT, "node_modules"), join(elsewhere, "node_modules"));
  await writeFile(join(elsewhere, "package.json"), '{"name": "example-pay-rail", "type": "module"}');
  const { scripts } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));
  const [, ...contract] = `${scripts["rail:contract"]} ${join(elsewhere, "contract")}`.split(" ");
  expect(await run(join(ROOT, "node_modules/.bin/tsc"), [...contract, "--singleThreaded"], ROOT)).toEqual({
    status: 0,
    output: "",
  });
});
afterAll(() => rm(elsewhere, { recursive: true }));

interface Ended {
  readonly status: number;
  readonly output: string;
}

const check = (...modules: string[]): Promise<Ended> =>
  run(process.execPath, [join(ROOT, "tools/rails/check.ts"), ...modules], elsewhere);

async function run(program: string, parameters: readonly string[], cwd: string): Promise<Ended> {
  const child = spawn(program, parameters, {
    cwd,
    env: { ...PLAIN, ...UNCOLLECTED, NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { status: child.exitCode ?? -1, output: output + errors };
}

/** Rewrites imports as the page on adding a rail says. */
const contracted = (source: string): string =>
  source
    .replace(/"((?:\.\.\/)+)\.\.\/(ports\/[\w/-]+)\.ts"/g, '"$1contract/$2.js"')
    .replace(/"((?:\.\.\/)+)((?:conformance|shared)\/[\w-]+)\.ts"/g, '"$1contract/rails/$2.js"');

/** Files of the example that import test support of this repository. */
const SUPPORTED = /(\.test|mutants)\.ts$/;

/** Copies the example into a folder of that package, with one change where `change` makes it. */
async function copy(folder: string, change = (source: string) => source): Promise<void> {
  await mkdir(join(elsewhere, folder, "test"), { recursive: true });
  for (const file of await readdir(join(ROOT, "rails/example"), { recursive: true })) {
    if (!file.endsWith(".ts") || SUPPORTED.test(file)) continue;
    const source = await readFile(join(ROOT, "rails/example", file), "utf8");
    await writeFile(join(elsewhere, folder, file), contracted(change(source)));
  }
}

describe("npm run rail:check", () => {
  it("prints every check of a copy that is compiled against the contract's types, as the page on adding a rail says", async () => {
    await copy("src");
    const page = await readFile(join(ROOT, "docs/adding-a-rail.md"), "utf8");
    await writeFile(
      join(elsewhere, "tsconfig.json"),
      /```json\n(\{\n  "compilerOptions"[^`]*)```/.exec(page)![1]!,
    );
    expect(
      await run(join(ROOT, "node_modules/.bin/tsc"), ["-p", elsewhere, "--singleThreaded"], elsewhere),
    ).toEqual({
      status: 0,
      output: "",
    });
    const { status, output } = await check("dist/test/harness.js");
    expect({ status, output }).toMatchObject({ status: 0 });
    expect(output).toMatch(/^ 1 {2}passed /m);
    expect(output).toMatch(/^38 {2}excluded /m);
    expect(output).toMatch(/^58 {2}passed /m);
    expect(output).toMatch(/\b0 failed/);
  });

  it("names what a rail in TypeScript does wrong and what a module lacks, one after the other, and ends with 1", async () => {
    const more = "{ ...order, charge: { ...order.charge, amount: order.charge.amount + 1 } }";
    await copy("wrong", (source) =>
      source.replace("rejectionOf(order,", `rejectionOf(${more},`).replace("plant: async", "other: async"),
    );
    await writeFile(join(elsewhere, "nothing.js"), "export const rail = 1;\n");
    const { status, output } = await check("wrong/test/harness.ts", "nothing.js");
    expect({ status, output }).toMatchObject({ status: 1 });
    const [wrong, nothing] = output.split("/nothing.js\n");
    expect(wrong).toMatch(/\/wrong\/test\/harness\.ts\n/);
    expect(wrong).toMatch(/^ 6 {2}FAILED /m);
    expect(wrong).toMatch(/^ 5 {2}passed /m);
    expect(wrong).toMatch(/^58 {2}passed /m);
    expect(wrong).toContain("The harness is incomplete: add provider.plant, or exclude 75 and say why.");
    expect(wrong).toContain("failed: 6. charges the least it says in USD (50) and refuses one less");
    expect(nothing).toContain("openHarness");
  });

  it("says what is missing when there is nothing to run", async () => {
    expect(await check("nowhere.js")).toMatchObject({
      status: 2,
      output: expect.stringContaining("nowhere.js"),
    });
    expect(await check(".")).toMatchObject({
      status: 2,
      output: expect.stringContaining("File not found"),
    });
    expect(await check("node_modules/x/harness.ts")).toMatchObject({ status: 2 });
  });
});
