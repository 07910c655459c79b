import type { SeenBlock } from "../../../src/lot-draws/lot-draw-document.ts";
import type { Wallet } from "../wallets.ts";

/** The block as the wallet's node sees it. Throws where it gives no such answer. */
export async function blockOf({ provider }: Wallet, blockNumber: number): Promise<SeenBlock> {
  const chainId = Number(await provider.request({ method: "eth_chainId", params: [] }));
  const params = [`0x${blockNumber.toString(16)}`, false];
  const block = (await provider.request({ method: "eth_getBlockByNumber", params })) as {
    readonly number?: string;
    readonly hash?: string;
  } | null;
  if (!Number.isSafeInteger(chainId)) throw new Error("no chain");
  if (block === null) return { chainId, hash: null };
  const hash = String(block.hash).toLowerCase();
  if (Number(block.number) !== blockNumber || !/^0x[0-9a-f]{64}$/.test(hash)) throw new Error("no block");
  return { chainId, hash: hash as `0x${string}` };
}
