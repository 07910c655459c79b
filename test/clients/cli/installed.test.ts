import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { UNCOLLECTED } from "../../support/service/compile-cache.ts";
import { prepared } from "../../support/opened.ts";
import { sharedService } from "../../support/service/service.ts";
import { profileFolder } from "../support/command-line.ts";

/** In bytes: a third of the official package for the Model Context Protocol alone. */
const PACKED_MOST = 40_000;
const run = promisify(execFile);
const service = prepared(sharedService);
const folder = profileFolder();

it("installs from a running service as one program that depends on nothing, and answers", async () => {
  const { path: cwd } = folder;
  const env = {
    ...process.env,
    ...UNCOLLECTED,
    RAFFLE_BASE_URL: service.baseUrl,
    npm_config_cache: join(cwd, ".cache"),
    // An install that needs a registry fails.
    npm_config_registry: "http://127.0.0.1:9/",
  };
  const address = `${service.baseUrl}/docs/clients/raffle-cli-1.0.0.tgz`;
  const { byteLength } = await (await fetch(address)).arrayBuffer();
  expect(byteLength).toBeLessThan(PACKED_MOST);
  await run("npm", ["install", "--no-audit", "--no-fund", address], { cwd, env });
  const { stdout } = await run(join(cwd, "node_modules/.bin/raffle"), ["status"], { cwd, env });
  expect(stdout).toContain("ready");
  const installed = join(cwd, "node_modules/raffle-cli");
  const manifest = JSON.parse(await readFile(join(installed, "package.json"), "utf8"));
  expect(Object.keys(manifest)).not.toEqual(expect.arrayContaining([expect.stringMatching(/ependencies$/)]));
  expect(await readFile(join(installed, "raffle.js"), "utf8")).not.toMatch(/from "(?!node:)|require\(/);
});
