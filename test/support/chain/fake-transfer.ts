import type { Hex } from "../../../ports/chain.ts";
import { TRANSFER_TOPIC } from "../../../adapters/chain/rpc-messages.ts";
import { ANVIL_TOKENS } from "./anvil.ts";
import { fakeBlock } from "./fake-node.ts";

/** Where the transfer is. */
export const block = fakeBlock(7);
export const TX: Hex = `0x${"34".repeat(32)}`;
export const BUYER: Hex = `0x${"56".repeat(20)}`;
/** As nodes write it. @param more members instead of its own */
export const transferLog = (more: object = {}) => ({
  address: ANVIL_TOKENS[0],
  topics: [TRANSFER_TOPIC, `0x${"0".repeat(64)}`, `0x${BUYER.slice(2).padStart(64, "0")}`],
  data: `0x${"5".padStart(64, "0")}`,
  blockNumber: "0x7",
  transactionHash: TX,
  logIndex: "0x1",
  removed: false,
  ...more,
});
/** Of the transaction that made it. @param more members instead of its own */
export const receipt = (more: object = {}) => ({
  transactionHash: TX,
  status: "0x1",
  blockNumber: "0x7",
  blockHash: block.hash,
  logs: [transferLog()],
  ...more,
});
