import { setTimeout as delay } from "node:timers/promises";
import { type PublicClient, type TransactionReceipt, TransactionReceiptNotFoundError } from "viem";
import type { Hex } from "../../ports/chain.ts";

const POLL_MS = 10;
const RECEIPT_MS = 60_000;

/**
 * Of a transaction that was sent. Asked for until it is there: a node may tell of a block before it tells of what is in it,
 * and no other block comes, which viem's `waitForTransactionReceipt` would wait for.
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
