import { z } from "zod";
import type { TillIntent, TillTransfer } from "../../../../ports/onchain/till-book.ts";
import type { TokenMovement, TokenPaymentReport } from "../../../../src/till/token-payment-reports.ts";
import { count } from "../../input/fields.ts";
import { time } from "../request.ts";

const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/);
const txHash = z.string().regex(/^0x[0-9a-f]{64}$/);
const units = z
  .string()
  .regex(/^\d{1,78}$/)
  .describe("An amount in the token's smallest unit.");

const transferReply = z
  .strictObject({
    txHash,
    logIndex: count.describe("The log index, since a transaction may have several transfers."),
    block: count.describe("The number of the transfer's block, which is final."),
    receivedAt: time.describe("The time of the transfer's block."),
    token: address.describe("The token's contract."),
    units,
  })
  .meta({ id: "TokenTransfer" });

const movementReply = z
  .strictObject({
    to: z.enum(["treasury", "buyer"]).describe("The recipient. `buyer` is the buyer's refund address."),
    by: z
      .enum(["service", "other"])
      .describe(
        "The caller. `other` is a call that this service did not send: the treasury and the buyer can send some calls.",
      ),
    state: z
      .enum(["queued", "sent", "mined", "final", "failed"])
      .describe(
        "The state of the call. A `failed` call moved nothing: `error` has the reason, and the next entry is the next attempt.",
      ),
    txHash: txHash.nullable(),
    token: address.nullable().describe("The token's contract. Null if no final block contains the movement."),
    units: units.nullable(),
    error: z.string().nullable(),
    createdAt: time,
  })
  .meta({ id: "TokenMovement" });

export const tokenPaymentReply = z
  .strictObject({
    chainId: count,
    token: address.describe("The contract of the token to pay in."),
    units,
    paymentAddress: address.describe("The address that the buyer pays to."),
    refundAddress: address.describe("The address that refunds are sent to."),
    treasury: address.describe("The address that receives the price once the competition is drawn."),
    deadline: time.nullable().describe("The payment deadline. Transfers in later blocks are too late."),
    readUntil: time
      .nullable()
      .describe("The time of the last block whose transfers were read. Null if no block was read."),
    decision: z
      .enum(["held", "to_treasury", "to_buyer"])
      .describe(
        "The destination of the price: it is held at the address until the draw, goes to the treasury, or goes back to the buyer. Any excess always goes back.",
      ),
    paidOutBy: z
      .enum(["service", "treasury"])
      .nullable()
      .describe(
        "The caller who completed the price at the treasury. Null if the treasury does not have the price.",
      ),
    stayed: z
      .array(
        z.strictObject({ token: address.describe("The token's contract."), units }).meta({ id: "TokenRest" }),
      )
      .describe(
        "Amounts that the refund address could not receive. They remain at `paymentAddress` and can go only to the refund address.",
      ),
    transfers: z.array(transferReply).describe("Incoming transfers in final blocks, oldest first."),
    movements: z
      .array(movementReply)
      .describe("The newest 50 outgoing movements, done or planned, oldest first."),
  })
  .meta({ id: "TokenPayment" });

const DECISIONS = { keep: "held", pay: "to_treasury", return: "to_buyer" } as const satisfies Record<
  TillIntent,
  string
>;

function toTransfer({ txHash: hash, logIndex, blockNumber, at, token, units: came }: TillTransfer) {
  const block = { block: blockNumber, receivedAt: at.toISOString() };
  return { txHash: hash, logIndex, ...block, token, units: String(came) };
}

function toMovement({ units: moved, createdAt, ...movement }: TokenMovement) {
  return { ...movement, units: moved === null ? null : String(moved), createdAt: createdAt.toISOString() };
}

export function toTokenPayment({
  payment,
  paidOutBy,
  stayed,
  movements,
}: TokenPaymentReport): z.input<typeof tokenPaymentReply> {
  return {
    chainId: payment.chainId,
    token: payment.token,
    units: String(payment.units),
    paymentAddress: payment.address,
    refundAddress: payment.refundTo,
    treasury: payment.treasury,
    deadline: payment.deadline?.toISOString() ?? null,
    readUntil: payment.read?.at.toISOString() ?? null,
    decision: paidOutBy === null ? DECISIONS[payment.intent] : "to_treasury",
    paidOutBy,
    stayed: stayed.map(({ token, units: rest }) => ({ token, units: String(rest) })),
    transfers: payment.transfers.map(toTransfer),
    movements: movements.map(toMovement),
  };
}
