import { z } from "zod";

const ATOM = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
/**
 * RFC 5321, 4.1.2 and 4.5.3.1.1, as far as browsers' address fields support it: atoms before the @, at most 64
 * characters, and a domain of several names after it, in its ASCII form, whose last one is not a number.
 */
const PATTERN = new RegExp(
  String.raw`^(?=.{1,64}@)${ATOM}(?:\.${ATOM})*@(?:${LABEL}\.)+(?!\d+$)${LABEL}$`,
  "i",
);
/** RFC 5321, 4.5.3.1.3, without the angle brackets. */
const ADDRESS_MAX = 254;
const ADDRESS = z.email({ pattern: PATTERN }).max(ADDRESS_MAX);

/** A mail address in a request. Its canonical form has no outer blanks and is in lower case. */
export const mailAddress = z
  .string()
  .transform((text) => text.trim())
  .pipe(ADDRESS.toLowerCase())
  .meta({ format: "email", maxLength: ADDRESS_MAX });

/** Returns the address in its canonical form; null: it is not one address that mail can be sent to. */
export function readMailAddress(text: string): string | null {
  return mailAddress.safeParse(text).data ?? null;
}

/** Returns whether the text is exactly one address for mail: not a list, a name, a comment or a line break. */
export function isMailAddress(text: string): boolean {
  return ADDRESS.safeParse(text).success;
}
