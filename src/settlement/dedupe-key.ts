import { hash } from "node:crypto";
import { isOrderId, type OrderId } from "../shared/ids.ts";

/** 132 bits. */
const HASH_LENGTH = 22;
/** Position of the time in an order's id, after `cs_`: when it was placed, within 1.3 seconds. */
const [TIME_FROM, TIME_TO] = [3, 10];

/**
 * Returns the key that all repetitions of a provider's message share; the account's unique index uses it. The order's
 * time comes first: new messages concern new orders, so their entries are adjacent in the index, and a busy database
 * keeps in memory, and logs, few of its pages.
 * @param orderId the first order that the message names; null: it names none
 * @returns 7 characters of the order's id, or none, and 132 bits of a SHA-256, in base64url
 */
export function dedupeKeyOf(events: readonly string[], orderId: OrderId | null): string {
  const digest = hash("sha256", JSON.stringify(events), "base64url").slice(0, HASH_LENGTH);
  return orderId !== null && isOrderId(orderId) ? orderId.slice(TIME_FROM, TIME_TO) + digest : digest;
}
