import type { IncomingMessage, ServerResponse } from "node:http";
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express";
import helmet from "helmet";
import type { Logger } from "pino";
import { invariant } from "../../../src/shared/invariant.ts";
import { invalid, NotFound, type Problem } from "../../../src/shared/problem.ts";
import { sendRefusal } from "../answers/answer.ts";
import type { Mount } from "./api.ts";
import type { Metrics } from "./health.ts";
import { ExpectationFailed, MalformedRequest } from "../answers/problems.ts";
import { warnOfUnreadClients } from "../callers/client-address.ts";
import { serveThese } from "../server/messages.ts";
import { type During, requestLog } from "../server/request-log.ts";

export interface HttpAppOptions {
  /** Tried in this order; the first whose path fits answers. */
  readonly mounts: readonly Mount[];
  readonly log: Logger;
  readonly metrics: Metrics;
  /** The service's public address, without a slash at the end. */
  readonly baseUrl: string;
  /** Number of proxies in front, whose forwarded headers are believed. */
  readonly trustProxy: number;
  /** Default: nothing but the request's own line names it. */
  readonly during?: During;
}

const UNNAMED: During = (_requestId, work) => work();

export function createHttpApp({
  mounts,
  log,
  metrics,
  baseUrl,
  trustProxy,
  during = UNNAMED,
}: HttpAppOptions): Express {
  const app = express();
  app.locals.baseUrl = baseUrl;
  app.disable("x-powered-by");
  app.disable("etag");
  app.enable("case sensitive routing");
  app.set("trust proxy", trustProxy);
  app.set("query parser", "simple");
  app.use(
    inARow(
      serveThese(app),
      requestLog(log, during),
      warnOfUnreadClients(log),
      secured(),
      metrics.measure,
      wellAddressed,
    ),
  );
  for (const { path, handler } of mounts) app.use(path, handler);
  app.use((_request, response) => sendRefusal(response, NotFound.because("This path does not exist.")));
  app.use(lastResort);
  return app;
}

/** Handlers as one: to pass the router once more costs a request more than what each of them does. */
function inARow(...handlers: readonly RequestHandler[]): RequestHandler {
  return handlers.reduceRight(
    (others, handler) => (request, response, next) =>
      handler(request, response, (error?: unknown) =>
        error === undefined ? others(request, response, next) : next(error),
      ),
  );
}

/** Sets helmet's headers. They are equal for all requests, so helmet runs once: this saves a dozen calls a request. */
function secured(): RequestHandler {
  const headers: [name: string, value: string][] = [];
  const recorder: Pick<ServerResponse, "setHeader" | "removeHeader"> = {
    setHeader(name, value) {
      headers.push([name, String(value)]);
      return recorder as ServerResponse;
    },
    removeHeader() {},
  };
  helmet()({} as IncomingMessage, recorder as ServerResponse, (error) =>
    invariant(!error, "helmet sets headers"),
  );
  invariant(headers.length > 0, "helmet answers at once");
  return (_request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  };
}

/** Refuses what names no host or several, repeats a single header or expects more than 100-continue. Ends its connection. */
const wellAddressed: RequestHandler = (request, response, next) => {
  const problem = faultOf(request);
  if (problem === null) return next();
  response.shouldKeepAlive = false;
  sendRefusal(response, problem);
};

function faultOf({ headers, httpVersion, rawHeaders }: IncomingMessage): Problem | null {
  const { host, expect } = headers;
  if (host === undefined && httpVersion === "1.1")
    return MalformedRequest.because("The request has no Host header.");
  const repeated = repeatedHeaderOf(rawHeaders);
  if (repeated === "Host") return MalformedRequest.because("The request has several Host headers.");
  if (repeated !== null)
    return invalid(repeated, "repeated", `The header ${repeated} must be sent once only.`);
  const isExpected = expect === undefined || expect.toLowerCase() === "100-continue";
  return isExpected ? null : ExpectationFailed.because();
}

/**
 * Headers of which Node keeps the first or joins all, so a proxy may have judged another one. Node itself refuses
 * several lengths, and proofs of possession are refused with a separate status.
 */
const SINGLE = ["Host", "Authorization", "Content-Type", "Idempotency-Key", "Origin"] as const;
const SINGLE_BITS = new Map<string, number>(SINGLE.map((name, bit) => [name.toLowerCase(), 1 << bit]));
const SINGLE_LENGTHS = new Set(SINGLE.map((name) => name.length));

/** @param rawHeaders names and values in turn */
function repeatedHeaderOf(rawHeaders: readonly string[]): (typeof SINGLE)[number] | null {
  let seen = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (!SINGLE_LENGTHS.has(name.length)) continue;
    const bit = SINGLE_BITS.get(name.toLowerCase()) ?? 0;
    if ((seen & bit) > 0) return SINGLE[Math.log2(bit)]!;
    seen |= bit;
  }
  return null;
}

/** Express recognises an error handler by its four parameters. */
const lastResort: ErrorRequestHandler = (error, _request, response, next) => {
  if (response.headersSent) next(error);
  else sendRefusal(response, error);
};
