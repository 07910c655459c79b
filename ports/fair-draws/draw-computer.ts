import type { DrawInputs } from "../../src/fair-draws/fair-draw.ts";
import { type Token, token } from "../token.ts";
import type { OrganisationId } from "../../src/shared/ids.ts";

export interface ComputedDraw {
  readonly inputs: DrawInputs;
  /** Empty without a seed. */
  readonly winnerIndices: readonly number[];
  /** The chosen candidates exactly as sent: a JSON array in UTF-8. */
  readonly winnersJson: Uint8Array;
}

/** Parses reveal requests and computes their draws without blocking other requests. */
export interface DrawComputer {
  /** Returns whether a request of this size (bytes) is large enough to be queued. */
  isLarge(bytes: number): boolean;
  /**
   * Raises invalid_request; unavailable when the queue is full, in total or for the organisation.
   * @param organisationId the organisation that pays: organisations are served in turn
   * @param request a reveal request as JSON in UTF-8; its memory may be transferred, which leaves it empty
   * @param serverSeed null: the request is only checked
   */
  compute(
    organisationId: OrganisationId,
    request: Uint8Array,
    serverSeed: string | null,
  ): Promise<ComputedDraw>;
}
export const DrawComputer: Token<DrawComputer> = token("DrawComputer");
