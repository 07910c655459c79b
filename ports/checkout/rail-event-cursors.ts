import type { OrderRail } from "../../src/checkout/order.ts";
import type { RailKind } from "../rail.ts";
import { type Token, token } from "../token.ts";
import type { OrganisationId, RailAccountId } from "../../src/shared/ids.ts";

/** An account whose provider must be queried for events that it failed to deliver. */
export interface ClaimedCursor {
  readonly organisationId: OrganisationId;
  readonly rail: OrderRail;
  readonly addedAt: Date;
  /** When the provider was last queried. null: never. */
  readonly askedAt: Date | null;
}

/** For each rail account, the time up to which its provider was queried for undelivered events. */
export interface RailEventCursors {
  /**
   * Accounts of these rails that were not queried since, leased by the database's clock: enabled accounts, and accounts
   * changed since `changedSince`, for payments still in progress.
   */
  claimDue(claim: {
    readonly rails: readonly { readonly kind: RailKind; readonly provider: string }[];
    readonly notAskedSince: Date;
    readonly changedSince: Date;
    readonly limit: number;
    readonly leaseSec: number;
  }): Promise<ClaimedCursor[]>;
  /** Everything that the provider listed at that time is stored. */
  advance(railAccountId: RailAccountId, at: Date): Promise<void>;
}
export const RailEventCursors: Token<RailEventCursors> = token("RailEventCursors");
