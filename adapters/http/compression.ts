import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Request } from "express";
import type { Answer } from "./answer.ts";

const LEAST_BYTES = 1_024;
const MOST_BYTES = 8_000_000;

const gzipped = promisify(gzip);
/** An answer that is sent again and again, such as the document that needs no key, is compressed once. */
const packed = new WeakMap<Answer, Uint8Array>();

/**
 * What was read, compressed where the client asks for it; in a thread. Only answers to a GET: what is written may be
 * answered with a secret beside the caller's own words, whose length would then tell of the secret.
 */
export function compressed(request: Request, answer: Answer): Answer | Promise<Answer> {
  const { status, body } = answer;
  if ((request.method !== "GET" && request.method !== "HEAD") || (status !== 200 && status !== 304))
    return answer;
  const varying = { status, body, headers: { ...answer.headers, Vary: "Accept-Encoding" } };
  if (body.byteLength < LEAST_BYTES || body.byteLength > MOST_BYTES) return varying;
  if (request.acceptsEncodings("gzip", "identity") !== "gzip") return varying;
  return zipped(answer, varying.headers);
}

async function zipped(answer: Answer, headers: Answer["headers"]): Promise<Answer> {
  const body = packed.get(answer) ?? (await gzipped(answer.body));
  packed.set(answer, body);
  return { status: answer.status, body, headers: { ...headers, "Content-Encoding": "gzip" } };
}
