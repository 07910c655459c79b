import { setTimeout as delay } from "node:timers/promises";
import { type PublicClient, type TransactionReceipt, TransactionReceiptNotFoundError } from "viem";
import type { Hex } from "../../ports/chain.ts";

const POLL_MS = 10;
const RECEIPT_MS = 60_000;

/**
 * Polls for the receipt of a transaction. A node may announce a block before the block's receipts can be read, and viem's
 * `waitForTransactionReceipt` would then wait for another block, which does not come.
 */
export async function receiptOf(
  client: Pick<PublicClient, "getTransactionReceipt">,
  hash: Hex,
): Promise<TransactionReceipt> {
  const deadline = performance.now() + RECEIPT_MS;
  for (;;) {
    const receipt = await client.getTransactionReceipt({ hash }).catch((error: unknown) => {
      if (error instanceof TransactionReceiptNotFoundError && performance.now() < deadline) return null;
      throw error;
    });
    if (receipt !== null) return receipt;
    await delay(POLL_MS);
  }
}
