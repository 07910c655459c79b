import type { ClaimedDelivery, Delivery, EndedAttempt } from "../../src/webhooks/delivery.ts";
import type { EventType } from "../../src/webhooks/event.ts";
import type { Look, Page } from "../page.ts";
import { type Token, token } from "../token.ts";
import type { DeliveryId, EndpointId, EventId, OrganisationId } from "../../src/shared/ids.ts";

/** The result of a batch of new events. */
export interface Relayed {
  readonly events: number;
  readonly deliveries: number;
}

/** Conditions on deliveries; null: none. */
export interface DeliveryConditions {
  readonly state: Delivery["state"] | null;
  readonly type: EventType | null;
  /** Created from this time on. */
  readonly since: Date | null;
  /** Created before this time. */
  readonly until: Date | null;
}

/** Events on their way to endpoints. Many processes may call every method concurrently. */
export interface Deliveries {
  /**
   * Creates deliveries, once each, from a batch of new events for the enabled endpoints subscribed to them.
   * @returns fewer events than `limit`: there are no more
   */
  relay(batch: { readonly limit: number; readonly now: Date }): Promise<Relayed>;
  /**
   * Leases due deliveries to `claimer` for `leaseSec` seconds of the database's clock; afterwards another claimer may
   * take them. All claimers together hold at most `perEndpoint` deliveries of an endpoint. For an endpoint in `quick`,
   * a claimer that is its only holder may hold up to `ahead` deliveries, but must send at most `perEndpoint` at the
   * same time. Few deliveries are leased of an endpoint whose calls have all failed since its last success. Endpoints
   * with fewer held deliveries come first.
   */
  claimDue(claim: {
    /** A UUID of this process. */
    readonly claimer: string;
    readonly limit: number;
    readonly perEndpoint: number;
    readonly ahead?: number;
    /** Ids of endpoints that answer quickly. */
    readonly quick?: readonly number[];
    readonly leaseSec: number;
    readonly now: Date;
  }): Promise<ClaimedDelivery[]>;
  /** Returns leased deliveries that were not sent; they are due as before. Repeating it is safe. */
  giveBack(claimer: string, unsent: readonly ClaimedDelivery[]): Promise<void>;
  /**
   * Records attempts and updates their deliveries. Repeating it is safe. An attempt that ends after its lease passed to
   * another claimer is recorded, but changes the delivery only if it succeeded.
   */
  finish(attempts: readonly EndedAttempt[]): Promise<void>;
  /** Deliveries to an endpoint with their attempts, newest first. */
  list(organisationId: OrganisationId, endpointId: EndpointId, page: Page): Promise<Delivery[]>;
  /** Same as `list`, with conditions; scans 20,000 deliveries. */
  look(
    organisationId: OrganisationId,
    endpointId: EndpointId,
    conditions: DeliveryConditions,
    page: Page,
  ): Promise<Look<Delivery, DeliveryId>>;
  /** The deliveries of these events to all endpoints, oldest first; at most 200. */
  ofEvents(organisationId: OrganisationId, eventIds: readonly EventId[]): Promise<Delivery[]>;
  byId(organisationId: OrganisationId, id: DeliveryId): Promise<Delivery | null>;
  /** When the next unleased delivery is due, possibly in the past; null: none is waiting. */
  nextDueAt(): Promise<Date | null>;
}
export const Deliveries: Token<Deliveries> = token("Deliveries");
