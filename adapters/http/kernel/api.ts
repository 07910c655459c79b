import { createHash, randomUUID } from "node:crypto";
import type { Request, RequestHandler, Response } from "express";
import { z } from "zod";
import type { WorldClock } from "../../../ports/clock.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import { NotFound, invalid } from "../../../src/shared/problem.ts";
import { type OncePorts, answerOnce } from "../answers/answer-once.ts";
import { type Answer, baseUrlOf, jsonAnswer, sendRefusal } from "../answers/answer.ts";
import { accessBy, requireAccess } from "../callers/access.ts";
import type { Admitted, Authentication } from "../callers/authentication.ts";
import { announcedBytes, judgeHeaders, readBody } from "../input/body.ts";
import { cacheable } from "../answers/caching.ts";
import { deliver } from "../answers/compression.ts";
import { inviteEveryOrigin, preflightAnswer } from "../answers/cross-origin.ts";
import { ServedDocument } from "../answers/document-answer.ts";
import { Streams } from "../answers/stream.ts";
import { StreamedReply } from "../answers/streamed-reply.ts";
import { parseJson, validate } from "../../../src/shared/input/validation.ts";
import { parseQuery } from "../input/query.ts";
import { type DescribedApi, openApiDocument, requireUniqueNames } from "../openapi/openapi.ts";
import { openApi31 } from "../openapi/openapi-3-1.ts";
import { type Possession, type PossessionCheck, UNPROVEN, usingUp } from "../callers/possession-check.ts";
import { MethodNotAllowed } from "../answers/problems.ts";
import { requestHash } from "../answers/request-hash.ts";
import { note, requestIdOf } from "../server/request-log.ts";
import { defineRoute, type Method, Reply, type Route, type RouteRequest, WrittenReply } from "./route.ts";
import { type Path, RouteIndex } from "./route-index.ts";

/** A body that comes later than this after its head is one whose sender is judged again. */
const HELD_BACK_MS = 1_000;

/** A handler that the app mounts at a path. */
export interface Mount {
  readonly path: string;
  readonly handler: RequestHandler;
}

/** One API: a route table and its authentication. It serves its document at `/openapi.json`, and one of 3.1 if it sends webhooks. */
export interface Api<C> extends DescribedApi {
  /** Path of the service's public address, which a proxy takes off. Default: none. */
  readonly publicPath?: string;
  /** true: the document is public, also for programs in browsers. Default: a key is required. */
  readonly openDocument?: boolean;
  /** true: programs in browsers may read answers from pages of any origin. Default: false. */
  readonly crossOrigin?: boolean;
  readonly routes: readonly Route<C>[];
  /** Answer to a request of the base path, which needs no key. Default: 404. */
  readonly entrance?: Readonly<Record<string, string>>;
  readonly authentication: Authentication<C>;
  /** For routes that need a proof of possession. */
  readonly possession?: PossessionCheck<C>;
}

export interface ApiPorts extends OncePorts {
  readonly clock: WorldClock;
}

/** A request that may be answered, and everything that was read of it. */
interface Read<C> {
  readonly route: Route<C>;
  /** The values of the path's placeholders. */
  readonly segments: Readonly<Record<string, string>>;
  readonly request: Request;
  readonly response: Response;
  readonly admitted: Admitted<C> | null;
  readonly rawBody: Buffer;
  /** SHA-256; null where no proof speaks of it. */
  readonly bodyHash: Buffer | null;
  readonly possession: Possession;
}

const IDEMPOTENCY_KEY = /^[\x20-\x7e]{1,255}$/;
const NO_BODY = z.strictObject({});
const EMPTY = Buffer.alloc(0);
/** Added by browser libraries to prevent caching. Ignored. */
const CACHE_BUSTER = "_";

/** Serves a route table. The order of the checks is part of the contract. */
export function serveApi<C>(api: Api<C>, ports: ApiPorts): Mount {
  const unproven = api.routes.find((route) => route.proof && !api.possession);
  invariant(!unproven, `${unproven?.path} needs a proof, and its API has nothing that checks one`);
  const documents = documentsOf(api);
  const entrances = api.entrance ? [entranceRoute<C>(api.entrance)] : [];
  const index = new RouteIndex([...api.routes.flatMap(withFormerPath), ...documents.keys(), ...entrances]);
  requireUniqueNames(api.routes);
  const streams = new Streams();

  async function answer(request: Request, response: Response): Promise<Answer> {
    if (api.crossOrigin) inviteEveryOrigin(response);
    const found = index.find(request.path);
    if (!found) throw NotFound.because("This path does not exist.");
    response.locals.route = api.basePath + found.path.template;
    if (api.crossOrigin && request.method === "OPTIONS") return preflightAnswer();
    const route = routeFor(found.path, request, response, api.crossOrigin ? ["OPTIONS"] : []);
    const admit = () => admittedTo(api, route, { request, response, slug: found.params.slug ?? null });
    const admitted = await admit();
    const document = documents.get(route);
    if (document) return document.answerTo(request);
    const judgeBody = route.proof ? api.possession!.begin(request, admitted!, ports.clock.now()) : null;
    if (admitted && route.beforeBody) {
      judgeHeaders(request, route.bodyLimitBytes);
      await route.beforeBody({
        caller: admitted.caller,
        segments: found.params,
        bodyBytes: announcedBytes(request),
      });
    }
    const digest = judgeBody && createHash("sha256");
    const readSince = performance.now();
    const rawBody = route.method === "GET" ? EMPTY : await readBody(request, route.bodyLimitBytes, digest);
    // A caller that was admitted and then sends the body late may have been removed meanwhile.
    const isHeldBack = performance.now() - readSince > HELD_BACK_MS;
    const still = isHeldBack ? await admit() : admitted;
    const read = { route, segments: found.params, request, response, admitted: still, rawBody };
    if (!judgeBody || !digest) return answerOf(api, ports, { ...read, bodyHash: null, possession: UNPROVEN });
    const bodyHash = digest.digest();
    const proof = judgeBody(bodyHash, ports.clock.now());
    return usingUp(api.possession!, proof, (possession) =>
      answerOf(api, ports, { ...read, bodyHash, possession }),
    );
  }

  return {
    path: api.basePath,
    handler: (request, response) =>
      answer(request, response)
        .then((answer) =>
          answer.stream
            ? streams.send(request, response, answer.stream, answer.headers)
            : deliver(request, response, answer),
        )
        .catch((error) => sendRefusal(response, error)),
  };
}

/** Returns the caller with the required rights: key, login and rights are judged again each time. null: the route needs no caller. */
async function admittedTo<C>(
  { authentication }: Api<C>,
  route: Route<C>,
  {
    request,
    response,
    slug,
  }: { readonly request: Request; readonly response: Response; readonly slug: string | null },
): Promise<Admitted<C> | null> {
  const isKeyless = route.scope === "public" && authentication.kind !== "public";
  const admitted = await (isKeyless
    ? (authentication.admitStranger?.(request, response) ?? null)
    : authentication.admit(request, response));
  if (admitted) requireAccess(admitted, route, slug);
  return admitted;
}

/** @param others methods that are answered without a route */
function routeFor<C>(
  path: Path<C>,
  request: Request,
  response: Response,
  others: readonly string[],
): Route<C> {
  const method = request.method === "HEAD" ? "GET" : request.method;
  const route = path.routes.get(method as Method);
  if (route) return route;
  const known = [...path.routes.keys()].flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
  response.setHeader("Allow", [...known, ...others].join(", "));
  throw MethodNotAllowed.because();
}

function answerOf<C>(api: Api<C>, ports: ApiPorts, read: Read<C>): Promise<Answer> {
  const { route, segments, request, response, admitted, rawBody, possession } = read;
  return once(api, ports, read, async (idempotency) => {
    const body = route.readsBody ? null : bodyOf(route, rawBody);
    const query = validate(
      route.query,
      parseQuery(searchOf(request.url), {
        shape: route.query.shape,
        ignored: route.method === "GET" ? CACHE_BUSTER : null,
      }),
    );
    const params = route.params.safeParse(segments);
    // A value that cannot be an id is answered exactly like an id that does not exist.
    if (!params.success) throw NotFound.because();
    const run = await route.prepare({
      params: params.data,
      query,
      body,
      caller: admitted?.caller ?? null,
      now: ports.clock.now(),
      requestId: requestIdOf(response),
      note: (facts) => note(response, facts),
      url: (api.publicPath ?? "") + request.originalUrl,
      idempotency,
      rawBody,
      whenGone: (then) => void response.once("close", then),
      ...possession,
    });
    return async () => payloadAnswer(route, await run());
  });
}

function bodyOf<C>(route: Route<C>, rawBody: Buffer): unknown {
  // Nearly every GET.
  if (route.body === null && rawBody.byteLength === 0) return {};
  return validate(route.body ?? NO_BODY, parseJson(rawBody));
}

async function once<C>(
  api: Api<C>,
  ports: ApiPorts,
  { route, request, admitted, rawBody, bodyHash }: Read<C>,
  prepare: (
    idempotency: RouteRequest<C, unknown, unknown, unknown>["idempotency"],
  ) => Promise<() => Promise<Answer>>,
): Promise<Answer> {
  const key = route.idempotency === "none" ? undefined : request.get("Idempotency-Key");
  if (route.idempotency === "none" || key === undefined || !admitted) return (await prepare(null))();
  if (!IDEMPOTENCY_KEY.test(key)) {
    throw invalid(
      "Idempotency-Key",
      "invalid_format",
      "An Idempotency-Key must have 1 to 255 printable ASCII characters.",
    );
  }
  const attempt = {
    principal: admitted.principal,
    route: `${route.method} ${api.basePath}${route.path}`,
    key,
    requestHash: requestHash(request.method, request.originalUrl, rawBody, bodyHash),
    now: ports.clock.now(),
    tryId: randomUUID(),
    leaseSec: 60,
  } as const;
  const options = { ...ports, mode: route.idempotency, baseUrl: baseUrlOf(request) };
  return answerOnce(options, attempt, prepare);
}

function payloadAnswer<C>(route: Route<C>, result: unknown): Answer {
  if (result instanceof WrittenReply)
    return { status: route.status, body: result.json, headers: result.headers };
  if (result instanceof StreamedReply) {
    const { subject } = result;
    return { ...forCaches(route, jsonAnswer(route.status, subject), subject), body: EMPTY, stream: result };
  }
  const { payload, headers } = result instanceof Reply ? result : new Reply(result, {});
  const answer = jsonAnswer(route.status, route.wrap ? { data: payload } : payload, headers);
  return forCaches(route, answer, payload);
}

function forCaches<C>({ settled }: Route<C>, answer: Answer, payload: unknown): Answer {
  return settled ? cacheable(answer, settled(payload)) : answer;
}

function searchOf(url: string): string {
  const mark = url.indexOf("?");
  return mark === -1 ? "" : url.slice(mark + 1);
}

/** A route with a path of before is served at both. */
function withFormerPath<C>(route: Route<C>): Route<C>[] {
  return route.formerPath === null ? [route] : [route, { ...route, path: route.formerPath }];
}

function documentsOf<C>(api: Api<C>): ReadonlyMap<Route<C>, ServedDocument> {
  const { openDocument: open = false, webhooks } = api;
  const make = () => openApiDocument(api);
  const documents = new Map([[documentRoute<C>("/openapi.json", open), new ServedDocument(make, { open })]]);
  if (webhooks)
    documents.set(
      documentRoute("/openapi-3.1.json", open),
      new ServedDocument(() => openApi31(make(), webhooks), { open }),
    );
  return documents;
}

/** A document has a path like any other; it does not describe itself. */
function documentRoute<C>(path: "/openapi.json" | "/openapi-3.1.json", open: boolean): Route<C> {
  return defineRoute<C, z.ZodUnknown>(accessBy({ scope: open ? "public" : null }), {
    operationId: "getOpenApiDocument",
    method: "GET",
    path,
    summary: "Get the OpenAPI document",
    tag: "Document",
    reply: z.unknown(),
    wrap: false,
    handle: () => null,
  });
}

/** Like the document, it is none of the routes that the document describes. */
function entranceRoute<C>(entrance: Readonly<Record<string, string>>): Route<C> {
  return defineRoute<C, z.ZodUnknown>(accessBy({ scope: "public" }), {
    operationId: "getEntrance",
    method: "GET",
    path: "/",
    summary: "Get the name of the API and the addresses of its documents",
    tag: "Document",
    reply: z.unknown(),
    handle: () => entrance,
  });
}
