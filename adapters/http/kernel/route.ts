import { z } from "zod";
import type { Caller } from "../../../ports/organisations/access-control.ts";
import type { Principal } from "../../../ports/principal.ts";
import type { StreamedReply } from "../answers/streamed-reply.ts";
import { type Browser, CrossSiteRequest } from "../callers/browser.ts";
import { type NamedNeeds, type Parts, type PartSource, partsOf } from "../../../ports/token.ts";
import type { ProofUse } from "../../../src/fair-draws/possession.ts";
import { RateLimited } from "../../../src/organisations/access.ts";
import type { Permission } from "../../../src/operators/permission.ts";
import type { ActSource } from "../../../src/audit/audit-entry.ts";
import type { Scope } from "../../../src/organisations/api-key.ts";
import { type SignedIn, SignInRequired } from "../../../src/people/login.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import type { ProblemDefinition } from "../../../src/shared/problem.ts";

export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/**
 * What a repeated Idempotency-Key rests on. `atomic`: effect and answer commit in one transaction; a refusal
 * rolls the effect back. What must ask others over the network first does so in `prepare`. `resumable`: the effect
 * itself calls others, or is kept when the handler refuses; a try that ended half-way is run again with `resumed`.
 * `repeatable`: the same request has the same effect once and the same answer each time, without a key, too; of answers
 * only refusals are kept. `none`: the header has no meaning.
 */
export type IdempotencyMode = "atomic" | "resumable" | "repeatable" | "none";

/** Whom the operator interface answers. */
export interface Operator {
  readonly principal: Principal;
  readonly source: ActSource;
  /** null: nobody is, or a token was sent. */
  readonly signedIn: SignedIn | null;
  /** null: a token was sent. */
  readonly browser: Browser | null;
}

/** Whom the public API answers: anybody. */
export interface Visitor {
  /** The organisation of the host; null on the main domain. */
  readonly tenantSlug: string | null;
}

/** Somebody who is signed in, in a browser. */
interface SignedInCaller extends Operator {
  readonly signedIn: SignedIn;
  readonly browser: Browser;
}
interface StrangerCaller extends Operator {
  readonly browser: Browser;
}

function signedInCaller({ signedIn, browser, ...caller }: Operator): SignedInCaller {
  if (signedIn === null || browser === null)
    throw SignInRequired.because("This is about whoever is signed in.");
  return { ...caller, signedIn, browser };
}

/** A valid request, as a handler sees it. */
export interface RouteRequest<C, Params, Query, Body> {
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
  /**
   * The proof of a route that requires one. Every effect uses it first, in the same transaction. null: the route
   * requires none.
   */
  readonly proof: ProofUse | null;
  /** Tells that an effect has used the proof, and was committed with it. */
  proofUsed(): void;
  /**
   * Of a route with `newKeyProof`: raises proof_required, invalid_proof, expired_proof, unless the request carries a
   * second proof, by this key.
   * @param publicKey Ed25519, 32 bytes
   */
  requireProofOfNewKey(publicKey: Uint8Array): void;
}

/** A payload with headers of its own. */
export class Reply<T> {
  readonly payload: T;
  readonly headers: Readonly<Record<string, string>>;

  constructor(payload: T, headers: Readonly<Record<string, string>>) {
    this.payload = payload;
    this.headers = headers;
  }
}

/**
 * A payload that is already serialised, including its envelope, because it is too large to be serialised on the event
 * loop.
 */
export class WrittenReply {
  readonly json: Uint8Array;

  constructor(json: Uint8Array) {
    this.json = json;
  }
}

/** A request whose key, scope and proof were judged, and whose body was not read yet. */
interface AnnouncedRequest<C> {
  readonly caller: C;
  /** Not validated. */
  readonly segments: Readonly<Record<string, string>>;
  /** As the request announces its body; null: it does not say. */
  readonly bodyBytes: number | null;
}

/** One route of a route table: registered, validated and documented from this object. */
export interface Route<C> {
  readonly operationId: string;
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly description: string | null;
  readonly tag: string;
  /** null: any key. public: no key. */
  readonly scope: Scope | "public" | null;
  /**
   * The permission required of an operator. null: not a route of the operator interface, or one of everybody's own: to sign
   * in, and what concerns whoever is signed in alone.
   */
  readonly permission: Permission | null;
  readonly proof: boolean;
  readonly newKeyProof: boolean;
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
  /** Of an answer that caches may keep: whether it can never change any more. null: none may keep it. */
  readonly settled: ((payload: unknown) => boolean) | null;
  /** @returns the rest of the handler, which answers with the payload */
  prepare(request: RouteRequest<C | null, unknown, unknown, unknown>): Promise<() => unknown>;
}

export type Payload<T> = T | Reply<T> | WrittenReply | StreamedReply;

/** What a route does with a valid request: in one step, or in two. */
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

interface Description<
  C,
  S extends Scope | "public" | null,
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodType,
  R extends z.ZodType,
> {
  /** The method's name in generated clients: a verb first, camelCase, unique in its API. Renaming it breaks them. */
  readonly operationId: string;
  readonly method: Method;
  readonly path: `/${string}`;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  readonly scope: S;
  /** Requires a proof of possession in addition to the key. */
  readonly proof?: boolean;
  /** Needs a second one, by a key that the body names. */
  readonly newKeyProof?: boolean;
  /** One member per placeholder of the path. An invalid value is answered like an unknown id. */
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly bodyLimitBytes?: number;
  readonly readsBody?: boolean;
  /** Of a route that callers are known of. */
  readonly beforeBody?: (request: AnnouncedRequest<C>) => Promise<void>;
  readonly status: 200 | 201;
  readonly reply: R;
  /** Of a streamed reply; default: JSON. */
  readonly media?: string;
  /** false: the payload is sent as it is, not under `data`. */
  readonly wrap?: boolean;
  /** The refusals of the handler. Those of the kernel are added by it. */
  readonly problems: readonly ProblemDefinition[];
  readonly idempotency?: IdempotencyMode;
}

type Definition<
  C,
  S extends Scope | "public" | null,
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodType,
  R extends z.ZodType,
> = Description<C, S, P, Q, B, R> &
  Handling<
    RouteRequest<S extends "public" ? null : C, z.output<P>, z.output<Q>, z.output<B>>,
    Payload<z.input<R>>
  >;

const NOTHING = z.strictObject({});
export type Nothing = typeof NOTHING;

const JSON_MEDIA = "application/json";
const BODY_LIMIT_BYTES = 100_000;

/** For the routes of the partners. */
export const route = routesFor<Caller, Scope | null>();
const routeOfOperators = routesFor<Operator, null>();
const routeOfVisitors = routesFor<Visitor, null>();

/** A route of the operator interface, which requires a permission, without what it does. */
export type OperatorDescription<
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodType,
  R extends z.ZodType,
> = Omit<Description<Operator, null, P, Q, B, R>, "scope"> & { readonly permission: Permission };

/** For the routes of the operator interface. */
export function operatorRoute<
  R extends z.ZodType,
  P extends z.ZodObject = Nothing,
  Q extends z.ZodObject = Nothing,
  B extends z.ZodType = Nothing,
>({
  permission,
  ...definition
}: OperatorDescription<P, Q, B, R> &
  Handling<
    RouteRequest<Operator, z.output<P>, z.output<Q>, z.output<B>>,
    Payload<z.input<R>>
  >): Route<Operator> {
  return { ...routeOfOperators<null, R, P, Q, B>({ ...definition, scope: null }), permission };
}

/** A route of the operator interface for whoever is signed in, about that person alone. */
export function personRoute<
  R extends z.ZodType,
  P extends z.ZodObject = Nothing,
  Q extends z.ZodObject = Nothing,
  B extends z.ZodType = Nothing,
>(
  definition: Omit<Description<Operator, null, P, Q, B, R>, "scope"> &
    Handling<RouteRequest<SignedInCaller, z.output<P>, z.output<Q>, z.output<B>>, Payload<z.input<R>>>,
): Route<Operator> {
  const prepare = inTwoSteps(definition);
  const { handle: _, ...description } = definition;
  const foreign = definition.method === "GET" ? [] : [CrossSiteRequest];
  return routeOfOperators<null, R, P, Q, B>({
    ...description,
    scope: null,
    problems: [SignInRequired, ...foreign, ...definition.problems],
    prepare: async (request) => prepare({ ...request, caller: signedInCaller(request.caller) }),
  });
}

/** A route of the operator interface that is asked before anybody is signed in, by a browser on the console's pages. */
export function doorRoute<R extends z.ZodType, B extends z.ZodType = Nothing>({
  handle,
  isGuess,
  ...description
}: Omit<Description<Operator, null, Nothing, Nothing, B, R>, "scope" | "params" | "query" | "idempotency"> & {
  handle(
    request: RouteRequest<StrangerCaller, unknown, unknown, z.output<B>>,
  ): Payload<z.input<R>> | Promise<Payload<z.input<R>>>;
  /** The request proves who somebody is: what is refused spends the failure budget of the client's address. */
  readonly isGuess?: true;
}): Route<Operator> {
  const route = routeOfOperators<null, R, Nothing, Nothing, B>({
    ...description,
    scope: null,
    idempotency: "none",
    problems: [...description.problems, CrossSiteRequest, RateLimited],
    handle: (request) => {
      const { browser } = request.caller;
      invariant(browser, "who is about to sign in has a browser");
      const judge = () => handle({ ...request, caller: { ...request.caller, browser } });
      return isGuess ? browser.judged(judge) : judge();
    },
  });
  return { ...route, scope: "public" };
}

/** A route of the public API: it needs neither scope nor permission, and changes nothing. */
type PublicDefinition<P extends z.ZodObject, Q extends z.ZodObject, R extends z.ZodType> = Omit<
  Description<Visitor, null, P, Q, Nothing, R>,
  "scope" | "body" | "bodyLimitBytes" | "readsBody" | "beforeBody" | "proof" | "newKeyProof" | "idempotency"
> & {
  readonly method: "GET";
  /** Whether the answer can never change any more: caches may keep it for ever, else for a moment. */
  settled(payload: z.input<R>): boolean;
} & Handling<RouteRequest<Visitor, z.output<P>, z.output<Q>, unknown>, Payload<z.input<R>>>;

/** For the routes of the public API, which have a budget for each network address. */
export function publicRoute<
  R extends z.ZodType,
  P extends z.ZodObject = Nothing,
  Q extends z.ZodObject = Nothing,
>({ settled, ...definition }: PublicDefinition<P, Q, R>): Route<Visitor> {
  const problems = [...definition.problems, RateLimited];
  const route = routeOfVisitors<null, R, P, Q>({ ...definition, problems, scope: null });
  return { ...route, scope: "public", settled: (payload) => settled(payload as z.input<R>) };
}

/** The function that defines the routes of one kind of caller. */
export function routesFor<C, Scopes extends Scope | null>() {
  return function define<
    S extends Scopes | "public",
    R extends z.ZodType,
    P extends z.ZodObject = Nothing,
    Q extends z.ZodObject = Nothing,
    B extends z.ZodType = Nothing,
  >(definition: Definition<C, S, P, Q, B, R>): Route<C> {
    const { method, path, scope } = definition;
    const writes = method === "POST" || method === "PATCH" || method === "PUT";
    const route: Route<C> = {
      description: null,
      permission: null,
      proof: false,
      newKeyProof: false,
      params: NOTHING,
      query: NOTHING,
      body: null,
      bodyLimitBytes: BODY_LIMIT_BYTES,
      readsBody: false,
      beforeBody: null,
      media: JSON_MEDIA,
      wrap: true,
      idempotency: writes && scope !== "public" ? "atomic" : "none",
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
      !route.proof || (scope !== null && scope !== "public"),
      sentence("a proof is of a key that has a scope"),
    );
    invariant(
      (writes && scope !== "public") || route.idempotency === "none",
      sentence("an Idempotency-Key belongs to a caller who writes"),
    );
    return route;
  };
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
