import type { RailKind } from "../../ports/rail.ts";
import { defineProblem } from "../shared/problem.ts";

/** An organisation's account at a provider, as the operator sees it: credentials are never shown. */
export interface RailAccount {
  readonly id: number;
  readonly kind: RailKind;
  readonly provider: string;
  readonly currencies: readonly string[];
  readonly settings: Readonly<Record<string, unknown>>;
  readonly enabled: boolean;
  readonly updatedAt: Date;
}

export const RailAccountExists = defineProblem(
  "rail_account_exists",
  "conflict",
  "Another enabled rail account of the organisation serves this currency already.",
);
