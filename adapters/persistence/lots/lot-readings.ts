import type { Mode } from "../../../src/organisations/mode.ts";
import { LRUCache } from "lru-cache";
import type { LotOfOrganisation } from "../../../ports/lots/lots.ts";
import type { RailKind } from "../../../ports/rail.ts";
import type { LotId, OrganisationId } from "../../../src/shared/ids.ts";
import type { Database } from "../database/database.ts";
import { PAYMENT_SETTINGS } from "../organisations/organisation-row.ts";
import { rowReader } from "../statements/collector.ts";
import { LotStockRow } from "../entities/lots.ts";
import { relation, selection, text, together } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";
import { LOT, STOCKED, VERSIONS } from "./lot-row.ts";

const CURRENCY = "coalesce(l.payment_currency, g.fiat_currency)";
/** The account and exchange rate for the charge currency of a lot. */
const CHARGING = relation("c", {
  account: together({
    kind: text<RailKind>({ sql: "c.kind" }),
    provider: text({ sql: "c.provider" }),
    mode: text<Mode>({ sql: "g.mode" }),
  }),
  rate: text({ sql: `case when ${CURRENCY} = 'USD' then '1' else g.rates ->> ${CURRENCY} end` }).orNull,
});
const STOCK = selection(LotStockRow, "s", ["maxTickets", "sold", "held", "voided"]);

/** The columns of lots `l` in `LOTS_OF_ORGANISATION` for `lotOfOrganisation`. */
export const LOT_COLUMNS = `${LOT.columns}, ${PAYMENT_SETTINGS.columns}, ${VERSIONS.columns}, ${CHARGING.columns}`;
export const LOTS_OF_ORGANISATION = `${STOCKED} join organisation g on g.id = l.organisation_id
  left join rail_currency c on c.organisation_id = g.id and c.currency = ${CURRENCY}`;
/** Selects lots `l` for `lotOfOrganisation`; a condition follows. */
export const SELECT_LOTS = `select ${LOT_COLUMNS}
  from ${LOTS_OF_ORGANISATION}`;
/** Returns the state of a lot `l` with its stock `s`, as `lotState` does. @param now the parameter with the time */
export const stateAt = (now: `$${number}`): string => `case
      when l.status in ('cancelled', 'draft') then l.status
      when l.drawn_at is not null then case when l.archived_at is null then 'drawn' else 'retired' end
      when l.status = 'active' and ${now} < l.start_at then 'scheduled'
      when l.status = 'active' and ${now} < l.end_at then 'open'
      when l.on_chain and l.status = 'active' or s.sold - s.voided > 0 or s.held > 0 then 'closing'
      else 'retired' end`;
const SELECT_STOCKS = `select ${STOCK.columns}, ${VERSIONS.columns} from lot_stock s
  join organisation g on g.id = s.organisation_id`;
const byId = (select: string) =>
  `select q.item, f.* from unnest((select $1::bigint[]), (select $2::bigint[])) with ordinality
      as q (organisation_id, lot_id, item)
    cross join lateral (${select} where s.organisation_id = q.organisation_id and s.lot_id = q.lot_id limit 1) f`;
const BY_ID = statement("lots-by-id", byId(SELECT_LOTS));
const STOCKS = statement("lot-stocks", byId(SELECT_STOCKS));

const COPIES = 1_000;
/** Also with unchanged numbers: the database may be restored under a running process. */
const COPY_MS = 10_000;
/** The cache reads the clock at this interval, instead of each time. */
const LOOKED_EVERY_MS = 1_000;

type Copy = LotOfOrganisation & ReturnType<typeof VERSIONS.record>;

export function lotOfOrganisation(row: object): LotOfOrganisation {
  return { lot: LOT.record(row), organisation: PAYMENT_SETTINGS.record(row), charging: CHARGING.record(row) };
}

/**
 * Reads lots by their ids. A lot and its organisation's payment settings seldom change and then have a new number, so
 * for a recently read lot only its stock and those numbers are read.
 */
export class LotReadings {
  readonly #db: Database;
  readonly #lots;
  readonly #stock;
  readonly #copies = new LRUCache<string, Copy>({
    max: COPIES,
    ttl: COPY_MS,
    ttlResolution: LOOKED_EVERY_MS,
  });

  constructor(db: Database) {
    this.#db = db;
    this.#lots = rowReader(db, BY_ID);
    this.#stock = rowReader(db, STOCKS);
  }

  async byId(organisationId: OrganisationId, id: LotId): Promise<LotOfOrganisation | null> {
    const name = `${organisationId} ${id}`;
    if (this.#db.open) {
      // It changes the lot, so the copy is outdated. After a rollback the new number may be assigned again.
      this.#copies.delete(name);
      return this.#read(organisationId, id);
    }
    const copy = this.#copies.get(name);
    if (copy) {
      const row = await this.#stock(organisationId, id);
      if (row === null) return null;
      const { terms, lotVersion } = VERSIONS.record(row);
      if (terms === copy.terms && lotVersion === copy.lotVersion)
        return { ...copy, lot: { ...copy.lot, ...STOCK.record(row) } };
    }
    return this.#read(organisationId, id, name);
  }

  /** @param name the key of its copy; undefined: none is stored */
  async #read(organisationId: OrganisationId, id: LotId, name?: string): Promise<LotOfOrganisation | null> {
    const row = await this.#lots(organisationId, id);
    if (row === null) return null;
    const found = lotOfOrganisation(row);
    if (name !== undefined) this.#copies.set(name, { ...found, ...VERSIONS.record(row) });
    return found;
  }
}
