import { z } from "zod";
import { type NamedNeeds, type Parts, type PartSource, partsOf } from "../../../ports/token.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import type { ProblemDefinition } from "../../../src/shared/problem.ts";
import type { StreamedReply } from "../answers/streamed-reply.ts";
import type { Access } from "../callers/access.ts";
import type { Possession } from "../callers/possession-check.ts";

export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/**
 * The effect of a repeated Idempotency-Key. `atomic`: effect and answer commit in one transaction; a refusal rolls the
 * effect back; calls over the network belong into `prepare`. `resumable`: the effect itself calls other services, or is
 * kept when the handler refuses; an interrupted try is run again with `resumed`. `repeatable`: the same request has the
 * same effect once and the same answer each time, without a key, too; of its answers only refusals are kept. `none`:
 * the header has no meaning.
 */
export type IdempotencyMode = "atomic" | "resumable" | "repeatable" | "none";

/** A valid request, as a handler sees it. */
export interface RouteRequest<C, Params, Query, Body> extends Possession {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly caller: C;
  readonly now: Date;
  readonly requestId: string;
  /** Adds to the request's log line what it is about. Public ids, no personal data. */
  note(facts: Readonly<Record<string, string | number>>): void;
  /** Path and query as requested, behind the path of the public address. */
  readonly url: string;
  /** The claimed Idempotency-Key: its id is the same in every try of the request. null without a key. */
  readonly idempotency: { readonly id: string; readonly resumed: boolean } | null;
  readonly rawBody: Uint8Array;
  /** Calls back when the connection ends, also after the answer. */
  whenGone(then: () => void): void;
}

/** A payload with additional headers. */
export class Reply<T> {
  readonly payload: T;
  readonly headers: Readonly<Record<string, string>>;

  constructor(payload: T, headers: Readonly<Record<string, string>>) {
    this.payload = payload;
    this.headers = headers;
  }
}

/**
 * A payload that is already serialised, including its envelope: because it is too large to be serialised on the event
 * loop, or because its bytes are those of another message.
 */
export class WrittenReply {
  readonly json: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;

  constructor(json: Uint8Array, headers: Readonly<Record<string, string>> = {}) {
    this.json = json;
    this.headers = headers;
  }
}

/** A request whose key, scope and proof were judged, and whose body was not read yet. */
interface AnnouncedRequest<C> {
  readonly caller: C;
  /** Not validated. */
  readonly segments: Readonly<Record<string, string>>;
  /** The length of the body that the request announces; null: it announces none. */
  readonly bodyBytes: number | null;
}

/** One route of a route table: registered, validated and documented from this object. */
export interface Route<C> extends Access {
  readonly operationId: string;
  readonly method: Method;
  readonly path: string;
  /** A path of before, which is still served and not documented. null: there is none. */
  readonly formerPath: string | null;
  readonly summary: string;
  readonly description: string | null;
  readonly tag: string;
  readonly params: z.ZodObject;
  readonly query: z.ZodObject;
  /** null: no body is accepted; an empty one and `{}` pass. */
  readonly body: z.ZodType | null;
  readonly bodyLimitBytes: number;
  /** The handler reads `rawBody` itself and raises its problems; `body` only documents it. */
  readonly readsBody: boolean;
  /** Rejects the request before its body is received, by raising a problem. null: no such check. */
  readonly beforeBody: ((request: AnnouncedRequest<C>) => Promise<void>) | null;
  readonly status: 200 | 201;
  readonly reply: z.ZodType;
  /** The media type of the answer. */
  readonly media: string;
  readonly wrap: boolean;
  readonly problems: readonly ProblemDefinition[];
  readonly idempotency: IdempotencyMode;
  /** Tells whether a cacheable answer can never change. null: caches may not keep answers of this route. */
  readonly settled: ((payload: unknown) => boolean) | null;
  /** @returns the rest of the handler, which answers with the payload */
  prepare(request: RouteRequest<C | null, unknown, unknown, unknown>): Promise<() => unknown>;
}

export type Payload<T> = T | Reply<T> | WrittenReply | StreamedReply;

/** The handling of a valid request, in one step or in two. */
export type Handling<Request, Payload> =
  | { handle(request: Request): Payload | Promise<Payload>; readonly prepare?: never }
  | {
      /**
       * Looks and asks, also over the network: it runs outside any transaction. What it changes it finds again in the next
       * try, by the id of the claimed key. The function that it returns has the effect, in the transaction of an atomic
       * route.
       */
      prepare(request: Request): Promise<() => Payload | Promise<Payload>>;
      readonly handle?: never;
    };

/** Both forms of handling as one. */
export function inTwoSteps<Request, Payload>(
  handling: Handling<Request, Payload>,
): (request: Request) => Promise<() => Payload | Promise<Payload>> {
  if (handling.prepare) return (request) => handling.prepare(request);
  return async (request) => () => handling.handle(request);
}

/** A route without what its caller needs and what it does. */
export interface Description<
  C,
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodType,
  R extends z.ZodType,
> {
  /** The method's name in generated clients: a verb first, camelCase, unique in its API. Renaming it breaks them. */
  readonly operationId: string;
  readonly method: Method;
  readonly path: `/${string}`;
  readonly formerPath?: `/${string}`;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  /** One member per placeholder of the path. An invalid value is answered like an unknown id. */
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly bodyLimitBytes?: number;
  readonly readsBody?: boolean;
  /** Runs before the body is read; for routes whose callers are known. */
  readonly beforeBody?: (request: AnnouncedRequest<C>) => Promise<void>;
  /** Default: 200. */
  readonly status?: 200 | 201;
  readonly reply: R;
  /** The media type of a streamed reply; default: JSON. */
  readonly media?: string;
  /** false: the payload is sent as it is, not under `data`. */
  readonly wrap?: boolean;
  /** The refusals of the handler. Those of the kernel are added by it. Default: none. */
  readonly problems?: readonly ProblemDefinition[];
  readonly idempotency?: IdempotencyMode;
}

const NOTHING = z.strictObject({});
export type Nothing = typeof NOTHING;

const JSON_MEDIA = "application/json";
const BODY_LIMIT_BYTES = 100_000;

/**
 * Defines a route, and checks it.
 * @param access what the caller of the route needs
 */
export function defineRoute<
  C,
  R extends z.ZodType,
  P extends z.ZodObject = Nothing,
  Q extends z.ZodObject = Nothing,
  B extends z.ZodType = Nothing,
  Handled extends C | null = C,
>(
  access: Access,
  definition: Description<C, P, Q, B, R> &
    Handling<RouteRequest<Handled, z.output<P>, z.output<Q>, z.output<B>>, Payload<z.input<R>>>,
): Route<C> {
  const { method, path } = definition;
  const writes = method === "POST" || method === "PATCH" || method === "PUT";
  const isKeyed = access.scope !== "public";
  const route: Route<C> = {
    ...access,
    formerPath: null,
    description: null,
    params: NOTHING,
    query: NOTHING,
    body: null,
    bodyLimitBytes: BODY_LIMIT_BYTES,
    readsBody: false,
    beforeBody: null,
    status: 200,
    media: JSON_MEDIA,
    wrap: true,
    idempotency: writes && isKeyed ? "atomic" : "none",
    problems: [],
    settled: null,
    ...definition,
    prepare: inTwoSteps(definition),
  };
  const sentence = (rule: string) => `${method} ${path}: ${rule}`;
  invariant(
    placeholdersOf(path).sort().join() === Object.keys(route.params.shape).sort().join(),
    sentence("params has one member for each placeholder"),
  );
  invariant(writes || route.body === null, sentence("only POST, PATCH and PUT have a body"));
  invariant(
    route.media === JSON_MEDIA || (method === "GET" && !route.wrap),
    sentence("what is not JSON is read, and not wrapped"),
  );
  invariant(
    (writes && isKeyed) || route.idempotency === "none",
    sentence("an Idempotency-Key belongs to a caller who writes"),
  );
  return route;
}

/** A route table with the parts that its handlers use, each under its name. */
export function routes<const N extends NamedNeeds, R>(
  needs: N,
  define: (parts: Parts<N>) => readonly R[],
): (source: PartSource) => readonly R[] {
  return (source) => define(partsOf(source, needs));
}

export function placeholdersOf(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
}
