import type { Buyer } from "../organisations/account.ts";

/** A published winner with the draw's proof. */
export interface Winner {
  readonly id: number;
  readonly lotId: number;
  readonly lotTitle: string;
  readonly buyer: Buyer;
  readonly wonAt: Date;
  readonly proof: Proof | null;
}

/** The two shapes of a proof that the specification knows. */
export type Proof =
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
