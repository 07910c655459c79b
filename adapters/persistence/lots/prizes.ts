import type { Page } from "../../../ports/page.ts";
import { Prizes } from "../../../ports/lots/prizes.ts";
import type { NewPrize, Prize } from "../../../src/lots/prize.ts";
import { behind } from "../statements/behind.ts";
import { Database, int, violates } from "../database/database.ts";
import { statement } from "../statements/statement.ts";
import { PrizeRow } from "../database/entities.ts";
import type { OrganisationId, PrizeId } from "../../../src/shared/ids.ts";

interface PrizeColumns {
  id: string;
  category: string;
  name: string | null;
  brand: string | null;
  model: string | null;
  reference_number: string | null;
  condition: Prize["condition"];
  year_manufactured: number | null;
  retail_value_cents: string;
  description: string | null;
  image_urls: string[];
  created_at: Date;
}

const COLUMNS = `id, category, name, brand, model, reference_number, condition, year_manufactured, retail_value_cents,
  description, image_urls, created_at`;
const BY_ID = statement("prize-by-id", `select ${COLUMNS} from prize where organisation_id = $1 and id = $2`);
const LIST = statement(
  "list-prizes",
  `select ${COLUMNS} from prize where organisation_id = $1 and ${behind(["organisation_id", "id"], ["$1", "$2"])}
    order by id desc limit $3`,
);

const LOCK = statement("lock-prize", `${BY_ID.text} for no key update`);
const HOLD = statement("hold-prize", "select 1 from prize where organisation_id = $1 and id = $2 for share");
const IS_OFFERED = statement(
  "prize-is-offered",
  `select exists (
    select from lot where organisation_id = $1 and prize_id = $2 and status <> 'draft') as offered`,
);
const REMOVE = statement(
  "remove-prize",
  `
    with gone as (
      delete from prize where organisation_id = $1 and id = $2
        and not exists (select from lot where organisation_id = $1 and prize_id = $2)
      returning id
    )
    select exists (select from gone) as removed,
      exists (select from prize where organisation_id = $1 and id = $2) as known`,
);
const LOT_KEY = "lot_organisation_id_prize_id_fkey";

function prizeRecord(row: PrizeColumns): Prize {
  return {
    id: int(row.id),
    category: row.category,
    name: row.name,
    brand: row.brand,
    model: row.model,
    referenceNumber: row.reference_number,
    condition: row.condition,
    yearManufactured: row.year_manufactured,
    retailValueCents: int(row.retail_value_cents),
    description: row.description,
    imageUrls: row.image_urls,
    createdAt: row.created_at,
  };
}

export class PostgresPrizes implements Prizes {
  static readonly as = Prizes;
  static readonly needs = [Database] as const;
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async add(organisationId: OrganisationId, prize: NewPrize): Promise<Prize> {
    const { em } = this.#db;
    const row = em.create(PrizeRow, { organisationId, ...prize, imageUrls: [...prize.imageUrls] });
    await em.persist(row).flush();
    return { ...prize, id: row.id };
  }

  async byId(organisationId: OrganisationId, id: PrizeId): Promise<Prize | null> {
    const [row] = await this.#db.query<PrizeColumns>(BY_ID, [organisationId, id]);
    return row ? prizeRecord(row) : null;
  }

  async lock(organisationId: OrganisationId, id: PrizeId): Promise<Prize | null> {
    const [row] = await this.#db.query<PrizeColumns>(LOCK, [organisationId, id]);
    return row ? prizeRecord(row) : null;
  }

  async hold(organisationId: OrganisationId, id: PrizeId): Promise<boolean> {
    return (await this.#db.query(HOLD, [organisationId, id])).length > 0;
  }

  async isOffered(organisationId: OrganisationId, id: PrizeId): Promise<boolean> {
    const [row] = await this.#db.query<{ offered: boolean }>(IS_OFFERED, [organisationId, id]);
    return row!.offered;
  }

  async update(
    organisationId: OrganisationId,
    id: PrizeId,
    prize: Omit<NewPrize, "createdAt">,
  ): Promise<void> {
    const values = { ...prize, imageUrls: [...prize.imageUrls] };
    await this.#db.em.nativeUpdate(PrizeRow, { organisationId, id }, values);
  }

  async remove(organisationId: OrganisationId, id: PrizeId): Promise<"removed" | "used" | "missing"> {
    try {
      const [row] = await this.#db.query<{ removed: boolean; known: boolean }>(REMOVE, [organisationId, id]);
      // The statement's own snapshot still shows the row that it has removed.
      if (row!.removed) return "removed";
      return row!.known ? "used" : "missing";
    } catch (error) {
      // A lot took it meanwhile.
      if (violates(error, LOT_KEY)) return "used";
      throw error;
    }
  }

  async list(organisationId: OrganisationId, page: Page): Promise<Prize[]> {
    const rows = await this.#db.query<PrizeColumns>(LIST, [organisationId, page.after, page.limit]);
    return rows.map(prizeRecord);
  }
}
