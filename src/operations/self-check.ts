import { BOOK_PARTS, type BookPart, Books } from "../../ports/operations/books.ts";
import { Meter } from "../../ports/operations/meter.ts";
import { Clock } from "../../ports/clock.ts";
import { Log } from "../../ports/log.ts";
import { Process } from "../shared/process.ts";

/** Rows per piece: some thousand look-ups by key, a few milliseconds. A draw account adds up thousands of deposits. */
const PIECE: Readonly<Record<BookPart, number>> = {
  fresh: 500,
  orders: 500,
  lots: 50,
  accounts: 500,
  draw_accounts: 5,
};
/** Log lines per piece; the metric counts all. */
const LINES_MAX = 20;

/**
 * Compares records of sales, payments, refunds and counters, piece by piece, and alerts the operator to differences. It
 * repairs nothing: a wrong guess about money is worse than an alert. A piece is one statement on one snapshot, so a
 * sale that ends meanwhile is not a difference.
 */
export class SelfCheck extends Process<typeof SelfCheck.needs> {
  static readonly needs = { books: Books, meter: Meter, clock: Clock, log: Log };

  /** Checks one piece of each part. @returns more than 0: sales have piled up, more than one piece of them */
  async checkOnce(): Promise<number> {
    let behind = 0;
    for (const part of BOOK_PARTS) {
      const looked = await this.check(part);
      if (part === "fresh" && looked === PIECE.fresh) behind = looked;
    }
    return behind;
  }

  /** Checks one piece of a part. @returns rows that it began from */
  async check(part: BookPart): Promise<number> {
    const { books, meter, clock, log } = this.parts;
    const { looked, differences } = await books.check(part, { limit: PIECE[part], now: clock.now() });
    for (const [n, difference] of differences.entries()) {
      meter.booksDiffered(difference.rule);
      if (n < LINES_MAX) log.error({ ...difference, part, alert: true }, "the books do not agree");
    }
    if (differences.length > LINES_MAX)
      log.error(
        { part, differences: differences.length, alert: true },
        "the books do not agree in many places",
      );
    return looked;
  }
}
