import { createHmac, hash, timingSafeEqual } from "node:crypto";

/** The fields of a notification item that its signature covers; nothing else of it may be believed. */
interface SignedFields {
  readonly pspReference: string;
  readonly originalReference?: string | null;
  readonly merchantAccountCode: string;
  readonly merchantReference: string;
  readonly amount: { readonly value: number; readonly currency: string };
  readonly eventCode: string;
  readonly success: string;
}

/** Base64. The fields are joined as they are, without escaping: a colon in one could be moved to another. */
export function itemSignature(item: SignedFields, hmacKey: string): string {
  const key = Buffer.from(hmacKey, "hex");
  return createHmac("sha256", key).update(signedFields(item).join(":")).digest("base64");
}

export function isGenuine(item: SignedFields, signature: string, hmacKeys: readonly string[]): boolean {
  // Every key is tried, regardless of the previous results.
  return hmacKeys.map((key) => sameText(itemSignature(item, key), signature)).includes(true);
}

/** Returns whether no signed field contains the separator: only then the signature fixes each field's limits. */
export function isUnambiguous(item: SignedFields): boolean {
  return signedFields(item).every((field) => !field.includes(":"));
}

/** In constant time for all lengths. */
export function sameText(one: string, other: string): boolean {
  return timingSafeEqual(hash("sha256", one, "buffer"), hash("sha256", other, "buffer"));
}

function signedFields(item: SignedFields): string[] {
  return [
    item.pspReference,
    item.originalReference ?? "",
    item.merchantAccountCode,
    item.merchantReference,
    String(item.amount.value),
    item.amount.currency,
    item.eventCode,
    item.success,
  ];
}
