import type { OrderRail } from "../../src/checkout/order.ts";
import type { RailKind } from "../rail.ts";
import { type Token, token } from "../token.ts";
import type { OrganisationId, RailAccountId } from "../../src/shared/ids.ts";

/** An account whose provider is to be asked what it could not deliver. */
export interface ClaimedCursor {
  readonly organisationId: OrganisationId;
  readonly rail: OrderRail;
  readonly addedAt: Date;
  /** When it was last asked. null: never. */
  readonly askedAt: Date | null;
}

/** Until when each rail account's provider was asked for events that it could not deliver. */
export interface RailEventCursors {
  /**
   * Accounts of these rails that were not asked since, leased by the database's clock: those that charge, and those
   * that changed since `changedSince`, for what is still under way.
   */
  claimDue(claim: {
    readonly rails: readonly { readonly kind: RailKind; readonly provider: string }[];
    readonly notAskedSince: Date;
    readonly changedSince: Date;
    readonly limit: number;
    readonly leaseSec: number;
  }): Promise<ClaimedCursor[]>;
  /** All that the provider had at that time is taken in. */
  asked(railAccountId: RailAccountId, at: Date): Promise<void>;
}
export const RailEventCursors: Token<RailEventCursors> = token("RailEventCursors");
