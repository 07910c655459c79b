import { fromPopup, type FromFrame, type SentPurchase } from "../protocol.ts";
import { offerToResume, say, type Status } from "./place.ts";
import { rememberNothing, rememberPurchase, rememberVisit, type Visit } from "./visit.ts";

const FIRST_MS = 2_000;
const MOST_MS = 10_000;
/** Between polls while the window sends messages: they come first. */
const HEARD_MS = 20_000;
const SLOWER = 1.25;
/** Longer than any checkout lasts. */
const OVER_MS = 35 * 60_000;
/** Duration of polling for a window that was closed without an order: the order may be on its way. */
const CLOSED_MS = 60_000;
const WATCH_MS = 1_000;
const LOOK_AGAIN_MS = 2_500;

interface Outcome {
  readonly quantity: number;
  /** Why an order failed; empty: it is not known. */
  readonly reason: string;
}

interface FinalPurchase {
  readonly index: number;
  readonly txHash: string;
  readonly quantity: number;
}

/** An answer about a visit. */
type Visited = { readonly status?: Status | "none" } & { readonly [F in keyof Outcome]?: Outcome[F] | null };

export interface Surroundings {
  /** Address for the state of visits, with a slash at the end. */
  readonly visits: string;
  readonly tell: (message: FromFrame) => void;
  /** Reads the state of the lots at once. */
  readonly look: () => void;
}

/**
 * Follows one visit until its outcome is known. It receives messages of the window and polls as well, since any
 * page on the way may cut the window off from here: rarely while messages arrive, often once the window is gone.
 */
export class Following {
  readonly visit: Visit;
  readonly #surroundings: Surroundings;
  readonly #over = new AbortController();
  #status: Status | null = null;
  #popup: Window | null = null;
  /** null: nothing was sent to the chain. */
  #sent: SentPurchase | null = null;
  /** The window was closed, or cut off by a page that can only come after an order. */
  #isGone = false;
  #waitMs = FIRST_MS;
  #mostMs = MOST_MS;
  #untilMs = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #watch: ReturnType<typeof setInterval> | undefined;
  #asking = false;

  constructor(visit: Visit, surroundings: Surroundings) {
    this.visit = visit;
    this.#surroundings = surroundings;
    const { signal } = this.#over;
    addEventListener("message", (message) => this.#hear(message), { signal });
    const wake = () =>
      void (document.visibilityState === "visible" ? this.#ask() : clearTimeout(this.#timer));
    document.addEventListener("visibilitychange", wake, { signal });
  }

  /** Returns whether another try belongs to the same visit. */
  get isUndecided(): boolean {
    return !this.#over.signal.aborted && this.#status !== "failed";
  }

  /** Brings the window to the front. @returns false: there is none that can be reached */
  toFront(): boolean {
    if (this.#over.signal.aborted || this.#popup === null || this.#popup.closed) return false;
    this.#popup.focus();
    return true;
  }

  /** Continues the visit. @param popup its window; null: it cannot be reached */
  goOn(popup: Window | null): void {
    if (popup !== null || this.#popup?.closed) this.#popup = popup;
    this.#isGone = false;
    this.#pollOften();
    this.#untilMs = this.visit.sinceMs + OVER_MS;
    clearInterval(this.#watch);
    if (this.#popup) this.#watch = setInterval(() => this.#notice(), WATCH_MS);
    rememberVisit(this.visit);
    this.#show();
    this.#wait();
  }

  #pollOften(): void {
    this.#waitMs = FIRST_MS;
    this.#mostMs = MOST_MS;
  }

  end(): void {
    this.#over.abort();
    clearTimeout(this.#timer);
    clearInterval(this.#watch);
  }

  #show(): void {
    const { visit } = this;
    const isClosed = this.#isGone && (this.#status ?? "opened") === "opened";
    say(visit.lot, isClosed ? "closed" : this.#status);
    offerToResume(visit, this.#status === "pending" && (this.#popup === null || this.#isGone));
  }

  #know(status: Status, { quantity, reason }: Outcome): void {
    if (this.#over.signal.aborted) return;
    const { lot, sinceMs } = this.visit;
    const competitionId = Number(lot);
    const { tell, look } = this.#surroundings;
    if (status === "opened" && this.#status === null && this.visit.byHost)
      tell({ type: "open", competitionId });
    if (status === "pending" && this.#status !== status) tell({ type: status, competitionId });
    if (status === "failed" && this.#status !== status) tell({ type: status, competitionId, reason });
    this.#status = status;
    if (status === "pending") this.#untilMs = sinceMs + OVER_MS;
    this.#show();
    if (status !== "paid") return;
    this.#notice();
    this.end();
    rememberPurchase(lot);
    tell({ type: "paid", competitionId, quantity });
    look();
    setTimeout(look, LOOK_AGAIN_MS);
  }

  #hear({ source, origin, data }: MessageEvent): void {
    const message = origin === location.origin ? fromPopup(data) : null;
    if (!message || source === null) return;
    // A tab, or a window that the page around has opened, is known by its visit alone.
    if (source !== this.#popup && message.visit !== this.visit.id) return void this.#ask();
    if (message.type === "closed") return void this.#ask();
    if (message.type === "pending") {
      this.#sent = message.sent;
      if (message.order !== null) {
        this.visit.order = message.order;
        rememberVisit(this.visit);
      }
    }
    const quantity = message.type === "paid" ? message.quantity : 0;
    this.#know(message.type, { quantity, reason: message.type === "failed" ? message.reason : "" });
    // The end of another window, which the partner's page has opened, would not be noticed here.
    if (source !== this.#popup) return;
    this.#waitMs = this.#mostMs = HEARD_MS;
    this.#wait();
  }

  #notice(): void {
    if (this.#isGone || !this.#popup?.closed) return;
    clearInterval(this.#watch);
    this.#isGone = true;
    this.#pollOften();
    this.#surroundings.tell({ type: "close", competitionId: Number(this.visit.lot) });
    if (this.#status !== "pending") this.#untilMs = Math.min(this.#untilMs, Date.now() + CLOSED_MS);
    this.#show();
    void this.#ask();
  }

  #wait(): void {
    clearTimeout(this.#timer);
    if (this.#over.signal.aborted) return;
    if (Date.now() > this.#untilMs) {
      this.#isGone = true;
      this.#show();
      rememberNothing();
      return this.end();
    }
    if (document.visibilityState !== "visible") return;
    this.#timer = setTimeout(() => void this.#ask(), this.#waitMs);
    this.#waitMs = Math.min(this.#mostMs, this.#waitMs * SLOWER);
  }

  async #ask(): Promise<void> {
    if (this.#asking || this.#over.signal.aborted) return;
    this.#asking = true;
    try {
      const { status, quantity, reason } = await (this.#sent === null
        ? read<Visited>(this.#surroundings.visits + this.visit.id)
        : purchaseOf(this.#sent));
      // What this process of the service knows may be older than what the window has said.
      const isBehind = status === "opened" && this.#status === "pending";
      if (status && status !== "none" && !isBehind)
        this.#know(status, { quantity: quantity ?? 0, reason: reason ?? "" });
    } catch {
      // The next poll follows.
    }
    this.#asking = false;
    this.#wait();
  }
}

async function read<T>(path: string): Promise<T> {
  const answer = await fetch(path, { credentials: "omit", cache: "no-store" });
  if (!answer.ok) throw new Error(String(answer.status));
  return (await answer.json()) as T;
}

/** Returns the purchase that was sent to the chain, once it is final: the service knows no visit of it. */
async function purchaseOf({ path, hash, from }: SentPurchase): Promise<Visited> {
  const { purchases } = await read<{ readonly purchases: readonly FinalPurchase[] }>(path);
  const own = purchases.find(({ index, txHash }) => (hash === null ? index >= from : txHash === hash));
  return own ? { status: "paid", quantity: own.quantity } : {};
}
