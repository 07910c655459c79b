/** Provider by EIP-1193. */
interface Provider {
  request(call: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>;
}
/** Announcement by EIP-6963: data of a browser extension, which may be anything. */
interface Announced {
  readonly info?: { readonly uuid?: unknown; readonly name?: unknown; readonly icon?: unknown };
  readonly provider?: Provider;
}

/** A wallet of this browser. */
export interface Wallet {
  readonly name: string;
  /** Address of a picture; empty: there is none. */
  readonly icon: string;
  readonly provider: Provider;
}

/** Wallets that are slow to announce themselves. */
const NONE_AFTER_MS = 700;
const NAME_MOST = 60;

/**
 * Finds each wallet once: those that announce themselves, and if none does, the one from before EIP-6963.
 * @param names.old name of that one, which it does not provide
 * @param ended whether any wallet announced itself in time; later ones are still reported
 */
export function findWallets(
  names: { readonly old: string },
  found: (wallet: Wallet) => void,
  ended: (any: boolean) => void,
): void {
  const known = new Set<unknown>();
  const met = (id: unknown, wallet: Wallet) => {
    if (known.has(id) || known.has(wallet.provider)) return;
    known.add(id).add(wallet.provider);
    found(wallet);
  };
  addEventListener("eip6963:announceProvider", (event) => {
    const { info, provider } = (event as CustomEvent<Announced | null>).detail ?? {};
    if (typeof info?.uuid !== "string" || typeof provider?.request !== "function") return;
    const name = String(info.name ?? "").slice(0, NAME_MOST) || names.old;
    const icon = String(info.icon);
    met(info.uuid, { name, icon: icon.startsWith("data:image/") ? icon : "", provider });
  });
  dispatchEvent(new Event("eip6963:requestProvider"));
  setTimeout(() => {
    const { ethereum } = window as { readonly ethereum?: Provider };
    if (known.size === 0 && typeof ethereum?.request === "function")
      met("window.ethereum", { name: names.old, icon: "", provider: ethereum });
    ended(known.size > 0);
  }, NONE_AFTER_MS);
}
