import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { statusOf } from "../../adapters/http/answers/problems.ts";
import { partnerRoute } from "../../adapters/http/partner/partner-route.ts";
import {
  DrawKeyNotRegistered,
  ExpiredProof,
  InvalidProof,
  MAX_PROOF_LEAD_SEC,
  MAX_PROOF_LENGTH,
  MAX_PROOF_TTL_SEC,
  ProofRequired,
  publicKeyFromSpki,
  ReplayedProof,
} from "../../src/fair-draws/possession.ts";
import { KEY, kernel } from "../support/service/http-kernel.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PATH = "/api/v1/draws/a-draw/reveal";

interface Program {
  readonly file: string;
  readonly run: readonly string[];
  /** What has to work, and to end with 0. */
  readonly needs: readonly (readonly [string, ...string[]])[];
}

const PROGRAMS: readonly Program[] = [
  { file: "service-proof.mjs", run: [process.execPath], needs: [] },
  { file: "service_proof.py", run: ["python3"], needs: [["python3", "-c", "import cryptography"]] },
  {
    file: "service-proof.sh",
    run: ["sh"],
    needs: [
      ["sh", "-c", "openssl version | grep -E '^OpenSSL [3-9]' || { openssl version >&2; exit 1; }"],
      ["curl", "--fail-with-body", "--version"],
    ],
  },
];

/** Why a program cannot run here; null: it can. */
function lacking({ needs }: Program): string | null {
  for (const [command, ...parameters] of needs) {
    const { error, status, stderr } = spawnSync(command, parameters, { encoding: "utf8" });
    if (error) return error.message;
    if (status !== 0) return `${command}: ${stderr.trim().split("\n").at(-1)}`;
  }
  return null;
}

const reveal = partnerRoute({
  operationId: "revealDraw",
  method: "POST",
  path: "/draws/{drawId}/reveal",
  summary: "Reveal",
  tag: "Draws",
  scope: "competitions:write",
  proof: true,
  params: z.strictObject({ drawId: z.string() }),
  body: z.strictObject({ clientSeed: z.string().optional() }),
  reply: z.object({ clientSeed: z.string(), jti: z.string() }),
  wrap: false,
  handle: ({ body, proof }) => ({ clientSeed: body.clientSeed ?? "none", jti: proof!.jti }),
});
const rotate = partnerRoute({
  operationId: "rotateDrawKey",
  method: "POST",
  path: "/draws/rotate-key",
  summary: "Rotate",
  tag: "Draws",
  scope: "competitions:write",
  proof: true,
  newKeyProof: true,
  body: z.strictObject({ publicKey: z.string() }),
  reply: z.object({ ok: z.boolean() }),
  wrap: false,
  handle: ({ body, requireProofOfNewKey }) => {
    requireProofOfNewKey(publicKeyFromSpki(body.publicKey));
    return { ok: true };
  },
});
const service = kernel([reveal, rotate], { clock: { now: () => new Date() } });

let page: string;
let server: Server;
let folder: string;
beforeAll(async () => {
  page = await readFile(join(ROOT, "docs/service-proof.md"), "utf8");
  server = createServer(service.app).listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
});

/** The program that names itself in its first lines. */
function sourceOf(file: string): string {
  const blocks = [...page.matchAll(/^```\w+\n([\s\S]*?)^```$/gm)].map(([, text]) => text!);
  const found = blocks.filter((text) => text.split("\n", 2).join("\n").includes(` ${file} key |`));
  expect(found, file).toHaveLength(1);
  return found[0]!;
}

interface Ran {
  readonly status: number | null;
  readonly output: string;
  readonly errors: string;
}

async function run(program: Program, ...parameters: string[]): Promise<Ran> {
  return runWith({}, program, ...parameters);
}

async function runWith(
  environment: Record<string, string>,
  { run, file }: Program,
  ...parameters: string[]
): Promise<Ran> {
  const [command, ...before] = [...run, join(folder, file), ...parameters];
  const { port } = server.address() as AddressInfo;
  const child = spawn(command!, before, {
    cwd: join(folder, environment.IN ?? "."),
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      API_KEY: KEY,
      BASE_URL: `http://127.0.0.1:${port}`,
      NO_PROXY: "127.0.0.1",
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { status: child.exitCode, output: output.trim(), errors };
}

describe.each(PROGRAMS)("$file of docs/service-proof.md", (program) => {
  const reason = lacking(program);
  if (reason) console.warn(`${program.file} is not run: ${reason}`);

  it("makes a key and signs requests with it", async ({ skip }) => {
    if (reason) skip(reason);
    folder = await mkdtemp(join(tmpdir(), "proofs-"));
    try {
      await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
      await writeFile(join(folder, program.file), sourceOf(program.file));
      const made = await run(program, "key");
      expect(made).toEqual({ status: 0, output: expect.stringMatching(/^[\w-]{59}$/), errors: "" });
      expect((await stat(join(folder, "draw-key.pem"))).mode & 0o777).toBe(0o600);
      expect((await run(program, "key")).output, "the key stays").toBe(made.output);
      service.accessControl.register(KEY, publicKeyFromSpki(made.output));

      const body = '{ "clientSeed": "Zoë 🎟" }\n';
      await writeFile(join(folder, "body.json"), body);
      const answers: unknown[] = [];
      for (const parameters of [["body.json"], ["body.json"], []]) {
        const { status, output, errors } = await run(program, "POST", PATH, ...parameters);
        expect({ status, errors }, output).toEqual({ status: 0, errors: "" });
        answers.push(JSON.parse(output));
      }
      expect(answers).toEqual([
        { clientSeed: "Zoë 🎟", jti: expect.any(String) },
        { clientSeed: "Zoë 🎟", jti: expect.any(String) },
        { clientSeed: "none", jti: expect.any(String) },
      ]);
      expect(new Set(answers.map((answer) => (answer as { jti: string }).jti)).size).toBe(3);

      await mkdir(join(folder, "next"));
      const next = await runWith({ IN: "next" }, program, "key");
      await writeFile(join(folder, "body.json"), JSON.stringify({ publicKey: next.output }));
      const send = ["POST", "/api/v1/draws/rotate-key", "body.json"] as const;
      const one = await run(program, ...send);
      expect([one.status, JSON.parse(one.output).error]).not.toEqual([0, undefined]);
      const both = await runWith({ NEW_KEY: "next/draw-key.pem" }, program, ...send);
      expect({ status: both.status, output: both.output }).toEqual({ status: 0, output: '{"ok":true}' });

      await writeFile(join(folder, "body.json"), '{"unknown":1}');
      const refused = await run(program, "POST", PATH, "body.json");
      expect(refused.status).not.toBe(0);
      expect(JSON.parse(refused.output).error).toBe("invalid_request");
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

it("the page names every refusal with its status, and the limits as they are", () => {
  for (const problem of [DrawKeyNotRegistered, ProofRequired, InvalidProof, ExpiredProof, ReplayedProof]) {
    expect(page).toContain(`| ${statusOf(problem)} | \`${problem.code}\` |`);
  }
  expect(page).toContain(`at most ${MAX_PROOF_LENGTH} characters`);
  expect(page).toContain(`counts for ${MAX_PROOF_TTL_SEC} seconds`);
  expect(page).toContain(`may be ${MAX_PROOF_LEAD_SEC} seconds ahead`);
});
