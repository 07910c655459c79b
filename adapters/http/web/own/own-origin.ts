import type { Request } from "express";
import { defineProblem } from "../../../../src/shared/problem.ts";
import { tenantOf } from "../../callers/tenant-host.ts";

/** Another site's page may make a browser send a form, with its cookies; it cannot make it say another origin. */
const ForeignForm = defineProblem(
  "invalid_request",
  "forbidden",
  "Only a page of this service may send this form.",
);

interface Hosts {
  readonly baseUrl: string;
  readonly baseDomain: string | null;
}

/** Raises invalid_request (403) unless a page of the same host sent the request, as every browser says of a POST. */
export function requireOwnOrigin(request: Request, hosts: Hosts): void {
  if (request.get("Origin") !== originOf(request, hosts)) throw ForeignForm.because();
}

/** Returns the origin of the pages that the request's host shows. */
function originOf(request: Request, { baseUrl, baseDomain }: Hosts): string {
  const { protocol, port, origin } = new URL(baseUrl);
  const tenant = tenantOf(request, baseDomain);
  if (tenant === null) return origin;
  return new URL(`${protocol}//${tenant}.${baseDomain}${port && `:${port}`}`).origin;
}
