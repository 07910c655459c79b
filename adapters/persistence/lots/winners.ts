import { statement, type Statement } from "../statements/statement.ts";
import type { Page } from "../../../ports/page.ts";
import { Winners } from "../../../ports/lots/winners.ts";
import type { Winner } from "../../../src/lots/winner.ts";
import { shownIdentity } from "../buyers/shown-identity.ts";
import { WinnerRow } from "../entities/draws.ts";
import { behind } from "../statements/behind.ts";
import { json, selection, text } from "../statements/selection.ts";
import type { LotId, OrganisationId, WinnerId } from "../../../src/shared/ids.ts";
import { Store } from "../database/store.ts";

/** A winner `w` of a lot `l`, with the identity `known`. */
const WINNER = selection(
  WinnerRow,
  "w",
  ["id", "lotId", "ticketNumber", "accountId", "wonAt", "publishedAt"],
  {
    lotTitle: text({ sql: "l.title" }),
    buyer: { email: text({ sql: "known.email" }).orNull, wallet: text({ sql: "known.wallet" }).orNull },
    proof: json<NonNullable<Winner["proof"]>>({ sql: "w.proof" }).orNull,
  },
);

const SELECT = `
  select ${WINNER.columns}
  from winner w join lot l on l.organisation_id = w.organisation_id and l.id = w.lot_id ${shownIdentity("w")}
  where w.organisation_id = $1`;
const PAGE = `${behind(["w.organisation_id", "w.id"], ["$1", "$2"])} order by w.id desc limit $3`;
const LIST_PUBLISHED = statement(
  "list-published-winners",
  `${SELECT} and w.published_at is not null and ${PAGE}`,
);
const PUBLISHED_OF = statement(
  "published-winner-of-lot",
  `${SELECT} and w.published_at is not null and w.lot_id = $2`,
);
const LIST = statement(
  "list-winners",
  `${SELECT} and ($4::boolean is null or (w.published_at is not null) = $4) and ${PAGE}`,
);
const OF_LOT = statement("winner-of-lot", `${SELECT} and w.lot_id = $2`);
const BY_ID = statement("winner-by-id", `${SELECT} and w.id = $2`);
const LOCK = statement("lock-winner", `${SELECT} and w.id = $2 for no key update of w`);
export class PostgresWinners extends Store implements Winners {
  static readonly as = Winners;

  listPublished(organisationId: OrganisationId, page: Page): Promise<Winner[]> {
    return this.#listed(LIST_PUBLISHED, [organisationId, page.after, page.limit]);
  }

  async publishedOf(organisationId: OrganisationId, lotId: LotId): Promise<Winner | null> {
    const [row] = await this.db.read(PUBLISHED_OF, [organisationId, lotId], "recent");
    return row ? WINNER.record(row) : null;
  }

  list(organisationId: OrganisationId, page: Page, isPublished: boolean | null = null): Promise<Winner[]> {
    return this.#listed(LIST, [organisationId, page.after, page.limit, isPublished]);
  }

  async ofLot(organisationId: OrganisationId, lotId: LotId): Promise<Winner | null> {
    const [row] = await this.db.query(OF_LOT, [organisationId, lotId]);
    return row ? WINNER.record(row) : null;
  }

  async byId(organisationId: OrganisationId, id: WinnerId): Promise<Winner | null> {
    const [row] = await this.db.query(BY_ID, [organisationId, id]);
    return row ? WINNER.record(row) : null;
  }

  async lock(organisationId: OrganisationId, id: WinnerId): Promise<Winner | null> {
    const [row] = await this.db.query(LOCK, [organisationId, id]);
    return row ? WINNER.record(row) : null;
  }

  async publish(organisationId: OrganisationId, id: WinnerId, publishedAt: Date | null): Promise<void> {
    await this.db.of(organisationId, WinnerRow).change({ id }, { publishedAt });
  }

  async #listed(statement: Statement, values: readonly unknown[]): Promise<Winner[]> {
    const rows = await this.db.read(statement, values, "current");
    return rows.map(WINNER.record);
  }
}
