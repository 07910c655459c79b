import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { restoredService } from "../support/builders/restored.ts";
import { ADMIN_TOKEN, TestService } from "../support/service/service.ts";
import { onDatabase } from "../support/service/service-process.ts";
import { masked, Shell, type Step, stepsOf } from "./support/walk.ts";
import { opened } from "../support/opened.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PAGE = "operators/after-a-restore.md";
/** What the page says, and a test cannot have. */
const SHOWN_SINCE = "2026-11-22T14:05:00.000Z";

const read = (page: string) => readFile(join(ROOT, "docs", page), "utf8");

let folder: string;
let shell: Shell;
let service: TestService;
let worker: TestService | undefined;
const restored = opened(() => restoredService("acme"));
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "restored-"));
  const { PATH } = process.env;
  const environment = onDatabase(restored.url, { LOG_LEVEL: "silent" });
  shell = new Shell(folder, { ...environment, PATH, HOME: folder, LANG: "C.UTF-8" });
  const [tour] = stepsOf("", await read("operators/operator-api-tour.md"));
  await run(`cd '${ROOT}'\n${tour!.command}`);
});
afterAll(async () => {
  await shell.close();
  await worker?.stop();
  await service?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function run(command: string): Promise<string> {
  const { status, output, errors } = await shell.run(command);
  expect([status, errors], command).toEqual([0, ""]);
  return output;
}

/** What a step prints, as the page shows it. */
async function taken({ command, shown }: Step): Promise<{ printed: unknown; shown: unknown }> {
  const output = await run(
    command.replaceAll(SHOWN_SINCE, restored.since).replaceAll(".data-of-act", `'${folder}/act'`),
  );
  if (shown === null) return { printed: "", shown: output };
  if (shown.language === "text") return { printed: masked(output), shown: masked(shown.text) };
  return { printed: JSON.parse(masked(output)), shown: JSON.parse(masked(shown.text)) };
}

it("every command of the page does what it shows, from the restored database to a service that is ready", async () => {
  const [recovering, ...others] = stepsOf(PAGE, await read(PAGE));
  const first = await taken(recovering!);
  expect(first.printed).toEqual(first.shown);

  service = await TestService.open({ databaseUrl: restored.url });
  await run(`BASE_URL=${service.baseUrl}\nADMIN_TOKEN=${ADMIN_TOKEN}`);
  for (const step of others) {
    // Until the page says so, no worker runs.
    if (step.command.startsWith("until "))
      worker = await TestService.open({ databaseUrl: restored.url, background: true });
    const { printed, shown } = await taken(step);
    expect(printed, `docs/${PAGE}:${step.line}`).toEqual(shown);
  }
  expect(others.length).toBeGreaterThan(4);
  expect(worker).toBeDefined();

  const { database } = service;
  const sent = "select amount::int, state from sandbox_refund where session_id = $1";
  expect((await database.pool.query(sent, [restored.orders.lost])).rows).toEqual([
    { amount: 10_000, state: "succeeded" },
  ]);
  const { rows } = await database.pool.query("select status, halted_at from lot order by id");
  expect(rows).toEqual([
    { status: "active", halted_at: null },
    { status: "cancelled", halted_at: null },
  ]);
  const next = await restored.partner.at(service).checkout(restored.lotId);
  expect(next.status).toBe(201);
});
