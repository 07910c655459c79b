import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
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

const check = (module: string): Promise<Ended> =>
  run(process.execPath, [join(ROOT, "tools/rails/check.ts"), module], elsewhere);

async function run(program: string, parameters: readonly string[], cwd: string): Promise<Ended> {
  const child = spawn(program, parameters, {
    cwd,
    env: { ...PLAIN, ...UNCOLLECTED, NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { status: child.exitCode ?? -1, output: output + errors };
}

/** Imports as the page on adding a rail says. */
const contracted = (source: string): string =>
  source
    .replace(/"((?:\.\.\/)+)\.\.\/(ports\/[\w/-]+)\.ts"/g, '"$1contract/$2.js"')
    .replace(/"((?:\.\.\/)+)((?:conformance|shared)\/[\w-]+)\.ts"/g, '"$1contract/rails/$2.js"');

/** The example in a folder of that package, with one change where `change` says so. */
async function copy(folder: string, as: "js" | "ts", change = (source: string) => source): Promise<void> {
  await mkdir(join(elsewhere, folder, "test"), { recursive: true });
  for (const file of await readdir(join(ROOT, "rails/example"), { recursive: true })) {
    if (!file.endsWith(".ts") || file.endsWith(".test.ts")) continue;
    const source = contracted(change(await readFile(join(ROOT, "rails/example", file), "utf8")));
    const code =
      as === "ts"
        ? source
        : stripTypeScriptTypes(source).replaceAll(/(from "\.{1,2}\/[\w-]+)\.ts"/g, '$1.js"');
    await writeFile(join(elsewhere, folder, file.replace(/ts$/, as)), code);
  }
}

async function expectAllChecked(module: string): Promise<void> {
  const { status, output } = await check(module);
  expect({ status, output }).toMatchObject({ status: 0 });
  expect(output).toMatch(/^ 1 {2}passed /m);
  expect(output).toMatch(/^38 {2}excluded /m);
  expect(output).toMatch(/^58 {2}passed /m);
  expect(output).toMatch(/\b0 failed/);
}

describe("npm run rail:check", () => {
  it("runs the suite on a package elsewhere, and prints every check", async () => {
    await copy("src", "ts");
    await expectAllChecked("src/test/harness.ts");
  });

  it("runs it on a copy that is compiled against the contract's types, as the page on adding a rail says", async () => {
    await copy("src", "ts");
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
    await expectAllChecked("dist/test/harness.js");
  });

  it("names what a rail does wrong, and ends with 1", async () => {
    const more = "{ ...order, charge: { ...order.charge, amount: order.charge.amount + 1 } }";
    await copy("wrong", "js", (source) =>
      source.replace("rejectionOf(order,", `rejectionOf(${more},`).replace("plant: async", "other: async"),
    );
    const { status, output } = await check("wrong/test/harness.js");
    expect({ status, output }).toMatchObject({ status: 1 });
    expect(output).toMatch(/^ 6 {2}FAILED /m);
    expect(output).toMatch(/^ 5 {2}passed /m);
    expect(output).toContain("The harness is incomplete: add provider.plant, or exclude 75 and say why.");
    expect(output).toContain("failed: 6. charges the least it says in USD (50) and refuses one less");
  });

  it("says what is missing when there is nothing to run", async () => {
    await writeFile(join(elsewhere, "nothing.js"), "export const rail = 1;\n");
    const nothing = await check("nothing.js");
    expect(nothing.status).toBe(1);
    expect(nothing.output).toContain("openHarness");
    expect(await check("nowhere.js")).toMatchObject({
      status: 2,
      output: expect.stringContaining("nowhere.js"),
    });
    expect(await check(".")).toMatchObject({
      status: 2,
      output: expect.stringContaining("There is no file"),
    });
    expect(await check("node_modules/x/harness.ts")).toMatchObject({ status: 2 });
  });
});
