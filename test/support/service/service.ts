import type { CircuitLimits } from "../../../adapters/rails/account-circuit.ts";
import type { Resolve } from "../../../adapters/outbound/address-guard.ts";
import type { Database } from "../../../adapters/persistence/database/database.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { Rail } from "../../../ports/rail.ts";
import type { SandboxFaults } from "../../../rails/sandbox/faults.ts";
import {
  ADMIN_TOKEN,
  ENCRYPTION_KEY,
  type Inside,
  startInside,
  TestClock,
} from "../../../testing/start-for-tests.ts";
import type { Wiring } from "../../../app/wiring.ts";

export { ADMIN_TOKEN, ENCRYPTION_KEY, TestClock };

export interface ServiceOptions {
  /** Default: a new clone of the template. */
  readonly databaseUrl?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Beside the sandbox's, or in the place of those of the same kind and provider. */
  readonly rails?: readonly Rail[] | ((clock: Clock) => readonly Rail[]);
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
  /** How often metrics read the database at most. Default: at every scrape. */
  readonly readGaugesEveryMs?: number;
  /** How long the database may take for an answer. */
  readonly answerMs?: number;
}

/** The whole service in this process, on a database of its own, with its parts at hand. */
export class TestService {
  readonly baseUrl: string;
  readonly databaseUrl: string;
  readonly wiring: Wiring;
  readonly database: Database;
  readonly clock: TestClock;
  readonly idle: () => Promise<void>;
  /** Every log line, as it was written. */
  readonly logLines: string[];
  readonly #stop: () => Promise<void>;

  private constructor(inside: Inside, databaseUrl: string, clock: TestClock, stop: () => Promise<void>) {
    this.baseUrl = inside.baseUrl;
    this.databaseUrl = databaseUrl;
    this.wiring = inside.wiring;
    this.database = inside.database;
    this.clock = clock;
    this.idle = inside.idle;
    this.logLines = inside.logLines;
    this.#stop = stop;
  }

  static async open({ rails = [], resolve = async () => [], ...options }: ServiceOptions = {}) {
    let { databaseUrl } = options;
    let drop = async () => {};
    if (databaseUrl === undefined) {
      // Only then: a process of its own has no test runner.
      const { createDatabase } = await import("../database/database.ts");
      ({ url: databaseUrl, drop } = await createDatabase());
    }
    const clock = new TestClock();
    const given = typeof rails === "function" ? rails(clock) : rails;
    const inside = await startInside({ ...options, databaseUrl, clock, rails: given, resolve });
    return new TestService(inside, databaseUrl, clock, async () => {
      await inside.stop();
      await drop();
    });
  }

  call(method: string, path: string, options?: CallOptions): Promise<Answer> {
    const answer = call(this.baseUrl, method, path, options);
    // A test that has failed stops the service, and says why it failed, not that nobody waited for this.
    answer.catch(() => undefined);
    return answer;
  }

  /** Runs one statement on the database, and returns its rows. */
  async sql<Row = Json>(text: string, ...values: readonly unknown[]): Promise<Row[]> {
    return (await this.database.pool.query(text, [...values])).rows;
  }

  stop(): Promise<void> {
    return this.#stop();
  }
}

let shared: Promise<TestService> | undefined;

/**
 * Returns the service that the test files of a worker process share. A file adds its own organisations there, and finds
 * only its own log lines. The service and its database end with the run. A file opens its own service if its tests move
 * the clock, change the configuration, replace parts, or count, list or process what all organisations have.
 */
export async function sharedService(): Promise<TestService> {
  shared ??= TestService.open();
  const service = await shared;
  // The file before may have left notifications under way.
  await service.idle();
  service.logLines.length = 0;
  return service;
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
