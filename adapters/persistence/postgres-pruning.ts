import type { Pruning } from "../../ports/pruning.ts";
import { Database, type Statement } from "./database.ts";

const PRUNE: Statement = { name: "prune", text: "select prune($1, $2) as gone" };

export class PostgresPruning implements Pruning {
  static readonly needs = [Database] as const;
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async prune(now: Date, limit: number): Promise<number> {
    const [row] = await this.#db.query<{ gone: number }>(PRUNE, [now, limit]);
    return row!.gone;
  }
}
