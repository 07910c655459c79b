import { z } from "zod";
import { network } from "../../adapters/http/input/network.ts";
import type { OidcSettings } from "../../adapters/identity/oidc-provider.ts";
import { isLoopback, isPlace, httpUrl, urlOf } from "./urls.ts";

const NETWORKS_MAX = 100;

/** The variables of the console, as part of all. */
export const CONSOLE_VARIABLES = {
  ADMIN_BASE_URL: {
    schema: httpUrl
      .refine(isPlace, "must not have user info, a query or a fragment")
      .refine((url) => new URL(url).pathname === "/", "must have no path")
      .transform((url) => url.replace(/\/+$/, "")),
    help: "Public address of the console, which is at `/admin/` there. On a separate host no page for buyers can reach a login. Default: BASE_URL, with `localhost` for a loopback address: passkeys need a name. A changed host loses all passkeys.",
  },
  OPERATOR_NETWORKS: {
    schema: z
      .string()
      .transform((list) => list.split(",").map((part) => part.trim()))
      .pipe(z.array(network).max(NETWORKS_MAX)),
    help: "Addresses and networks that operators work from, with commas between: `192.0.2.0/24,2001:db8::/32`. From elsewhere operators, and ADMIN_TOKEN, are answered 403; members are not. Behind proxies TRUST_PROXY must be right. Default: from anywhere.",
  },
  OIDC_ISSUER: {
    schema: urlOf(/^https?$/, "must be an https:// URL")
      .refine(isPlace, "must not have user info, a query or a fragment")
      .refine(
        (url) => URL.parse(url)?.protocol === "https:" || isLoopback(URL.parse(url)?.hostname ?? ""),
        "must be https",
      ),
    help: "Identity provider (OpenID Connect) by which operators may sign in: its issuer, as its metadata names it. The address to come back to is `/admin/sign-in/back` at the console. It is called when an operator signs in, not at the start. Default: none.",
  },
  OIDC_CLIENT_ID: {
    schema: z.string().min(1).max(500),
    help: "The service's client id at the identity provider. Required with OIDC_ISSUER.",
  },
  OIDC_CLIENT_SECRET: {
    schema: z.string().min(1).max(2_000),
    secret: true as const,
    help: "The service's secret at the identity provider. Required with OIDC_ISSUER.",
  },
  OIDC_NAME: {
    schema: z.string().trim().min(1).max(60),
    help: "Name of the identity provider on the sign-in page. Default: the host of OIDC_ISSUER.",
  },
  OIDC_ONLY: {
    schema: z.enum(["true", "false"]).transform((value) => value === "true"),
    fallback: "false",
    help: "`true` closes passkeys to operators: they sign in, and confirm, at the identity provider alone. One-time links and ADMIN_TOKEN remain for the day when it fails.",
  },
};

interface Values {
  readonly OPERATOR_NETWORKS: readonly string[] | undefined;
  readonly OIDC_ISSUER: string | undefined;
  readonly OIDC_CLIENT_ID: string | undefined;
  readonly OIDC_CLIENT_SECRET: string | undefined;
  readonly OIDC_NAME: string | undefined;
  readonly OIDC_ONLY: boolean;
}

/** Restrictions of sign-in, and the identity provider. */
export interface SignInConfig {
  /** Networks of operators as CIDR; null: any. */
  readonly operatorNetworks: readonly string[] | null;
  /** null: no identity provider is configured. */
  readonly provider: Omit<OidcSettings, "returnUrl"> | null;
}

export function signInOf(v: Values): SignInConfig {
  const { OIDC_ISSUER: issuer, OIDC_NAME: name, OPERATOR_NETWORKS: operatorNetworks = null } = v;
  if (issuer === undefined) return { operatorNetworks, provider: null };
  const client = { clientId: v.OIDC_CLIENT_ID!, clientSecret: v.OIDC_CLIENT_SECRET! };
  const provider = { issuer, ...client, name: name ?? new URL(issuer).host, isOnlyWay: v.OIDC_ONLY };
  return { operatorNetworks, provider };
}

/** Reports the faults of these variables that prevent a start. */
export function sayOfProvider(
  v: Values,
  { production }: { readonly production: boolean },
  say: (broken: boolean, name: keyof Values, fault: string) => unknown,
): void {
  const isSet = v.OIDC_ISSUER !== undefined;
  for (const name of ["OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"] as const)
    say(isSet && v[name] === undefined, name, "required with OIDC_ISSUER");
  for (const name of ["OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET", "OIDC_NAME"] as const)
    say(!isSet && v[name] !== undefined, name, "has no effect without OIDC_ISSUER");
  say(!isSet && v.OIDC_ONLY, "OIDC_ONLY", "has no effect without OIDC_ISSUER");
  const isPlain = isSet && new URL(v.OIDC_ISSUER!).protocol !== "https:";
  say(production && isPlain, "OIDC_ISSUER", "must be https in production");
}

/**
 * Returns the console's address. By default it is the service's own, with the name localhost instead of this machine's
 * numbers, since browsers do not offer passkeys at numbers.
 * @returns without a slash at the end
 */
export function consoleAddress(adminBaseUrl: string | null, baseUrl: string): string {
  if (adminBaseUrl !== null) return adminBaseUrl;
  const url = new URL(baseUrl);
  if (url.hostname === "127.0.0.1" || url.hostname === "[::1]") url.hostname = "localhost";
  return url.href.replace(/\/+$/, "");
}
