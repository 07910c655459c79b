import { createHash } from "node:crypto";
import type { RailOrder } from "../../ports/rail.ts";
import { invariant } from "../../src/shared/invariant.ts";

/** Digits of the order's number, in base 36. */
const NUMBER_DIGITS = 8;
const NUMBERS = 36 ** NUMBER_DIGITS;
const LENGTH_MIN = 12;
const LENGTH_MAX = 40;
const REFERENCE = new RegExp(`^[0-9a-z]{${LENGTH_MIN},${LENGTH_MAX}}$`);

/**
 * The order's reference at a provider that takes fewer characters than a session's id has: a hash of the id, which tells
 * systems of the same account apart, and the order's number.
 * @param length characters that the provider takes: 12 to 40, else an error is thrown
 * @returns lower-case letters and digits; null: the number is none, or 36 ** 8 or greater
 */
export function shortReference(
  { id, number }: Pick<RailOrder, "id" | "number">,
  length: number,
): string | null {
  invariant(
    Number.isInteger(length) && length >= LENGTH_MIN && length <= LENGTH_MAX,
    `a short reference has ${LENGTH_MIN} to ${LENGTH_MAX} characters`,
  );
  if (!Number.isSafeInteger(number) || number < 1 || number >= NUMBERS) return null;
  const hash = BigInt(`0x${createHash("sha256").update(id).digest("hex")}`).toString(36);
  return hash.slice(NUMBER_DIGITS - length) + number.toString(36).padStart(NUMBER_DIGITS, "0");
}

/**
 * The number by which an event names the order of a short reference; null: it cannot be one. Only comparing the whole
 * reference with the order's own shows that it is that order's.
 */
export function numberOfReference(reference: string): number | null {
  if (!REFERENCE.test(reference)) return null;
  const number = Number.parseInt(reference.slice(-NUMBER_DIGITS), 36);
  return number > 0 ? number : null;
}
