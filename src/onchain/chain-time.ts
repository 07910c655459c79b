import { type Chain, ChainUnavailable } from "../../ports/chain.ts";

/** Returns the time of a final block. Raises ChainUnavailable. */
export async function finalTime(chain: Chain): Promise<Date> {
  return timeOf(chain, await chain.final());
}

/** Returns the time of the newest block that all nodes have. Raises ChainUnavailable. */
export async function newestTime(chain: Chain): Promise<Date> {
  const head = await chain.head();
  // One of two nodes may not have the newest yet.
  return timeOf(chain, head).catch(() => timeOf(chain, Math.max(0, head - 1)));
}

async function timeOf(chain: Chain, number: number): Promise<Date> {
  const block = await chain.block(number);
  if (block === null) throw ChainUnavailable.because();
  return new Date(block.timestamp * 1_000);
}
