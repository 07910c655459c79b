import type { ClaimedDelivery, Delivery, EndedAttempt } from "../src/webhooks/delivery.ts";
import type { Page } from "./page.ts";
import { type Token, token } from "./token.ts";

/** Events on their way to endpoints. Everything here may be done by many processes at once. */
export interface Deliveries {
  /**
   * Makes a batch of new events into deliveries to the enabled endpoints that listen, each once.
   * @returns how many events it took; less than `limit`: there are no more
   */
  relay(batch: { readonly limit: number; readonly now: Date }): Promise<number>;
  /**
   * Leases deliveries that are due, for `leaseSec` of the database's clock; after that another may claim them.
   * At most `perEndpoint` of an endpoint are leased at once, by all processes together. Endpoints with few calls
   * under way come first.
   */
  claimDue(claim: {
    readonly limit: number;
    readonly perEndpoint: number;
    readonly leaseSec: number;
    readonly now: Date;
  }): Promise<ClaimedDelivery[]>;
  /**
   * Records attempts and what becomes of their deliveries. Repeating it is safe. An attempt that ends after its lease
   * passed to another is recorded, and decides only when it delivered.
   */
  finish(attempts: readonly EndedAttempt[]): Promise<void>;
  /** Deliveries to an endpoint with their attempts, newest first. */
  list(organisationId: number, endpointId: number, page: Page): Promise<Delivery[]>;
  byId(organisationId: number, id: number): Promise<Delivery | null>;
  /** When the next delivery that nobody sends is due, perhaps in the past; null: none waits. */
  nextDueAt(): Promise<Date | null>;
}
export const Deliveries: Token<Deliveries> = token("Deliveries");
