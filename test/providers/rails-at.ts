import type { Clock } from "../../ports/clock.ts";
import type { Rail } from "../../ports/rail.ts";
import { adyenRails } from "../../rails/adyen/rails.ts";
import { PayosRail } from "../../rails/payos/rail.ts";
import { StripeRail } from "../../rails/stripe/rail.ts";
import { WorldpayRail } from "../../rails/worldpay/rail.ts";

/** Where simulated providers listen. */
export interface Origins {
  readonly stripe: string;
  readonly adyen: string;
  readonly worldpay: string;
  readonly payos: string;
}

/** The real rails, led to simulated providers. */
export function railsAt({ stripe, adyen, worldpay, payos }: Origins, clock: Clock): readonly Rail[] {
  return [
    new StripeRail({ origin: new URL(stripe), clock }),
    ...adyenRails({ baseUrl: "http://127.0.0.1", clock, origin: () => adyen }),
    new WorldpayRail({ origins: { test: worldpay, live: worldpay }, clock }),
    new PayosRail({ clock, baseUrl: payos, pagesUrl: `${payos}/web/` }),
  ];
}
