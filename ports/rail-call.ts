import type { Rail, RailKind } from "./rail.ts";

/** What is asked of a provider over the network. */
export type RailOperation = Exclude<
  keyof Rail,
  "kind" | "provider" | "simulated" | "capabilities" | "accountFields" | "acceptsSession" | "readNotification"
>;

/**
 * answered: the provider spoke, whatever it said. failed: no answer, or none that can be read. not_sent: we did not
 * ask. unclear: the answer does not tell whether the provider was there.
 */
export type RailVerdict = "answered" | "failed" | "not_sent" | "unclear";

/** One call of a rail, as it ended. */
export interface RailCall {
  readonly kind: RailKind;
  readonly provider: string;
  readonly organisationSlug: string;
  readonly operation: RailOperation;
  /** The rail's own word for it: `created`, `unknown`; `threw` for a bug. */
  readonly outcome: string;
  readonly verdict: RailVerdict;
  /** Why, where the rail says it. */
  readonly reason: string | null;
  readonly durationMs: number;
}
