const WINDOW_MS = 60_000;

/**
 * How often a sender may be refused in a minute, in the memory of this process. A sender who was right once is never
 * limited again: only the holder of the secret can be right.
 */
export class RefusedSenders {
  readonly #limit: number;
  readonly #most: number;
  readonly #now: () => number;
  /** When the refusals of a sender will all have been forgiven. Oldest first. */
  readonly #forgivenAt = new Map<string, number>();
  readonly #right = new Set<string>();

  /**
   * @param limit refusals in a minute
   * @param most senders that are remembered; beyond that the one that was silent longest is forgotten
   * @param now milliseconds that never go back
   */
  constructor({
    limit,
    most = 10_000,
    now = () => performance.now(),
  }: {
    readonly limit: number;
    readonly most?: number;
    readonly now?: () => number;
  }) {
    this.#limit = limit;
    this.#most = most;
    this.#now = now;
  }

  /** Whole seconds until the sender is heard; 0: it is. */
  waitSec(sender: string): number {
    const forgivenAt = this.#forgivenAt.get(sender);
    if (forgivenAt === undefined || this.#right.has(sender)) return 0;
    const interval = WINDOW_MS / this.#limit;
    return Math.max(0, Math.ceil((forgivenAt + interval - WINDOW_MS - this.#now()) / 1_000));
  }

  refused(sender: string): void {
    if (this.#right.has(sender)) return;
    const now = this.#now();
    const forgivenAt = Math.max(this.#forgivenAt.get(sender) ?? 0, now) + WINDOW_MS / this.#limit;
    this.#forgivenAt.delete(sender);
    this.#forgivenAt.set(sender, Math.min(forgivenAt, now + WINDOW_MS));
    forgetOldest(this.#forgivenAt, this.#most);
  }

  wasRight(sender: string): void {
    this.#right.delete(sender);
    this.#right.add(sender);
    this.#forgivenAt.delete(sender);
    forgetOldest(this.#right, this.#most);
  }
}

function forgetOldest(memory: Map<string, unknown> | Set<string>, most: number): void {
  if (memory.size <= most) return;
  const [oldest] = memory.keys();
  if (oldest !== undefined) memory.delete(oldest);
}
