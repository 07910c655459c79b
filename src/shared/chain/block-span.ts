/** Answers of a node in a row, until a range that it has rejected once is tried again. */
const TRIED_AGAIN_AFTER = 100;

/**
 * How many blocks a node is asked about at once. Fewer after it has rejected a range, or did not answer; soon more again,
 * but what was rejected right after it had answered is a limit of the node's, and is hardly tried.
 */
export class BlockSpan {
  readonly #most: number;
  #blocks: number;
  /** As many were rejected by a node that answered before. */
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

  /** The node has answered about so many. */
  answered(blockCount: number): void {
    this.#hasAnswered = true;
    // Fewer than it may be asked about say nothing of more.
    if (blockCount < this.#blocks) return;
    this.#answers += 1;
    if (blockCount >= this.#limit) this.#limit = Infinity;
    const more = Math.min(this.#most, this.#blocks * 2);
    if (more >= this.#limit && this.#answers < TRIED_AGAIN_AFTER) return;
    if (more >= this.#limit) this.#answers = 0;
    this.#blocks = more;
  }

  /** The node has not answered about so many. */
  rejected(blockCount: number): void {
    if (this.#hasAnswered) this.#limit = blockCount;
    this.#hasAnswered = false;
    this.#answers = 0;
    this.#blocks = Math.max(1, Math.floor(blockCount / 2));
  }
}
