import type { ChargedOrder, EntrySource, OrderRail, Standing } from "../../src/checkout/order.ts";
import type { Lot } from "../../src/lots/lot.ts";
import type { Buyer } from "../../src/buyers/account.ts";
import type { Affiliate } from "../../src/organisations/affiliate.ts";
import type { Organisation } from "../../src/organisations/organisation.ts";
import type {
  AffiliateId,
  ApiKeyId,
  EventId,
  LotId,
  NotificationId,
  OrderId,
  OrganisationId,
  RailAccountId,
} from "../../src/shared/ids.ts";
import type { Money } from "../../src/shared/money.ts";
import type { ConfirmStep, Instruction, NextStep, ProviderIds } from "../rail.ts";
import { type Token, token } from "../token.ts";

/** All that deciding on a purchase needs, read at once. */
export interface CheckoutContext {
  readonly organisation: Organisation;
  readonly lot: Lot;
  /** The enabled rail account that serves the lot's charge currency. */
  readonly rail: OrderRail | null;
  /** US cents of the buyer's credit that no pending order has reserved. */
  readonly availableCreditCents: number;
  /** Who brings the buyer. null: nobody does, or the organisation has no affiliate with the code. */
  readonly affiliate: Pick<Affiliate, "id" | "commissionBps"> | null;
}

/** An order to be placed, as decided on a CheckoutContext. */
export interface Placement {
  readonly id: OrderId;
  readonly organisationId: OrganisationId;
  readonly lotId: LotId;
  readonly buyer: Buyer;
  readonly apiKeyId: ApiKeyId;
  readonly idempotencyId: string | null;
  readonly quantity: number;
  readonly priceCents: number;
  readonly creditCents: number;
  readonly charge: Money;
  readonly rate: string | null;
  readonly source: EntrySource;
  /** null exactly when nothing is charged. */
  readonly rail: Pick<OrderRail, "accountId" | "kind" | "provider"> | null;
  readonly returnUrl: string | null;
  /** SHA-256 of the pass to burn; null when none is needed. */
  readonly passHash: Uint8Array | null;
  readonly affiliateId: AffiliateId | null;
  /** US cents that the affiliate earns once the order is paid; 0 without one. */
  readonly commissionCents: number;
  /** Beyond these of the buyer in the lot, this one included, it is refused. */
  readonly maxPending: { readonly orders: number; readonly tickets: number };
  readonly holdUntil: Date;
  readonly railExpiresAt: Date;
  readonly now: Date;
}

export type Placed =
  | { readonly outcome: "placed"; readonly number: number }
  /** The same idempotent request placed this order before. */
  | { readonly outcome: "existing"; readonly orderId: OrderId }
  /** `available`: so many tickets could be had now. */
  | { readonly outcome: "sold_out" | "too_many_pending"; readonly available: number }
  | {
      readonly outcome:
        | "missing"
        | "entries_closed"
        | "pass_refused"
        /** Decided by a price that the lot has no longer. */
        | "price_changed"
        | "credit_changed"
        | "rail_account_gone";
    };

/** Money that a rail proved; `received` null settles an order that charges nothing. */
export interface SettlementRequest {
  readonly orderId: OrderId;
  readonly organisationId: OrganisationId;
  /** Whose money it is: the order must be charged by this account. null: the order charges nothing. */
  readonly railAccountId: RailAccountId | null;
  readonly received: (Money & { readonly paymentId: string }) | null;
  /** Ids of the provider that were learnt with the payment. */
  readonly ids: ProviderIds;
  /** What becomes of money that cannot be kept: `manual` where the rail cannot refund. */
  readonly refundState: "requested" | "manual";
  readonly paidEventId: EventId;
  readonly entryEventId: EventId;
  /** A stored notification that says this and nothing else: it is done in the same transaction. */
  readonly notificationId: NotificationId | null;
  readonly now: Date;
}

/**
 * settled: tickets are issued. already_settled: this payment did so before. late, mismatch, surplus: the money is
 * recorded and its refund written. recorded: that was done before. missing: no such order of the organisation.
 */
export type SettlementOutcome =
  | "settled"
  | "already_settled"
  | "late"
  | "mismatch"
  | "surplus"
  | "recorded"
  | "missing";

export interface ReleaseRequest {
  readonly orderId: OrderId;
  readonly organisationId: OrganisationId;
  readonly railAccountId: RailAccountId | null;
  readonly error: string;
  readonly giveBackPass: boolean;
  readonly now: Date;
}

/**
 * Orders and what must happen to them atomically. place, settle and release take batches; each is one round trip,
 * which requests that come together share.
 */
export interface Orders {
  /**
   * null: no such lot in the organisation.
   * @param affiliate the code of who brings the buyer, in lower case; null: nobody does
   */
  checkoutContext(
    organisationId: OrganisationId,
    lotId: LotId,
    buyer: Buyer,
    affiliate: string | null,
  ): Promise<CheckoutContext | null>;
  /** Decides under lock, in the order given by the outcomes. An item that fails spoils no other. */
  place(placements: readonly Placement[]): Promise<Placed[]>;
  /** What the rail answered; reconciliation looks next at the hold's end. Repeating is safe. */
  storeInstruction(
    order: { readonly id: OrderId; readonly organisationId: OrganisationId },
    answer: { readonly instruction: Instruction; readonly ids: ProviderIds },
  ): Promise<void>;
  settle(requests: readonly SettlementRequest[]): Promise<SettlementOutcome[]>;
  release(requests: readonly ReleaseRequest[]): Promise<("failed" | "final" | "missing")[]>;

  /** `ask`: the rail has not been asked for a while; whoever is told so asks. null: not the organisation's. */
  poll(
    organisationId: OrganisationId,
    id: OrderId,
    now: Date,
  ): Promise<{ standing: Standing; ask: boolean } | null>;
  /**
   * The right to ask the rail about a pending order, for one who has a reason: false where somebody asked within a few
   * seconds, as `poll` counts them.
   */
  ask(organisationId: OrganisationId, id: OrderId, now: Date): Promise<boolean>;
  byId(organisationId: OrganisationId, id: OrderId): Promise<ChargedOrder | null>;
  /** What an earlier try of an idempotent request placed, and the rail did not refuse. */
  byIdempotencyId(organisationId: OrganisationId, idempotencyId: string): Promise<ChargedOrder | null>;
  /** For a buyer who comes back: the id is all they have. */
  byIdOfAnyOrganisation(id: OrderId): Promise<ChargedOrder | null>;
  /**
   * For a provider that names orders by number. null: the account charges no such order, or one of `ids` is stored
   * with another value.
   */
  idByNumber(railAccountId: RailAccountId, number: number, ids: ProviderIds): Promise<OrderId | null>;
  /**
   * Gives the right to take a step of confirming to one caller, once: `fields` and `returned` while none was begun, a
   * later one while it is awaited; none of an order that is over, or whose lot is cancelled. Reconciliation looks at
   * `checkAt`, in case no answer comes.
   * @param at.insteadOf the first step again, where the latest one was begun then, and none is awaited
   */
  beginConfirm(
    order: { readonly id: OrderId; readonly organisationId: OrganisationId },
    step: ConfirmStep["step"],
    at: { readonly now: Date; readonly checkAt: Date; readonly insteadOf?: Date | null },
  ): Promise<"begun" | "begun_before">;
  /** Nothing was sent, or done, of the step that was begun then: somebody else may take it. */
  giveBackConfirm(
    order: { readonly id: OrderId; readonly organisationId: OrganisationId },
    step: ConfirmStep["step"],
    begunAt: Date,
  ): Promise<void>;
  /** What the rail wants of the buyer before it decides, and the step that comes after it. Only while pending. */
  awaitConfirmStep(
    order: { readonly id: OrderId; readonly organisationId: OrganisationId },
    next: NextStep,
    ids: ProviderIds,
  ): Promise<void>;
  /** Adds to what is known; writes nothing where it is known already. */
  storeProviderIds(organisationId: OrganisationId, id: OrderId, ids: ProviderIds): Promise<void>;

  /** Pending orders whose time has come, leased: nobody else gets them before `leaseUntil`. */
  claimDue(claim: {
    readonly limit: number;
    readonly now: Date;
    readonly leaseUntil: Date;
  }): Promise<ChargedOrder[]>;
  /**
   * The buyer has acted: looks at `checkAt`, if not before, although the hold goes on.
   * @param proof what their browser brought back, at most 30,000 characters; null leaves what there is
   */
  hasten(organisationId: OrganisationId, id: OrderId, checkAt: Date, proof: string | null): Promise<void>;
  /** Looks again at `checkAt`. */
  postpone(organisationId: OrganisationId, id: OrderId, checkAt: Date): Promise<void>;
  /** Failed orders that may still be open at their provider, leased. */
  claimRailCancels(claim: {
    readonly limit: number;
    readonly now: Date;
    readonly leaseUntil: Date;
    readonly maxTries: number;
  }): Promise<ChargedOrder[]>;
  railCancelDone(organisationId: OrganisationId, id: OrderId): Promise<void>;
}
export const Orders: Token<Orders> = token("Orders");
