import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Returns the cookie value of browsers in which a person has signed in by a code. It opens nothing: such a browser gets one
 * more code an hour when others have used up the codes of the person's address.
 * @param handle the person's random user handle
 */
export function knownBrowserValue(handle: Uint8Array): string {
  return createHmac("sha256", handle).update("known browser").digest("base64url");
}

export function isKnownBrowser(handle: Uint8Array, value: string): boolean {
  const [expected, actual] = [Buffer.from(knownBrowserValue(handle)), Buffer.from(value)];
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
