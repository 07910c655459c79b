import express, { type ErrorRequestHandler, type Express } from "express";
import helmet from "helmet";
import type { Logger } from "pino";
import { NotFound } from "../../src/shared/problem.ts";
import { sendRefusal } from "./answer.ts";
import type { Mount } from "./api.ts";
import type { Metrics } from "./health.ts";
import { requestLog } from "./request-log.ts";

export interface HttpAppOptions {
  /** Asked in this order; the first whose path fits answers. */
  readonly mounts: readonly Mount[];
  readonly log: Logger;
  readonly metrics: Metrics;
  /** How many proxies stand in front, whose forwarded headers are believed. */
  readonly trustProxy: number;
}

export function createHttpApp({ mounts, log, metrics, trustProxy }: HttpAppOptions): Express {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.enable("case sensitive routing");
  app.set("trust proxy", trustProxy);
  app.set("query parser", "simple");
  app.use(requestLog(log), helmet(), metrics.measure);
  for (const { path, handler } of mounts) app.use(path, handler);
  app.use((_request, response) => sendRefusal(response, NotFound.because("There is nothing at this path.")));
  app.use(lastResort);
  return app;
}

/** Express knows an error handler by its four parameters. */
const lastResort: ErrorRequestHandler = (error, _request, response, next) => {
  if (response.headersSent) next(error);
  else sendRefusal(response, error);
};
