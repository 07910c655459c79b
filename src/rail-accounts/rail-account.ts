import type { RailKind } from "../../ports/rail.ts";
import type { RailAccountId } from "../shared/ids.ts";
import { defineProblem } from "../shared/problem.ts";

/** An organisation's account at a provider, as the operator sees it: credentials are never shown. */
export interface RailAccount {
  readonly id: RailAccountId;
  readonly kind: RailKind;
  readonly provider: string;
  readonly currencies: readonly string[];
  readonly settings: Readonly<Record<string, unknown>>;
  readonly enabled: boolean;
  readonly updatedAt: Date;
  /** When the provider accepted these credentials. null: it could not be asked, or was not. */
  readonly verifiedAt: Date | null;
  /** Until when notifications may be signed with the credentials before. */
  readonly previousCredentialsUntil: Date | null;
  /** null: it was not called yet. */
  readonly health: RailHealth | null;
}

/** How calls to an account ended; some seconds to a minute old. */
export interface RailHealth {
  readonly lastSuccessAt: Date | null;
  readonly lastError: RailError | null;
  /** In the process that told last; 0: the last call was answered. */
  readonly consecutiveFailures: number;
}

export interface RailError {
  readonly at: Date;
  /** Which call: `createPayment`. */
  readonly operation: string;
  /** The rail's own word for it: `timeout`. */
  readonly code: string;
}

export const RailAccountExists = defineProblem(
  "rail_account_exists",
  "conflict",
  "Another enabled rail account of the organisation already serves this currency.",
  { liftedByTime: true },
);
