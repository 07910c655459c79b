import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createDatabase } from "./support/database/database.ts";
import { UNCOLLECTED } from "./support/service/compile-cache.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const EXAMPLE = join(ROOT, "testing/example");
const run = promisify(execFile);
/** Environment of processes that compile. */
const env = { ...process.env, ...UNCOLLECTED };

/** A folder outside the repository, with the packed service and the example that uses it. */
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "partner raffle package-"));
  await cp(EXAMPLE, folder, { recursive: true });
  await run("npm", ["pack", "--pack-destination", folder], { cwd: ROOT, env });
  const tarball = (await readdir(folder)).find((name) => name.endsWith(".tgz"))!;
  const installed = join(folder, "node_modules/partner-raffle-api");
  await mkdir(installed, { recursive: true });
  await run("tar", ["xzf", join(folder, tarball), "-C", installed, "--strip-components=1"]);
  // The declared dependencies and no others, as npm installs them from its registry.
  const { dependencies } = JSON.parse(await readFile(join(installed, "package.json"), "utf8")) as {
    dependencies: Record<string, string>;
  };
  for (const name of [...Object.keys(dependencies), "vitest", "@types/node"]) {
    const link = join(folder, "node_modules", name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(join(ROOT, "node_modules", name), link);
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it("a test suite in another package starts the service with its own rail and chain, sells and draws", async () => {
  const { stdout } = await run(process.execPath, ["--test", "--test-reporter=tap"], { cwd: folder });
  expect(stdout).toContain("# pass 1\n");
  expect(stdout).toContain("# fail 0\n");
});

it("under a Node that is too old, its first line names the Node that it needs", async ({ skip }) => {
  const older = await olderNode();
  if (older === null) return skip("no Node before 24 is on the PATH");
  const failed = await run(older, ["sale.test.js"], { cwd: folder }).catch((error) => error);
  expect(failed.stderr).toMatch(/Error: partner-raffle-api\/testing runs on Node 24 or newer; this is \d+/);
  const start = ["--import=./app/config/strip-types.js", "app/main.ts"];
  const { stderr } = await run(older, start, { cwd: ROOT }).catch((error) => error);
  expect(stderr).toMatch(/^This service runs on Node 24 or newer; this is [\d.]+\.\n$/);
});

it("RAIL_MODULES finds a rail in a package that is installed next to the service", async () => {
  const installed = join(folder, "node_modules/voucher-pay");
  await mkdir(installed, { recursive: true });
  await writeFile(
    join(installed, "package.json"),
    '{"name":"voucher-pay","type":"module","exports":"./rail.js"}',
  );
  await writeFile(
    join(installed, "rail.js"),
    'import { voucherRail } from "../../voucher-rail.js";\nexport default () => [voucherRail];\n',
  );
  // The example already has a separate PostgreSQL.
  const database = await createDatabase();
  await writeFile(
    join(folder, "by-name.js"),
    `import { startForTests } from "partner-raffle-api/testing";
const [databaseUrl] = process.argv.slice(2);
const service = await startForTests({ databaseUrl, environment: { RAIL_MODULES: "voucher-pay" } });
const admin = (method, path, body) => fetch(service.baseUrl + "/admin/api/v1/organisations" + path, {
  method,
  headers: { authorization: "Bearer " + service.adminToken, "content-type": "application/json" },
  body: JSON.stringify(body),
});
await admin("POST", "", { slug: "acme", name: "Acme" });
const account = { provider: "voucher", currencies: ["USD"], credentials: { signingKey: "s" } };
console.log((await admin("PUT", "/acme/rails/redirect", account)).status);
console.log(await (await fetch(service.baseUrl + "/docs/errors.md")).text());
await service.stop();
`,
  );
  const { stdout } = await run(process.execPath, ["by-name.js", database.url], { cwd: folder });
  await database.drop();
  expect(stdout).toContain("200");
  expect(stdout).toContain("### sold_out");
});

it("the types that the package brings check the example, and find a rail that lacks a method", async () => {
  const options = [
    "--singleThreaded",
    "--checkJs",
    "--strict",
    "--noEmit",
    "--skipLibCheck",
    "--module",
    "nodenext",
    "--types",
    "node",
  ];
  const tsc = join(ROOT, "node_modules/.bin/tsc");
  const files = ["sale.test.js", "voucher-rail.js", "quick-chain.js"];
  const source = await readFile(join(folder, "voucher-rail.js"), "utf8");
  await writeFile(join(folder, "broken-rail.js"), source.replace("async cancel(", "async cancelled("));
  const check = run(tsc, [...options, "--target", "esnext", ...files, "broken-rail.js"], {
    cwd: folder,
    env,
  });
  const { stdout } = await check.then(
    () => expect.unreachable("a rail lacks a method"),
    (error: { readonly stdout: string }) => error,
  );
  const faults = stdout.split("\n").filter((line) => /^\S+\(\d+,\d+\)/.test(line));
  expect(faults).toContainEqual(expect.stringMatching(/^broken-rail\.js\(.*'cancel'/));
  expect(faults.filter((fault) => !fault.startsWith("broken-rail.js("))).toEqual([]);
});

it("the package has the conformance suite, and neither tests nor sources", async () => {
  const names = await readdir(join(folder, "node_modules/partner-raffle-api"), { recursive: true });
  expect(names).toContain("dist/rails/conformance.js");
  expect(names).toContain("dist/rails/conformance/harness.d.ts");
  for (const part of ["forged-header", "harness-clock", "planned-faults", "sample-orders"])
    expect(names).toContain(`dist/rails/conformance/${part}.js`);
  expect(names.filter((name) => /(\.test\.|^test\/|(?<!\.d)\.ts$)/.test(name))).toEqual([]);
});

it("the page on test suites shows the example as it is", async () => {
  const page = await readFile(join(ROOT, "docs/test-suites.md"), "utf8");
  const sources = await Promise.all(
    ["sale.test.js", "voucher-rail.js", "quick-chain.js"].map((name) =>
      readFile(join(EXAMPLE, name), "utf8"),
    ),
  );
  const blocks = [...page.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, block]) => block!);
  expect(blocks.length).toBeGreaterThan(2);
  expect(blocks.filter((block) => !sources.some((source) => source.includes(block)))).toEqual([]);
});

async function olderNode(): Promise<string | null> {
  const folders = process.env.PATH!.split(delimiter).filter((path) => !path.includes("node_modules"));
  for (const path of folders.map((each) => join(each, "node"))) {
    const version = await run(path, ["--version"]).catch(() => null);
    if (version && Number(/^v(\d+)/.exec(version.stdout)?.[1]) < 24) return path;
  }
  return null;
}
