import type { Random } from "../../ports/crypto.ts";
import type { EndpointId, OrganisationId } from "../shared/ids.ts";
import { defineProblem, invalid } from "../shared/problem.ts";
import type { EventType } from "./event.ts";
import { standardSecret } from "./signature.ts";

/** An organisation's webhook endpoint. */
export interface WebhookEndpoint {
  readonly id: EndpointId;
  readonly organisationId: OrganisationId;
  readonly url: string;
  /** null: all types. */
  readonly events: readonly EventType[] | null;
  readonly description: string | null;
  readonly enabled: boolean;
  /** Reason why the service disabled it; null: enabled, or disabled by the operator. */
  readonly disabledReason: string | null;
  /** First failed attempt since the last success; null: the last attempt succeeded, or there was none. */
  readonly failingSince: Date | null;
  /** True if deliveries also have the headers of Standard Webhooks, which needs a secret that is padded base64. */
  readonly standardWebhooks: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const MAX_ENDPOINTS = 20;
export const MAX_URL_LENGTH = 2048;
export const MAX_DESCRIPTION_LENGTH = 200;
/** Time that the previous secret continues to sign after a rotation. */
export const ROTATION_OVERLAP_MS = 86_400_000;
const SECRET = /^whsec_[0-9A-Za-z_+/=-]{18,122}$/;

export const TooManyEndpoints = defineProblem(
  "too_many_endpoints",
  "conflict",
  `An organisation has at most ${MAX_ENDPOINTS} webhook endpoints.`,
  { liftedByTime: true },
);
export const EndpointDisabled = defineProblem(
  "endpoint_disabled",
  "conflict",
  "The endpoint is disabled. Enable it, then try again.",
  { liftedByTime: true },
);

/** Rejects a URL that is invalid regardless of the addresses it resolves to. */
export function checkEndpointUrl(url: string): void {
  const wrong = (code: string, message: string) => invalid("url", code, message);
  if (url.length > MAX_URL_LENGTH)
    throw wrong("too_long", `url must have at most ${MAX_URL_LENGTH} characters.`);
  // The parser would silently drop these, so the stored URL would differ from the called one.
  if (/[\s\p{Cc}]/u.test(url) || !URL.canParse(url)) throw wrong("not_a_url", "url must be an absolute URL.");
  const { protocol, username, password, hash } = new URL(url);
  if (protocol !== "https:" && protocol !== "http:")
    throw wrong("not_https", "url must begin with https://.");
  if (username || password) throw wrong("user_info", "url must not carry a user name or password.");
  if (hash) throw wrong("fragment", "url must not have a fragment, because fragments are never sent.");
}

export function checkEndpointSecret(secret: string): void {
  if (SECRET.test(secret)) return;
  const message = "secret must be whsec_ followed by 18 to 122 letters, digits or any of _ + / = -";
  throw invalid("secret", "malformed", message);
}

/** Returns a secret of 256 random bits. */
export function newEndpointSecret(random: Random): string {
  return standardSecret(random.bytes(32));
}
