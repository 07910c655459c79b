import type { Page } from "../../ports/page.ts";
import type { Prizes } from "../../ports/prizes.ts";
import type { NewPrize, Prize } from "../../src/lots/prize.ts";
import { behind } from "./behind.ts";
import { Database, int, type Statement } from "./database.ts";
import { PrizeRow } from "./entities.ts";

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
const BY_ID: Statement = {
  name: "prize-by-id",
  text: `select ${COLUMNS} from prize where organisation_id = $1 and id = $2`,
};
const LIST: Statement = {
  name: "list-prizes",
  text: `select ${COLUMNS} from prize where organisation_id = $1 and ${behind(["organisation_id", "id"], ["$1", "$2"])}
    order by id desc limit $3`,
};

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
  static readonly needs = [Database] as const;
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async add(organisationId: number, prize: NewPrize): Promise<Prize> {
    const { em } = this.#db;
    const row = em.create(PrizeRow, { organisationId, ...prize, imageUrls: [...prize.imageUrls] });
    await em.persist(row).flush();
    return { ...prize, id: row.id };
  }

  async byId(organisationId: number, id: number): Promise<Prize | null> {
    const [row] = await this.#db.query<PrizeColumns>(BY_ID, [organisationId, id]);
    return row ? prizeRecord(row) : null;
  }

  async list(organisationId: number, page: Page): Promise<Prize[]> {
    const rows = await this.#db.query<PrizeColumns>(LIST, [organisationId, page.after, page.limit]);
    return rows.map(prizeRecord);
  }
}
