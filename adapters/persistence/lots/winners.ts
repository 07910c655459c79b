import { statement, type Statement } from "../statements/statement.ts";
import type { Page } from "../../../ports/page.ts";
import { Winners } from "../../../ports/lots/winners.ts";
import type { DrawProof, Winner } from "../../../src/lots/winner.ts";
import { shownIdentity } from "../buyers/shown-identity.ts";
import { behind } from "../statements/behind.ts";
import { Database, int } from "../database/database.ts";
import type { OrganisationId, WinnerId } from "../../../src/shared/ids.ts";

const SELECT = `
  select w.id, w.lot_id, l.title, w.ticket_number, w.account_id, known.email, known.wallet, w.won_at, w.published_at, w.proof
  from winner w join lot l on l.id = w.lot_id ${shownIdentity("w")}
  where w.organisation_id = $1`;
const PAGE = `${behind(["w.organisation_id", "w.id"], ["$1", "$2"])} order by w.id desc limit $3`;
const LIST_PUBLISHED = statement(
  "list-published-winners",
  `${SELECT} and w.published_at is not null and ${PAGE}`,
);
const LIST = statement("list-winners", `${SELECT} and ${PAGE}`);
const LOCK = statement("lock-winner", `${SELECT} and w.id = $2 for no key update of w`);
const PUBLISH = statement(
  "publish-winner",
  "update winner set published_at = $3 where organisation_id = $1 and id = $2",
);

interface WinnerColumns {
  id: string;
  lot_id: string;
  title: string;
  ticket_number: number;
  account_id: string;
  email: string | null;
  wallet: string | null;
  won_at: Date;
  published_at: Date | null;
  proof: DrawProof | null;
}

export class PostgresWinners implements Winners {
  static readonly as = Winners;
  static readonly needs = [Database] as const;
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  listPublished(organisationId: OrganisationId, page: Page): Promise<Winner[]> {
    return this.#winners(LIST_PUBLISHED, [organisationId, page.after, page.limit]);
  }

  list(organisationId: OrganisationId, page: Page): Promise<Winner[]> {
    return this.#winners(LIST, [organisationId, page.after, page.limit]);
  }

  async lock(organisationId: OrganisationId, id: WinnerId): Promise<Winner | null> {
    const [winner] = await this.#winners(LOCK, [organisationId, id]);
    return winner ?? null;
  }

  async publish(organisationId: OrganisationId, id: WinnerId, publishedAt: Date | null): Promise<void> {
    await this.#db.query(PUBLISH, [organisationId, id, publishedAt]);
  }

  async #winners(statement: Statement, values: readonly unknown[]): Promise<Winner[]> {
    const rows = await this.#db.query<WinnerColumns>(statement, values);
    return rows.map((row) => ({
      id: int(row.id),
      lotId: int(row.lot_id),
      lotTitle: row.title,
      ticketNumber: row.ticket_number,
      accountId: int(row.account_id),
      buyer: { email: row.email, wallet: row.wallet },
      wonAt: row.won_at,
      publishedAt: row.published_at,
      proof: row.proof,
    }));
  }
}
