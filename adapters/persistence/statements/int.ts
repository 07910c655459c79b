import { invariant } from "../../../src/shared/invariant.ts";

/** Converts PostgreSQL's text of an integer to a number. Amounts and ids stay below 2^53. */
export function int(text: string | number): number {
  const number = Number(text);
  invariant(Number.isSafeInteger(number), "what is read as a number is a safe integer");
  return number;
}
