import type { RailKind } from "../../ports/rail.ts";
import type { RailAccountId } from "../shared/ids.ts";
import { defineProblem } from "../shared/problem.ts";

/** An organisation's account at a provider, for the operator interface: without credentials. */
export interface RailAccount {
  readonly id: RailAccountId;
  readonly kind: RailKind;
  readonly provider: string;
  readonly currencies: readonly string[];
  readonly settings: Readonly<Record<string, unknown>>;
  readonly enabled: boolean;
  readonly updatedAt: Date;
  /** Time at which the provider accepted these credentials. null: it could not be reached, or was not queried. */
  readonly verifiedAt: Date | null;
  /** End of accepting notifications signed with the previous credentials. */
  readonly previousCredentialsUntil: Date | null;
  /** null: not called yet. */
  readonly health: RailHealth | null;
}

/** Outcomes of calls to an account; a few seconds to a minute old. */
export interface RailHealth {
  readonly lastSuccessAt: Date | null;
  readonly lastError: RailError | null;
  /** Consecutive failures in the process that reported last; 0: the last call was answered. */
  readonly consecutiveFailures: number;
}

export interface RailError {
  readonly at: Date;
  /** The call, such as `createPayment`. */
  readonly operation: string;
  /** The rail's reason, such as `timeout`. */
  readonly code: string;
}

export const RailAccountExists = defineProblem(
  "rail_account_exists",
  "conflict",
  "Another enabled rail account of the organisation already serves this currency.",
  { liftedByTime: true },
);
