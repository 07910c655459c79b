import type { Response } from "express";
import type { Answer } from "./answer.ts";

const ASKABLE = "If-None-Match, X-Request-Id";
/** Headers of answers that browsers hide from pages of other origins by default. */
const READABLE = [
  "ETag",
  "Link",
  "Retry-After",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "X-Request-Id",
].join(", ");
/** A day. Browsers keep it for as long as they like, at most. */
const PREFLIGHT_SEC = 86_400;

/** Lets pages of every origin read the response, refusals too, but never with a visitor's credentials. */
export function inviteEveryOrigin(response: Response): void {
  response.setHeader("Access-Control-Allow-Origin", "*");
  response.setHeader("Access-Control-Expose-Headers", READABLE);
  response.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
}

/** Returns the answer to a browser's preflight request. */
export function preflightAnswer(): Answer {
  return {
    status: 204,
    body: new Uint8Array(),
    headers: {
      "Access-Control-Allow-Methods": "GET, HEAD",
      "Access-Control-Allow-Headers": ASKABLE,
      "Access-Control-Max-Age": String(PREFLIGHT_SEC),
    },
  };
}
