import { Cell, NewIds } from "../../ports/ids.ts";
import { Clock } from "../../ports/clock.ts";
import { Random } from "../../ports/crypto.ts";
import type { EventId, OrderId } from "../../src/shared/ids.ts";
import { invariant } from "../../src/shared/invariant.ts";

const BASE_36 = "0123456789abcdefghijklmnopqrstuvwxyz";
/** Enough until the year 5188. */
const TIME_DIGITS = 9;
/** 82 bits: an order's id is the only thing that opens its pages, and its hash is published with a draw. */
const RANDOM_DIGITS = 16;

/** After the prefix, in base 36: the business time in milliseconds since 1970, the cell, and chance. */
export class TimeOrderedIds implements NewIds {
  static readonly as = NewIds;
  static readonly needs = [Clock, Random, Cell] as const;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #cell: Cell;

  constructor(clock: Clock, random: Random, cell: Cell) {
    this.#clock = clock;
    this.#random = random;
    this.#cell = cell;
  }

  order(): OrderId {
    return this.#next("cs_");
  }

  event(): EventId {
    return this.#next("evt_");
  }

  #next(prefix: string): string {
    const time = this.#clock.now().getTime().toString(36).padStart(TIME_DIGITS, "0");
    invariant(/^[0-9a-z]{9}$/.test(time), "the time is in the years 1970 to 5188");
    return this.#random.text(prefix + time + this.#cell.digit, RANDOM_DIGITS, BASE_36);
  }
}
