import { randomUUID } from "node:crypto";
import type { Request, RequestHandler, Response } from "express";
import type { Logger } from "pino";
import { pinoHttp } from "pino-http";
import { withCauses } from "../../../src/shared/causes.ts";

const REQUEST_ID = /^[A-Za-z0-9._-]{8,128}$/;
const MAX_PATH_LENGTH = 512;
/** Asked every few seconds, for ever. */
const PROBES = new Set(["/healthz", "/readyz", "/metrics"]);

/** Does the work of a request, whose log lines then name it. */
export type During = <T>(requestId: string, work: () => T) => T;

/** Adds to the request's log line what it is about. Ids that the caller may know, and no personal data. */
export function note(response: Response, facts: Readonly<Record<string, string | number>>): void {
  response.locals.noted = { ...response.locals.noted, ...facts };
}

/**
 * Names each request and writes one line when it is answered. The line has neither headers nor query nor body:
 * what is not written needs no redaction.
 */
export function requestLog(logger: Logger, during: During): RequestHandler {
  const log = pinoHttp<Request, Response>({
    logger,
    genReqId: (request, response) => {
      const given = request.headers["x-request-id"];
      const id = typeof given === "string" && REQUEST_ID.test(given) ? given : randomUUID();
      response.setHeader("X-Request-Id", id);
      return id;
    },
    wrapSerializers: false,
    serializers: {
      req: ({ id, method, originalUrl, ip }: Request) => ({
        id,
        method,
        path: pathOf(originalUrl),
        ip,
      }),
      res: ({ statusCode }: Response) => ({ status: statusCode }),
      err: (error: unknown) => withCauses(error),
    },
    customLogLevel: (request, { statusCode, locals }) => {
      if (statusCode >= 500) return statusCode === 500 ? "error" : "warn";
      return PROBES.has(request.originalUrl) || locals.quiet === true ? "debug" : "info";
    },
    customSuccessObject: (_request, { locals }, facts: object) => ({ ...facts, ...locals.noted }),
    customErrorObject: (_request, { locals }, _error, facts: object) => ({ ...facts, ...locals.noted }),
    customSuccessMessage: () => "request answered",
    customErrorMessage: () => "request failed",
  });
  return (request, response, next) => log(request, response, () => during(String(request.id), () => next()));
}

/** No path of ours is longer: the rest says nothing, and would have to be searched for secrets. */
function pathOf(url: string): string {
  const path = url.split("?", 1)[0]!;
  return path.length <= MAX_PATH_LENGTH ? path : `${path.slice(0, MAX_PATH_LENGTH)}…`;
}
