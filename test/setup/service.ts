import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Wake } from "../../adapters/jobs/wake.ts";
import { Database } from "../../adapters/persistence/database.ts";
import type { CircuitLimits } from "../../adapters/system/account-circuit.ts";
import type { Resolve } from "../../adapters/system/address-guard.ts";
import { createLogger, PinoLog } from "../../adapters/system/pino-log.ts";
import { UndiciWebhookSender } from "../../adapters/system/webhook-sender.ts";
import { readConfig } from "../../config.ts";
import { Clock } from "../../ports/clock.ts";
import type { SandboxFaults } from "../../rails/sandbox/faults.ts";
import { type Background, createWeb, startBackground, startRailHealth } from "../../service.ts";
import { type Wiring, wire } from "../../wiring.ts";

export const ADMIN_TOKEN = "test-operator-token";
export const ENCRYPTION_KEY = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

/** A clock that stands where it is put, or runs shifted by what it was moved. */
export class TestClock implements Clock {
  #shiftMs = 0;

  now(): Date {
    return new Date(Date.now() + this.#shiftMs);
  }

  advance(ms: number): void {
    this.#shiftMs += ms;
  }

  /** Work at a later time, which is put back: other tests share the clock. */
  async later<T>(ms: number, work: () => Promise<T>): Promise<T> {
    this.advance(ms);
    try {
      return await work();
    } finally {
      this.advance(-ms);
    }
  }
}

export interface ServiceOptions {
  /** Default: a new clone of the template. */
  readonly databaseUrl?: string;
  readonly environment?: Record<string, string>;
  readonly faults?: SandboxFaults;
  readonly circuitLimits?: Partial<CircuitLimits>;
  /** The name servers that webhooks ask. Default: they know no name. */
  readonly resolve?: Resolve;
  /** Replaces parts before anybody has asked for them. */
  readonly replace?: (wiring: Wiring) => void;
  /** Loops and jobs. Default: none, tests call the steps themselves. */
  readonly background?: boolean;
  /** How often its loops for webhooks look when nobody wakes them. */
  readonly webhooksPollMs?: number;
}

/** The whole service in this process, on a database of its own, listening on loopback. */
export class TestService {
  readonly baseUrl: string;
  readonly databaseUrl: string;
  readonly wiring: Wiring;
  readonly database: Database;
  readonly clock: TestClock;
  readonly idle: () => Promise<void>;
  /** Every log line, as it was written. */
  readonly logLines: string[];
  readonly #stops: (() => Promise<unknown>)[];

  private constructor(parts: {
    baseUrl: string;
    databaseUrl: string;
    wiring: Wiring;
    database: Database;
    clock: TestClock;
    idle: () => Promise<void>;
    logLines: string[];
    stops: (() => Promise<unknown>)[];
  }) {
    this.baseUrl = parts.baseUrl;
    this.databaseUrl = parts.databaseUrl;
    this.wiring = parts.wiring;
    this.database = parts.database;
    this.clock = parts.clock;
    this.idle = parts.idle;
    this.logLines = parts.logLines;
    this.#stops = parts.stops;
  }

  static async open(options: ServiceOptions = {}): Promise<TestService> {
    const stops: (() => Promise<unknown>)[] = [];
    let { databaseUrl } = options;
    if (databaseUrl === undefined) {
      // Only then: a process of its own has no test runner.
      const { createDatabase } = await import("./database.ts");
      const own = await createDatabase();
      databaseUrl = own.url;
      stops.push(() => own.drop());
    }
    const config = readConfig({
      DATABASE_URL: databaseUrl,
      ADMIN_TOKEN,
      ENCRYPTION_KEY,
      WEBHOOK_ALLOW_LOOPBACK: "true",
      // Tests that mean to exhaust it set their own.
      FAILED_AUTH_PER_MINUTE: "100000",
      PORT: "0",
      ...options.environment,
    });
    const logLines: string[] = [];
    const logger = createLogger({
      level: "debug",
      pretty: false,
      destination: { write: (line) => void logLines.push(line) },
    });
    const log = new PinoLog(logger);
    let answer: RequestListener = () => {};
    const server = createServer((request, response) => answer(request, response));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const baseUrl = config.baseUrl ?? `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const ownOrigin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const database = await Database.open({ url: databaseUrl, poolSize: config.databasePoolSize, log });
    stops.push(() => database.close());
    const wake = new Wake({ directUrl: databaseUrl, log });
    const clock = new TestClock();
    const wiring = wire({
      config,
      database,
      wake,
      log,
      encryptionKey: ENCRYPTION_KEY,
      baseUrl,
      ownOrigin,
      sandboxFaults: options.faults,
      circuitLimits: options.circuitLimits,
    });
    wiring.bind(Clock, () => clock);
    const { resolve = async () => [] } = options;
    const sender = new UndiciWebhookSender({ allowLoopback: config.webhookAllowLoopback, resolve });
    wiring.bind(UndiciWebhookSender, () => sender);
    stops.push(() => sender.close());
    options.replace?.(wiring);
    const web = createWeb(wiring, {
      config,
      adminToken: ADMIN_TOKEN,
      baseUrl,
      logger,
      draining: () => false,
    });
    answer = web.app;
    stops.push(() => web.close());
    stops.push(() => web.idle());
    if (options.background) {
      const railHealth = startRailHealth(wiring);
      stops.push(() => railHealth.stop());
      await wake.start();
      stops.push(() => wake.stop());
      const background: Background = await startBackground(wiring, {
        wake,
        directUrl: databaseUrl,
        webhooksPollMs: options.webhooksPollMs,
      });
      stops.push(() => background.stop());
    }
    stops.push(() => closed(server));
    return new TestService({
      baseUrl: ownOrigin,
      databaseUrl,
      wiring,
      database,
      clock,
      idle: web.idle,
      logLines,
      stops,
    });
  }

  call(method: string, path: string, options?: CallOptions): Promise<Answer> {
    return call(this.baseUrl, method, path, options);
  }

  async stop(): Promise<void> {
    for (const stop of this.#stops.toReversed()) await stop();
  }
}

export interface CallOptions {
  /** An API key; the admin token; null: none. */
  readonly key?: string | null;
  readonly body?: unknown;
  /** The body as it is sent, instead. */
  readonly raw?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Record<string, string>;
}

/** JSON in, JSON out. */
export async function call(
  baseUrl: string,
  method: string,
  path: string,
  { key = null, body, raw = JSON.stringify(body), headers = {} }: CallOptions = {},
): Promise<Answer> {
  const response = await fetch(baseUrl + path, {
    method,
    redirect: "manual",
    headers: {
      ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
      ...(raw ? { "Content-Type": "application/json" } : {}),
      ...headers,
    },
    body: raw || undefined,
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parsed(text) };
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Json;
}

/** JSON of an answer, for reading into it freely. */
export type Json = ReturnType<typeof JSON.parse>;

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function closed(server: Server): Promise<void> {
  const end = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await end;
}
