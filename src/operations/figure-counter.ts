import { FigureBook } from "../../ports/operations/figures.ts";
import { Process } from "../shared/process.ts";

const PARTS_AT_ONCE = 50;
const ROWS_AT_ONCE = 5_000;

/** Adds what was sold and refunded to the sums of organisations' figures. */
export class FigureCounter extends Process<typeof FigureCounter.needs> {
  static readonly needs = { book: FigureBook };

  /** Counts a piece of what is not counted yet. @returns number of rows counted; 0: nothing is left */
  async countOnce(): Promise<number> {
    const { book } = this.parts;
    let counted = 0;
    for (const uncounted of await book.uncounted(PARTS_AT_ONCE))
      counted += await book.count(uncounted, ROWS_AT_ONCE);
    return counted;
  }
}
