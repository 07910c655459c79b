import type { OrganisationId } from "../../src/shared/ids.ts";

/** A queued item and its owner. */
export interface Waiting {
  readonly organisationId: OrganisationId;
  readonly bytes: number;
}

interface FairQueueOptions {
  /** Total of all queued items. */
  readonly bytes: number;
  /** Total of one organisation's queued items. */
  readonly bytesEach: number;
}

/** Organisations take turns; what one of them waits for comes in its own order, and is bounded. */
export class FairQueue<Job extends Waiting> {
  readonly #most: FairQueueOptions;
  /** Queues by organisation, the next one's turn first. */
  readonly #lines = new Map<OrganisationId, { readonly jobs: Job[]; bytes: number }>();
  #bytes = 0;

  constructor(most: FairQueueOptions) {
    this.#most = most;
  }

  /** @returns whether there was room */
  add(job: Job): boolean {
    const line = this.#lines.get(job.organisationId) ?? { jobs: [], bytes: 0 };
    const room =
      this.#bytes + job.bytes <= this.#most.bytes && line.bytes + job.bytes <= this.#most.bytesEach;
    if (!room) return false;
    line.jobs.push(job);
    line.bytes += job.bytes;
    this.#bytes += job.bytes;
    this.#lines.set(job.organisationId, line);
    return true;
  }

  /** The next of the first organisation that may have its turn; null: none may, or nothing waits. */
  take(may: (organisationId: OrganisationId) => boolean): Job | null {
    for (const [organisationId, line] of this.#lines) {
      if (!may(organisationId)) continue;
      const job = line.jobs.shift()!;
      line.bytes -= job.bytes;
      this.#bytes -= job.bytes;
      this.#lines.delete(organisationId);
      if (line.jobs.length > 0) this.#lines.set(organisationId, line);
      return job;
    }
    return null;
  }

  /** All that waits, which does so no more. */
  clear(): Job[] {
    const all = [...this.#lines.values()].flatMap(({ jobs }) => jobs);
    this.#lines.clear();
    this.#bytes = 0;
    return all;
  }
}
