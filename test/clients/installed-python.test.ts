import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { packWheel } from "../../adapters/http/web/bundles/python-package.ts";
import { fencesOf } from "../docs/support/walk.ts";
import { Partner } from "../support/builders/partner.ts";
import { opened, prepared } from "../support/opened.ts";
import { sharedService } from "../support/service/service.ts";
import { MISSING_VENV } from "./support/python.ts";

const PATH = "/docs/clients/partner_raffle-1.0.0-py3-none-any.whl";
const EXAMPLE = new URL("../../docs/examples/sell-a-ticket.py", import.meta.url);
const MOST_LINES = 12;
/** Compares the installed files with the package's own list of them. */
const LISTED = `
import base64, hashlib, importlib.metadata, pathlib, partner_raffle.draws, partner_raffle.proofs, partner_raffle.types, partner_raffle.webhooks
package = importlib.metadata.distribution("partner_raffle")
for file in package.files:
    if file.hash and "dist-info" not in str(file):
        digest = hashlib.sha256(pathlib.Path(file.locate()).read_bytes()).digest()
        assert base64.urlsafe_b64encode(digest).rstrip(b"=").decode() == file.hash.value, file
names = [str(file) for file in package.files]
assert "partner_raffle/py.typed" in names and "partner_raffle/_calls.pyi" in names
print(package.version, package.metadata["Requires-Python"], package.requires)
`;

const run = promisify(execFile);
const service = prepared(sharedService);
const partner = prepared(() => Partner.add(service));
const folder = opened(
  async () => ({ path: await mkdtemp(join(tmpdir(), "empty folder-")) }),
  ({ path }) => rm(path, { recursive: true, force: true }),
);

it("a stranger in an empty folder installs it from a running service and sells a ticket in twelve lines", async (context) => {
  context.skip(MISSING_VENV !== null, MISSING_VENV ?? "");
  const page = await readFile(new URL("../../docs/clients.md", import.meta.url), "utf8");
  const [program] = fencesOf(page).flatMap(({ language, text }) => (language === "python" ? [text] : []));
  expect(program!.trim().split("\n").length).toBeLessThanOrEqual(MOST_LINES);
  await partner.lot();
  const { path: cwd } = folder;
  const env = {
    PATH: process.env.PATH,
    HOME: cwd,
    // An install that needs an index or a setting fails.
    PIP_CONFIG_FILE: "/dev/null",
    PIP_NO_INDEX: "1",
    PIP_DISABLE_PIP_VERSION_CHECK: "1",
    RAFFLE_API_KEY: partner.key,
    RAFFLE_BASE_URL: service.baseUrl,
  };
  await run("python3", ["-m", "venv", "environment"], { cwd, env });
  await run("environment/bin/pip", ["install", "--quiet", service.baseUrl + PATH], { cwd, env });
  const python = (text: string) => run("environment/bin/python", ["-c", text], { cwd, env });
  expect(await python(program!)).toEqual({ stdout: "[1]\n", stderr: "" });
  const example = await readFile(EXAMPLE, "utf8");
  expect(await python(example)).toEqual({ stdout: "tickets 1, 2\n", stderr: "" });
  const { stdout } = await python(LISTED);
  expect(stdout).toBe(`1.0.0 >=3.9 ['cryptography>=3.4; extra == "proofs"']\n`);
});

it("has the same bytes each time, and they are served", async () => {
  const [first, second] = [await packWheel(), await packWheel()];
  expect(first.body.equals(second.body)).toBe(true);
  const answer = await fetch(service.baseUrl + PATH);
  expect(answer.headers.get("Content-Type")).toBe("application/zip");
  expect(Buffer.from(await answer.arrayBuffer()).equals(first.body)).toBe(true);
});
