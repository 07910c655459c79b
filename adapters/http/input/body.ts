import type { Hash } from "node:crypto";
import type { Request } from "express";
import getRawBody from "raw-body";
import { PayloadTooLarge, UnsupportedMediaType } from "../answers/problems.ts";

const EMPTY = Buffer.alloc(0);
/** With any parameters: JSON has none, and is UTF-8 under any charset (RFC 8259, 11). */
const JSON_MEDIA_TYPE = /^application\/json\s*(;|$)/i;

/**
 * Reads the bytes of the body, up to a limit. Raises payload_too_large and, if the body is not empty,
 * unsupported_media_type.
 * @param digest is updated piece by piece: hashing 8 MB at once would block other requests
 */
export async function readBody(
  request: Request,
  limitBytes: number,
  digest: Hash | null = null,
): Promise<Buffer> {
  const { "content-length": length, "transfer-encoding": chunked } = request.headers;
  if (chunked === undefined && (length === undefined || length === "0")) return EMPTY;
  try {
    judgeHeaders(request, limitBytes);
    if (digest !== null) request.on("data", (piece: Uint8Array) => digest.update(piece));
    const body = await getRawBody(request, { limit: limitBytes, length });
    if (body.length > 0) requireJson(request);
    return body;
  } catch (error) {
    // Remaining bytes are discarded, so that the client can read its answer.
    request.resume();
    if (error instanceof Error && "type" in error && error.type === "entity.too.large") {
      throw tooLarge(limitBytes);
    }
    throw error;
  }
}

/** Checks the body by its headers alone. Raises unsupported_media_type, payload_too_large. */
export function judgeHeaders(request: Request, limitBytes: number): void {
  const bytes = announcedBytes(request);
  // A body of unknown length may be empty, and an empty body needs no type.
  if (bytes === null || bytes === 0) return;
  requireJson(request);
  if (bytes > limitBytes) throw tooLarge(limitBytes);
}

function tooLarge(limitBytes: number) {
  return PayloadTooLarge.because(`The body is larger than ${limitBytes} bytes.`);
}

/** Returns the announced length of the body; null: the request announces none. */
export function announcedBytes({ headers }: Request): number | null {
  if (headers["transfer-encoding"] !== undefined) return null;
  return Number(headers["content-length"] ?? 0);
}

function requireJson(request: Request): void {
  const type = request.headers["content-type"] ?? "";
  const encoding = request.headers["content-encoding"] ?? "identity";
  if (!JSON_MEDIA_TYPE.test(type) || encoding !== "identity") throw UnsupportedMediaType.because();
}
