import type { SeenBlock } from "../../../src/lot-draws/lot-draw-document.ts";

/** EIP-1193. */
interface Provider {
  request(question: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>;
}

/** A wallet in this browser, which has a node of its own. */
export interface Wallet {
  readonly name: string;
  readonly provider: Provider;
}

/** Hears of each wallet once: EIP-6963, and the one of before it. */
export function hearWallets(hear: (wallet: Wallet) => void): void {
  const known = new Set<Provider>();
  const met = (name: unknown, provider: Provider | undefined) => {
    if (typeof provider?.request !== "function" || known.has(provider)) return;
    known.add(provider);
    hear({ name: String(name).slice(0, 60), provider });
  };
  addEventListener("eip6963:announceProvider", (event) => {
    const { info, provider } = (event as CustomEvent).detail ?? {};
    met(info?.name, provider);
  });
  dispatchEvent(new Event("eip6963:requestProvider"));
  const { ethereum } = globalThis as { readonly ethereum?: Provider };
  if (known.size === 0) met("window.ethereum", ethereum);
}

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
