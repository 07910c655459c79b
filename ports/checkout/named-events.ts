import type { OrderRail } from "../../src/checkout/order.ts";
import { type Token, token } from "../token.ts";
import type { OrganisationId, RailAccountId } from "../../src/shared/ids.ts";

/** A name that its rail account's provider is to be asked about. */
export interface NamedThing {
  readonly organisationId: OrganisationId;
  readonly rail: OrderRail;
  /** 1 to 200 characters, no NUL. */
  readonly what: string;
  /** How often it had been named when it was claimed. */
  readonly times: number;
  /** With this one. */
  readonly tries: number;
}

/** What notifications only named, until the provider was asked. Anybody can name anything: it stays bounded. */
export interface NamedEvents {
  /**
   * Durable when it resolves. waiting: the name is there already, and is asked about after this, too. too_many: the
   * account has as many names waiting as it may; nothing was stored.
   */
  add(named: {
    readonly organisationId: OrganisationId;
    readonly railAccountId: RailAccountId;
    readonly what: string;
  }): Promise<"added" | "waiting" | "too_many">;
  /**
   * Names that are due, leased: nobody else gets them while that lasts, each try longer. Those beyond `perMinute` of
   * their account, in all processes together, are put off to the next minute.
   * @param claim.only this name alone, where it is due
   * @returns putOff: how many of the limit were
   */
  claimDue(claim: {
    readonly limit: number;
    readonly leaseSec: number;
    readonly perMinute: number;
    readonly only?: { readonly railAccountId: RailAccountId; readonly what: string };
  }): Promise<{ readonly due: readonly NamedThing[]; readonly putOff: number }>;
  /** Forgets it; where it was named again since it was claimed, it is due anew instead. */
  done(named: NamedThing): Promise<void>;
}
export const NamedEvents: Token<NamedEvents> = token("NamedEvents");
