import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

/** Lower case, as Node gives header names. Value: `t=<unix seconds>,v1=<hex>`, with a `v1` for each valid key. */
export const SIGNATURE_HEADER = "sandbox-signature";
const TOLERANCE_SECONDS = 300;
const HEADER_LENGTH_MAX = 1000;

/** All processes of a service simulate the same provider: its secret follows from their common key. */
export function sandboxSecret(encryptionKey: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", encryptionKey, "", "sandbox notifications", 32));
}

/** The key with which the simulated provider signs for one organisation. */
export function organisationKey(secret: Uint8Array, organisationSlug: string): Uint8Array {
  return createHmac("sha256", secret).update(`sandbox:${organisationSlug}`).digest();
}

/** The value of the signature header. */
export function signatureHeader(key: Uint8Array, rawBody: Uint8Array, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000);
  return `t=${seconds},v1=${digest(key, seconds, rawBody).toString("hex")}`;
}

/** @returns null: genuine; else the fault */
export function signatureFault(
  key: Uint8Array,
  header: string | undefined,
  rawBody: Uint8Array,
  now: Date,
): string | null {
  if (header === undefined || header === "") return "the signature is missing";
  if (header.length > HEADER_LENGTH_MAX) return "the signature header is too long";
  const parts = header.split(",").map((part) => part.trim());
  const times = parts.filter((part) => part.startsWith("t=")).map((part) => part.slice(2));
  const [time] = times;
  if (times.length !== 1 || time === undefined || !/^\d{1,12}$/.test(time))
    return "the signature has no time";
  const expected = digest(key, Number(time), rawBody);
  let genuine = false;
  for (const part of parts) {
    if (!/^v1=[0-9a-f]{64}$/.test(part)) continue;
    // Every candidate is compared, regardless of the previous ones.
    if (timingSafeEqual(Buffer.from(part.slice(3), "hex"), expected)) genuine = true;
  }
  if (!genuine) return "no signature matches";
  if (Math.abs(now.getTime() / 1000 - Number(time)) > TOLERANCE_SECONDS)
    return "the signature is too far from now";
  return null;
}

/** Returns the token that the page of the `flow` rail gives the browser, which brings it back on the return URL. */
export function returnTokenFor(key: Uint8Array, sessionId: string): string {
  return createHmac("sha256", key).update(`proof:${sessionId}`).digest("hex");
}

export function isReturnToken(key: Uint8Array, sessionId: string, returnToken: string): boolean {
  const expected = Buffer.from(returnTokenFor(key, sessionId));
  const actual = Buffer.from(returnToken);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

function digest(key: Uint8Array, seconds: number, rawBody: Uint8Array): Buffer {
  return createHmac("sha256", key).update(`${seconds}.`).update(rawBody).digest();
}
