import { createHmac } from "node:crypto";
import type { EventId } from "../shared/ids.ts";

const PREFIX = "whsec_";
/** Lengths of a key, in bytes, that Standard Webhooks allows. */
const STANDARD_KEY = { min: 24, max: 64 } as const;

/**
 * Returns the value of X-Service-Signature: `t=<unix seconds>,v1=<hex>`, one v1 per currently valid secret. v1 is
 * HMAC-SHA256 of `<t>.<raw body>`, keyed with the whole secret as text, `whsec_` included.
 */
export function signatureHeader(secrets: readonly string[], timestampSec: number, rawBody: string): string {
  const signed = `${timestampSec}.${rawBody}`;
  const signatures = secrets.map(
    (secret) => `v1=${createHmac("sha256", secret).update(signed).digest("hex")}`,
  );
  return [`t=${timestampSec}`, ...signatures].join(",");
}

/**
 * Returns the headers of Standard Webhooks: id, Unix seconds, and `v1,<base64>` per currently valid secret that is one
 * of Standard Webhooks. v1 is HMAC-SHA256 of `<id>.<t>.<raw body>`, keyed with the bytes behind `whsec_`. None if the
 * newest secret is another text.
 * @param secrets newest first
 */
export function standardHeaders(
  secrets: readonly string[],
  eventId: EventId,
  timestampSec: number,
  rawBody: string,
): Readonly<Record<string, string>> {
  const [newest, ...older] = secrets.map(standardKey);
  if (!newest) return {};
  const signed = `${eventId}.${timestampSec}.${rawBody}`;
  const signatures = [newest, ...older]
    .filter((key) => key !== null)
    .map((key) => `v1,${createHmac("sha256", key).update(signed).digest("base64")}`);
  return {
    "webhook-id": eventId,
    "webhook-timestamp": String(timestampSec),
    "webhook-signature": signatures.join(" "),
  };
}

/** Returns a secret of both signatures: `whsec_` and the key in padded base64. */
export function standardSecret(key: Uint8Array): string {
  return PREFIX + Buffer.from(key).toString("base64");
}

export function isStandardSecret(secret: string): boolean {
  return standardKey(secret) !== null;
}

/** Returns the key in a secret. null: the text is not padded base64, or not of a length that Standard Webhooks allows. */
function standardKey(secret: string): Buffer | null {
  const key = Buffer.from(secret.slice(PREFIX.length), "base64");
  const { min, max } = STANDARD_KEY;
  return key.length >= min && key.length <= max && standardSecret(key) === secret ? key : null;
}
