import type { Clock } from "../../ports/clock.ts";
import type { Rail } from "../../ports/rail.ts";
import { adyenRails } from "../../rails/adyen/rails.ts";
import { MollieRail } from "../../rails/mollie/rail.ts";
import { PaypalRail } from "../../rails/paypal/rail.ts";
import { PayosRail } from "../../rails/payos/rail.ts";
import { StripeRail } from "../../rails/stripe/rail.ts";
import { WorldpayRail } from "../../rails/worldpay/rail.ts";

/** Addresses of the simulated providers. */
export interface Origins {
  readonly stripe: string;
  readonly adyen: string;
  readonly worldpay: string;
  readonly payos: string;
  readonly mollie: string;
  readonly paypal: string;
}

/** Returns the real rails, connected to simulated providers. */
export function railsAt(origins: Origins, clock: Clock): readonly Rail[] {
  const { stripe, adyen, worldpay, payos, mollie, paypal } = origins;
  return [
    new StripeRail({ origin: new URL(stripe), clock }),
    ...adyenRails({ baseUrl: "http://127.0.0.1", clock, origin: () => adyen }),
    new WorldpayRail({ origins: { test: worldpay, live: worldpay }, clock }),
    new PayosRail({ clock, baseUrl: payos, pagesUrl: `${payos}/web/` }),
    new MollieRail({ clock, origin: mollie }),
    new PaypalRail({ clock, origins: { sandbox: paypal, live: paypal }, pagesOrigin: paypal }),
  ];
}
