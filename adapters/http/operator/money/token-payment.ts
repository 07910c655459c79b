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
  .describe("In the token's smallest unit.");

const transferReply = z
  .strictObject({
    txHash,
    logIndex: count.describe("A transaction may have several transfers."),
    block: count.describe("The number of its block, which is final."),
    receivedAt: time.describe("The time of its block."),
    token: address.describe("The token's contract."),
    units,
  })
  .meta({ id: "TokenTransfer" });

const movementReply = z
  .strictObject({
    to: z.enum(["treasury", "buyer"]).describe("buyer: their refund address."),
    by: z
      .enum(["service", "other"])
      .describe("other: a call that this service did not make. The treasury and the buyer can make some."),
    state: z
      .enum(["queued", "sent", "mined", "final", "failed"])
      .describe("failed: it moved nothing. `error` says why, and the next entry is the next try."),
    txHash: txHash.nullable(),
    token: address.nullable().describe("The token's contract. Null: no final block has the movement."),
    units: units.nullable(),
    error: z.string().nullable(),
    createdAt: time,
  })
  .meta({ id: "TokenMovement" });

export const tokenPaymentReply = z
  .strictObject({
    chainId: count,
    token: address.describe("The token that was asked for."),
    units,
    paymentAddress: address.describe("Where the buyer pays to."),
    refundAddress: address.describe("Where what goes back goes to."),
    treasury: address.describe("Where the price goes once the competition is drawn."),
    deadline: time.nullable().describe("What is in a block after it comes too late."),
    readUntil: time
      .nullable()
      .describe("The time of the last block whose transfers were read. Null: none was."),
    decision: z
      .enum(["held", "to_treasury", "to_buyer"])
      .describe(
        "What becomes of the price: it lies at the address until the draw, goes to the treasury, or goes back. What came beside it always goes back.",
      ),
    paidOutBy: z
      .enum(["service", "treasury"])
      .nullable()
      .describe("Whose call completed the price at the treasury. Null: the price is not there."),
    stayed: z
      .array(
        z.strictObject({ token: address.describe("The token's contract."), units }).meta({ id: "TokenRest" }),
      )
      .describe(
        "What the refund address could not take. It remains at `paymentAddress`, and only the refund address gets it.",
      ),
    transfers: z.array(transferReply).describe("What came, in final blocks, the oldest first."),
    movements: z.array(movementReply).describe("What left, or is to, the oldest first; the newest 50."),
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
