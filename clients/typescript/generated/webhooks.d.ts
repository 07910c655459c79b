// Written by `npm run client-types` from clients/typescript/src/webhooks.ts.

import type { components } from "./partner-api.js";
/** An event of a type that these declarations know. `verify` returns events of other types, too. */
export type WebhookEvent = components["schemas"]["WebhookEnvelope"];
/** Headers of a request, as a platform has them: names in any case. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
/** Options of verifying. */
export interface VerifyOptions {
    /** Seconds that a timestamp may differ from now. Default: 300. */
    readonly toleranceSec?: number;
    /** Seconds since 1970. Default: the present. */
    readonly nowSec?: number;
}
/** A delivery that none of the secrets has signed, or that is too old. */
export declare class WebhookError extends Error {
    readonly name: string;
}
/**
 * Checks who sent a delivery: `X-Service-Signature`, or the headers of Standard Webhooks. One signature that fits one
 * of the secrets is enough, so that a secret can be replaced.
 * @param body as it came, before any parser
 * @param secrets the endpoint's, `whsec_…`
 * @returns the event
 * @throws WebhookError: no signature fits, or it is too old or too far ahead
 */
export declare function verify(body: string | Uint8Array, headers: WebhookHeaders, secrets: string | readonly string[], options?: VerifyOptions): Promise<WebhookEvent>;
