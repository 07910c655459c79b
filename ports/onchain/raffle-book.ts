import type { LotTerms } from "../../src/onchain/lot-terms.ts";
import type { NewLot } from "../../src/lots/lot.ts";
import type { LotId, OrganisationId } from "../../src/shared/ids.ts";
import type { Hex } from "../chain.ts";
import { type Token, token } from "../token.ts";

/**
 * `creating`: not yet reported to the partner. `live`: it is a lot of the organisation. `abandoned`: it was never
 * reported, and is cancelled if it is on the contract.
 */
export type ChainLotState = "creating" | "live" | "abandoned";

/** A lot of the raffle contract, also one that is not yet a lot of the organisation. */
export interface ChainLot {
  readonly lotId: LotId;
  readonly organisationId: OrganisationId;
  readonly chainId: number;
  readonly contract: Hex;
  readonly terms: LotTerms;
  readonly state: ChainLotState;
  /** The organisation's future lot, with the times of the terms; null: the lot exists. */
  readonly lot: NewLot | null;
  /** The number of times its creation was queued, and the time until which the last one may be mined. */
  readonly tries: number;
  readonly validUntil: Date;
  readonly createdAt: Date;
}

/**
 * Lots on chain from the request to create them until they are live. The port of watching writes `chain_watch`,
 * `chain_purchase`, and the intent and the request of `chain_lot`.
 */
export interface RaffleBook {
  /** Returns the address, in lower case, to which the organisation's lots on chain are paid out; null: it has none. */
  treasuryOf(organisationId: OrganisationId): Promise<Hex | null>;
  /**
   * Takes a lot id and keeps the lot as `creating`, with one try. Of the requests with one idempotency id one begins it.
   * Joins a unit of work. @returns the lot that is kept for that idempotency id, or the new one
   */
  begin(lot: Omit<ChainLot, "lotId" | "state" | "tries">, idempotencyId: string | null): Promise<ChainLot>;
  /** The lot that the request with this idempotency id began; null: none. */
  byIdempotencyId(organisationId: OrganisationId, idempotencyId: string): Promise<ChainLot | null>;
  /** null: the organisation has no such lot on chain. */
  byId(organisationId: OrganisationId, lotId: LotId): Promise<ChainLot | null>;
  /** Same as `byId`; also locks it until the unit of work ends. */
  lock(organisationId: OrganisationId, lotId: LotId): Promise<ChainLot | null>;
  /** Counts one more try of a lot that is locked. */
  tryAgain(organisationId: OrganisationId, lotId: LotId, validUntil: Date): Promise<void>;
  /**
   * Makes a lot that is locked and `creating` an active lot of the organisation. @returns false: it has not, or no longer
   * has, the prize
   */
  goLive(chainLot: ChainLot): Promise<boolean>;
  /** Abandons a locked lot that is `creating` and that no request waits for. Its idempotency id becomes free. */
  abandon(organisationId: OrganisationId, lotId: LotId): Promise<void>;

  /** Lots of all organisations that are `creating` and could not be created at this time any more, the oldest first. */
  overdue(of: Pick<ChainLot, "chainId" | "contract">, at: Date, limit: number): Promise<ChainLot[]>;
  /** Active lots of all organisations whose creation has come to nothing, by a reorganisation. */
  vanished(of: Pick<ChainLot, "chainId" | "contract">, limit: number): Promise<ChainLot[]>;
}
export const RaffleBook: Token<RaffleBook> = token("RaffleBook");
