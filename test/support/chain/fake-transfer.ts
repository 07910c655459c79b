import type { Hex } from "../../../ports/chain.ts";
import { TRANSFER_TOPIC } from "../../../adapters/chain/rpc-messages.ts";
import { ANVIL_TOKENS } from "./anvil.ts";
import { fakeBlock } from "./fake-node.ts";

/** Block and place of the transfer. */
export const block = fakeBlock(7);
export const TX: Hex = `0x${"34".repeat(32)}`;
export const BUYER: Hex = `0x${"56".repeat(20)}`;
/** Returns the log in a node's format. @param more members that replace it */
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
/** Returns the receipt of its transaction. @param more members that replace it */
export const receipt = (more: object = {}) => ({
  transactionHash: TX,
  status: "0x1",
  blockNumber: "0x7",
  blockHash: block.hash,
  logs: [transferLog()],
  ...more,
});
