import { LocalChain } from "../../../scripts/chain/local-chain.ts";
import { Anvil } from "./anvil.ts";

/** A node of its own with tokens, coordinator, raffle and till. Whoever opens it stops `anvil`. */
export async function openLocalChain(
  program: string,
): Promise<{ readonly anvil: Anvil; readonly chain: LocalChain }> {
  const anvil = await Anvil.start(program);
  try {
    return { anvil, chain: await LocalChain.deploy(anvil.url) };
  } catch (error) {
    await anvil.stop();
    throw error;
  }
}
