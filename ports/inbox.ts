import type { OrderRail } from "../src/checkout/order.ts";
import type { RailKind } from "./rail.ts";
import { type Token, token } from "./token.ts";

/** What a provider sent, as it came. */
export interface RailMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly rawBody: Uint8Array;
}

export interface NewMessage extends RailMessage {
  readonly organisationId: number;
  readonly railAccountId: number;
  readonly dedupeKey: string;
  readonly receivedAt: Date;
}

export interface StoredMessage extends RailMessage {
  readonly id: number;
  readonly organisationId: number;
  readonly receivedAt: Date;
  readonly tries: number;
  readonly rail: OrderRail;
}

/** Notifications of providers: durable before they are acknowledged, processed after. Messages are stored encrypted. */
export interface Inbox {
  /** The account that a notification address belongs to, enabled or not; null: none. */
  railAccount(
    slug: string,
    kind: RailKind,
    provider: string,
  ): Promise<{ organisationId: number; rail: OrderRail } | null>;
  /**
   * null: a message with this key is stored already (and is or will be processed).
   * The adder may process it at once; if it dies, `claimDue` gives it to another after the lease.
   */
  add(message: NewMessage): Promise<number | null>;
  claimDue(claim: { readonly limit: number; readonly leaseSec: number }): Promise<StoredMessage[]>;
  done(ids: readonly number[], now: Date): Promise<void>;
  /** Gives up on a message that fails again and again; it stays for inspection. */
  fail(id: number, error: string, now: Date): Promise<void>;
}
export const Inbox: Token<Inbox> = token("Inbox");
