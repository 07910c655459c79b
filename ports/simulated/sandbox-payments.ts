import type { Money } from "../../src/shared/money.ts";
import type { RailKind } from "../rail.ts";
import { type Token, token } from "../token.ts";

export type SandboxState = "open" | "processing" | "paid" | "declined" | "cancelled" | "expired";

/** A payment in the simulated provider's records. */
export interface SandboxPayment {
  readonly sessionId: string;
  readonly organisationSlug: string;
  readonly kind: RailKind;
  readonly charge: Money;
  /** The amount that the buyer paid; differs from `charge` only if a test sets it. */
  readonly received: Money | null;
  readonly state: SandboxState;
  readonly description: string;
  readonly expiresAt: Date;
  readonly returnUrl: string;
  readonly notificationUrl: string;
}

export interface SandboxRefund {
  readonly key: string;
  readonly refundId: string;
  readonly amount: Money;
  readonly state: "requested" | "succeeded" | "failed";
}

/** The simulated provider's records, stored in Postgres so that all processes share them. */
export interface SandboxPayments {
  /** Repeating it with the same session id returns the existing payment. */
  create(payment: Omit<SandboxPayment, "state" | "received">): Promise<SandboxPayment>;
  byId(sessionId: string): Promise<SandboxPayment | null>;
  /** Paid ones of an organisation and a kind since this time, by session id. @param after a session id */
  listPaid(list: {
    readonly organisationSlug: string;
    readonly kind: RailKind;
    readonly since: Date;
    readonly after: string | null;
    readonly limit: number;
  }): Promise<{ readonly payment: SandboxPayment; readonly sentBack: number }[]>;
  /** Changes the payment's state if it is one of `from`; null: it is not. Atomic. */
  move(
    sessionId: string,
    from: readonly SandboxState[],
    to: SandboxState,
    received?: Money,
  ): Promise<SandboxPayment | null>;
  /** Adds a refund unless the key exists or the sum would exceed what was received (null). Atomic. */
  refund(
    sessionId: string,
    refund: { key: string; refundId: string; amount: Money },
  ): Promise<SandboxRefund | null>;
  refundByKey(sessionId: string, key: string): Promise<SandboxRefund | null>;
}
export const SandboxPayments: Token<SandboxPayments> = token("SandboxPayments");
