import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PLAIN, UNCOLLECTED } from "../support/service/compile-cache.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const run = promisify(execFile);
const LINKED = ["node_modules", "ports", "src", "rails/shared", "rails/conformance", "rails/conformance.ts"];
const PROVIDERS = { redirect: "acme-pay", qr: "scan2go", flow: "river", embed: "inlay-card-pay" } as const;

/** A folder like a checkout of this repository, but for the new rails. */
let folder: string;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "rail-new-")));
  await mkdir(join(folder, "rails"));
  for (const linked of LINKED) await symlink(join(ROOT, linked), join(folder, linked));
  await writeFile(join(folder, "package.json"), '{"type": "module"}');
  const tsconfig = JSON.parse(await readFile(join(ROOT, "tsconfig.json"), "utf8"));
  const include = Object.values(PROVIDERS).map((provider) => `rails/${provider}`);
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ ...tsconfig, include }));
});
afterAll(() => rm(folder, { recursive: true }));

const railNew = (...words: string[]) =>
  run(process.execPath, [join(ROOT, "tools/rails/new.ts"), ...words, "--into", "rails"], {
    cwd: folder,
    env: PLAIN,
  });
const tool = (name: string, ...words: string[]) =>
  run(join(ROOT, "node_modules/.bin", name), words, { cwd: folder, env: { ...PLAIN, ...UNCOLLECTED } });

describe("npm run rail:new", () => {
  it("makes a rail of each kind that says how it is registered", async () => {
    for (const [kind, provider] of Object.entries(PROVIDERS))
      expect((await railNew(provider, "--kind", kind)).stdout).toContain("app/rails.ts");
    const rail = await readFile(join(folder, "rails/acme-pay/rail.ts"), "utf8");
    expect(rail).toContain("class AcmePayRail implements Rail");
    expect(rail).not.toMatch(/Example|example-/);
  });

  it("makes what type-checks, and passes lint and format", async () => {
    await tool("tsc", "-p", folder, "--singleThreaded");
    const folders = Object.values(PROVIDERS).map((provider) => `rails/${provider}`);
    await tool("oxlint", "--config", join(ROOT, "tools/lint/oxlint.json"), "--deny-warnings", ...folders);
    await tool("oxfmt", "--config", join(ROOT, "tools/lint/oxfmt.json"), "--check", ...folders);
  });

  it("makes what passes the conformance suite", { timeout: 240_000 }, async () => {
    const inOne = ["--no-isolate", "--maxWorkers=1"];
    const folders = ["rails/acme-pay", "rails/scan2go"];
    const { stdout } = await tool("vitest", "run", "--root", folder, ...inOne, ...folders);
    expect(stdout).toMatch(/Test Files .*2 passed/);
    expect(stdout).not.toMatch(/\d failed/);
  });

  it("refuses a name that is taken, no name, and a kind that the example cannot stand for", async () => {
    await expect(railNew("acme-pay", "--kind", "redirect")).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining("exists already"),
    });
    await expect(railNew("Acme", "--kind", "redirect")).rejects.toMatchObject({ code: 2 });
    await expect(railNew("acme", "--kind", "fields")).rejects.toMatchObject({ code: 2 });
  });
});
