import type { Request } from "express";
import type { LRUCache } from "lru-cache";
import type { Budget, AccessControl } from "../../../ports/organisations/access-control.ts";
import { RateLimited } from "../../../src/organisations/access.ts";
import type { Problem, ProblemDefinition } from "../../../src/shared/problem.ts";
import { clientOf } from "./client-address.ts";
import { leastUsedCache } from "../../../src/shared/cache/least-used-cache.ts";

const WINDOW_MS = 60_000;

type Raising = Pick<ProblemDefinition, "because">;

/** A client that is being judged. */
export interface Guess {
  /** Counts the failure and returns the response. */
  wrong(problem: Raising): Promise<Problem>;
  /** The key has been checked, with any outcome. */
  end(): void;
}

interface WrongKeysOptions {
  readonly accessControl: AccessControl;
  /** The interface's name in the shared budgets; each interface counts separately. */
  readonly door: "api" | "sign_in" | "operator" | "metrics";
  /** Wrong keys that one client may send in a minute. */
  readonly perMinute: number;
  /** Clients that are remembered; beyond that the one that was silent longest is forgotten. */
  readonly most?: number;
  /** Milliseconds that never go back. */
  readonly now?: () => number;
}

/**
 * Limits guesses of keys. A client whose budget is spent is refused before its key is read, even a right one, so that
 * it learns nothing. Budgets are counted in the database for all processes; this process caches the last known state,
 * so that a check is free. At most as many different keys are judged at a time as may still be wrong: otherwise a
 * thousand concurrent ones would all be judged before the first was counted.
 */
export class WrongKeys {
  readonly #accessControl: AccessControl;
  readonly #door: string;
  readonly #perMinute: number;
  readonly #now: () => number;
  /** When the budget of a client is whole again. */
  readonly #wholeAt: LRUCache<string, number>;
  readonly #judged = new Map<string, Map<string, number>>();

  constructor({
    accessControl,
    door,
    perMinute,
    most = 50_000,
    now = () => performance.now(),
  }: WrongKeysOptions) {
    this.#accessControl = accessControl;
    this.#door = door;
    this.#perMinute = perMinute;
    this.#wholeAt = leastUsedCache(most);
    this.#now = now;
  }

  /** Raises rate_limited. @param presented the key as it was sent; undefined: none was */
  begin(request: Request, presented: string | undefined): Guess {
    const client = clientOf(request);
    const key = presented ?? "";
    const judged = this.#judged.get(client) ?? new Map<string, number>();
    if (!judged.has(key) && judged.size >= this.#triesLeft(client)) throw limited(this.#waitSec(client));
    this.#judged.set(client, judged);
    judged.set(key, (judged.get(key) ?? 0) + 1);
    return {
      wrong: (problem) => this.#count(client, problem),
      end: () => {
        const others = judged.get(key)! - 1;
        if (others > 0) judged.set(key, others);
        else judged.delete(key);
        if (judged.size === 0) this.#judged.delete(client);
      },
    };
  }

  async #count(client: string, problem: Raising): Promise<Problem> {
    const name = this.#door === "api" ? client : `${this.#door} ${client}`;
    const budget = await this.#accessControl.spendFailure(name, this.#perMinute);
    const spent = budget.limit - budget.remaining;
    // Concurrent failures may be answered in another order than they were counted: the latest time is right.
    const wholeAt = this.#now() + (spent * WINDOW_MS) / budget.limit;
    this.#wholeAt.set(client, Math.max(wholeAt, this.#wholeAt.get(client) ?? 0));
    return budget.allowed ? problem.because() : limited(waitOf(budget));
  }

  /** Returns how many wrong keys the client may still send now. */
  #triesLeft(client: string): number {
    const wholeAt = this.#wholeAt.get(client);
    if (wholeAt === undefined) return this.#perMinute;
    const missingMs = Math.max(0, wholeAt - this.#now());
    if (missingMs === 0) this.#wholeAt.delete(client);
    // A nearly full budget counts as full: times are not exact.
    return Math.floor(((WINDOW_MS - missingMs) * this.#perMinute) / WINDOW_MS + 0.001);
  }

  #waitSec(client: string): number {
    const missingMs = (this.#wholeAt.get(client) ?? 0) - this.#now();
    return Math.max(1, Math.ceil((missingMs + WINDOW_MS / this.#perMinute - WINDOW_MS) / 1_000));
  }
}

function limited(retryAfter: number): Problem {
  return RateLimited.because(
    "Too many invalid keys or failed sign-ins came from your address. Wait, then try again.",
    {
      retryAfter,
    },
  );
}

function waitOf({ retryAfterSec }: Budget): number {
  return Math.max(1, retryAfterSec);
}
