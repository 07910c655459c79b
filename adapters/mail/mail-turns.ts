/** The share of connections that only urgent mails use. */
const FOR_URGENT = 1 / 4;
/** A mail is overtaken by urgent ones for this long, so that it waits no longer than a server may take. */
const OVERTAKEN_MS = 5_000;

interface Waiting {
  readonly urgent: boolean;
  readonly before: number;
  readonly begin: () => void;
}

/** The order of mails before a server: as many at once as it has connections, and as many a second as it allows. */
export class MailTurns {
  readonly #connections: number;
  readonly #forOthers: number;
  readonly #gapMs: number;
  readonly #waiting = new Set<Waiting>();
  #underWay = 0;
  #othersUnderWay = 0;
  /** The time before which none begins, in milliseconds of this process. */
  #nextAt = -Infinity;
  #isPausing = false;

  constructor({ connections, perSec }: { readonly connections: number; readonly perSec: number }) {
    this.#connections = connections;
    this.#forOthers = connections - Math.ceil(connections * FOR_URGENT);
    this.#gapMs = 1_000 / perSec;
  }

  /** Resolves when the mail may begin. @returns to be called when it has ended; null: the signal came first */
  take(urgent: boolean, signal: AbortSignal): Promise<(() => void) | null> {
    return new Promise((resolve) => {
      const giveUp = () => {
        this.#waiting.delete(turn);
        resolve(null);
      };
      const turn: Waiting = {
        urgent,
        before: performance.now() + (urgent ? 0 : OVERTAKEN_MS),
        begin: () => {
          signal.removeEventListener("abort", giveUp);
          this.#count(urgent, 1);
          resolve(() => {
            this.#count(urgent, -1);
            this.#proceed();
          });
        },
      };
      signal.addEventListener("abort", giveUp, { once: true });
      this.#waiting.add(turn);
      this.#proceed();
    });
  }

  #count(urgent: boolean, change: 1 | -1): void {
    this.#underWay += change;
    if (!urgent) this.#othersUnderWay += change;
  }

  #proceed(): void {
    for (let turn = this.#next(); turn !== undefined; turn = this.#next()) {
      const waitMs = this.#nextAt - performance.now();
      if (waitMs > 0) return this.#proceedIn(waitMs);
      this.#nextAt = performance.now() + this.#gapMs;
      this.#waiting.delete(turn);
      turn.begin();
    }
  }

  #proceedIn(ms: number): void {
    if (this.#isPausing) return;
    this.#isPausing = true;
    setTimeout(() => {
      this.#isPausing = false;
      this.#proceed();
    }, Math.ceil(ms));
  }

  /** Returns the mail that begins when the server's rate allows it. */
  #next(): Waiting | undefined {
    if (this.#underWay >= this.#connections) return undefined;
    const othersToo = this.#othersUnderWay < this.#forOthers;
    return [...this.#waiting]
      .filter(({ urgent }) => urgent || othersToo)
      .toSorted((a, b) => a.before - b.before)[0];
  }
}
