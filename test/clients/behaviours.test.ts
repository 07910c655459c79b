import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import {
  type Events,
  type FeedEvent,
  type FollowOptions,
  PartnerRaffle,
  RaffleError,
  VERSION,
} from "../../clients/typescript/src/index.ts";
import { TYPESCRIPT } from "../../clients/typescript/src/version.ts";
import { WebhookError } from "../../clients/typescript/src/webhooks.ts";
import { type Client, describeClients, expectNoKey } from "./support/clients.ts";
import { scripted, type Scripted } from "./support/scripted-service.ts";

interface Behaviour {
  readonly name: string;
  readonly options?: {
    readonly apiKey?: string;
    readonly baseUrl?: string;
    readonly basePath?: string;
    readonly timeoutSec?: number;
  };
  readonly call?: {
    readonly method: "get" | "post" | "delete";
    readonly path: string;
    readonly input?: object;
  };
  readonly list?: { readonly path: string; readonly input: object };
  readonly waitUntilFinal?: { readonly id: string; readonly everySec: number; readonly timeoutSec?: number };
  readonly follow?: {
    readonly options: FollowOptions;
    /** The number of events after which the caller leaves. */
    readonly take: number;
  };
  readonly verify?: {
    readonly body: string;
    readonly headers: Record<string, string>;
    readonly secrets: readonly string[];
    readonly nowSec: number;
    readonly toleranceSec?: number;
  };
  readonly answers: readonly Scripted[];
  readonly then: Outcome;
}

interface Outcome {
  readonly returns?: unknown;
  /** Members of the error. */
  readonly throws?: object;
  /** Pattern of the error's text. */
  readonly message?: string;
  /** No client is made. */
  readonly refused?: true;
  /** The delivery is not believed. */
  readonly unverified?: true;
  readonly tries?: number;
  readonly sameKey?: true;
  /** Between the first two tries. */
  readonly waitSec?: readonly [number, number];
  readonly requests?: readonly {
    readonly method?: string;
    readonly path?: string;
    readonly headers?: Record<string, string>;
    readonly absent?: readonly string[];
    readonly body?: unknown;
  }[];
}

const text = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const read = (path: string) => JSON.parse(text(path));
const { apiKey, behaviours } = read("clients/behaviours.json") as {
  readonly apiKey: string;
  readonly behaviours: readonly Behaviour[];
};

/** Methods of the client for any path. */
type Untyped = Record<"get" | "post" | "delete", (path: string, input?: object) => Promise<unknown>> & {
  list(path: string, input: object): AsyncIterable<unknown>;
};

async function run(
  client: Client,
  { call, list, waitUntilFinal, follow, verify: delivery, options }: Behaviour,
  baseUrl: string,
) {
  if (delivery) return client.verify(delivery.body, delivery.headers, delivery.secrets, delivery);
  const raffle = client.raffle({
    apiKey: options?.apiKey ?? apiKey,
    baseUrl: options?.baseUrl ?? baseUrl + (options?.basePath ?? ""),
    ...(options?.timeoutSec === undefined ? {} : { timeoutMs: options.timeoutSec * 1_000 }),
  });
  const untyped = raffle as unknown as Untyped;
  if (list) return Array.fromAsync(untyped.list(list.path, list.input));
  if (waitUntilFinal) return raffle.sessions.waitUntilFinal(waitUntilFinal.id, waitUntilFinal);
  if (follow) return followed(raffle.events, follow);
  return untyped[call!.method](call!.path, call!.input);
}

/** Returns the events, the cursor to keep after them, and the codes of the failures. */
async function followed(events: Events, { options, take }: NonNullable<Behaviour["follow"]>) {
  const breaks: string[] = [];
  const feed = events.follow({ ...options, onBreak: ({ code }) => breaks.push(code) });
  const taken: FeedEvent[] = [];
  for await (const event of feed) if (taken.push(event) === take) break;
  return { events: taken, cursor: feed.cursor, breaks };
}

function expectError(error: unknown, { throws, message, refused, unverified }: Outcome): void {
  expectNoKey(error, apiKey);
  if (refused) return expect(error).toBeInstanceOf(TypeError);
  if (unverified) return expect(error).toBeInstanceOf(WebhookError);
  expect(error).toBeInstanceOf(RaffleError);
  expect(error).toMatchObject(throws!);
  if (message !== undefined) expect((error as Error).message).toMatch(new RegExp(message));
}

type Requests = readonly {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
  readonly at: number;
}[];

function expectRequests(requests: Requests, { tries, sameKey, waitSec, ...expected }: Outcome): void {
  if (tries !== undefined) expect(requests).toHaveLength(tries);
  if (sameKey) expect(new Set(requests.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
  if (waitSec) {
    const waited = (requests[1]!.at - requests[0]!.at) / 1_000;
    expect(waited).toBeGreaterThanOrEqual(waitSec[0]);
    // The machine may be busy.
    expect(waited).toBeLessThan(waitSec[1] + 5);
  }
  if (expected.requests) expect(requests).toHaveLength(expected.requests.length);
  for (const [at, { headers = {}, absent = [], body, ...line }] of (expected.requests ?? []).entries()) {
    const request = requests[at]!;
    expect(request).toMatchObject(line);
    for (const [name, pattern] of Object.entries(headers))
      expect(request.headers[name], name).toMatch(new RegExp(pattern));
    for (const name of absent) expect(request.headers).not.toHaveProperty(name);
    if (body !== undefined) expect(JSON.parse(request.body)).toEqual(body);
  }
}

describeClients((client) => {
  it.concurrent.each(behaviours.map((behaviour) => [behaviour.name, behaviour] as const))(
    "%s",
    (_, behaviour) =>
      scripted(behaviour.answers, async ({ baseUrl, requests }) => {
        const { then } = behaviour;
        const outcome = await run(client, behaviour, baseUrl).then(
          (value) => ({ value }),
          (error: unknown) => ({ error }),
        );
        if ("error" in outcome) expectError(outcome.error, then);
        else expect(outcome.value ?? null).toEqual(then.returns);
        expectRequests(requests, then);
        for (const { headers } of requests)
          expect(headers["user-agent"]).toMatch(
            new RegExp(`^partner-raffle/${VERSION} ${client.language}/\\d`),
          );
      }),
  );
});

it("has the versions of its packages and of the compiler that its types are read with", () => {
  expect(VERSION).toBe(read("clients/typescript/package.json").version);
  expect(TYPESCRIPT).toBe(read("tools/client-types/package.json").dependencies.typescript);
  expect(text("clients/python/METADATA")).toMatch(new RegExp(`^Version: ${VERSION}$`, "m"));
  expect(text("clients/python/partner_raffle/_version.py")).toBe(`VERSION = "${VERSION}"\n`);
});

it("takes key and address from the environment", () =>
  scripted([{ status: 200, body: { data: { id: 7 } } }], async ({ baseUrl }) => {
    process.env.RAFFLE_API_KEY = apiKey;
    process.env.RAFFLE_BASE_URL = baseUrl;
    try {
      expect(await new PartnerRaffle().get("/prizes/{id}", { path: { id: 7 } })).toEqual({ id: 7 });
    } finally {
      delete process.env.RAFFLE_API_KEY;
      delete process.env.RAFFLE_BASE_URL;
    }
    expect(() => new PartnerRaffle()).toThrow("RAFFLE_API_KEY");
  }));

it("ends with the caller's signal, also while it waits", () =>
  scripted(
    [{ status: 503, headers: { "Retry-After": "20" }, body: { error: "unavailable" } }],
    async ({ baseUrl, requests }) => {
      const client = new PartnerRaffle({ apiKey, baseUrl });
      const stop = new AbortController();
      const call = client.get("/prizes/{id}", { path: { id: 7 }, signal: stop.signal });
      await expect.poll(() => requests.length).toBe(1);
      stop.abort(new Error("stopped"));
      await expect(call).rejects.toThrow("stopped");
      expect(requests).toHaveLength(1);
    },
  ));
