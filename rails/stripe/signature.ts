import { createHmac, timingSafeEqual } from "node:crypto";

/** Lower case, as Node gives header names. Value: `t=<unix seconds>,v1=<hex>`, with a `v1` for each valid secret. */
export const SIGNATURE_HEADER = "stripe-signature";
const TOLERANCE_SECONDS = 300;
const HEADER_LENGTH_MAX = 4000;

/**
 * The library's own check takes one secret and any time in the future; this one takes several, and no time that is
 * further ahead than it may lie behind.
 * @returns null: genuine; else the fault
 */
export function signatureFault(
  secrets: readonly string[],
  header: string | undefined,
  rawBody: Uint8Array,
  now: Date,
): string | null {
  if (header === undefined || header === "") return "the signature is missing";
  if (header.length > HEADER_LENGTH_MAX) return "the signature header is too long";
  const parts = header.split(",").map((part) => part.trim());
  const [time, ...otherTimes] = parts.filter((part) => part.startsWith("t=")).map((part) => part.slice(2));
  if (time === undefined || otherTimes.length > 0 || !/^\d{1,12}$/.test(time))
    return "the signature has no time";
  const candidates = parts
    .filter((part) => /^v1=[0-9a-f]{64}$/.test(part))
    .map((part) => Buffer.from(part.slice(3), "hex"));
  let genuine = false;
  for (const secret of secrets) {
    const expected = createHmac("sha256", secret).update(`${time}.`).update(rawBody).digest();
    // Every candidate is compared, regardless of the previous ones.
    for (const candidate of candidates) if (timingSafeEqual(candidate, expected)) genuine = true;
  }
  if (!genuine) return "no signature matches";
  if (Math.abs(now.getTime() / 1000 - Number(time)) > TOLERANCE_SECONDS)
    return "the signature is too far from now";
  return null;
}
