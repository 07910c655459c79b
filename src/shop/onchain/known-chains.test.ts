import { expect, it } from "vitest";
import * as chains from "viem/chains";
import { KNOWN_CHAINS } from "./known-chains.ts";

it("chains that wallets may add are as viem knows them", () => {
  const all = Object.values(chains).filter((chain) => typeof chain === "object" && "rpcUrls" in chain);
  for (const [id, { chainName, nativeCurrency, rpcUrls, blockExplorerUrls }] of Object.entries(
    KNOWN_CHAINS,
  )) {
    const chain = all.find((each) => each.id === Number(id))!;
    expect([chain.name, chain.nativeCurrency, chain.blockExplorers?.default.url]).toEqual([
      chainName,
      nativeCurrency,
      blockExplorerUrls[0],
    ]);
    expect(chain.rpcUrls.default.http).toContain(rpcUrls[0]);
  }
});
