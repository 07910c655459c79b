import type { Buyer } from "../buyers/account.ts";
import type { AccountId, LotId, WinnerId } from "../shared/ids.ts";

/** The winner of a lot, with the draw's proof. Only its publication can change. */
export interface Winner {
  readonly id: WinnerId;
  readonly lotId: LotId;
  readonly lotTitle: string;
  readonly ticketNumber: number;
  readonly accountId: AccountId;
  readonly buyer: Buyer;
  readonly wonAt: Date;
  /** null: not published. */
  readonly publishedAt: Date | null;
  readonly proof: DrawProof | null;
}

/** The two shapes of a proof in the specification. */
type DrawProof =
  | {
      readonly blockNumber: number;
      readonly blockHash: string;
      readonly winnerIndex: number;
      readonly totalTickets: number;
    }
  | {
      readonly method: "vrf";
      readonly seed: string;
      readonly winnerIndex: number;
      readonly totalTickets: number;
      readonly vrfRequestId: string;
      readonly fulfillmentTx: string;
      readonly blockNumber: number | null;
    };
