import { hkdfSync } from "node:crypto";

/** All processes of a service simulate the same provider: its secret follows from their common key. */
export function sandboxSecret(encryptionKey: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", encryptionKey, "", "sandbox notifications", 32));
}
