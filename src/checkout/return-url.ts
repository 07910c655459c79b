import { normalizedHost } from "../organisations/settings.ts";
import type { OrderId } from "../shared/ids.ts";
import { URI } from "../shared/input/fields.ts";
import { defineProblem } from "../shared/problem.ts";

export const ReturnUrlNotAllowed = defineProblem(
  "return_url_not_allowed",
  "invalid",
  "The returnUrl must be https, without user info, on one of the organisation's return hosts.",
  { liftedByTime: true },
);

const PARTS = /^https:\/\/([a-z0-9._-]+(?::[1-9]\d{0,4})?)((?:[/?#].*)?)$/i;

/**
 * Returns whether browsers parse the URL without changing it. A scheme or host in capitals, the port 443 and a missing
 * path are unambiguous; any other change by a browser could lead other readers of the URL to a different address.
 */
export function isPlainUrl(text: string): boolean {
  const url = URI.test(text) ? URL.parse(text) : null;
  if (url === null) return false;
  if (url.href === text) return true;
  const [, authority = "", rest = ""] = PARTS.exec(text) ?? [];
  const path = rest.startsWith("/") ? rest : `/${rest}`;
  return normalizedHost(authority) === url.host && `${url.origin}${path}` === url.href;
}

/** Rejects a URL that buyers must not be redirected to. @param hosts `shop.example` or `shop.example:8443` */
export function checkReturnUrl(returnUrl: string, hosts: readonly string[]): void {
  const url = isPlainUrl(returnUrl) ? URL.parse(returnUrl) : null;
  const allowed =
    url !== null &&
    url.protocol === "https:" &&
    url.username === "" &&
    url.password === "" &&
    hosts.some((host) => host.toLowerCase() === url.host);
  if (!allowed) throw ReturnUrlNotAllowed.because();
}

/**
 * Returns the return URL: the partner's URL, byte for byte, with `ref` and `status` appended to its query, before the
 * fragment. The partner's own parameters of these names are kept; the appended ones come last.
 */
export function returnAddress(returnUrl: string, orderId: OrderId, status: "success" | "failed"): string {
  const hash = returnUrl.indexOf("#");
  const address = hash === -1 ? returnUrl : returnUrl.slice(0, hash);
  const fragment = hash === -1 ? "" : returnUrl.slice(hash);
  const joint = address.includes("?") ? (/[?&]$/.test(address) ? "" : "&") : "?";
  return `${address}${joint}ref=${encodeURIComponent(orderId)}&status=${status}${fragment}`;
}
