import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import type { Hex } from "../../ports/chain.ts";
import type { LotId } from "../shared/ids.ts";
import { invariant } from "../shared/invariant.ts";

const BLOCK_HASH = /^0x[0-9a-f]{64}$/;

/**
 * Returns the position of the winning ticket among the live tickets in ascending number, from 0: keccak256(bytes32
 * blockHash ‖ uint256 lotId) as a big-endian number, modulo totalTickets.
 * @param blockHash lower case
 */
export function winnerIndex(blockHash: Hex, lotId: LotId, totalTickets: number): number {
  invariant(BLOCK_HASH.test(blockHash), "a block hash is 0x and 32 bytes in lower-case hex");
  invariant(Number.isSafeInteger(lotId) && lotId > 0, "a lot's id is a positive integer");
  invariant(Number.isSafeInteger(totalTickets) && totalTickets > 0, "a lot without tickets is not drawn");
  const input = hexToBytes(blockHash.slice(2) + lotId.toString(16).padStart(64, "0"));
  const digest = bytesToHex(keccak_256(input));
  return Number(BigInt(`0x${digest}`) % BigInt(totalTickets));
}
