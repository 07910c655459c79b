import { type Token, token } from "../token.ts";
import type { DeliveryId, EndpointId, EventId, OrganisationId } from "../../src/shared/ids.ts";

/** Deliveries of an endpoint that failed from `since` to before `until`, among 20,000: the newest, or those behind one. */
export interface FailedDeliveries {
  readonly organisationId: OrganisationId;
  readonly endpointId: EndpointId;
  readonly since: Date;
  readonly until: Date;
  /** null: at the newest. */
  readonly after: DeliveryId | null;
}

/** Sends events again. Ids and bodies are unchanged, and attempt numbers continue. */
export interface Replays {
  /**
   * Makes a finished delivery due again, with a new retry schedule. `pending`: it is already due; nothing changed.
   * `missing`: the delivery does not exist, or its endpoint was deleted.
   */
  replay(
    organisationId: OrganisationId,
    deliveryId: DeliveryId,
    now: Date,
  ): Promise<"replayed" | "pending" | "disabled" | "missing">;
  /**
   * Replays all events from `since` (inclusive) to `until` (exclusive) that an enabled endpoint is subscribed to now;
   * creates missing deliveries. Examines `limit` events of the organisation, of any type, after `after` (null: starts
   * about an hour before `since`). Repeating it does not change pending deliveries.
   * @returns deliveries made due, and the cursor of the next batch; null: there are no more
   */
  replayBatch(batch: {
    readonly organisationId: OrganisationId;
    readonly endpointId: EndpointId;
    readonly since: Date;
    readonly until: Date;
    readonly after: EventId | null;
    readonly limit: number;
    readonly now: Date;
  }): Promise<{ readonly replayed: number; readonly reached: EventId | null }>;
  /** @returns their number, and the last delivery that was scanned; null: there are no more */
  failed(
    selection: FailedDeliveries,
  ): Promise<{ readonly count: number; readonly reached: DeliveryId | null }>;
  /** Replays all of them at once; none of a disabled endpoint. Repeating it finds only deliveries that failed again. */
  replayFailed(
    selection: FailedDeliveries,
    now: Date,
  ): Promise<{ readonly count: number; readonly reached: DeliveryId | null }>;
}
export const Replays: Token<Replays> = token("Replays");
