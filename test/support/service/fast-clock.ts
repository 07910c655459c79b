import type { Clock } from "../../../ports/clock.ts";

/** Business time that runs faster than the machine's, alike in all processes that are given the same start. */
export class FastClock implements Clock {
  readonly #startMs: number;
  readonly #speed: number;

  /** @param startMs by the machine's clock, when both showed the same */
  constructor(startMs: number, speed: number) {
    this.#startMs = startMs;
    this.#speed = speed;
  }

  now(): Date {
    return this.at(new Date());
  }

  /** Its time when the machine's clock shows this. */
  at(machine: Date): Date {
    return new Date(this.#startMs + (machine.getTime() - this.#startMs) * this.#speed);
  }
}
