import { execFile } from "node:child_process";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { Partner } from "../support/builders/partner.ts";
import { opened, prepared } from "../support/opened.ts";
import { TestService } from "../support/service/service.ts";
import { MISSING_VENV } from "./support/python.ts";

const EXAMPLES = fileURLToPath(new URL("../../docs/examples/", import.meta.url));
const MOST_SECONDS = 60;
const OUTPUT = /^tickets 1, 2\nwebhooks verified\ndraw verified: ticket [12] of 2 wins\n$/;

const run = promisify(execFile);
// The walk moves the clock: no other test may share the service.
const service = opened(() => TestService.open({ background: true, webhooksPollMs: 50 }));
const partner = prepared(() => Partner.add(service));
const folder = opened(
  async () => ({ path: await mkdtemp(join(tmpdir(), "empty folder-")) }),
  ({ path }) => rm(path, { recursive: true, force: true }),
);

function environment(): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: folder.path,
    RAFFLE_API_KEY: partner.key,
    RAFFLE_BASE_URL: service.baseUrl,
    // An install that needs a registry or an index fails.
    npm_config_registry: "http://127.0.0.1:9/",
    PIP_NO_INDEX: "1",
    PIP_DISABLE_PIP_VERSION_CHECK: "1",
  };
}

const LANGUAGES = {
  TypeScript: {
    program: "walk.mts",
    install: [["npm", "install", "--no-audit", "--no-fund", "/docs/clients/partner-raffle-1.0.0.tgz"]],
    command: process.execPath,
    missing: null,
  },
  Python: {
    program: "walk.py",
    install: [
      ["python3", "-m", "venv", "environment"],
      ["environment/bin/pip", "install", "--quiet", "/docs/clients/partner_raffle-1.0.0-py3-none-any.whl"],
    ],
    command: "environment/bin/python",
    missing: MISSING_VENV,
  },
} as const;

it.for(Object.entries(LANGUAGES))(
  "from an empty folder to a verified draw takes less than a minute in %s",
  async ([, { program, install, command, missing }], context) => {
    context.skip(missing !== null, missing ?? "");
    const options = { cwd: folder.path, env: environment() };
    const start = performance.now();
    for (const [file, ...parameters] of install)
      await run(
        file,
        parameters.map((each) => (each.startsWith("/docs/") ? service.baseUrl + each : each)),
        options,
      );
    await copyFile(EXAMPLES + program, join(folder.path, program));
    const { stdout, stderr } = await run(command, [program], options);
    expect(stdout).toMatch(OUTPUT);
    expect(stderr).toBe("");
    const seconds = (performance.now() - start) / 1_000;
    console.log(`the walk in ${program} took ${seconds.toFixed(1)} s, with the installation`);
    expect(seconds).toBeLessThan(MOST_SECONDS);
  },
);
