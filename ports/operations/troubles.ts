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
  /** Most failures first; at most 100 of `failingRails`. */
  readonly rails: readonly FailingRail[];
  readonly failingRails: number;
  /** Those that fail the longest first; at most 100 of `failingEndpoints`. */
  readonly endpoints: readonly FailingEndpoint[];
  readonly failingEndpoints: number;
  /**
   * Orders of the last hour whose buyers got no instruction from the rail: it was not called, refused the payment, or its
   * answer is unknown. Without an answer they count after 20 seconds, when no call can be under way any more.
   */
  readonly refusedOrders: number;
  /** Disputes that are open. */
  readonly disputes: number;
}

/** Current troubles of all organisations. */
export interface TroubleReports {
  /** One round trip of bounded cost. */
  read(now: Date): Promise<Troubles>;
}
export const TroubleReports: Token<TroubleReports> = token("TroubleReports");
