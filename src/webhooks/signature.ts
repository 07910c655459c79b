import { createHmac } from "node:crypto";

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
