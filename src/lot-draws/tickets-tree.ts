import { hash } from "node:crypto";
import { HEX_32 } from "../shared/hex.ts";
import { invariant } from "../shared/invariant.ts";

/** SHA-256 of no bytes: the root of a tree without leaves. */
const EMPTY_ROOT = hash("sha256", "", "hex");

// Written and hashed in one go, so that one buffer serves every leaf and one every node. Hashes travel as hex
// because node:crypto answers a text four times faster than a Buffer.
const leafBytes = Buffer.alloc(49); // 0x00, first, last, orderHash
const nodeBytes = Buffer.alloc(65, 1); // 0x01, left, right

/**
 * The leaf of one ticket range: SHA-256 of 0x00, first and last as big-endian uint64, and the order's hash.
 * @param orderHash 64 lower-case hex characters
 */
export function leafHash(first: number, last: number, orderHash: string): string {
  invariant(HEX_32.test(orderHash), "an order hash is 32 bytes in lower-case hex");
  writeUint64(first, 1);
  writeUint64(last, 9);
  leafBytes.write(orderHash, 17, 32, "hex");
  return hash("sha256", leafBytes, "hex");
}

function writeUint64(value: number, offset: number): void {
  leafBytes.writeUInt32BE(Math.floor(value / 2 ** 32), offset);
  leafBytes.writeUInt32BE(value % 2 ** 32, offset + 4);
}

function nodeHash(left: string, right: string): string {
  nodeBytes.write(left, 1, 32, "hex");
  nodeBytes.write(right, 33, 32, "hex");
  return hash("sha256", nodeBytes, "hex");
}

/** Merkle tree hash of RFC 9162, section 2.1.1, over leaf hashes as they come. */
class GrowingTree {
  /** At n: the root of a full subtree of 2^n leaves that waits for its right sibling, or null. */
  readonly #roots: (string | null)[] = [];

  push(leaf: string): void {
    let root = leaf;
    let height = 0;
    for (let left = this.#roots[0]; left != null; left = this.#roots[height]) {
      root = nodeHash(left, root);
      this.#roots[height] = null;
      height += 1;
    }
    this.#roots[height] = root;
  }

  root(): string {
    let right: string | null = null;
    for (const left of this.#roots) {
      if (left !== null) right = right === null ? left : nodeHash(left, right);
    }
    return right ?? EMPTY_ROOT;
  }
}

/** The tree over a lot's live ticket ranges, whose root is published before its draw. Keeps no range. */
export class TicketsTree {
  readonly #tree = new GrowingTree();
  #ranges = 0;
  #totalTickets = 0;
  #last = 0;

  /** In ascending order, without overlap; voided ranges are left out. */
  add(first: number, last: number, orderHash: string): void {
    invariant(Number.isSafeInteger(first) && Number.isSafeInteger(last), "ticket numbers are integers");
    invariant(first > this.#last, "ranges come in ascending order and do not overlap");
    invariant(last >= first, "a range does not end before it begins");
    this.#tree.push(leafHash(first, last, orderHash));
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

  /** The last ticket number so far; 0 before the first range. */
  get last(): number {
    return this.#last;
  }

  /** 64 lower-case hex characters. More ranges may follow. */
  root(): string {
    return this.#tree.root();
  }
}

/**
 * What proves that a leaf is in the tree: the sibling of each node on its way up, the lowest first
 * (RFC 9162, section 2.1.3.1).
 */
export function inclusionProof(leafHashes: readonly string[], index: number): string[] {
  invariant(Number.isInteger(index) && index >= 0 && index < leafHashes.length, "the leaf is in the tree");
  const path: string[] = [];
  let start = 0;
  let end = leafHashes.length;
  while (end - start > 1) {
    const middle = start + largestPowerOfTwoBelow(end - start);
    if (index < middle) {
      path.push(rootOf(leafHashes, middle, end));
      end = middle;
    } else {
      path.push(rootOf(leafHashes, start, middle));
      start = middle;
    }
  }
  return path.toReversed();
}

function rootOf(leafHashes: readonly string[], start: number, end: number): string {
  const tree = new GrowingTree();
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
  /** How many leaves the tree has. */
  readonly size: number;
  readonly path: readonly string[];
  readonly root: string;
}

/** Whether the path leads from the leaf to the root (RFC 9162, section 2.1.3.2). Takes any input. */
export function verifyInclusion({ leafHash, index, size, path, root }: Inclusion): boolean {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size)) return false;
  if (index < 0 || index >= size) return false;
  if (![leafHash, root, ...path].every((text) => HEX_32.test(text))) return false;
  let node = index;
  let lastNode = size - 1;
  let above = leafHash;
  for (const sibling of path) {
    if (lastNode === 0) return false;
    if (node % 2 === 1 || node === lastNode) {
      above = nodeHash(sibling, above);
      // A last node without a right sibling is moved up as it is.
      while (node % 2 === 0 && node !== 0) {
        node /= 2;
        lastNode = Math.floor(lastNode / 2);
      }
    } else {
      above = nodeHash(above, sibling);
    }
    node = Math.floor(node / 2);
    lastNode = Math.floor(lastNode / 2);
  }
  return lastNode === 0 && above === root;
}
