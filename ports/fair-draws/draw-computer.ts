import type { DrawInputs } from "../../src/fair-draws/fair-draw.ts";
import { type Token, token } from "../token.ts";
import type { OrganisationId } from "../../src/shared/ids.ts";

export interface ComputedDraw {
  readonly inputs: DrawInputs;
  /** Empty without a seed. */
  readonly winnerIndices: readonly number[];
  /** The chosen candidates as they were sent: a JSON array in UTF-8. */
  readonly winnersJson: Uint8Array;
}

/** Reads requests to reveal and computes their draws, without keeping others waiting. */
export interface DrawComputer {
  /** Whether computing a request of so many bytes takes so long that it has to wait for its turn. */
  isLarge(bytes: number): boolean;
  /**
   * Raises invalid_request; unavailable when too much waits already, of all or of the organisation.
   * @param organisationId for whom: organisations take turns
   * @param request a reveal request as JSON in UTF-8; its memory may be moved, and it is empty then
   * @param serverSeed null: the request is only checked
   */
  compute(
    organisationId: OrganisationId,
    request: Uint8Array,
    serverSeed: string | null,
  ): Promise<ComputedDraw>;
}
export const DrawComputer: Token<DrawComputer> = token("DrawComputer");
