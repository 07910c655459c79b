import type {
  ChargedOrder,
  EntrySource,
  HostedOrder,
  OrderRail,
  PolledOrder,
} from "../../src/checkout/order.ts";
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
import type { Metadata } from "../../src/shared/metadata.ts";
import type { Money } from "../../src/shared/money.ts";
import type { ConfirmStep, Instruction, NextStep, ProviderIds } from "../rail.ts";
import { type Token, token } from "../token.ts";

/** All data that the decision on a purchase needs, read in one round trip, or a copy of it. */
export interface CheckoutContext {
  readonly organisation: Organisation;
  /** Number of the organisation's terms: its settings, rail accounts and affiliates. Each change raises it. */
  readonly terms: number;
  readonly lot: Lot;
  /** Number of the lot's own row. Each change of it raises it; selling does not. */
  readonly lotVersion: number;
  /** The enabled rail account that serves the lot's charge currency. */
  readonly rail: OrderRail | null;
  /** US cents of the buyer's credit that no pending order has reserved. null: not read, a copy does not know it. */
  readonly availableCreditCents: number | null;
  /** The affiliate who refers the buyer. null: no code, or the organisation has no affiliate with it. */
  readonly affiliate: Pick<Affiliate, "id" | "commissionBps"> | null;
}

/** An order to be placed, as decided on a CheckoutContext. */
export interface Placement {
  readonly id: OrderId;
  readonly organisationId: OrganisationId;
  readonly lotId: LotId;
  readonly buyer: Buyer;
  /** null exactly when `hosted` is given. */
  readonly apiKeyId: ApiKeyId | null;
  readonly hosted?: HostedOrder;
  /** The X-Request-Id of the partner's request. */
  readonly requestId: string;
  readonly idempotencyId: string | null;
  readonly quantity: number;
  /** The organisation's terms and the lot that this was decided on. */
  readonly terms: number;
  readonly lotVersion: number;
  readonly priceCents: number;
  readonly creditCents: number;
  /** The buyer's credit was not read: where there is some, the order is not placed (`credit_changed`). */
  readonly creditUnread: boolean;
  readonly charge: Money;
  readonly rate: string | null;
  readonly source: EntrySource;
  /** null exactly when nothing is charged. */
  readonly rail: Pick<OrderRail, "accountId" | "kind" | "provider"> | null;
  readonly returnUrl: string | null;
  /** SHA-256 of the pass to use up; null: no pass is needed. */
  readonly passHash: Uint8Array | null;
  readonly affiliateId: AffiliateId | null;
  /** US cents that the affiliate earns once the order is paid; 0 without one. */
  readonly commissionCents: number;
  /** Limits for the buyer's pending orders in the lot, this one included; beyond them the order is refused. */
  readonly maxPending: { readonly orders: number; readonly tickets: number };
  readonly holdUntil: Date;
  readonly railExpiresAt: Date;
  readonly metadata?: Metadata;
  readonly now: Date;
}

export type Placed =
  | { readonly outcome: "placed"; readonly number: number }
  /** An earlier try of the same idempotent request, or of the same form, placed this order. */
  | { readonly outcome: "existing"; readonly orderId: OrderId }
  /** `available`: number of tickets that can be bought now. */
  | { readonly outcome: "sold_out" | "too_many_pending"; readonly available: number }
  | {
      readonly outcome:
        | "missing"
        | "entries_closed"
        | "pass_refused"
        /** The decision used terms or a lot that have since changed. */
        | "terms_changed"
        | "credit_changed"
        | "rail_account_gone";
    };

/** Money that a rail confirmed; `received` null settles an order that charges nothing. */
export interface SettlementRequest {
  readonly orderId: OrderId;
  readonly organisationId: OrganisationId;
  /** The account that received the money; it must be the order's account. null: the order charges nothing. */
  readonly railAccountId: RailAccountId | null;
  readonly received: (Money & { readonly paymentId: string }) | null;
  /** Provider ids that arrived with the payment. */
  readonly ids: ProviderIds;
  /** Initial state of the refund if the money cannot be kept: `manual` when the rail cannot refund. */
  readonly refundState: "requested" | "manual";
  readonly paidEventId: EventId;
  readonly entryEventId: EventId;
  /** A stored notification that reports this payment only; it is completed in the same transaction. */
  readonly notificationId: NotificationId | null;
  readonly now: Date;
}

/**
 * settled: tickets are issued. already_settled: this payment settled the order earlier. late, mismatch, surplus: the
 * money is recorded and a refund is created. recorded: it was recorded earlier. missing: the organisation has no such
 * order.
 */
export type SettlementOutcome =
  | "settled"
  | "already_settled"
  | "late"
  | "mismatch"
  | "surplus"
  | "recorded"
  | "missing"
  /** Its lot is halted after a restore: nothing was done, and it must be reported again. */
  | "halted";

export interface SettlementResult {
  readonly outcome: SettlementOutcome;
  /** The request that placed the order; null: not known. */
  readonly requestId: string | null;
}

export interface ReleaseRequest {
  readonly orderId: OrderId;
  readonly organisationId: OrganisationId;
  readonly railAccountId: RailAccountId | null;
  readonly error: string;
  readonly giveBackPass: boolean;
  readonly now: Date;
}

/**
 * Orders and the atomic operations on them. `place`, `settle` and `release` take batches; each is one round trip,
 * shared by concurrent requests.
 */
export interface Orders {
  /**
   * null: no such lot in the organisation.
   * @param affiliate code of the referring affiliate, in lower case; null: none
   * @param how `copyMs`: the maximum age of the data; a copy does not include the buyer's credit. `place` refuses what
   * was decided on terms or a lot that have changed since; if a copy leads to a refusal, decide again.
   */
  checkoutContext(
    organisationId: OrganisationId,
    lotId: LotId,
    buyer: Buyer,
    affiliate: string | null,
    how?: { readonly copyMs: number },
  ): Promise<CheckoutContext | null>;
  /** Decides under lock; outcomes are checked in the order of `Placed`. A failing item does not affect the others. */
  place(placements: readonly Placement[]): Promise<Placed[]>;
  /** Stores the rail's answer; reconciliation next checks the order when its hold ends. Repeating is safe. */
  storeInstruction(
    order: { readonly id: OrderId; readonly organisationId: OrganisationId },
    answer: { readonly instruction: Instruction; readonly ids: ProviderIds },
  ): Promise<void>;
  settle(requests: readonly SettlementRequest[]): Promise<SettlementResult[]>;
  release(requests: readonly ReleaseRequest[]): Promise<("failed" | "final" | "missing")[]>;

  /**
   * `ask`: the rail has not been queried recently, and the caller must query it. null: the organisation has no such
   * order.
   */
  poll(
    organisationId: OrganisationId,
    id: OrderId,
    now: Date,
  ): Promise<{ standing: PolledOrder; ask: boolean } | null>;
  /**
   * Claims the right to query the rail about a pending order at once. false: it was queried within the last few
   * seconds, counted as in `poll`.
   */
  ask(organisationId: OrganisationId, id: OrderId, now: Date): Promise<boolean>;
  byId(organisationId: OrganisationId, id: OrderId): Promise<ChargedOrder | null>;
  /** The order that an earlier try of an idempotent request placed, unless the rail refused it. null: none. */
  byIdempotencyId(organisationId: OrganisationId, idempotencyId: string): Promise<ChargedOrder | null>;
  /** For a returning buyer, who has only the order's id. */
  byIdOfAnyOrganisation(id: OrderId): Promise<ChargedOrder | null>;
  /**
   * For a provider that identifies orders by number. null: no order of this account matches, or one of `ids`
   * contradicts the stored value.
   */
  idByNumber(railAccountId: RailAccountId, number: number, ids: ProviderIds): Promise<OrderId | null>;
  /**
   * Gives one caller, once, the right to execute a confirm step: `fields` and `returned` while no step has started, a
   * later step while it is awaited; no step if the order is final or its lot cancelled. Reconciliation checks the order
   * at `checkAt` in case no answer arrives.
   * @param at.insteadOf repeats the first step, if the latest step started at this time and none is awaited
   */
  beginConfirm(
    order: { readonly id: OrderId; readonly organisationId: OrganisationId },
    step: ConfirmStep["step"],
    at: { readonly now: Date; readonly checkAt: Date; readonly insteadOf?: Date | null },
  ): Promise<"begun" | "begun_before">;
  /** Returns the right to the step that started at this time, because nothing was sent; another caller may take it. */
  giveBackConfirm(
    order: { readonly id: OrderId; readonly organisationId: OrganisationId },
    step: ConfirmStep["step"],
    begunAt: Date,
  ): Promise<void>;
  /**
   * Stores the action that the rail requires of the buyer, and the step that follows it. Only while the order is
   * pending.
   */
  awaitConfirmStep(
    order: { readonly id: OrderId; readonly organisationId: OrganisationId },
    next: NextStep,
    ids: ProviderIds,
  ): Promise<void>;
  /** Adds to the stored provider ids; writes nothing if they are already stored. */
  storeProviderIds(organisationId: OrganisationId, id: OrderId, ids: ProviderIds): Promise<void>;

  /** Pending orders that are due, under a lease: no other caller gets them before `leaseUntil`. */
  claimDue(claim: {
    readonly limit: number;
    readonly now: Date;
    readonly leaseUntil: Date;
  }): Promise<ChargedOrder[]>;
  /**
   * The buyer has acted: schedules the next check for `checkAt` or earlier, before the hold ends.
   * @param returnToken what the buyer's browser brought back, at most 30,000 characters; null keeps the stored one
   */
  hasten(
    organisationId: OrganisationId,
    id: OrderId,
    checkAt: Date,
    returnToken: string | null,
  ): Promise<void>;
  /** Schedules the next check for `checkAt`. */
  postpone(organisationId: OrganisationId, id: OrderId, checkAt: Date): Promise<void>;
  /**
   * Failed orders that may still be open at their provider, under a lease that doubles with each try, up to 64 times.
   * None after `maxTries`.
   */
  claimRailCancels(claim: {
    readonly limit: number;
    readonly now: Date;
    readonly leaseUntil: Date;
    readonly maxTries: number;
  }): Promise<ChargedOrder[]>;
  railCancelDone(organisationId: OrganisationId, id: OrderId): Promise<void>;
  /** The claim does not count as a try: nothing reached the provider. */
  railCancelNotSent(organisationId: OrganisationId, id: OrderId, dueAt: Date): Promise<void>;
}
export const Orders: Token<Orders> = token("Orders");
