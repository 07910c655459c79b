/** A chain as wallets take it that do not know it yet (EIP-3085). */
interface KnownChain {
  readonly chainName: string;
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number };
  readonly rpcUrls: readonly string[];
  readonly blockExplorerUrls: readonly string[];
}

const ETHER = { name: "Ether", symbol: "ETH", decimals: 18 };
const SEPOLIA_ETHER = { ...ETHER, name: "Sepolia Ether" };

function chain(chainName: string, node: string, explorer: string, nativeCurrency = ETHER): KnownChain {
  return { chainName, nativeCurrency, rpcUrls: [node], blockExplorerUrls: [explorer] };
}

/** Public chains that raffle contracts are deployed on, by number. A test compares them with viem's. */
export const KNOWN_CHAINS: Readonly<Record<number, KnownChain>> = {
  1: chain("Ethereum", "https://ethereum.reth.rs/rpc", "https://etherscan.io"),
  10: chain("OP Mainnet", "https://mainnet.optimism.io", "https://optimistic.etherscan.io"),
  137: chain("Polygon", "https://polygon.drpc.org", "https://polygonscan.com", {
    name: "POL",
    symbol: "POL",
    decimals: 18,
  }),
  8453: chain("Base", "https://mainnet.base.org", "https://basescan.org"),
  42161: chain("Arbitrum One", "https://arb1.arbitrum.io/rpc", "https://arbiscan.io"),
  84532: chain("Base Sepolia", "https://sepolia.base.org", "https://sepolia.basescan.org", SEPOLIA_ETHER),
  11155111: chain(
    "Sepolia",
    "https://11155111.rpc.thirdweb.com",
    "https://sepolia.etherscan.io",
    SEPOLIA_ETHER,
  ),
};
