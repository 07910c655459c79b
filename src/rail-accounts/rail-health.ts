import { Clock } from "../../ports/clock.ts";
import type { RailCall } from "../../ports/rail-call.ts";
import { type HealthReport, RailAccounts } from "../../ports/organisations/rail-accounts.ts";
import { Process } from "../shared/process.ts";
import type { RailError } from "./rail-account.ts";
import { leastUsedCache } from "../shared/cache/least-used-cache.ts";

/** Unchanged health is written again after this time. */
const REFRESH_MS = 60_000;
const CODE_LENGTH_MAX = 100;
/** Maximum number of tracked accounts; the least recently called one is evicted. */
const ACCOUNTS_MAX = 10_000;

interface Watched {
  readonly account: Pick<HealthReport, "organisationSlug" | "kind" | "provider">;
  lastSuccessAt: Date | null;
  lastError: RailError | null;
  consecutiveFailures: number;
  /** The health last written; null: never. */
  written: { readonly well: boolean; readonly at: Date } | null;
  changed: boolean;
}

/** Tracks call outcomes per rail account and persists them periodically. */
export class RailHealthWatch extends Process<typeof RailHealthWatch.needs> {
  static readonly needs = { accounts: RailAccounts, clock: Clock };
  readonly #watched = leastUsedCache<string, Watched>(ACCOUNTS_MAX);

  /** Records a call's outcome. Makes no round trip, because it is called during sales. */
  observe({ organisationSlug, kind, provider, operation, outcome, reason, detail, verdict }: RailCall): void {
    if (verdict !== "answered" && verdict !== "failed") return;
    const watched = this.#of({ organisationSlug, kind, provider });
    const at = this.parts.clock.now();
    watched.changed = true;
    if (verdict === "answered") {
      watched.lastSuccessAt = at;
      watched.consecutiveFailures = 0;
    } else {
      watched.lastError = { at, operation, code: (detail ?? reason ?? outcome).slice(0, CODE_LENGTH_MAX) };
      watched.consecutiveFailures++;
    }
  }

  /**
   * Persists accounts whose health has changed, and the others once a minute.
   * @param all persists everything not yet written, at shutdown
   * @returns 0: nothing is left to do now
   */
  async writeOnce({ all = false } = {}): Promise<0> {
    const { clock, accounts } = this.parts;
    const now = clock.now();
    const due = [...this.#watched.values()].filter(
      (watched) => watched.changed && (all || isDue(watched, now)),
    );
    if (due.length === 0) return 0;
    const reports = due.map(({ account, lastSuccessAt, lastError, consecutiveFailures }) => ({
      ...account,
      lastSuccessAt,
      lastError,
      consecutiveFailures,
    }));
    for (const watched of due) watched.changed = false;
    try {
      await accounts.reportHealth(reports);
    } catch (error) {
      for (const watched of due) watched.changed = true;
      throw error;
    }
    due.forEach((watched, i) => {
      watched.written = { well: reports[i]!.consecutiveFailures === 0, at: now };
    });
    return 0;
  }

  #of(account: Watched["account"]): Watched {
    const key = `${account.kind}/${account.provider}/${account.organisationSlug}`;
    const present = this.#watched.get(key);
    if (present) return present;
    const watched: Watched = {
      account,
      lastSuccessAt: null,
      lastError: null,
      consecutiveFailures: 0,
      written: null,
      changed: false,
    };
    this.#watched.set(key, watched);
    return watched;
  }
}

function isDue({ written, consecutiveFailures }: Watched, now: Date): boolean {
  if (written === null || written.well !== (consecutiveFailures === 0)) return true;
  return now.getTime() - written.at.getTime() >= REFRESH_MS;
}
