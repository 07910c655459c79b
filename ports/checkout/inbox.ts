import type { OrderRail } from "../../src/checkout/order.ts";
import type {
  NotificationRemark,
  NotificationState,
  RailNotification,
} from "../../src/settlement/rail-notification.ts";
import type { Page } from "../page.ts";
import type { SettlementRequest, SettlementResult } from "./orders.ts";
import type { RailEvent, RailKind } from "../rail.ts";
import { type Token, token } from "../token.ts";
import type { NotificationId, OrganisationId, RailAccountId } from "../../src/shared/ids.ts";

/** A provider's message, exactly as received. */
export interface RailMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly rawBody: Uint8Array;
  /** Query parameters that occur exactly once. */
  readonly query: Readonly<Record<string, string>>;
}

/** The credentials whose notifications a rail account accepts. */
export interface NotifiedAccount {
  readonly organisationId: OrganisationId;
  /** Number of the organisation's terms when this was read. */
  readonly terms: number;
  /** It was read up to a second ago. */
  readonly isCopy: boolean;
  readonly rail: OrderRail;
  /** The account with its previous credentials, while they are still accepted. */
  readonly previousRail: OrderRail | null;
}

export interface NewMessage {
  readonly organisationId: OrganisationId;
  readonly railAccountId: RailAccountId;
  readonly dedupeKey: string;
  /** null: the events come from the provider's list of missed events, not from a message. */
  readonly message: RailMessage | null;
  /** The events read from the message. */
  readonly events: readonly RailEvent[];
  readonly receivedAt: Date;
}

export interface StoredMessage extends Omit<NotifiedAccount, "terms" | "isCopy"> {
  readonly id: NotificationId;
  readonly message: RailMessage | null;
  readonly events: readonly RailEvent[];
  readonly receivedAt: Date;
  readonly tries: number;
}

/**
 * Providers' notifications: stored durably before they are acknowledged, processed afterwards. Messages are stored
 * encrypted.
 */
export interface Inbox {
  /**
   * The account of a notification address, enabled or not; null: no such account.
   * @param how `copied`: it may be up to a second old. `addSettled` writes nothing if its organisation's terms have
   * changed since; for anything else, read the account and verify the message again.
   */
  railAccount(
    slug: string,
    kind: RailKind,
    provider: string,
    how: { readonly now: Date; readonly copied: boolean },
  ): Promise<NotifiedAccount | null>;
  /**
   * null: a message with this key is already stored (and has been or will be processed). The caller may process the new
   * message at once; if its process dies, `claimDue` returns the message to another caller after the lease.
   */
  add(message: NewMessage): Promise<NotificationId | null>;
  /**
   * Stores a message and settles the payment it reports, both or neither, if the payment needs the least of what
   * settling can do: the right amount for a pending order without credit. null: nothing was written, and
   * `add` and `Orders.settle` do it.
   * @param terms of the organisation when the account was read that has verified the message; null: it was not a copy
   */
  addSettled(
    message: NewMessage,
    request: SettlementRequest,
    terms: number | null,
  ): Promise<Pick<SettlementResult, "requestId"> | null>;
  claimDue(claim: { readonly limit: number; readonly leaseSec: number }): Promise<StoredMessage[]>;
  done(ids: readonly NotificationId[], now: Date): Promise<void>;
  /** Marks the notification for the operator's attention. */
  remark(id: NotificationId, remark: NotificationRemark): Promise<void>;
  /** Ends retrying a message that failed repeatedly; the message is kept for inspection. */
  fail(id: NotificationId, error: string, now: Date): Promise<void>;
  /** Notifications with a remark, newest first. */
  list(
    organisationId: OrganisationId,
    state: NotificationState | null,
    page: Page,
  ): Promise<RailNotification[]>;
}
export const Inbox: Token<Inbox> = token("Inbox");
