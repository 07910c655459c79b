import type { Rail, RailKind } from "./rail.ts";

/** Operations that call a provider over the network. */
export type RailOperation = Exclude<
  keyof Rail,
  | "kind"
  | "provider"
  | "simulated"
  | "capabilities"
  | "accountFields"
  | "isLive"
  | "acceptsSession"
  | "readNotification"
>;

/**
 * answered: the provider gave an answer, of any content. failed: no answer, or an unreadable one. not_sent: the call
 * was not sent. unclear: the outcome does not show whether the provider answered.
 */
export type RailVerdict = "answered" | "failed" | "not_sent" | "unclear";

/** One completed call of a rail. */
export interface RailCall {
  readonly kind: RailKind;
  readonly provider: string;
  readonly organisationSlug: string;
  readonly operation: RailOperation;
  /** The rail's outcome, such as `created` or `unknown`; `threw` for a bug. */
  readonly outcome: string;
  readonly verdict: RailVerdict;
  /** The reason, if the rail gives one. */
  readonly reason: string | null;
  /** The network's error code and the host; null: the call brought an answer, or the rail does not say. */
  readonly detail: string | null;
  readonly durationMs: number;
}
