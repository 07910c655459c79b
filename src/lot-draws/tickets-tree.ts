import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { HEX_32 } from "../shared/hex.ts";
import { invariant } from "../shared/invariant.ts";

// The complete tree, for servers and browsers. docs/verifying-a-draw.md describes it in words.

/** SHA-256 of bytes as 64 lower-case hex characters. The caller may reuse the bytes after it returns. */
export type Sha256OfBytes = (bytes: Uint8Array) => string;

const sha256InJavaScript: Sha256OfBytes = (bytes) => bytesToHex(sha256(bytes));

// Filled and hashed synchronously, so one array serves all leaves and one all nodes. Hashes are passed as hex because
// node:crypto returns a string four times faster than a Buffer.
const leafBytes = new Uint8Array(49); // 0x00, first, last, orderHash
const leafNumbers = new DataView(leafBytes.buffer);
const nodeBytes = new Uint8Array(65).fill(1); // 0x01, left, right

/** The value of each hex digit at its character's code. */
const DIGITS = new Uint8Array(128);
for (let value = 0; value < 16; value += 1) DIGITS[value.toString(16).charCodeAt(0)] = value;

/** @param hex 64 lower-case hex characters */
function writeHash(hex: string, into: Uint8Array, offset: number): void {
  for (let at = 0; at < 32; at += 1) {
    into[offset + at] = (DIGITS[hex.charCodeAt(2 * at)]! << 4) | DIGITS[hex.charCodeAt(2 * at + 1)]!;
  }
}

/**
 * Returns the leaf of one ticket range: SHA-256 of 0x00, first and last as big-endian uint64, and the order's hash.
 * @param orderHash 64 lower-case hex characters
 * @param sha256Of a faster implementation, if available, such as node:crypto's; everywhere here
 */
export function leafHash(
  first: number,
  last: number,
  orderHash: string,
  sha256Of: Sha256OfBytes = sha256InJavaScript,
): string {
  invariant(HEX_32.test(orderHash), "an order hash is 32 bytes in lower-case hex");
  writeUint64(first, 1);
  writeUint64(last, 9);
  writeHash(orderHash, leafBytes, 17);
  return sha256Of(leafBytes);
}

function writeUint64(value: number, offset: number): void {
  leafNumbers.setUint32(offset, Math.floor(value / 2 ** 32));
  leafNumbers.setUint32(offset + 4, value % 2 ** 32);
}

function nodeHash(leftHash: string, right: string, sha256Of: Sha256OfBytes): string {
  writeHash(leftHash, nodeBytes, 1);
  writeHash(right, nodeBytes, 33);
  return sha256Of(nodeBytes);
}

/** Incremental Merkle tree hash (RFC 9162, section 2.1.1) over leaf hashes. */
class GrowingTree {
  /** At index n: the root of a full subtree of 2^n leaves that has no right sibling yet, or null. */
  readonly #roots: (string | null)[] = [];
  readonly #sha256Of: Sha256OfBytes;

  constructor(sha256Of: Sha256OfBytes) {
    this.#sha256Of = sha256Of;
  }

  push(leaf: string): void {
    let root = leaf;
    let height = 0;
    for (let leftRoot = this.#roots[0]; leftRoot != null; leftRoot = this.#roots[height]) {
      root = nodeHash(leftRoot, root, this.#sha256Of);
      this.#roots[height] = null;
      height += 1;
    }
    this.#roots[height] = root;
  }

  root(): string {
    let right: string | null = null;
    for (const leftRoot of this.#roots) {
      if (leftRoot !== null) right = right === null ? leftRoot : nodeHash(leftRoot, right, this.#sha256Of);
    }
    return right ?? this.#sha256Of(new Uint8Array(0));
  }
}

/** The tree over a lot's live ticket ranges; its root is published before the draw. Does not store the ranges. */
export class TicketsTree {
  readonly #sha256Of: Sha256OfBytes;
  readonly #tree: GrowingTree;
  #ranges = 0;
  #totalTickets = 0;
  #last = 0;

  constructor(sha256Of: Sha256OfBytes = sha256InJavaScript) {
    this.#sha256Of = sha256Of;
    this.#tree = new GrowingTree(sha256Of);
  }

  /** Ranges must be added in ascending order, without overlap and without voided ranges. */
  add(first: number, last: number, orderHash: string): void {
    invariant(Number.isSafeInteger(first) && Number.isSafeInteger(last), "ticket numbers are integers");
    invariant(first > this.#last, "ranges come in ascending order and do not overlap");
    invariant(last >= first, "a range does not end before it begins");
    this.#tree.push(leafHash(first, last, orderHash, this.#sha256Of));
    this.#ranges += 1;
    this.#totalTickets += last - first + 1;
    this.#last = last;
  }

  get ranges(): number {
    return this.#ranges;
  }

  get totalTickets(): number {
    return this.#totalTickets;
  }

  /** Last ticket number so far; 0 before the first range. */
  get last(): number {
    return this.#last;
  }

  /** Returns the root in 64 lower-case hex characters. More ranges may follow. */
  root(): string {
    return this.#tree.root();
  }
}

/** Returns a leaf's inclusion proof: each sibling on the path to the root, lowest first (RFC 9162, 2.1.3.1). */
export function inclusionProof(
  leafHashes: readonly string[],
  index: number,
  sha256Of: Sha256OfBytes = sha256InJavaScript,
): string[] {
  invariant(Number.isInteger(index) && index >= 0 && index < leafHashes.length, "the leaf is in the tree");
  const path: string[] = [];
  let start = 0;
  let end = leafHashes.length;
  while (end - start > 1) {
    const middle = start + largestPowerOfTwoBelow(end - start);
    if (index < middle) {
      path.push(rootOf(leafHashes, middle, end, sha256Of));
      end = middle;
    } else {
      path.push(rootOf(leafHashes, start, middle, sha256Of));
      start = middle;
    }
  }
  return path.toReversed();
}

function rootOf(leafHashes: readonly string[], start: number, end: number, sha256Of: Sha256OfBytes): string {
  const tree = new GrowingTree(sha256Of);
  for (let index = start; index < end; index += 1) tree.push(leafHashes[index]!);
  return tree.root();
}

function largestPowerOfTwoBelow(size: number): number {
  let power = 1;
  while (power * 2 < size) power *= 2;
  return power;
}

interface Inclusion {
  readonly leafHash: string;
  /** Position of the leaf, from 0. */
  readonly index: number;
  readonly size: number;
  readonly path: readonly string[];
  readonly root: string;
}

/** Returns whether the path leads from the leaf to the root (RFC 9162, section 2.1.3.2). Takes any input. */
export function verifyInclusion(
  { leafHash, index, size, path, root }: Inclusion,
  sha256Of: Sha256OfBytes = sha256InJavaScript,
): boolean {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size)) return false;
  if (index < 0 || index >= size) return false;
  if (![leafHash, root, ...path].every((text) => HEX_32.test(text))) return false;
  let node = index;
  let lastNode = size - 1;
  let above = leafHash;
  for (const sibling of path) {
    if (lastNode === 0) return false;
    if (node % 2 === 1 || node === lastNode) {
      above = nodeHash(sibling, above, sha256Of);
      // A last node without a right sibling moves up unchanged.
      while (node % 2 === 0 && node !== 0) {
        node /= 2;
        lastNode = Math.floor(lastNode / 2);
      }
    } else {
      above = nodeHash(above, sibling, sha256Of);
    }
    node = Math.floor(node / 2);
    lastNode = Math.floor(lastNode / 2);
  }
  return lastNode === 0 && above === root;
}
