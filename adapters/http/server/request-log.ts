import { randomUUID } from "node:crypto";
import type { Request, RequestHandler, Response } from "express";
import type { Logger } from "pino";
import { withCauses } from "../../../src/shared/errors/causes.ts";
import { Problem } from "../../../src/shared/problem.ts";
import { addressOf } from "../callers/client-address.ts";

const REQUEST_ID = /^[A-Za-z0-9._-]{8,128}$/;
const MAX_PATH_LENGTH = 512;
const VISIT = /\/visits\/.*$/;
/**
 * The fragment of a URL, which browsers do not send. Some programs that rewrite links send it anyway: it holds a token
 * of the service.
 */
const FRAGMENT = /%23.*$/;
const SECRET_PARTS = /\/visits\/|%23/;
/** Paths that are requested every few seconds. */
const PROBES = new Set(["/healthz", "/readyz", "/metrics"]);

/** Does the work of a request, whose log lines then name it. */
export type During = <T>(requestId: string, work: () => T) => T;

/** Adds to the request's log line what it is about. Ids that the caller may know, and no personal data. */
export function note(response: Response, facts: Readonly<Record<string, string | number>>): void {
  response.locals.noted = Object.assign(response.locals.noted ?? {}, facts);
}

/** Shows in the request's log line why the service failed. */
export function noteFailure(response: Response, error: unknown): void {
  response.locals.failure = error instanceof Error ? error : new Error(String(error));
}

/** The name of the request that is answered. */
export function requestIdOf(response: Response): string {
  return response.locals.requestId;
}

/**
 * Names each request and writes one line when it is answered, or its connection is gone. The line has neither headers
 * nor query nor body: what is not written needs no redaction. `pino-http` makes a child logger and three listeners for
 * each request, also where no line follows.
 */
export function requestLog(logger: Logger, during: During): RequestHandler {
  const log = logger.child({}, { serializers: { err: withCauses } });
  return (request, response, next) => {
    const startedAt = Date.now();
    const header = request.headers["x-request-id"];
    const id = typeof header === "string" && REQUEST_ID.test(header) ? header : randomUUID();
    response.locals.requestId = id;
    response.setHeader("X-Request-Id", id);
    // Express forgets the client's address with the connection.
    const ip = addressOf(request);
    response.on("close", () => writeLine(log, { request, response, ip, startedAt }));
    during(id, next);
  };
}

interface Answered {
  readonly request: Request;
  readonly response: Response;
  readonly ip: string | undefined;
  readonly startedAt: number;
}

function writeLine(logger: Logger, { request, response, ip, startedAt }: Answered): void {
  const { statusCode: status, locals } = response;
  const { requestId: id, noted, failure, quiet } = locals;
  const isProbe = PROBES.has(request.originalUrl);
  const level = isProbe || quiet === true ? "debug" : "info";
  if (status < 500 && failure === undefined && !logger.isLevelEnabled(level)) return;
  const facts = {
    req: { id, method: request.method, path: pathOf(request.originalUrl), ip },
    res: { status },
    responseTime: Date.now() - startedAt,
    ...noted,
  };
  if (status < 500 && failure !== undefined) {
    // It failed behind the first bytes of its answer.
    logger[failure instanceof Problem ? "warn" : "error"]({ ...facts, err: failure }, "answer broken off");
    return;
  }
  if (status < 500) {
    logger[level](facts, "request answered");
    return;
  }
  const err = failure ?? new Error(`failed with status code ${status}`);
  if (status === 500) logger.error({ ...facts, err }, "request failed");
  // A probe comes every few seconds for as long as something is away; that it is, is logged once.
  else logger[isProbe ? "debug" : "warn"]({ ...facts, err }, "request not served");
}

/** No path of ours is longer: the rest says nothing, and would have to be searched for secrets. */
function pathOf(url: string): string {
  // A visit's id gives access to its result, so it is not logged.
  const mark = url.indexOf("?");
  const fullPath = mark === -1 ? url : url.slice(0, mark);
  const path = SECRET_PARTS.test(fullPath)
    ? fullPath.replace(VISIT, "/visits/…").replace(FRAGMENT, "%23…")
    : fullPath;
  return path.length <= MAX_PATH_LENGTH ? path : `${path.slice(0, MAX_PATH_LENGTH)}…`;
}
