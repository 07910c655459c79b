import { z } from "zod";
import type { Hex } from "../../ports/chain.ts";
import { HEX_32 } from "../shared/hex.ts";

/** Maximum number of tickets in a lot, and so the highest ticket number. */
const MAX_TICKETS = 100_000_000;

const positive = z.int().min(1);
const ticketCount = z.int().min(1).max(MAX_TICKETS);
const hash32 = z.string().regex(HEX_32, "must be 64 lower-case hexadecimal digits");
const blockHash = z.templateLiteral(
  ["0x", hash32],
  "must be 0x followed by 64 lower-case hexadecimal digits",
);
const time = z.iso.datetime();

/** One live ticket range in its public form. */
export const DrawEntry = z
  .strictObject({
    first: ticketCount,
    last: ticketCount,
    orderHash: hash32.describe("SHA-256 of the session's id, or of the transaction hash, as text."),
  })
  .meta({ id: "CompetitionDrawEntry" });
export type DrawEntry = z.infer<typeof DrawEntry>;

const commitmentMembers = {
  ticketsRoot: hash32.describe("Merkle tree hash (RFC 9162) over the ticket ranges."),
  totalTickets: ticketCount,
  ranges: ticketCount.describe("How many ticket ranges are under the root."),
  blockNumber: positive.describe("The block whose hash decides. It did not exist yet at the commitment."),
  committedAt: time,
};

export const DrawCommitment = z.strictObject(commitmentMembers).meta({ id: "CompetitionDrawCommitment" });
export type DrawCommitment = z.infer<typeof DrawCommitment>;

const VoidedCommitment = z
  .strictObject({ ...commitmentMembers, voidedAt: time })
  .meta({ id: "VoidedDrawCommitment" });

const DrawnWinner = z
  .strictObject({
    ticketNumber: ticketCount,
    winnerIndex: z
      .int()
      .min(0)
      .max(MAX_TICKETS - 1)
      .describe("keccak256(blockHash, competitionId) mod totalTickets, from 0."),
    blockHash,
    entry: DrawEntry,
    drawnAt: time,
  })
  .meta({ id: "CompetitionDrawWinner" });

const address = z.templateLiteral(["0x", z.string().regex(/^[0-9a-fA-F]{40}$/)], "must be an address");
const transactionHash = z.templateLiteral(["0x", hash32], "must be a transaction's hash");

/** Of a lot on chain: what its contract asked for, and the answer. */
const RandomRequest = z
  .strictObject({
    vrfRequestId: z
      .string()
      .regex(/^\d{1,78}$/)
      .describe("Decimal."),
    tickets: ticketCount.describe("Tickets at the request: they are numbered from 1 without a gap."),
    requestTx: transactionHash,
    requestedAt: time.describe("The time of its block."),
  })
  .meta({ id: "RandomRequest" });

const RandomAnswer = z
  .strictObject({
    seed: transactionHash.describe("The random number."),
    winnerIndex: z
      .int()
      .min(0)
      .max(MAX_TICKETS - 1)
      .describe("seed mod tickets, from 0."),
    ticketNumber: ticketCount.describe("winnerIndex + 1."),
    fulfillmentTx: transactionHash,
    blockNumber: positive,
    entry: DrawEntry,
    drawnAt: time,
  })
  .meta({ id: "RandomAnswer" });

/** The commitment and outcome of a lot's draw: together with the entries, everything needed to verify both. */
export const LotDrawDocument = z
  .strictObject({
    competitionId: positive,
    status: z.enum(["waiting", "committed", "drawn"]),
    chainId: positive,
    commitment: DrawCommitment.nullable(),
    voidedCommitments: z
      .array(VoidedCommitment)
      .describe(
        "Commitments that were not seen durable before their block existed, or whose competition was cancelled before it. They decided nothing.",
      ),
    winner: DrawnWinner.nullable(),
    method: z
      .literal("vrf")
      .optional()
      .describe(
        "Of competitions on chain: drawn by a verifiable random number. Commitment and winner are null then, request and answer say it.",
      ),
    contract: address.optional().describe("Of competitions on chain: the raffle contract."),
    request: RandomRequest.nullable().optional().describe("Of competitions on chain."),
    answer: RandomAnswer.nullable().optional().describe("Of competitions on chain."),
  })
  .meta({ id: "CompetitionDraw" });
export type LotDrawDocument = z.infer<typeof LotDrawDocument>;

/** The commitment's block as returned by a node. */
export interface SeenBlock {
  readonly chainId: number;
  /** null: the node has no such block. */
  readonly hash: Hex | null;
}
