import { createHash } from "node:crypto";

/** @import {Chain} from "partner-raffle-api/ports/chain" */

const BLOCK_MS = 50;
const startedAt = Date.now();
const newest = () => 1 + Math.floor((Date.now() - startedAt) / BLOCK_MS);

/** A fake chain: a block every 50 ms, final at once. @type {Chain} */
export const quickChain = {
  chainId: 424_242,
  async head() {
    return newest();
  },
  async final() {
    return newest();
  },
  async block(number) {
    if (number > newest()) return null;
    const hash = createHash("sha256").update(`block ${number}`).digest("hex");
    return { number, hash: `0x${hash}`, timestamp: Math.floor((startedAt + number * BLOCK_MS) / 1000) };
  },
  async transaction() {
    return null;
  },
  async transfers() {
    return [];
  },
};
