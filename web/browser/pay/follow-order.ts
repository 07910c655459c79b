/** Facts that an order's page passes to its script. */
export interface OrderFacts {
  readonly id: string;
  readonly status: "pending" | "preparing" | "paid" | "failed";
  readonly reason: string | null;
  readonly quantity: number;
  /** It was placed on the service's pages, not by a partner. */
  readonly hosted: boolean;
  /** A different state means that the page is outdated. */
  readonly mark: string;
  /** The service's time when the page was made. */
  readonly now: string;
  /** The page itself, with its query; its routes are below its path. */
  readonly here: string;
  /** Return address of the provider, for the proof of a payment. */
  readonly back: string;
  /** Origin of the service, whose pages may send messages from frames. */
  readonly origin: string;
  /** The buyer has been at the provider. */
  readonly waiting: boolean;
  /** Page of the provider, which the script opens automatically, once. */
  readonly goOn: string | null;
  /** Instruction of the rail, for its part. */
  readonly data: unknown;
  /** Text of the part's button; null: no part is shown. */
  readonly payLabel: string | null;
  /** Text for the minutes of the hold that are left. */
  readonly soon: Readonly<Record<string, string>>;
}

const OFTEN_MS = 1_500;
const OFTEN_FOR_MS = 60_000;
const THEN_MS = 3_000;
const WAIT_MOST_MS = 30_000;
/** Time limit of a poll: one that is lost on its way would be the last. */
const PATIENCE_MS = 15_000;
/** A final state may still change, for example when the competition is cancelled. */
const DECIDED_FOR_MS = 5 * 60_000;
const LATE_MS = 60_000;

interface FollowedOrder {
  /** Asks at once. */
  look(): void;
  /** The buyer has done everything: says so when the outcome takes long. */
  waitFor(late: () => void): void;
}

/** Polls an order until its state differs from the one on this page. @param changed called once */
export function followOrder(facts: OrderFacts, address: string, changed: () => void): FollowedOrder {
  const since = performance.now();
  const isDecided = facts.status === "paid" || facts.status === "failed";
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking = false;
  let isOver = false;
  let lateTimer: ReturnType<typeof setTimeout> | undefined;

  const wait = () => {
    clearTimeout(timer);
    const age = performance.now() - since;
    if (isOver || (isDecided && age > DECIDED_FOR_MS)) return;
    const every = !isDecided && age < OFTEN_FOR_MS ? OFTEN_MS : THEN_MS;
    timer = setTimeout(() => void ask(), Math.min(WAIT_MOST_MS, every * 2 ** failures));
  };
  const ask = async () => {
    if (asking || isOver) return;
    asking = true;
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const answer = await fetch(address, { credentials: "omit", cache: "no-store", signal });
      if (!answer.ok) throw new Error(String(answer.status));
      const { mark } = (await answer.json()) as { mark: string };
      failures = 0;
      if (mark !== facts.mark) {
        isOver = true;
        changed();
      }
    } catch {
      failures += 1;
    }
    asking = false;
    wait();
  };
  // A page that the browser had put aside shows what was so then.
  addEventListener("pageshow", ({ persisted }) => persisted && void ask());
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && void ask());
  wait();
  return {
    look: () => void ask(),
    waitFor(late) {
      lateTimer ??= setTimeout(late, LATE_MS);
    },
  };
}
