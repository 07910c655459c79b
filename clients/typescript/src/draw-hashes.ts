const MASK = (1n << 64n) - 1n;
const RATE_BYTES = 136;
const LANE_BYTES = 8;
const LEAF = 0;
const NODE = 1;

type Bytes = Uint8Array<ArrayBuffer>;

export function utf8(text: string): Bytes {
  return new TextEncoder().encode(text) as Bytes;
}

export async function sha256(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param hex pairs of digits, without 0x */
export function bytesOfHex(hex: string): Bytes {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** The root of a Merkle tree (RFC 9162) that grows leaf by leaf. */
export class HashTree {
  /** Full subtrees with their leaves, the largest first. */
  readonly #trees: (readonly [hash: Bytes, leaves: number])[] = [];

  async add(leaf: Bytes): Promise<void> {
    let tree = await sha256(joined(LEAF, leaf));
    let leaves = 1;
    while (this.#trees.at(-1)?.[1] === leaves) {
      tree = await sha256(joined(NODE, this.#trees.pop()![0], tree));
      leaves *= 2;
    }
    this.#trees.push([tree, leaves]);
  }

  async root(): Promise<string> {
    const [last, ...others] = this.#trees.toReversed();
    let root = last?.[0] ?? (await sha256(new Uint8Array()));
    for (const [before] of others) root = await sha256(joined(NODE, before, root));
    return hexOf(root);
  }
}

function joined(first: number, ...parts: readonly Bytes[]): Bytes {
  return Uint8Array.from([first, ...parts.flatMap((part) => [...part])]);
}

/** @param bytes at most 135: one block */
export function keccak256(bytes: Uint8Array): Bytes {
  const block = new Uint8Array(RATE_BYTES);
  block.set(bytes);
  block[bytes.length] = 1;
  block[RATE_BYTES - 1]! |= 0x80;
  const view = new DataView(block.buffer);
  let lanes: bigint[][] = Array.from({ length: 5 }, () => Array.from({ length: 5 }, () => 0n));
  for (let at = 0; at < RATE_BYTES / LANE_BYTES; at += 1)
    lanes[at % 5]![Math.floor(at / 5)] = view.getBigUint64(at * LANE_BYTES, true);
  let shift = 1;
  for (let round = 0; round < 24; round += 1) {
    lanes = mixed(lanes);
    for (let bit = 0; bit < 7; bit += 1) {
      shift = ((shift << 1) ^ ((shift >> 7) * 0x171)) & 0xff;
      if (shift & 2) lanes[0]![0]! ^= 1n << BigInt((1 << bit) - 1);
    }
  }
  const digest = new DataView(new ArrayBuffer(4 * LANE_BYTES));
  for (let x = 0; x < 4; x += 1) digest.setBigUint64(x * LANE_BYTES, lanes[x]![0]!, true);
  return new Uint8Array(digest.buffer);
}

/** Returns the state of Keccak after one round, but for its constant. */
function mixed(lanes: readonly (readonly bigint[])[]): bigint[][] {
  const parity = lanes.map((column) => column.reduce((sum, lane) => sum ^ lane));
  const next = lanes.map((column, x) => {
    const mask = parity[(x + 4) % 5]! ^ rotated(parity[(x + 1) % 5]!, 1);
    return column.map((lane) => lane ^ mask);
  });
  let [x, y, moving] = [1, 0, next[1]![0]!];
  for (let step = 0; step < 24; step += 1) {
    [x, y] = [y, (2 * x + 3 * y) % 5];
    [moving, next[x]![y]] = [next[x]![y]!, rotated(moving, ((step + 1) * (step + 2)) / 2)];
  }
  return next.map((column, at) =>
    column.map((lane, row) => lane ^ (~next[(at + 1) % 5]![row]! & MASK & next[(at + 2) % 5]![row]!)),
  );
}

function rotated(lane: bigint, by: number): bigint {
  const places = BigInt(by % 64);
  return ((lane << places) | (lane >> (64n - places))) & MASK;
}
