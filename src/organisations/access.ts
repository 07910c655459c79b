import { hash } from "node:crypto";
import { defineProblem } from "../shared/problem.ts";
import type { Scope } from "./api-key.ts";

export const MissingApiKey = defineProblem(
  "missing_api_key",
  "unauthenticated",
  "An API key is required: Authorization: Bearer <key>.",
);
export const InvalidApiKey = defineProblem(
  "invalid_api_key",
  "unauthenticated",
  "This API key is unknown, revoked, expired, or not valid for this host or address.",
);
export const InsufficientScope = defineProblem(
  "insufficient_scope",
  "forbidden",
  "This API key lacks the scope that this request requires.",
  { facts: { required: "the scope" } },
);
export const RateLimited = defineProblem(
  "rate_limited",
  "limited",
  "Too many requests. Wait, then try again.",
);

const API_KEY = /^sk_(?:test_)?[0-9A-Za-z]{43}$/;

/** Returns the SHA-256 of an API key, the only stored form; null: the text cannot be a key. */
export function apiKeyHash(key: string): Uint8Array | null {
  // Through hex: a buffer that Node makes has separately allocated memory, which costs more than the hash.
  return API_KEY.test(key) ? Buffer.from(hash("sha256", key, "hex"), "hex") : null;
}

export function requireScope(granted: readonly Scope[], required: Scope): void {
  if (!granted.includes(required)) {
    throw InsufficientScope.because(`This API key lacks the scope ${required}.`, { required });
  }
}
