import type { RailKind } from "../rail.ts";
import { type Token, token } from "../token.ts";

/** A rail account whose last calls were not answered. */
interface FailingRail {
  /** Its slug. */
  readonly organisation: string;
  readonly kind: RailKind;
  readonly provider: string;
  readonly consecutiveFailures: number;
  readonly lastError: { readonly at: Date; readonly operation: string; readonly code: string };
  /** null: no call was ever answered. */
  readonly lastSuccessAt: Date | null;
}

/** A webhook endpoint that the service has disabled, or whose attempts fail. */
interface FailingEndpoint {
  /** Its slug. */
  readonly organisation: string;
  readonly id: number;
  readonly enabled: boolean;
  readonly disabledReason: string | null;
  /** The first attempt that failed since one that did not; null: none since it was last changed. */
  readonly failingSince: Date | null;
}

export interface Troubles {
  /** Most failures first; at most 100. */
  readonly rails: readonly FailingRail[];
  /** Those that fail the longest first; at most 100. */
  readonly endpoints: readonly FailingEndpoint[];
  /** Orders of the last hour, among the newest 20,000, that ended because their rail was not available. */
  readonly refusedOrders: number;
  /** Disputes that were opened or changed within 7 days; counted to 1,000. */
  readonly disputes: number;
}

/** What goes wrong now, of all organisations. */
export interface TroubleReports {
  /** One round trip of bounded cost. */
  read(now: Date): Promise<Troubles>;
}
export const TroubleReports: Token<TroubleReports> = token("TroubleReports");
