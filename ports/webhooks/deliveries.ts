import type { ClaimedDelivery, Delivery, EndedAttempt } from "../../src/webhooks/delivery.ts";
import type { Page } from "../page.ts";
import { type Token, token } from "../token.ts";
import type { DeliveryId, EndpointId, OrganisationId } from "../../src/shared/ids.ts";

/** Events on their way to endpoints. Everything here may be done by many processes at once. */
export interface Deliveries {
  /**
   * Makes a batch of new events into deliveries to the enabled endpoints that listen, each once.
   * @returns how many events it took; less than `limit`: there are no more
   */
  relay(batch: { readonly limit: number; readonly now: Date }): Promise<number>;
  /**
   * Leases deliveries that are due to `claimer`, for `leaseSec` of the database's clock; after that another may claim
   * them. All claimers together hold at most `perEndpoint` of an endpoint; one that holds some alone may hold
   * `ahead` of those named in `quick`, and is to send no more than `perEndpoint` at once. Of an endpoint that has
   * only failed since its last success few are leased. Endpoints of whose deliveries fewer are held come first.
   */
  claimDue(claim: {
    /** A UUID of this process. */
    readonly claimer: string;
    readonly limit: number;
    readonly perEndpoint: number;
    readonly ahead?: number;
    /** Ids of endpoints that answer soon. */
    readonly quick?: readonly number[];
    readonly leaseSec: number;
    readonly now: Date;
  }): Promise<ClaimedDelivery[]>;
  /** Gives back what was leased and not sent; it is due as before. Repeating it is safe. */
  giveBack(claimer: string, unsent: readonly ClaimedDelivery[]): Promise<void>;
  /**
   * Records attempts and what becomes of their deliveries. Repeating it is safe. An attempt that ends after its lease
   * passed to another is recorded, and decides only when it delivered.
   */
  finish(attempts: readonly EndedAttempt[]): Promise<void>;
  /** Deliveries to an endpoint with their attempts, newest first. */
  list(organisationId: OrganisationId, endpointId: EndpointId, page: Page): Promise<Delivery[]>;
  byId(organisationId: OrganisationId, id: DeliveryId): Promise<Delivery | null>;
  /** When the next delivery that nobody sends is due, perhaps in the past; null: none waits. */
  nextDueAt(): Promise<Date | null>;
}
export const Deliveries: Token<Deliveries> = token("Deliveries");
