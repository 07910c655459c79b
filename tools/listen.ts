/** Receives webhooks and shows them. See docs/webhooks.md. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { readJson } from "../src/shared/json.ts";
import { answerHelp, BadUsage, parsed, reportFailure } from "./usage.ts";

const USAGE = `npm run listen -- [options]

Receives webhooks on the loopback and prints each of them, until Ctrl-C.

  --port <n>             its port; default: a free one
  --secret <whsec_…>     verifies signatures with it; also WEBHOOK_SECRET
  --status <n>           the status of every answer, verified or not; default 200. 500: the service tries again
  --register             registers an endpoint of an organisation while it runs, and verifies with its secret
    --service <url>        default http://127.0.0.1:3000
    --admin-token <token>  also ADMIN_TOKEN, which other users of the machine cannot see
    --organisation <slug>
  --help

Exits 0 after Ctrl-C; 1: something failed; 2: bad usage.`;

answerHelp(USAGE);

const READABLE = { maxDepth: 100, exchangeable: false };
const MAX_AGE_SEC = 300;
const MAX_BODY_BYTES = 1024 * 1024;
const MAX_SEEN = 10_000;
const CALL_MS = 10_000;

const OPTIONS = {
  port: { type: "string", default: "0" },
  secret: { type: "string" },
  status: { type: "string", default: "200" },
  register: { type: "boolean", default: false },
  service: { type: "string", default: "http://127.0.0.1:3000" },
  "admin-token": { type: "string" },
  organisation: { type: "string" },
} as const;

type Options = ReturnType<typeof parsed<{ options: typeof OPTIONS }>>["values"];

function readCall() {
  const { values } = parsed({ options: OPTIONS });
  const port = Number(values.port);
  const status = Number(values.status);
  if (!/^\d+$/.test(values.port) || port > 65_535) throw new BadUsage("--port is a number from 0 to 65535");
  if (!/^[2-5]\d\d$/.test(values.status)) throw new BadUsage("--status is a number from 200 to 599");
  const secret = values.secret || process.env.WEBHOOK_SECRET || null;
  const registration = values.register ? registrationOf(values) : null;
  return { port, status, secret, registration };
}

interface Registration {
  /** The organisation's endpoints at the operator interface. */
  readonly endpointsUrl: string;
  readonly token: string;
}

function registrationOf(values: Options): Registration {
  const { service, organisation } = values;
  const token = values["admin-token"] || process.env.ADMIN_TOKEN;
  if (!/^https?:\/\//.test(service) || !URL.canParse(service))
    throw new BadUsage(`--service ${service} is not an http address`);
  if (!token) throw new BadUsage("--register needs --admin-token or the variable ADMIN_TOKEN");
  if (!organisation) throw new BadUsage("--register needs --organisation");
  const path = `/admin/api/v1/organisations/${encodeURIComponent(organisation)}/webhook-endpoints`;
  return { endpointsUrl: service.replace(/\/+$/, "") + path, token };
}

async function ask({ token }: Registration, method: string, url: string, body?: object) {
  const response = await fetch(url, {
    method,
    // The token is sent nowhere else.
    redirect: "error",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(CALL_MS),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url} was answered with ${response.status}: ${text}`);
  return readJson(text, READABLE) as { data: { id: number; secret: string } };
}

/** @returns why the signature proves nothing; null: it is genuine and fresh */
function fault(header: string | undefined, rawBody: Buffer, secret: string): string | null {
  if (header === undefined) return "no X-Service-Signature";
  const parts = header.split(",").map((part) => part.split("="));
  const t = parts.find(([name]) => name === "t")?.[1] ?? "";
  const signatures = parts.filter(([name]) => name === "v1").map(([, hex]) => Buffer.from(hex ?? "", "hex"));
  if (!/^\d{1,12}$/.test(t) || signatures.length === 0) return "X-Service-Signature is not t=…,v1=…";
  const ageSec = Math.floor(Date.now() / 1000) - Number(t);
  if (Math.abs(ageSec) > MAX_AGE_SEC) return `t is ${ageSec} seconds old`;
  const expected = createHmac("sha256", secret).update(`${t}.`).update(rawBody).digest();
  if (signatures.some((one) => one.length === expected.length && timingSafeEqual(one, expected))) return null;
  return "no v1 fits the secret and the body";
}

/** @returns null: too long */
async function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  return length > MAX_BODY_BYTES ? null : Buffer.concat(chunks);
}

function pretty(rawBody: Buffer): string {
  const text = rawBody.toString();
  try {
    return JSON.stringify(readJson(text, READABLE), null, 2);
  } catch {
    return JSON.stringify(text);
  }
}

const seen = new Set<string>();

/** Returns true if the id was seen before. Called only for ids whose signature did not fail. */
function isAgain(id: string): boolean {
  if (seen.has(id)) return true;
  if (seen.size >= MAX_SEEN) seen.clear();
  seen.add(id);
  return false;
}

function show(request: IncomingMessage, rawBody: Buffer, secret: string | null): void {
  const one = (name: string) =>
    request.headers[name] === undefined ? undefined : String(request.headers[name]);
  const why = secret === null ? null : fault(one("x-service-signature"), rawBody, secret);
  const id = one("x-service-delivery");
  const again = why === null && id !== undefined && isAgain(id) ? "  again" : "";
  const judgement = secret === null ? "not checked" : why === null ? "verified" : `NOT VERIFIED: ${why}`;
  const line = [one("x-service-event") ?? "(no type)", id ?? "(no id)", judgement].join("  ");
  // A sender must not write control sequences to this terminal.
  const text = `${line}${again}\n${pretty(rawBody)}`.replaceAll(/[\p{Cc}\p{Cf}]/gu, (c) =>
    c === "\n" ? c : "?",
  );
  console.log(text);
}

async function listen({ port, status, secret: option, registration }: ReturnType<typeof readCall>) {
  const end = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => end.abort());
  let secret = option;
  let registered: Promise<unknown> = Promise.resolve();
  const server = createServer(async (request, response) => {
    try {
      const rawBody = await bodyOf(request);
      await registered;
      if (rawBody === null) console.log(`a body above ${MAX_BODY_BYTES} bytes: not shown`);
      else show(request, rawBody, secret);
      response.writeHead(rawBody === null ? 413 : status).end();
    } catch {
      response.destroy();
    }
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  let endpointUrl: string | null = null;
  try {
    if (registration) {
      const { endpointsUrl } = registration;
      const answer = ask(registration, "POST", endpointsUrl, {
        url,
        ...(option !== null && { secret: option }),
      });
      registered = answer.catch(() => {});
      const { data } = await answer;
      endpointUrl = `${endpointsUrl}/${data.id}`;
      secret = data.secret;
      console.log(`registered as endpoint ${data.id}; it is removed at the end`);
    }
    if (secret === null) console.log("without --secret or WEBHOOK_SECRET: signatures are NOT verified");
    console.log(`listening on ${url}, answering ${status}; Ctrl-C ends it`);
    if (!end.signal.aborted) await once(end.signal, "abort");
  } finally {
    if (registration && endpointUrl) {
      await ask(registration, "DELETE", endpointUrl);
      console.log("removed the endpoint");
    }
    server.close();
    server.closeAllConnections();
  }
}

try {
  await listen(readCall());
} catch (error) {
  reportFailure(error, USAGE);
  // A server that still listens would keep the process alive.
  process.exit();
}
