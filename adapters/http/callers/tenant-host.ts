import type { Request } from "express";
import { forwardedHostsOf } from "./forwarded.ts";

/** Reserved labels that no organisation may use. */
const NOBODY = "";

/**
 * The organisation that the hosts of a request name: null, where none is a tenant's. Several hosts may be named: by the
 * Host header, by the address in the first line, and by the proxies that are believed. All of them count, so that none
 * gets around another.
 * @param baseDomain in lower case; null: there are no tenant hosts
 */
export function tenantOf(request: Request, baseDomain: string | null): string | null {
  if (baseDomain === null) return null;
  const suffix = `.${baseDomain}`;
  let tenant: string | null = null;
  for (const candidate of hostsOf(request)) {
    const host = normalized(candidate);
    if (!host.endsWith(suffix)) continue;
    const slug = host.slice(0, -suffix.length);
    if (tenant !== null && tenant !== slug) return NOBODY;
    tenant = slug;
  }
  return tenant;
}

function* hostsOf({ headers, originalUrl, app }: Request): Generator<string> {
  if (headers.host !== undefined) yield headers.host;
  if (!originalUrl.startsWith("/")) yield URL.parse(originalUrl)?.host ?? "";
  if (app.get("trust proxy") > 0) yield* forwardedHostsOf(headers);
}

/** Without its port and the dots that may end a domain name, in lower case. */
function normalized(host: string): string {
  const name = host.trim().toLowerCase().replace(/:\d*$/, "");
  let end = name.length;
  while (name[end - 1] === ".") end -= 1;
  return name.slice(0, end);
}
