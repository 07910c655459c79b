import type { OrderRail } from "../../src/checkout/order.ts";
import type {
  NotificationRemark,
  NotificationState,
  RailNotification,
} from "../../src/settlement/rail-notification.ts";
import type { Page } from "../page.ts";
import type { RailEvent, RailKind } from "../rail.ts";
import { type Token, token } from "../token.ts";
import type { NotificationId, OrganisationId, RailAccountId } from "../../src/shared/ids.ts";

/** What a provider sent, as it came. */
export interface RailMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly rawBody: Uint8Array;
  /** The parameters of the address that are there once. */
  readonly query: Readonly<Record<string, string>>;
}

/** Who may speak for a rail account. */
export interface NotifiedAccount {
  readonly organisationId: OrganisationId;
  readonly rail: OrderRail;
  /** The same with the credentials before, while they count. */
  readonly previousRail: OrderRail | null;
}

export interface NewMessage {
  readonly organisationId: OrganisationId;
  readonly railAccountId: RailAccountId;
  readonly dedupeKey: string;
  /** null: no message came, the provider's list told of the events. */
  readonly message: RailMessage | null;
  /** What was read in it. */
  readonly events: readonly RailEvent[];
  readonly receivedAt: Date;
}

export interface StoredMessage extends NotifiedAccount {
  readonly id: NotificationId;
  readonly message: RailMessage | null;
  readonly events: readonly RailEvent[];
  readonly receivedAt: Date;
  readonly tries: number;
}

/** Notifications of providers: durable before they are acknowledged, processed after. Messages are stored encrypted. */
export interface Inbox {
  /** The account that a notification address belongs to, enabled or not; null: none. */
  railAccount(slug: string, kind: RailKind, provider: string, now: Date): Promise<NotifiedAccount | null>;
  /**
   * null: a message with this key is stored already (and is or will be processed).
   * The adder may process it at once; if it dies, `claimDue` gives it to another after the lease.
   */
  add(message: NewMessage): Promise<NotificationId | null>;
  claimDue(claim: { readonly limit: number; readonly leaseSec: number }): Promise<StoredMessage[]>;
  done(ids: readonly NotificationId[], now: Date): Promise<void>;
  /** Marks it as worth a look. */
  remark(id: NotificationId, remark: NotificationRemark): Promise<void>;
  /** Gives up on a message that fails again and again; it stays for inspection. */
  fail(id: NotificationId, error: string, now: Date): Promise<void>;
  /** Those with a remark, newest first. */
  list(
    organisationId: OrganisationId,
    state: NotificationState | null,
    page: Page,
  ): Promise<RailNotification[]>;
}
export const Inbox: Token<Inbox> = token("Inbox");
