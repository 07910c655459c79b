import { LRUCache } from "lru-cache";
import type { LotOfOrganisation } from "../../../ports/lots/lots.ts";
import type { RailKind } from "../../../ports/rail.ts";
import type { LotId, OrganisationId } from "../../../src/shared/ids.ts";
import type { Database } from "../database/database.ts";
import { PAYMENT_SETTINGS } from "../organisations/organisation-row.ts";
import { rowReader } from "../statements/collector.ts";
import { int8, row, text, together } from "../statements/row.ts";
import { statement } from "../statements/statement.ts";
import { LOT, STOCKED } from "./lot-row.ts";

const CURRENCY = "coalesce(l.payment_currency, g.fiat_currency)";
/** The account and the rate that the charge currency of a lot would be charged by. */
const CHARGING = row("c", {
  account: together({ kind: text<RailKind>({ sql: "c.kind" }), provider: text({ sql: "c.provider" }) }),
  rate: text({ sql: `case when ${CURRENCY} = 'USD' then '1' else g.rates ->> ${CURRENCY} end` }).orNull,
});
/** Of an organisation `g`. */
const TERMS = row("organisation g", { terms: int8() });

/** What `lotOfOrganisation` reads of lots `l` in `LOTS_OF_ORGANISATION`. */
export const LOT_COLUMNS = `${LOT.columns}, ${PAYMENT_SETTINGS.columns}, ${TERMS.columns}, ${CHARGING.columns}`;
export const LOTS_OF_ORGANISATION = `${STOCKED} join organisation g on g.id = l.organisation_id
  left join rail_currency c on c.organisation_id = g.id and c.currency = ${CURRENCY}`;
/** Lots `l` with what `lotOfOrganisation` reads; a condition follows. */
export const SELECT_LOTS = `select ${LOT_COLUMNS}
  from ${LOTS_OF_ORGANISATION}`;
/** The state of a lot `l` with its stock `s`, as `lotState` computes it. @param now the parameter with the time */
export const stateAt = (now: `$${number}`): string => `case
      when l.status in ('cancelled', 'draft') then l.status
      when l.drawn_at is not null then case when l.archived_at is null then 'drawn' else 'retired' end
      when l.status = 'active' and ${now} < l.start_at then 'scheduled'
      when l.status = 'active' and ${now} < l.end_at then 'open'
      when l.on_chain and l.status = 'active' or s.sold - s.voided > 0 or s.held > 0 then 'closing'
      else 'retired' end`;
const SELECT_ALONE = `select ${LOT.columns}, ${TERMS.columns} from ${STOCKED}
  join organisation g on g.id = l.organisation_id`;
const byId = (select: string) =>
  `select q.item, f.* from unnest((select $1::bigint[]), (select $2::bigint[])) with ordinality
      as q (organisation_id, lot_id, item)
    cross join lateral (${select} where l.organisation_id = q.organisation_id and l.id = q.lot_id limit 1) f`;
const BY_ID = statement("lots-by-id", byId(SELECT_LOTS));
const ALONE = statement("lots-alone", byId(SELECT_ALONE));

const COPIES = 1_000;
/** However long the numbers of terms are the same: a database may come back from a backup under a process that lives. */
const COPY_MS = 10_000;
/** The cache looks at the clock so often, instead of each time. */
const LOOKED_EVERY_MS = 1_000;

interface Copy extends Omit<LotOfOrganisation, "lot"> {
  readonly terms: number;
  /** The lot's own currency, which decides on `charging`. */
  readonly currency: string | null;
}

export function lotOfOrganisation(row: object): LotOfOrganisation {
  return { lot: LOT.record(row), organisation: PAYMENT_SETTINGS.record(row), charging: CHARGING.record(row) };
}

/**
 * Reads lots by their ids. How an organisation is paid seldom changes and its terms then have a new number, so of a
 * lot that was read just now only its own row and that number are read again.
 */
export class LotReadings {
  readonly #db: Database;
  readonly #whole;
  readonly #alone;
  readonly #copies = new LRUCache<string, Copy>({
    max: COPIES,
    ttl: COPY_MS,
    ttlResolution: LOOKED_EVERY_MS,
  });

  constructor(db: Database) {
    this.#db = db;
    this.#whole = rowReader(db, BY_ID);
    this.#alone = rowReader(db, ALONE);
  }

  async byId(organisationId: OrganisationId, id: LotId): Promise<LotOfOrganisation | null> {
    // The number that an open unit of work gave may be given once more, if it is rolled back.
    if (this.#db.open) return this.#read(organisationId, id);
    const name = `${organisationId} ${id}`;
    const copy = this.#copies.get(name);
    if (copy) {
      const row = await this.#alone(organisationId, id);
      if (row === null) return null;
      const lot = LOT.record(row);
      if (TERMS.record(row).terms === copy.terms && lot.payment.fiatCurrency === copy.currency)
        return { lot, organisation: copy.organisation, charging: copy.charging };
    }
    return this.#read(organisationId, id, name);
  }

  /** @param name that its copy is kept under; not given: none is kept */
  async #read(organisationId: OrganisationId, id: LotId, name?: string): Promise<LotOfOrganisation | null> {
    const row = await this.#whole(organisationId, id);
    if (row === null) return null;
    const found = lotOfOrganisation(row);
    const { lot, organisation, charging } = found;
    if (name !== undefined)
      this.#copies.set(name, {
        ...TERMS.record(row),
        currency: lot.payment.fiatCurrency,
        organisation,
        charging,
      });
    return found;
  }
}
