import type { Hex } from "../chain.ts";
import { type Token, token } from "../token.ts";

/** Controls of the simulated chain, for tests and the demo. Absent with a real chain. */
export interface ChainSimulation {
  /** Mines this many blocks at once, 1 to 10,000. @returns the head after them */
  mine(blocks: number): Promise<number>;
  /** Mines a block with one transaction that makes one transfer. Units: 0 to 2^256 - 1. @returns its hash */
  transfer(transfer: { readonly token: Hex; readonly to: Hex; readonly units: bigint }): Promise<Hex>;
}
export const ChainSimulation: Token<ChainSimulation> = token("ChainSimulation");
