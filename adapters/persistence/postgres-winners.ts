import type { Page } from "../../ports/page.ts";
import type { Winners } from "../../ports/winners.ts";
import type { Proof, Winner } from "../../src/lots/winner.ts";
import { Database, int, type Statement } from "./database.ts";

const LIST: Statement = {
  name: "list-published-winners",
  text: `
    select w.id, w.lot_id, l.title, a.email, a.wallet, w.won_at, w.proof
    from winner w join lot l on l.id = w.lot_id join account a on a.id = w.account_id
    where w.organisation_id = $1 and w.published_at is not null and ($2::bigint is null or w.id < $2)
    order by w.id desc limit $3`,
};

interface WinnerColumns {
  id: string;
  lot_id: string;
  title: string;
  email: string | null;
  wallet: string | null;
  won_at: Date;
  proof: Proof | null;
}

export class PostgresWinners implements Winners {
  static readonly needs = [Database] as const;
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async listPublished(organisationId: number, page: Page): Promise<Winner[]> {
    const rows = await this.#db.query<WinnerColumns>(LIST, [organisationId, page.after, page.limit]);
    return rows.map((row) => ({
      id: int(row.id),
      lotId: int(row.lot_id),
      lotTitle: row.title,
      buyer: { email: row.email, wallet: row.wallet },
      wonAt: row.won_at,
      proof: row.proof,
    }));
  }
}
