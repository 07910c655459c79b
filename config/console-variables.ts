import { z } from "zod";
import { isPlace } from "./urls.ts";

/** The variables of the console, as part of all. */
export const CONSOLE_VARIABLES = {
  ADMIN_BASE_URL: {
    schema: z
      .url({ protocol: /^https?$/, error: "must be an http:// or https:// URL" })
      .refine(isPlace, "must not have user info, a query or a fragment")
      .refine((url) => new URL(url).pathname === "/", "must have no path")
      .transform((url) => url.replace(/\/+$/, "")),
    help: "Public address of the console, which is at `/admin/` there. On a host of its own nothing in a page for buyers can reach a login. Default: BASE_URL, with `localhost` for a loopback address: passkeys need a name. A changed host loses all passkeys.",
  },
};

/**
 * Where the console is, unless it is configured: at the service's own address, by a name where that is the machine's own,
 * since browsers have no passkeys at numbers.
 * @returns without a slash at the end
 */
export function consoleAddress(adminBaseUrl: string | null, baseUrl: string): string {
  if (adminBaseUrl !== null) return adminBaseUrl;
  const url = new URL(baseUrl);
  if (url.hostname === "127.0.0.1" || url.hostname === "[::1]") url.hostname = "localhost";
  return url.origin;
}
