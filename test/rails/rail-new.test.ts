import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { PLAIN, UNCOLLECTED } from "../support/service/compile-cache.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const run = promisify(execFile);
const LINKED = "node_modules ports src test rails/shared rails/conformance rails/conformance.ts".split(" ");
/** Provides the database and the programs of this run. */
const SET_UP = `export default ({ provide }) => {
  for (const [name, value] of Object.entries(JSON.parse(process.env.PROVIDED))) provide(name, value);
};
`;
const PROVIDERS = { redirect: "acme-pay", qr: "scan2go", flow: "river", embed: "inlay-card-pay" } as const;

const PROVIDED = { databaseAdminUrl: inject("databaseAdminUrl"), bundles: inject("bundles") };

/** A folder like a checkout of this repository, but for the new rails. */
let folder: string;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "rail-new-")));
  await mkdir(join(folder, "rails"));
  for (const linked of LINKED) await symlink(join(ROOT, linked), join(folder, linked));
  await writeFile(join(folder, "package.json"), '{"type": "module"}');
  const tsconfig = JSON.parse(await readFile(join(ROOT, "tsconfig.json"), "utf8"));
  const include = Object.values(PROVIDERS).map((provider) => `rails/${provider}`);
  // Types of a test that sells through the service are those of the whole service.
  const exclude = ["**/service.test.ts"];
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ ...tsconfig, include, exclude }));
  await writeFile(join(folder, "set-up.js"), SET_UP);
  await writeFile(
    join(folder, "vitest.config.js"),
    'export default { test: { globalSetup: "set-up.js", testTimeout: 60_000, hookTimeout: 60_000 } };',
  );
});
afterAll(() => rm(folder, { recursive: true }));

const railNew = (...words: string[]) =>
  run(process.execPath, [join(ROOT, "tools/rails/new.ts"), ...words, "--into", "rails"], {
    cwd: folder,
    env: PLAIN,
  });
const tool = (name: string, ...words: string[]) =>
  run(join(ROOT, "node_modules/.bin", name), words, {
    cwd: folder,
    env: { ...PLAIN, ...UNCOLLECTED, PROVIDED: JSON.stringify(PROVIDED) },
  });

describe("npm run rail:new", () => {
  it("makes a rail of each kind, and prints every step that takes it into the service", async () => {
    const page = await readFile(join(ROOT, "docs/adding-a-rail.md"), "utf8");
    const [, section = ""] = /\n## 6\. ([\s\S]*?)\n\*\*Taking a rail out/.exec(page) ?? [];
    const files = [...section.matchAll(/`((?:app|docs|rails|test)\/[\w./<>-]+\.(?:ts|md))`/g)].map(
      ([, file]) => file!,
    );
    expect(files.length).toBeGreaterThan(8);
    for (const [kind, provider] of Object.entries(PROVIDERS)) {
      const { stdout } = await railNew(provider, "--kind", kind);
      for (const file of files) expect(stdout).toContain(file.replace("<provider>", provider));
    }
    const rail = await readFile(join(folder, "rails/acme-pay/rail.ts"), "utf8");
    expect(rail).toContain("class AcmePayRail implements Rail");
    expect(rail).not.toMatch(/Example|example-/);
  });

  it("makes every file that a rail of this repository has, but for those that it prints", async () => {
    const files = ["account.ts", "currencies.ts", "client.ts", "messages.ts", "rail.ts"];
    const tests = ["conformance.test", "excluded-checks", "harness", "mutants", "rail.test", "service.test"];
    for (const provider of Object.values(PROVIDERS))
      expect(await readdir(join(folder, "rails", provider), { recursive: true })).toEqual(
        expect.arrayContaining([...files, ...tests.map((name) => join("test", `${name}.ts`))]),
      );
  });

  it("makes what type-checks, and passes lint and format", async () => {
    await tool("tsc", "-p", folder, "--singleThreaded");
    const folders = Object.values(PROVIDERS).map((provider) => `rails/${provider}`);
    await tool("oxlint", "--config", join(ROOT, "tools/lint/oxlint.json"), "--deny-warnings", ...folders);
    await tool("oxfmt", "--config", join(ROOT, "tools/lint/oxfmt.json"), "--check", ...folders);
  });

  it(
    "makes what passes the conformance suite, and sells through the service",
    { timeout: 240_000 },
    async () => {
      const inOne = ["--no-isolate", "--maxWorkers=1"];
      const folders = ["rails/acme-pay", "rails/scan2go/test/conformance"];
      const { stdout } = await tool("vitest", "run", "--root", folder, ...inOne, ...folders);
      expect(stdout).toMatch(/Test Files .*4 passed/);
      expect(stdout).not.toMatch(/\d failed/);
    },
  );

  it("refuses a name that is taken, no name, and a kind that the example cannot stand for", async () => {
    await expect(railNew("acme-pay", "--kind", "redirect")).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining("exists already"),
    });
    await expect(railNew("Acme", "--kind", "redirect")).rejects.toMatchObject({ code: 2 });
    await expect(railNew("acme", "--kind", "fields")).rejects.toMatchObject({ code: 2 });
  });
});
