import { setTimeout as delay } from "node:timers/promises";

const MOST_WAITING = 10_000;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 2_000;

interface Return<Lease> {
  readonly lease: Lease;
  /** The end of the lease by the steady clock. */
  readonly endsAt: number;
}

/**
 * Returns leases that could not be returned at once, for example while the database is away: one after the other,
 * repeatedly until it works or they have expired. Keeps no process alive.
 */
export class LeaseReturns<Lease> {
  readonly #giveBack: (lease: Lease) => Promise<void>;
  readonly #waiting: Return<Lease>[] = [];
  #running = false;

  constructor(giveBack: (lease: Lease) => Promise<void>) {
    this.#giveBack = giveBack;
  }

  /** Adds a lease to return. Beyond ten thousand it is left to expire. */
  add(lease: Lease, leaseMs: number): void {
    if (this.#waiting.length >= MOST_WAITING) return;
    this.#waiting.push({ lease, endsAt: performance.now() + leaseMs });
    if (!this.#running) void this.#run();
  }

  async #run(): Promise<void> {
    this.#running = true;
    for (let waitMs = FIRST_WAIT_MS; this.#waiting.length > 0;) {
      await delay(waitMs, undefined, { ref: false });
      waitMs = (await this.#giveBackAll()) ? FIRST_WAIT_MS : Math.min(2 * waitMs, LONGEST_WAIT_MS);
    }
    this.#running = false;
  }

  /** @returns false: one could not be returned */
  async #giveBackAll(): Promise<boolean> {
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      try {
        if (performance.now() < next.endsAt) await this.#giveBack(next.lease);
      } catch {
        return false;
      }
      this.#waiting.shift();
    }
    return true;
  }
}
