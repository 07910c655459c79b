import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { Partner } from "../support/builders/partner.ts";
import { opened, prepared } from "../support/opened.ts";
import { sharedService } from "../support/service/service.ts";

const EXAMPLES = fileURLToPath(new URL("../../docs/examples/", import.meta.url));
const MOST_LINES = 59;

const run = promisify(execFile);
const service = prepared(sharedService);
const partner = prepared(() => Partner.add(service));
const folder = opened(
  async () => ({ path: await mkdtemp(join(tmpdir(), "examples-")) }),
  ({ path }) => rm(path, { recursive: true, force: true }),
);

async function missing(command: string, parameter: string): Promise<string | null> {
  const reason = await run(command, [parameter]).then(
    () => null,
    () => `this machine has no ${command}`,
  );
  if (reason !== null) console.log(`the example is not tried: ${reason}`);
  return reason;
}

it("that sell a ticket have fewer than 60 lines, and the service shows all as text", async () => {
  const names = (await readdir(EXAMPLES)).filter((name) => !name.endsWith(".md"));
  const sales = ["go", "mts", "php", "py"].map((ending) => `sell-a-ticket.${ending}`);
  const pages = ["buy-button.html", "next-buy-button.tsx", "next-page.tsx", "raffle.vue"];
  expect(names.toSorted()).toEqual([...pages, ...sales, "walk.mts", "walk.py"]);
  for (const name of names) {
    const text = await readFile(EXAMPLES + name, "utf8");
    if (sales.includes(name)) expect(text.trim().split("\n").length, name).toBeLessThanOrEqual(MOST_LINES);
    const answer = await fetch(`${service.baseUrl}/docs/examples/${name}`);
    expect(answer.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
    expect(await answer.text()).toBe(text);
  }
});

// The clients' own are run where their packages are installed.
it.for<[command: string, version: string, parameters: string[], output: string]>([
  ["php", "--version", ["sell-a-ticket.php"], "tickets 1, 2\n"],
  ["go", "version", ["run", "sell-a-ticket.go"], "tickets [1 2]\n"],
])("the one for %s sells two tickets", async ([command, version, parameters, output], context) => {
  const reason = await missing(command, version);
  context.skip(reason !== null, reason ?? "");
  const env = {
    PATH: process.env.PATH,
    HOME: folder.path,
    RAFFLE_API_KEY: partner.key,
    RAFFLE_BASE_URL: service.baseUrl,
  };
  expect(await run(command, parameters, { cwd: EXAMPLES, env })).toEqual({ stdout: output, stderr: "" });
});
