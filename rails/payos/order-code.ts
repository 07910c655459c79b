import { createHash } from "node:crypto";
import type { RailOrder } from "../../ports/rail.ts";

const NUMBERS = 1_000_000_000;
const TAGS = 9_000_000;

/**
 * payOS knows a payment by an integer that is unique in its account. Ours is the order's number, led by a tag of its
 * id: other systems of the merchant count from 1, too, and the notification by which payOS tries a webhook names
 * order code 123, signed like any other.
 * @returns null for a number that does not fit
 */
export function orderCodeOf({ id, number }: Pick<RailOrder, "id" | "number">): number | null {
  if (!Number.isSafeInteger(number) || number < 1 || number >= NUMBERS) return null;
  const tag = 1 + (createHash("sha256").update(id).digest().readUIntBE(0, 6) % TAGS);
  return tag * NUMBERS + number;
}

/** The order's number in an order code; null: it cannot be one of ours. */
export function numberOf(orderCode: number): number | null {
  const number = orderCode % NUMBERS;
  return orderCode > NUMBERS && number > 0 ? number : null;
}

/** Returns the text that the buyer's bank shows. Banks without a link to payOS keep nine characters, and no signs. */
export function memoOf(number: number): string {
  return `R${number.toString(36).toUpperCase()}`;
}
