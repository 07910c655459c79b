import type { ClientBase } from "pg";
import { invariant } from "../../../src/shared/invariant.ts";
import {
  ADD_BUYERS,
  ADD_ORDERS,
  BEGIN,
  DRAW_LOTS,
  INTRODUCE,
  OPEN_LOTS,
  PLAN,
} from "./history-statements.ts";

/** An organisation that sold in the past, with the ids that its orders refer to. */
export interface Seller {
  readonly organisationId: number;
  readonly keyId: number;
  readonly railAccountId: number;
}

/** Size of a history: `step` divides `season`, and `season` divides `orders`. */
export interface HistorySize {
  readonly orders: number;
  /** Orders of one step, which is one transaction. */
  readonly step: number;
  /** Orders that the open lots sell together before they are drawn and others open. */
  readonly season: number;
  /** Lots that sell at the same time. */
  readonly lots: number;
}

/** Orders by new buyers among ten. */
const NEWCOMERS = 4;

/**
 * Orders of half a year, written by statements for thousands at once, with the rows that selling, settling, drawing and
 * pruning leave. They copy one order that was really placed and settled, the model. Half of them are of the first seller.
 * The progress is stored in the schema `bench`, so another process may continue after any step.
 */
export class History {
  readonly #client: ClientBase;
  readonly #size: HistorySize;

  constructor(client: ClientBase, size: HistorySize) {
    const { orders, step, season } = size;
    invariant(orders % season === 0 && season % step === 0, "the sizes of a history divide each other");
    this.#client = client;
    this.#size = size;
  }

  /** @returns orders that are written; null: it has not begun */
  async done(): Promise<number | null> {
    const { rows: found } = await this.#client.query("select to_regclass('bench.progress') as found");
    if (found[0].found === null) return null;
    const { rows } = await this.#client.query("select done, orders from bench.progress");
    invariant(
      Number(rows[0].orders) === this.#size.orders,
      "a history continues with the number of orders that it began with",
    );
    return Number(rows[0].done);
  }

  /**
   * Begins the history, before the first step.
   * @param sellers two or more; the first has half of all orders
   * @param model an order of the first, settled by its rail's notification
   */
  async begin(sellers: readonly Seller[], model: string): Promise<void> {
    const written = sellers.map(({ organisationId, keyId, railAccountId }) => ({
      organisation_id: organisationId,
      key_id: keyId,
      rail_account_id: railAccountId,
    }));
    const { orders } = this.#size;
    await this.#transaction(async () => {
      await this.#client.query(BEGIN);
      await this.#client.query(INTRODUCE[0], [JSON.stringify(written)]);
      await this.#client.query(INTRODUCE[1], [model, orders, this.#buyers(orders)]);
    });
  }

  /** Writes the next orders. @returns false: all are there */
  async step(): Promise<boolean> {
    const done = await this.done();
    invariant(done !== null, "a history begins before its steps");
    const { orders, step, season, lots } = this.#size;
    if (done === orders) return false;
    const firstLot = Math.floor(done / season) * lots;
    const after = done + step;
    await this.#transaction(async () => {
      // Foreign keys and the relay's trigger are off; a test checks that the rows break neither.
      await this.#client.query("set local session_replication_role = replica");
      await this.#client.query("set local synchronous_commit = off");
      if (done % season === 0) await this.#client.query(OPEN_LOTS, [firstLot, lots, done, season]);
      await this.#client.query(ADD_BUYERS, [this.#buyers(done), this.#buyers(after), done, step]);
      await this.#client.query(PLAN, [done, step, firstLot, lots, this.#buyers(after)]);
      await this.#client.query("analyze planned");
      for (const statement of ADD_ORDERS) await this.#client.query(statement);
      if (after % season === 0)
        for (const statement of DRAW_LOTS) await this.#client.query(statement, [firstLot, firstLot + lots]);
      await this.#client.query("update bench.progress set done = $1", [after]);
    });
    return true;
  }

  /** Returns the number of buyers after a number of orders. */
  #buyers(orders: number): number {
    return Math.ceil((orders * NEWCOMERS) / 10);
  }

  async #transaction(work: () => Promise<void>): Promise<void> {
    await this.#client.query("begin");
    try {
      await work();
      await this.#client.query("commit");
    } catch (error) {
      await this.#client.query("rollback");
      throw error;
    }
  }
}
