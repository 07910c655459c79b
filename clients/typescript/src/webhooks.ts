import type { components } from "../generated/partner-api.d.ts";

const TOLERANCE_SEC = 300;
const PREFIX = "whsec_";
const HASH = { name: "HMAC", hash: "SHA-256" };

/** An event of a type that these declarations know. `verify` returns events of other types, too. */
export type WebhookEvent = components["schemas"]["WebhookEnvelope"];

/** Headers of a request, as a platform has them: names in any case. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Options of verifying. */
export interface VerifyOptions {
  /** Seconds that a timestamp may differ from now. Default: 300. */
  readonly toleranceSec?: number;
  /** Seconds since 1970. Default: the present. */
  readonly nowSec?: number;
}

/** A delivery that none of the secrets has signed, or that is too old. */
export class WebhookError extends Error {
  override readonly name: string = "WebhookError";
}

/**
 * Checks who sent a delivery: `X-Service-Signature`, or the headers of Standard Webhooks. One signature that fits one
 * of the secrets is enough, so that a secret can be replaced.
 * @param body as it came, before any parser
 * @param secrets the endpoint's, `whsec_…`
 * @returns the event
 * @throws WebhookError: no signature fits, or it is too old or too far ahead
 */
export async function verify(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  options: VerifyOptions = {},
): Promise<WebhookEvent> {
  const bytes = typeof body === "string" ? encoded(body) : body;
  if (!(bytes instanceof Uint8Array))
    throw new TypeError("body: the bytes as they came, not a parsed object");
  const { toleranceSec = TOLERANCE_SEC, nowSec = Date.now() / 1_000 } = options;
  const all = typeof secrets === "string" ? [secrets] : secrets;
  const signed = [servicesSignature(headers), standardSignature(headers)].filter((one) => one !== null);
  if (signed.length === 0) throw new WebhookError("no signature among the headers");
  const fresh = signed.filter(({ time }) => isTime(time) && Math.abs(nowSec - Number(time)) <= toleranceSec);
  if (fresh.length === 0) throw new WebhookError("the timestamp is too far from now");
  for (const { keyOf, before, signatures } of fresh)
    for (const secret of all) {
      const key = keyOf(secret);
      if (key !== null && (await fits(key, joined(encoded(before), bytes), signatures))) return parsed(bytes);
    }
  throw new WebhookError("no signature fits");
}

interface Signed {
  /** Seconds since 1970, as text. */
  readonly time: string;
  /** Text that is signed before the body. */
  readonly before: string;
  readonly signatures: readonly Uint8Array<ArrayBuffer>[];
  /** Returns null where a secret is not one of the scheme. */
  readonly keyOf: (secret: string) => Uint8Array<ArrayBuffer> | null;
}

function servicesSignature(headers: WebhookHeaders): Signed | null {
  const header = headerOf(headers, "x-service-signature");
  if (header === null) return null;
  const parts = header.split(",").map((part) => part.trim().split("="));
  const time = parts.find(([name]) => name === "t")?.[1] ?? "";
  const hex = parts.flatMap(([name, value]) => (name === "v1" && value ? [value] : []));
  const signatures = hex.flatMap((text) => (/^([0-9a-f]{2})+$/i.test(text) ? [bytesOfHex(text)] : []));
  return {
    time,
    before: `${time}.`,
    signatures,
    keyOf: (secret) => (secret === "" ? null : encoded(secret)),
  };
}

function standardSignature(headers: WebhookHeaders): Signed | null {
  const [id, time, header] = ["id", "timestamp", "signature"].map((name) =>
    headerOf(headers, `webhook-${name}`),
  );
  if (!id || !time || !header) return null;
  const texts = header.split(" ").flatMap((part) => (part.startsWith("v1,") ? [part.slice(3)] : []));
  const signatures = texts.flatMap((text) => bytesOfBase64(text) ?? []);
  const keyOf = (secret: string) =>
    bytesOfBase64(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
  return { time, before: `${id}.${time}.`, signatures, keyOf };
}

function headerOf(headers: WebhookHeaders, name: string): string | null {
  if (headers instanceof Headers) return headers.get(name);
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === "string" ? found : (found?.join(",") ?? null);
}

/** The platform compares in constant time. */
async function fits(
  bytes: Uint8Array<ArrayBuffer>,
  signed: Uint8Array<ArrayBuffer>,
  signatures: readonly Uint8Array<ArrayBuffer>[],
): Promise<boolean> {
  const key = await crypto.subtle.importKey("raw", bytes, HASH, false, ["verify"]);
  for (const signature of signatures)
    if (await crypto.subtle.verify("HMAC", key, signature, signed)) return true;
  return false;
}

function parsed(bytes: Uint8Array): WebhookEvent {
  return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent;
}

function isTime(text: string): boolean {
  return /^\d{1,12}$/.test(text);
}

function encoded(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;
}

function joined(before: Uint8Array, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(before.length + body.length);
  all.set(before);
  all.set(body, before.length);
  return all;
}

function bytesOfHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** Returns null: not base64, or empty. */
function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[\w+/-]+={0,2}$/.test(text)) return null;
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
