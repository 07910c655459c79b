import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readConfig } from "../../app/config/config.ts";
import { keptSecrets, seedDemo } from "../../app/demo.ts";
import { opened } from "../support/opened.ts";
import { TestService } from "../support/service/service.ts";
import { fencesOf } from "./support/walk.ts";

const ROOT = new URL("../../", import.meta.url);
const MOST_LINES = 12;
const MOST_BYTES = 200_000;

let folder: string;
let readme: string;
const service = opened(() => TestService.open());
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "readme-"));
  readme = await readFile(new URL("README.md", ROOT), "utf8");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it("begins with a picture and the two commands, of which the second is what is run for each change", async () => {
  const commands = fencesOf(readme).flatMap(({ language, text }) => (language === "sh" ? [text.trim()] : []));
  expect(commands).toEqual(["npm ci && npm start", "npm ci && npm test"]);
  expect(readme.indexOf("npm ci && npm test")).toBeLessThan(readme.indexOf("\n## "));
  expect(await readFile(new URL(".ci/run", ROOT), "utf8")).toMatch(/^npm ci && npm test$/m);
  const [, picture] = /^!\[[^\]]+\]\((\S+\.png)\)$/m.exec(readme)!;
  expect((await stat(new URL(picture!, ROOT))).size).toBeLessThan(MOST_BYTES);
});

it("has twelve lines that sell a ticket of the demo", async () => {
  const [program] = fencesOf(readme).flatMap(({ language, text }) => (language === "ts" ? [text] : []));
  expect(program!.trim().split("\n").length).toBeLessThanOrEqual(MOST_LINES);
  const config = readConfig({ DATA_DIR: folder });
  await keptSecrets(config);
  const { apiKey } = await seedDemo(service.wiring, config);
  await writeFile(join(folder, "package.json"), '{"type": "module"}');
  await writeFile(join(folder, "sell.ts"), program!.replace("http://127.0.0.1:3000", service.baseUrl));
  const env = { ...process.env, API_KEY: apiKey };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ["sell.ts"], { cwd: folder, env });
  expect([stdout, stderr]).toEqual(["[ 1 ]\n", ""]);
});
