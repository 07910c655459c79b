/** Consecutive answers of a node before a rejected range is tried again. */
const TRIED_AGAIN_AFTER = 100;

/**
 * Number of blocks of one query to a node. It falls after the node has rejected a range, or did not answer, and soon
 * rises again. A range rejected right after an answer counts as the node's limit and is rarely tried again.
 */
export class BlockSpan {
  readonly #most: number;
  #blocks: number;
  /** Block count that a node rejected right after it had answered. */
  #limit = Infinity;
  #hasAnswered = true;
  #answers = 0;

  constructor(most: number) {
    this.#most = most;
    this.#blocks = most;
  }

  get blocks(): number {
    return this.#blocks;
  }

  /** Records an answer for this many blocks. */
  answered(blockCount: number): void {
    this.#hasAnswered = true;
    // Smaller queries say nothing about larger ones.
    if (blockCount < this.#blocks) return;
    this.#answers += 1;
    if (blockCount >= this.#limit) this.#limit = Infinity;
    const more = Math.min(this.#most, this.#blocks * 2);
    if (more >= this.#limit && this.#answers < TRIED_AGAIN_AFTER) return;
    if (more >= this.#limit) this.#answers = 0;
    this.#blocks = more;
  }

  /** Records that the node did not answer for this many blocks. */
  rejected(blockCount: number): void {
    if (this.#hasAnswered) this.#limit = blockCount;
    this.#hasAnswered = false;
    this.#answers = 0;
    this.#blocks = Math.max(1, Math.floor(blockCount / 2));
  }
}
