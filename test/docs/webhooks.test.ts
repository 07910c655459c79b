import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EVENT_EXAMPLES } from "../../adapters/http/openapi/webhooks.ts";
import { EVENT_TYPES, EventEnvelope } from "../../src/webhooks/event.ts";
import { signatureHeader } from "../../src/webhooks/signature.ts";
import { unusedPort } from "../support/service/unused-port.ts";
import { eventually } from "../support/eventually.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SECRET = "whsec_0123456789abcdefghijklmnop";
const ANOTHER = "whsec_another_endpoints_secret";
/** Go compiles first. */
const START_MS = 120_000;

interface Program {
  readonly file: string;
  /** What has to be there, and how it says so. */
  readonly needs: readonly [string, string];
  readonly command: (file: string, port: string) => readonly [string, ...string[]];
}

const node: Pick<Program, "needs" | "command"> = {
  needs: [process.execPath, "--version"],
  command: (file) => [process.execPath, file],
};
const PROGRAMS: readonly Program[] = [
  { file: "receiver.mjs", ...node },
  { file: "receiver-with-stripe.mjs", ...node },
  { file: "receiver.py", needs: ["python3", "--version"], command: (file) => ["python3", file] },
  {
    file: "receiver.php",
    needs: ["php", "--version"],
    command: (file, port) => ["php", "-S", `127.0.0.1:${port}`, file],
  },
  { file: "receiver.go", needs: ["go", "version"], command: (file) => ["go", "run", file] },
];

let page: string;
let folder: string;
beforeAll(async () => {
  page = await readFile(join(ROOT, "docs/webhooks.md"), "utf8");
  folder = await mkdtemp(join(tmpdir(), "receivers-"));
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The program whose first line names the file. */
function sourceOf(file: string): string {
  const blocks = [...page.matchAll(/^```\w+\n([\s\S]*?)^```$/gm)].map(([, text]) => text!);
  const found = blocks.filter((text) => text.split("\n", 1)[0]!.endsWith(` ${file}`));
  expect(found, file).toHaveLength(1);
  return found[0]!;
}

interface Receiver {
  /** @returns the status of its answer */
  deliver(rawBody: string, signature: string | undefined): Promise<number>;
  stop(): Promise<void>;
}

async function start({ file, command }: Program): Promise<Receiver> {
  await writeFile(join(folder, file), sourceOf(file));
  const port = String(await unusedPort());
  const [program, ...parameters] = command(join(folder, file), port);
  // In a group of its own: `go run` starts another.
  const child = spawn(program, parameters, {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, WEBHOOK_SECRET: SECRET, PORT: port },
    stdio: "ignore",
    detached: true,
  });
  const exited = once(child, "exit");
  const deliver: Receiver["deliver"] = async (body, signature) => {
    const headers = {
      "Content-Type": "application/json",
      ...(signature !== undefined && { "X-Service-Signature": signature }),
    };
    const answer = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body });
    await answer.arrayBuffer();
    return answer.status;
  };
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`${file} ended with ${child.exitCode}`);
    return deliver("{}", undefined).then(
      (status) => status === 400,
      () => false,
    );
  });
  return {
    deliver,
    async stop() {
      if (child.exitCode !== null) throw new Error(`${file} ended by itself with ${child.exitCode}`);
      process.kill(-child.pid!, "SIGKILL");
      await exited;
    },
  };
}

it.each(EVENT_TYPES)("the example of %s is one", (type) => {
  const example = EVENT_EXAMPLES[type];
  expect(example.type).toBe(type);
  expect(EventEnvelope.parse(example)).toEqual(example);
});

describe.each(PROGRAMS)("$file of docs/webhooks.md", (program) => {
  const [command, version] = program.needs;
  const { error } = spawnSync(command, [version]);
  if (error) console.warn(`${program.file} is not run: ${error.message}`);

  it("takes our deliveries of every type and no others", { timeout: START_MS }, async ({ skip }) => {
    if (error) skip(`no ${command}: ${error.message}`);
    const { deliver, stop } = await start(program);
    try {
      const now = Math.floor(Date.now() / 1000);
      for (const type of EVENT_TYPES) {
        const body = JSON.stringify(EVENT_EXAMPLES[type]);
        expect(await deliver(body, signatureHeader([SECRET], now, body)), type).toBe(204);
        const changed = body.replace("12:13:14.567Z", "12:13:14.568Z");
        expect(changed).not.toBe(body);
        expect(await deliver(changed, signatureHeader([SECRET], now, body)), type).toBe(400);
      }
      const body = JSON.stringify({ ...EVENT_EXAMPLES.ping, data: { endpointId: 1, organisation: "Zoë" } });
      const header = signatureHeader([SECRET], now, body);
      const [t, v1] = header.split(",") as [string, string];
      const judge = (signature: string | undefined) => deliver(body, signature);

      expect(await judge(header)).toBe(204);
      expect(await judge(signatureHeader([ANOTHER, SECRET], now, body)), "the old of two secrets").toBe(204);
      expect(await judge(signatureHeader([SECRET, ANOTHER], now, body)), "the new of two secrets").toBe(204);
      expect(await judge(signatureHeader([SECRET], now - 280, body)), "not yet 5 minutes old").toBe(204);
      expect(await judge(signatureHeader([SECRET], now - 301, body)), "older than 5 minutes").toBe(400);
      expect(await judge(`t=${now - 1},${v1}`), "another t").toBe(400);
      expect(await judge(signatureHeader([ANOTHER], now, body)), "another endpoint's secret").toBe(400);
      expect(await judge(signatureHeader([ANOTHER, `${ANOTHER}2`], now, body)), "two that do not fit").toBe(
        400,
      );
      const broken = ["", "v1", "t=", t, v1, `${t},v1=`, `${t},v1=zz`, `${t},v0=${v1.slice(3)}`, `t=x,${v1}`];
      for (const signature of [undefined, ...broken]) expect(await judge(signature), signature).toBe(400);
      expect(await judge(header), "it still runs").toBe(204);
    } finally {
      await stop();
    }
  });
});
