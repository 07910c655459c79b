import { FigureBook } from "../../ports/operations/figures.ts";
import { Process } from "../shared/process.ts";

const PARTS_AT_ONCE = 50;
const ROWS_AT_ONCE = 5_000;

/** Adds what was sold and refunded to the sums of organisations' figures. */
export class FigureCounter extends Process<typeof FigureCounter.needs> {
  static readonly needs = { book: FigureBook };

  /**
   * Counts a piece of what is not counted yet.
   * @returns number of rows counted; 0: nothing has piled up. What was sold since waits for the next time: readers add it
   */
  async countOnce(): Promise<number> {
    const { book } = this.parts;
    const parts = await book.uncounted(PARTS_AT_ONCE);
    let sum = 0;
    let hasMore = parts.length >= PARTS_AT_ONCE;
    for (const part of parts) {
      const rows = await book.count(part, ROWS_AT_ONCE);
      sum += rows;
      hasMore ||= rows >= ROWS_AT_ONCE;
    }
    return hasMore ? sum : 0;
  }
}
