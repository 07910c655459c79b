import type { FaultControls } from "./harness.ts";

/** The fate of a request. A status: below 500 the provider has not acted, from 500 it has. */
export type Fault = "refuse" | "lose" | "garble" | "hang" | "other environment" | { readonly status: number };

/** A fault of a request that reaches the provider. */
export type PlannedFault = Exclude<Fault, "refuse">;

const LOOK_AGAIN_MS = 10;

/** The one fault that is planned, until it has hit. */
export class PlannedFaults implements FaultControls {
  /** The fake adds the body of each refusal that it answers. */
  readonly refusals: string[] = [];
  readonly otherEnvironmentNext: FaultControls["otherEnvironmentNext"];
  #planned: { readonly fault: Fault; readonly after: number } | null = null;

  /** @param options.namesEnvironment whether the fake's answers name their environment, test or live */
  constructor({ namesEnvironment = false }: { readonly namesEnvironment?: boolean } = {}) {
    this.otherEnvironmentNext = namesEnvironment
      ? (after = 0) => this.#plan("other environment", after)
      : null;
  }

  /** Returns whether a request is to hang. Only then a harness shortens deadlines, as machines may be busy. */
  get hangs(): boolean {
    return this.#planned?.fault === "hang";
  }

  /** Returns whether the next request is to hang: for a rail that has a deadline for each request. */
  get hangsNext(): boolean {
    return this.hangs && this.#planned?.after === 0;
  }

  /**
   * Returns the `fetch` of the rail under test. A deadline has no effect before the planned hang: on a busy machine it
   * would end another request.
   * @param closed an address that refuses connections
   */
  fetchOr(closed: string): typeof fetch {
    return (input, init) =>
      fetch(this.refuses() ? closed : input, { ...init, signal: this.#heldBack(init?.signal) });
  }

  /** Called once for each request, before connecting. @returns whether to refuse the connection */
  refuses(): boolean {
    return this.#planned?.fault === "refuse" && this.#next() !== null;
  }

  /** Called once for each request, by the fake that received it. */
  take(): PlannedFault | null {
    const fault = this.#planned?.fault === "refuse" ? null : this.#next();
    return fault === "refuse" ? null : fault;
  }

  readonly refuseNext = (after = 0) => this.#plan("refuse", after);
  readonly loseNextAnswer = (after = 0) => this.#plan("lose", after);
  readonly garbleNextAnswer = (after = 0) => this.#plan("garble", after);
  readonly hangNext = (after = 0) => this.#plan("hang", after);
  readonly answerNext = (status: number, after = 0) => this.#plan({ status }, after);

  readonly clear = (): boolean => {
    const planned = this.#planned !== null;
    this.#planned = null;
    return planned;
  };

  #heldBack(signal: AbortSignal | null | undefined): AbortSignal | null {
    if (!signal || !this.hangs) return signal ?? null;
    const late = new AbortController();
    const end = (): unknown => (this.hangs ? setTimeout(end, LOOK_AGAIN_MS) : late.abort(signal.reason));
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
    return late.signal;
  }

  #plan(fault: Fault, after: number): void {
    this.#planned = { fault, after };
  }

  #next(): Fault | null {
    const planned = this.#planned;
    if (planned === null) return null;
    this.#planned = planned.after === 0 ? null : { ...planned, after: planned.after - 1 };
    return planned.after === 0 ? planned.fault : null;
  }
}
