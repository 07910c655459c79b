import { inspect } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect } from "vitest";
import {
  type EventFeed,
  type FeedEvent,
  type FeedPage,
  type FollowOptions,
  PartnerRaffle,
  RaffleError,
  type RaffleOptions,
} from "../../../clients/typescript/src/index.ts";
import { DrawError, verify as verifyDraw } from "../../../clients/typescript/src/draws.ts";
import { type DrawKey, generateKey, sign } from "../../../clients/typescript/src/proofs.ts";
import { verify, WebhookError } from "../../../clients/typescript/src/webhooks.ts";
import { MISSING_PYTHON, Python, type PythonOutcome } from "./python.ts";

type Members = "get" | "post" | "patch" | "delete" | "list" | "sessions" | "events";

/** A client in one of the languages, under the types of TypeScript's. */
export interface Client {
  readonly language: string;
  /** The reason why it signs no proofs here; null: it does. */
  readonly unsigned: string | null;
  raffle(options: Pick<RaffleOptions, "apiKey" | "baseUrl" | "timeoutMs">): Pick<PartnerRaffle, Members>;
  readonly verify: typeof verify;
  readonly verifyDraw: typeof verifyDraw;
  generateKey(): Promise<DrawKey>;
  /** Signs a request with a body of JSON, in the client's own bytes. */
  sign(request: ProvenRequest, privateKey: string): Promise<string>;
}

interface ProvenRequest {
  readonly apiKey: string;
  readonly path: string;
  readonly body: object;
  readonly jti: string;
}

/** Runs tests with each client. Those of a language that is not on the machine are skipped. */
export function describeClients(tests: (client: Client) => void): void {
  describe("the TypeScript client: ", () => {
    tests(TYPESCRIPT);
  });
  describe("the Python client: ", () => {
    let python: Python | undefined;
    beforeAll(async () => void (python = MISSING_PYTHON === null ? await Python.start() : undefined));
    beforeEach((context) => context.skip(MISSING_PYTHON !== null, MISSING_PYTHON ?? ""));
    afterAll(() => python?.close());
    tests(new PythonClient(() => python!));
  });
}

/** Fails where a text that a log may have shows the key. */
export function expectNoKey(thing: unknown, apiKey: string): void {
  expect(typeof thing === "string" ? thing : inspect(thing, { depth: 9, showHidden: true })).not.toContain(
    apiKey,
  );
  expect(JSON.stringify(thing) ?? "").not.toContain(apiKey);
}

const TYPESCRIPT: Client = {
  language: "typescript",
  unsigned: null,
  raffle: (options) => {
    const client = new PartnerRaffle(options);
    expectNoKey(client, options.apiKey!);
    return client;
  },
  verify,
  verifyDraw,
  generateKey,
  sign: ({ body, ...request }, privateKey) => sign({ ...request, body: JSON.stringify(body) }, privateKey),
};

class PythonClient implements Client {
  readonly language = "python";
  readonly #python: () => Python;

  constructor(python: () => Python) {
    this.#python = python;
  }

  raffle({ apiKey = "", baseUrl, timeoutMs = 30_000 }: RaffleOptions): Pick<PartnerRaffle, Members> {
    const client = { apiKey, baseUrl, timeoutSec: timeoutMs / 1_000 };
    const run = async (command: object) => {
      const outcome = await this.#python().run({ client, ...command });
      expectNoKey(outcome.printable, apiKey);
      return valueOf(outcome);
    };
    const call = (method: string) => (path: string, input?: object) => run({ do: method, path, input });
    const [get, post, patch, remove] = ["get", "post", "patch", "delete"].map(call);
    async function* list(path: string, input: object = {}) {
      const number = await run({ do: "list", path, input });
      for (;;) {
        const { done, value } = (await run({ do: "next", list: number })) as IteratorResult<unknown>;
        if (done) return;
        yield value;
      }
    }
    const waitUntilFinal = (id: string, options: object) => run({ do: "wait_until_final", id, ...options });
    const follow = (options: FollowOptions = {}) => new PythonFeed(run, options);
    return {
      get,
      post,
      patch,
      delete: remove,
      list,
      sessions: { waitUntilFinal },
      events: { follow },
    } as unknown as Pick<PartnerRaffle, Members>;
  }

  readonly verify = async (...[body, headers, secrets, options]: Parameters<typeof verify>) =>
    valueOf(await this.#python().run({ do: "verify", body, headers, secrets, ...options })) as ReturnType<
      typeof verify
    >;

  readonly verifyDraw = async (...[url, options]: Parameters<typeof verifyDraw>) =>
    valueOf(await this.#python().run({ do: "verify_draw", url, ...options })) as ReturnType<
      typeof verifyDraw
    >;

  get unsigned(): string | null {
    return this.#python().signs ? null : "this Python has no cryptography";
  }

  async generateKey(): Promise<DrawKey> {
    const outcome = await this.#python().run({ do: "generate_key" });
    const key = valueOf(outcome) as DrawKey;
    expectNoKey(outcome.printable, key.privateKey);
    return key;
  }

  async sign({ apiKey: api_key, ...request }: ProvenRequest, privateKey: string): Promise<string> {
    return valueOf(
      await this.#python().run({ do: "sign", privateKey, request: { ...request, api_key } }),
    ) as string;
  }
}

class PythonFeed implements EventFeed {
  cursor: string | null;
  readonly #run: (command: object) => Promise<unknown>;
  readonly #options: FollowOptions;

  constructor(run: (command: object) => Promise<unknown>, options: FollowOptions) {
    this.#run = run;
    this.#options = options;
    this.cursor = options.after ?? null;
  }

  [Symbol.asyncIterator](): AsyncGenerator<FeedEvent, void, undefined> {
    return this.#elements(false) as AsyncGenerator<FeedEvent, void, undefined>;
  }

  pages(): AsyncGenerator<FeedPage, void, undefined> {
    return this.#elements(true) as AsyncGenerator<FeedPage, void, undefined>;
  }

  async *#elements(pages: boolean): AsyncGenerator<unknown, void, undefined> {
    const { onBreak, waitSec, signal: _, ...others } = this.#options;
    const options = { ...others, ...(waitSec === undefined ? {} : { wait_sec: waitSec }) };
    const feed = await this.#run({ do: "follow", options, pages });
    for (let count = 0; ;) {
      const { value, cursor, breaks } = (await this.#run({ do: "next_of_feed", feed })) as NextOfFeed;
      for (const code of breaks.slice(count)) onBreak?.(new RaffleError("", { code }));
      count = breaks.length;
      this.cursor = cursor;
      yield value;
    }
  }
}

interface NextOfFeed {
  readonly value: unknown;
  readonly cursor: string | null;
  /** Codes of all breaks until now. */
  readonly breaks: readonly string[];
}

/** Returns the value, or throws the error as TypeScript's client would. */
function valueOf({ error, message, members, value }: PythonOutcome): unknown {
  if (error === "RaffleError") throw new RaffleError(message, members);
  if (error === "WebhookError") throw new WebhookError(message);
  if (error === "DrawError")
    throw new DrawError(members.code as DrawError["code"], message, members.member ?? null);
  if (error === "ValueError") throw new TypeError(message);
  if (error !== undefined) throw new Error(`${error}: ${message}`);
  return value;
}
