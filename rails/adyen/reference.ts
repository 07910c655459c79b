const REFERENCE = /^[A-Za-z0-9_-]{1,64}$/;
const REFERENCE_LENGTH_MAX = 80;

/** Adyen signs its fields joined by colons: none may be in a reference. */
export function isReference(text: string): boolean {
  return REFERENCE.test(text);
}

/** Names order and key of a refund; Adyen may send it back instead of the payment's own. */
export function refundReference(orderId: string, key: string): string | undefined {
  const reference = `${orderId}.${key}`;
  return /^[A-Za-z0-9_.-]+$/.test(reference) && reference.length <= REFERENCE_LENGTH_MAX
    ? reference
    : undefined;
}

export function readRefundReference(reference: string): {
  readonly orderId: string | null;
  readonly refundKey: string | null;
} {
  const [orderId = "", ...key] = reference.split(".");
  return { orderId: orderId || null, refundKey: key.join(".") || null };
}
