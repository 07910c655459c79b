import type { Clock } from "../../ports/clock.ts";

/** The machine's clock. */
export class SystemClock implements Clock {
  now(): Date {
    return new Date();
  }
}
