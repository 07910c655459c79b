import type { OrderRail } from "../../src/checkout/order.ts";
import { type Token, token } from "../token.ts";
import type { OrganisationId, RailAccountId } from "../../src/shared/ids.ts";

/** A name from a notification; its rail account's provider must be queried about it. */
export interface NamedThing {
  readonly organisationId: OrganisationId;
  readonly rail: OrderRail;
  /** 1 to 200 characters, no NUL. */
  readonly what: string;
  /** The number of notifications that had named it when it was claimed. */
  readonly times: number;
  /** Including this try. */
  readonly tries: number;
}

/**
 * Names from unproven notifications, kept until the provider has been queried. Anyone can send any name, so the number
 * is bounded.
 */
export interface NamedEvents {
  /**
   * Durable when it resolves. waiting: the name is already stored, and is queried again after this call. too_many: the
   * account has reached its limit of waiting names; nothing was stored.
   */
  add(name: {
    readonly organisationId: OrganisationId;
    readonly railAccountId: RailAccountId;
    readonly what: string;
  }): Promise<"added" | "waiting" | "too_many">;
  /**
   * Names that are due, under a lease: no other caller gets them until it ends; leases grow with each try. Names beyond
   * their account's `perMinute`, summed over all processes, are postponed to the next minute.
   * @param claim.only restricts the claim to this name, if it is due
   * @returns putOff: how many of the claimed names were postponed
   */
  claimDue(claim: {
    readonly limit: number;
    readonly leaseSec: number;
    readonly perMinute: number;
    readonly only?: { readonly railAccountId: RailAccountId; readonly what: string };
  }): Promise<{ readonly due: readonly NamedThing[]; readonly putOff: number }>;
  /** Deletes the name; if it was named again since the claim, it becomes due again instead. */
  done(name: NamedThing): Promise<void>;
}
export const NamedEvents: Token<NamedEvents> = token("NamedEvents");
