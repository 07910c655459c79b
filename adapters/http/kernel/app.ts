import type { IncomingMessage, ServerResponse } from "node:http";
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express";
import helmet from "helmet";
import type { Logger } from "pino";
import { invariant } from "../../../src/shared/invariant.ts";
import { NotFound } from "../../../src/shared/problem.ts";
import { sendRefusal } from "../answers/answer.ts";
import type { Mount } from "./api.ts";
import type { Metrics } from "./health.ts";
import { ExpectationFailed, MalformedRequest } from "../answers/problems.ts";
import { warnOfUnreadClients } from "../callers/client-address.ts";
import { serveThese } from "../server/messages.ts";
import { type During, requestLog } from "../server/request-log.ts";

export interface HttpAppOptions {
  /** Asked in this order; the first whose path fits answers. */
  readonly mounts: readonly Mount[];
  readonly log: Logger;
  readonly metrics: Metrics;
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
  trustProxy,
  during = UNNAMED,
}: HttpAppOptions): Express {
  const app = express();
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
      handler(request, response, (left?: unknown) =>
        left === undefined ? others(request, response, next) : next(left),
      ),
  );
}

/** Sets helmet's headers. They are alike for all requests, so helmet is asked once: a dozen calls a request less. */
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

/** A request must name one host, and may expect only 100-continue. */
const wellAddressed: RequestHandler = (request, response, next) => {
  const { host, expect } = request.headers;
  if (host === undefined && request.httpVersion === "1.1") {
    sendRefusal(response, MalformedRequest.because("The request has no Host header."));
  } else if (hostHeadersOf(request.rawHeaders) > 1) {
    sendRefusal(response, MalformedRequest.because("The request has several Host headers."));
  } else if (expect !== undefined && expect.toLowerCase() !== "100-continue") {
    sendRefusal(response, ExpectationFailed.because());
  } else {
    next();
  }
};

/** @param rawHeaders names and values in turn, of which Node keeps the first Host alone */
function hostHeadersOf(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === 4 && name.toLowerCase() === "host") count += 1;
  }
  return count;
}

/** Express recognises an error handler by its four parameters. */
const lastResort: ErrorRequestHandler = (error, _request, response, next) => {
  if (response.headersSent) next(error);
  else sendRefusal(response, error);
};
