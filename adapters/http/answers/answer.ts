import type { Request, Response } from "express";
import { InvalidRequest, NotFound, Problem } from "../../../src/shared/problem.ts";
import { noteFailure } from "../server/request-log.ts";
import type { StreamedReply } from "./streamed-reply.ts";
import { InternalError, PayloadTooLarge, UnsupportedMediaType, statusOf } from "./problems.ts";

/** A complete response, as sent and as repeated for a repeated request. */
export interface Answer {
  readonly status: number;
  readonly body: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  /** The code of the problem that it tells, for metrics. */
  readonly refusal?: string;
  /** Is sent instead of a body, which is empty. */
  readonly stream?: StreamedReply;
}

const UNAVAILABLE_RETRY_AFTER_SEC = 5;
const MOST_AS_STRING = 64 * 1024;

export function jsonAnswer(status: number, value: unknown, headers: Answer["headers"] = {}): Answer {
  return { status, body: Buffer.from(JSON.stringify(value)), headers };
}

/** Returns the service's public address, which the app has from its options. */
export function baseUrlOf({ app }: Request | Response): string {
  return app.locals.baseUrl;
}

/** The response for a problem: `{error, message, …facts, docUrl}`. */
export function refusal(problem: Problem, baseUrl: string): Answer {
  const status = statusOf(problem);
  const retryAfter = problem.facts.retryAfter ?? (status === 503 ? UNAVAILABLE_RETRY_AFTER_SEC : undefined);
  const headers: Record<string, string> = {};
  if (retryAfter !== undefined) headers["Retry-After"] = String(retryAfter);
  if (status === 401) headers["WWW-Authenticate"] = "Bearer";
  const docUrl = `${baseUrl}/docs/errors#${problem.code}`;
  const body = { error: problem.code, message: problem.message, ...problem.facts, retryAfter, docUrl };
  return { ...jsonAnswer(status, body, headers), refusal: problem.code };
}

/** The problem returned for any thrown error: a bug becomes internal_error, without details. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  // A segment of the path whose escapes are broken: nothing is there.
  if (error instanceof URIError && "status" in error) return NotFound.because();
  switch (parserStatus(error)) {
    case null:
      return InternalError.because(undefined, {}, { cause: error });
    case 413:
      return PayloadTooLarge.because();
    case 415:
      return UnsupportedMediaType.because();
    default:
      return InvalidRequest.because();
  }
}

/**
 * Responds to a thrown error. A failure of the service is logged with its causes, in the request's own log line.
 * @param page HTML instead of JSON
 */
export function sendRefusal(response: Response, error: unknown, page?: (problem: Problem) => string): void {
  const problem = asProblem(error);
  const answer = refusal(problem, baseUrlOf(response));
  if (answer.status >= 500) noteFailure(response, error);
  send(response, page ? { ...answer, ...asHtml(page(problem), answer.headers) } : answer);
}

function asHtml(html: string, headers: Answer["headers"]): Pick<Answer, "body" | "headers"> {
  return { body: Buffer.from(html), headers: { ...headers, "Content-Type": "text/html; charset=utf-8" } };
}

export function send(response: Response, { status, body, headers, refusal }: Answer): void {
  response.locals.refusal = refusal;
  if (status === 304 || status === 204) {
    response.writeHead(status, headers).end();
    return;
  }
  response.writeHead(status, {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": body.byteLength,
    "Cache-Control": "no-store",
    ...headers,
  });
  // As a string a small body leaves in one write with the headers.
  if (body.byteLength > MOST_AS_STRING) return void response.end(body);
  response.end(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("latin1"), "latin1");
}

/** Express and its parsers throw errors with the client status they stand for. */
function parserStatus(error: unknown): number | null {
  if (!(error instanceof Error) || !("status" in error) || !("expose" in error)) return null;
  const { status } = error;
  return typeof status === "number" && status >= 400 && status < 500 ? status : null;
}
