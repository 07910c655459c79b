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
    orderHash: hash32.describe("The SHA-256 of the session's id, or of the transaction hash, as text."),
  })
  .meta({ id: "CompetitionDrawEntry" });
export type DrawEntry = z.infer<typeof DrawEntry>;

const commitmentMembers = {
  ticketsRoot: hash32.describe("The Merkle tree hash (RFC 9162) of the ticket ranges."),
  totalTickets: ticketCount,
  ranges: ticketCount.describe("The number of ticket ranges under the root."),
  blockNumber: positive.describe(
    "The block whose hash decides. It did not exist at the time of the commitment.",
  ),
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
      .describe(
        "The index of the winning ticket, starting at 0: keccak256(blockHash, competitionId) mod totalTickets.",
      ),
    blockHash,
    entry: DrawEntry,
    drawnAt: time,
  })
  .meta({ id: "CompetitionDrawWinner" });

const address = z.templateLiteral(["0x", z.string().regex(/^[0-9a-fA-F]{40}$/)], "must be an address");
const transactionHash = z.templateLiteral(["0x", hash32], "must be a transaction's hash");

/** Request of a lot's contract for a random number, and the answer. */
const RandomRequest = z
  .strictObject({
    vrfRequestId: z
      .string()
      .regex(/^\d{1,78}$/)
      .describe("The request's number at the VRF coordinator, in decimal."),
    tickets: ticketCount.describe(
      "The number of tickets at the time of the request. They are numbered from 1 without gaps.",
    ),
    requestTx: transactionHash,
    requestedAt: time.describe("The time of the request's block."),
  })
  .meta({ id: "RandomRequest" });

const RandomAnswer = z
  .strictObject({
    seed: transactionHash.describe("The random number."),
    winnerIndex: z
      .int()
      .min(0)
      .max(MAX_TICKETS - 1)
      .describe("The index of the winning ticket, starting at 0: seed mod tickets."),
    ticketNumber: ticketCount.describe("The number of the winning ticket: winnerIndex + 1."),
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
        "Commitments that were not confirmed durable before their block existed, or whose competition was cancelled before it. They decided nothing.",
      ),
    winner: DrawnWinner.nullable(),
    method: z
      .literal("vrf")
      .optional()
      .describe(
        "Present for competitions on chain, which are drawn by a verifiable random number. Commitment and winner are then null; see request and answer.",
      ),
    contract: address.optional().describe("The raffle contract. Present for competitions on chain."),
    request: RandomRequest.nullable()
      .optional()
      .describe("The request for a random number. Present for competitions on chain."),
    answer: RandomAnswer.nullable()
      .optional()
      .describe("The answer with the random number. Present for competitions on chain."),
  })
  .meta({ id: "CompetitionDraw" });
export type LotDrawDocument = z.infer<typeof LotDrawDocument>;

/** The commitment's block as returned by a node. */
export interface SeenBlock {
  readonly chainId: number;
  /** null: the node has no such block. */
  readonly hash: Hex | null;
}
