import { z } from "zod";

/** RFC 5321, 4.5.3.1. */
const LOCAL_PART_MAX = 64;
const ADDRESS_MAX = 254;

const address = z.email().max(ADDRESS_MAX);

/**
 * Whether the text is exactly one address that mail can be sent to, by the rule that buyers' emails are held to. A list,
 * a name, a comment and a line break are none.
 */
export function isMailAddress(text: string): boolean {
  return address.safeParse(text).success && text.indexOf("@") <= LOCAL_PART_MAX;
}
