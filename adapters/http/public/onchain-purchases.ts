import { z } from "zod";
import type { OnChainPurchase } from "../../../ports/onchain/onchain-lots.ts";
import { checksummedWallet } from "../../../src/buyers/account.ts";
import { count } from "../input/fields.ts";

/** Purchases of a wallet that one answer has. */
export const MOST_PURCHASES = 1_000;

const txHash = z.string().regex(/^0x[0-9a-f]{64}$/);

export const unitsReply = z.string().regex(/^\d{1,78}$/);
export const addressReply = z.string().regex(/^0x[0-9a-fA-F]{40}$/);
export const transactionReply = txHash.nullable();
export const stateReply = z
  .enum(["open", "drawing", "drawn", "cancelled"])
  .describe("The state in final blocks. A cancellation is shown as soon as any block contains it.");

export const walletText = z
  .string()
  .refine((text) => checksummedWallet(text) !== null, "must be a wallet's address");
export const afterIndex = z
  .string()
  .regex(/^\d{1,9}$/, "must be an index")
  .optional()
  .describe("Return purchases after the one with this index.");

export const purchaseReply = z
  .strictObject({
    index: count.describe("The index of the purchase, used to claim its refund from the contract."),
    firstTicket: count,
    lastTicket: count,
    units: unitsReply.describe("The amount paid, in the token's smallest unit."),
    txHash,
    refunded: z.boolean(),
    refundTx: transactionReply,
  })
  .meta({ id: "OnChainPurchase" });

/** Returns an address with its checksum. */
export function spelled(address: string): string {
  return checksummedWallet(address) ?? address;
}

export function toPurchase(purchase: OnChainPurchase): z.input<typeof purchaseReply> {
  const { index, first, last, units, txHash: hash, refundTx } = purchase;
  return {
    index,
    firstTicket: first,
    lastTicket: last,
    units: String(units),
    txHash: hash,
    refunded: refundTx !== null,
    refundTx,
  };
}
