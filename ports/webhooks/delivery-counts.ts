import type { Attempt } from "../../src/webhooks/delivery.ts";
import type { EndpointId, OrganisationId } from "../../src/shared/ids.ts";
import { type Token, token } from "../token.ts";

/** An endpoint that has accepted nothing for a while. */
interface Failing {
  /** The first attempt that failed since one that did not. */
  readonly since: Date;
  /** Deliveries that were attempted since then. */
  readonly attempted: number;
  /** Those of them that are not delivered. */
  readonly undelivered: number;
  readonly lastAttempt: Attempt | null;
}

/** Numbers of an endpoint, counted over all of its deliveries that are kept. */
export interface EndpointFigures {
  readonly deliveries: Readonly<Record<"pending" | "delivered" | "failed", number>>;
  /** null: the last attempt was accepted, or there was none. */
  readonly failing: Failing | null;
  /** Attempts of each hour from `hoursFrom` on, by what became of them; an hour without one is not there. */
  readonly hours: readonly { readonly hour: number; readonly accepted: number; readonly failed: number }[];
  /** Deliveries by the day on which they ended; a day without one is absent. */
  readonly days: readonly { readonly day: number; readonly delivered: number; readonly failed: number }[];
}

export interface DeliveryCounts {
  /**
   * Reads all deliveries of the endpoint.
   * @param periods.hoursFrom the beginning of hour 0
   * @param periods.dayBounds the beginning of each day, and the end of the last
   */
  ofEndpoint(
    organisationId: OrganisationId,
    endpointId: EndpointId,
    periods: { readonly hoursFrom: Date; readonly dayBounds: readonly Date[] },
  ): Promise<EndpointFigures>;
}
export const DeliveryCounts: Token<DeliveryCounts> = token("DeliveryCounts");
