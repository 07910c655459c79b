import { type Token, token } from "../token.ts";
import type { DeliveryId, EndpointId, OrganisationId } from "../../src/shared/ids.ts";

/** Sending events again. Ids and bodies stay as they are, and attempts are counted on. */
export interface Replays {
  /**
   * Makes a delivery that is over due again, with a new schedule of retries. `pending`: it is due already, nothing
   * changed. `missing`: there is no such delivery, or its endpoint was removed.
   */
  replay(
    organisationId: OrganisationId,
    deliveryId: DeliveryId,
    now: Date,
  ): Promise<"replayed" | "pending" | "disabled" | "missing">;
  /**
   * The same for what an enabled endpoint listens to now, of the events from `since` to before `until`; what was never
   * made into a delivery becomes one. Looks at `limit` events of the organisation, of any type, behind `after` (null:
   * begins an hour or so before `since`). Repeating it changes nothing that is pending.
   * @returns how many are due now, and where to go on; null: there are no more
   */
  replayBatch(batch: {
    readonly organisationId: OrganisationId;
    readonly endpointId: EndpointId;
    readonly since: Date;
    readonly until: Date;
    readonly after: number | null;
    readonly limit: number;
    readonly now: Date;
  }): Promise<{ readonly replayed: number; readonly reached: number | null }>;
}
export const Replays: Token<Replays> = token("Replays");
