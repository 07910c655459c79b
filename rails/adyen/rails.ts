import type { AdyenOptions, AdyenRail } from "./rail.ts";
import { AdyenFlowRail } from "./flow-rail.ts";
import { AdyenQrRail } from "./qr-rail.ts";
import { AdyenRedirectRail } from "./redirect-rail.ts";

/** The three rails at Adyen: Drop-in in the partner's page, a payment link, a QR code. */
export function adyenRails(options: AdyenOptions): AdyenRail[] {
  return [new AdyenFlowRail(options), new AdyenRedirectRail(options), new AdyenQrRail(options)];
}
