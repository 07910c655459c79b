import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Request, Response } from "express";
import { LRUCache } from "lru-cache";
import { type Answer, send } from "./answer.ts";
import { isKnown } from "./caching.ts";

const LEAST_BYTES = 1_024;
const MOST_BYTES = 8_000_000;

/** Characters of a header that is remembered. */
const MOST_HEADER = 100;
const preferences = new LRUCache<string, boolean>({ max: 100 });

const gzipped = promisify(gzip);
/** An answer that is sent many times, such as the document that needs no key, is compressed once, also at the same time. */
const packed = new WeakMap<Answer, Promise<Uint8Array>>();

/**
 * Sends an answer, compressed in a thread if the client accepts it. Only answers to a GET are compressed: an answer to
 * a write may hold a secret next to the caller's text, and its length would reveal the secret.
 */
export function deliver(request: Request, response: Response, answer: Answer): void | Promise<void> {
  const { method } = request;
  const { status, body } = answer;
  if ((method === "GET" || method === "HEAD") && (status === 200 || status === 304)) {
    response.setHeader("Vary", "Accept-Encoding");
    const { byteLength } = body;
    // Without a body only a strong tag says which encoding it would have had.
    const hasEncoding = status === 200 || answer.headers.ETag?.startsWith('"');
    const zips = hasEncoding && byteLength >= LEAST_BYTES && byteLength <= MOST_BYTES && prefersGzip(request);
    const headers = tagged(answer.headers, zips ? "gzip" : null);
    const { ETag } = headers;
    // Weak tags were compared where they were made.
    if (ETag?.startsWith('"') && isKnown(request, ETag))
      return send(response, { ...answer, headers, status: 304 });
    if (zips && status === 200) return zipped(response, answer, headers);
  }
  send(response, answer);
}

/** Returns whether the client prefers gzip. Cached by the header: browsers send few different values. */
export function prefersGzip(request: Request): boolean {
  const acceptEncoding = request.headers["accept-encoding"] ?? "";
  let prefers = preferences.get(acceptEncoding);
  if (prefers === undefined) {
    prefers = request.acceptsEncodings("gzip", "identity") === "gzip";
    if (acceptEncoding.length <= MOST_HEADER) preferences.set(acceptEncoding, prefers);
  }
  return prefers;
}

/** Returns the headers with the tag of this encoding: a strong tag names bytes, and compressed they are others. */
export function tagged(headers: Answer["headers"], encoding: "gzip" | null): Answer["headers"] {
  const { ETag } = headers;
  if (encoding === null || !ETag?.startsWith('"')) return headers;
  return { ...headers, ETag: ETag.replace(/"$/, `-${encoding}"`) };
}

async function zipped(response: Response, answer: Answer, headers: Answer["headers"]): Promise<void> {
  let packing = packed.get(answer);
  if (packing === undefined) {
    packing = gzipped(answer.body);
    packed.set(answer, packing);
  }
  const body = await packing;
  send(response, { status: answer.status, body, headers: { ...headers, "Content-Encoding": "gzip" } });
}
