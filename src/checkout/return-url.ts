import { defineProblem } from "../shared/problem.ts";

export const ReturnUrlNotAllowed = defineProblem(
  "return_url_not_allowed",
  "invalid",
  "The returnUrl must be https, without user info, on one of the organisation's return hosts.",
  { liftedByTime: true },
);

/** Refuses an address that buyers must not be sent to. @param hosts `shop.example` or `shop.example:8443` */
export function checkReturnUrl(returnUrl: string, hosts: readonly string[]): void {
  const url = URL.parse(returnUrl);
  const allowed =
    url !== null &&
    url.protocol === "https:" &&
    url.username === "" &&
    url.password === "" &&
    hosts.some((host) => host.toLowerCase() === url.host);
  if (!allowed) throw ReturnUrlNotAllowed.because();
}

/** The address a buyer comes back to: `ref` and `status` are set, everything else of it stays. */
export function returnAddress(returnUrl: string, orderId: string, status: "success" | "failed"): string {
  const url = new URL(returnUrl);
  url.searchParams.set("ref", orderId);
  url.searchParams.set("status", status);
  return url.href;
}
