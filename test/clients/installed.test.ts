import { execFile } from "node:child_process";
import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { UNCOLLECTED } from "../support/service/compile-cache.ts";
import { fencesOf } from "../docs/support/walk.ts";
import { Partner } from "../support/builders/partner.ts";
import { opened, prepared } from "../support/opened.ts";
import { sharedService } from "../support/service/service.ts";

const PATH = "/docs/clients/partner-raffle-1.0.0.tgz";
const TSC = fileURLToPath(new URL("../../node_modules/.bin/tsc", import.meta.url));
const EXAMPLE = new URL("../../docs/examples/sell-a-ticket.mts", import.meta.url);
const MOST_LINES = 12;

const run = promisify(execFile);
const service = prepared(sharedService);
const partner = prepared(() => Partner.add(service));
const folder = opened(
  async () => ({ path: await mkdtemp(join(tmpdir(), "empty folder-")) }),
  ({ path }) => rm(path, { recursive: true, force: true }),
);

it("a stranger in an empty folder installs it from a running service and sells a ticket in twelve lines", async () => {
  const page = await readFile(new URL("../../docs/clients.md", import.meta.url), "utf8");
  const [program] = fencesOf(page).flatMap(({ language, text }) => (language === "ts" ? [text] : []));
  expect(program!.trim().split("\n").length).toBeLessThanOrEqual(MOST_LINES);
  await partner.lot();
  const { path: cwd } = folder;
  const env = {
    ...process.env,
    ...UNCOLLECTED,
    RAFFLE_API_KEY: partner.key,
    RAFFLE_BASE_URL: service.baseUrl,
    npm_config_cache: join(cwd, ".cache"),
    // An install that needs a registry fails.
    npm_config_registry: "http://127.0.0.1:9/",
  };
  await run("npm", ["install", "--no-audit", "--no-fund", service.baseUrl + PATH], { cwd, env });
  await writeFile(join(cwd, "sell.mts"), program!);
  const { stdout, stderr } = await run(process.execPath, ["sell.mts"], { cwd, env });
  expect([stdout, stderr]).toEqual(["[ 1 ]\n", ""]);

  await copyFile(EXAMPLE, join(cwd, "example.mts"));
  expect(await run(process.execPath, ["example.mts"], { cwd, env })).toEqual({
    stdout: "tickets 1, 2\n",
    stderr: "",
  });

  const strict = [
    "--noEmit",
    "--strict",
    "--module",
    "nodenext",
    "--target",
    "esnext",
    "--lib",
    "esnext,dom",
  ];
  await writeFile(
    join(cwd, "globals.d.mts"),
    "declare global { const process: { env: Record<string, string> } }\nexport {};\n",
  );
  const types = ["--types", "", "--singleThreaded", "sell.mts", "example.mts", "globals.d.mts"];
  const check = await run(TSC, [...strict, ...types], { cwd, env }).catch(
    (error: { readonly stdout: string }) => error,
  );
  expect(check.stdout).toBe("");
});

it("depends on nothing, has no parts of Node in it, and parts for webhooks, proofs and draws", async () => {
  const installed = join(folder.path, "node_modules/partner-raffle");
  const manifest = JSON.parse(await readFile(join(installed, "package.json"), "utf8"));
  expect(Object.keys(manifest)).not.toEqual(expect.arrayContaining([expect.stringMatching(/ependencies$/)]));
  const script = `import { verify } from "partner-raffle/webhooks";
import { sign } from "partner-raffle/proofs";
import { verify as verifyDraw } from "partner-raffle/draws";
console.log(typeof verify, typeof sign, typeof verifyDraw);`;
  await writeFile(join(folder.path, "parts.mjs"), script);
  const { stdout } = await run(process.execPath, ["parts.mjs"], { cwd: folder.path });
  expect(stdout).toBe("function function function\n");
  for (const part of ["index", "webhooks", "proofs", "draws"])
    expect(await readFile(join(installed, `${part}.js`), "utf8")).not.toMatch(/from "(?!\.\/)|require\(/);
});

it("is a file of gzip, and no other path leads to a file", async () => {
  const { status, headers } = await service.call("GET", PATH);
  expect([status, headers.get("Content-Type")]).toEqual([200, "application/gzip"]);
  for (const path of [
    PATH.replace("1.0.0", "0.9.0"),
    "/docs/clients/..%2f..%2fpackage.json",
    "/docs/clients/",
  ])
    expect((await service.call("GET", path)).status, path).toBe(404);
});
