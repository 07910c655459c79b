import { createHmac, timingSafeEqual } from "node:crypto";

/** Values that payOS puts into `data`: it is flat. */
export type SignedData = Readonly<Record<string, string | number | boolean | null | undefined>>;

/**
 * Signs the members of `data` in the order of their names, as payOS does. Neither other members nor the spelling are
 * signed.
 */
export function signatureOf(data: SignedData, checksumKey: string): string {
  const text = Object.keys(data)
    .filter((name) => data[name] !== undefined)
    .sort()
    .map((name) => `${name}=${textOf(data[name])}`)
    .join("&");
  return createHmac("sha256", checksumKey).update(text).digest("hex");
}

/** Compares in a time that does not depend on where the two differ. */
export function isSignature(signature: string, data: SignedData, checksumKey: string): boolean {
  if (!/^[0-9a-f]{64}$/.test(signature)) return false;
  return timingSafeEqual(Buffer.from(signature, "hex"), Buffer.from(signatureOf(data, checksumKey), "hex"));
}

function textOf(value: SignedData[string]): string {
  return value === null || value === "null" || value === "undefined" ? "" : String(value);
}
