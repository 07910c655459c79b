import { createHash, createHmac } from "node:crypto";
import type { Random } from "../../../ports/crypto.ts";

// Values that browsers keep in cookies, and the codes that are mailed for them: of buyers, and of people who work here.

export const CODE_MINUTES = 10;
const DIGITS = "0123456789";
const CODE_LENGTH = 8;
const VALUE_BYTES = 32;

/** A random value for a browser's cookie. The service stores only its hash. */
export interface BrowserValue {
  readonly value: string;
  readonly hash: Uint8Array;
}

export function newBrowserValue(random: Random): BrowserValue {
  const value = Buffer.from(random.bytes(VALUE_BYTES)).toString("base64url");
  return { value, hash: hashOf(value) };
}

/** Returns the hash by which a cookie's value is found. */
export function hashOf(value: string): Uint8Array {
  return createHash("sha256").update(value).digest();
}

export function newCode(random: Random): string {
  return random.text("", CODE_LENGTH, DIGITS);
}

/** Digits 0 to 9 of Arabic, of Persian and Urdu, and of Thai, as keyboards of these languages write them. */
const DIGITS_ELSEWHERE = ["٠١٢٣٤٥٦٧٨٩", "۰۱۲۳۴۵۶۷۸۹", "๐๑๒๓๔๕๖๗๘๙"];

/** Returns the code in a text, which may have blanks, dashes, marks of direction, other digits; null: none. */
export function codeIn(text: string): string | null {
  // Digits of full width, as Japanese keyboards write them, become ordinary ones.
  const characters = text.normalize("NFKC").replaceAll(/[\s\p{Pd}\p{Cf}]/gu, "");
  const digits = characters.replaceAll(/\P{ASCII}/gu, (other) => {
    const value = DIGITS_ELSEWHERE.map((digits) => digits.indexOf(other)).find((at) => at >= 0);
    return value === undefined ? other : String(value);
  });
  return /^\d{8}$/.test(digits) ? digits : null;
}

/** Returns a code's MAC under the key that only its browser has: database readers cannot try codes against it. */
export function codeMac(browserValue: string, code: string): Uint8Array {
  return createHmac("sha256", browserValue).update(code).digest();
}
