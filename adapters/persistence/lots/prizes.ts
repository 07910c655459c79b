import { int4, int8, row, text, texts, time } from "../statements/row.ts";
import type { Page } from "../../../ports/page.ts";
import { Prizes } from "../../../ports/lots/prizes.ts";
import type { NewPrize, Prize } from "../../../src/lots/prize.ts";
import { behind } from "../statements/behind.ts";
import { violates } from "../database/database.ts";
import { statement } from "../statements/statement.ts";
import type { OrganisationId, PrizeId } from "../../../src/shared/ids.ts";
import { Store } from "../database/store.ts";

/** A prize `p`. */
export const PRIZE = row("prize p", {
  id: int8<PrizeId>(),
  category: text(),
  name: text().orNull,
  brand: text().orNull,
  model: text().orNull,
  referenceNumber: text().orNull,
  condition: text<Prize["condition"]>(),
  yearManufactured: int4().orNull,
  retailValueCents: int8(),
  description: text().orNull,
  imageUrls: texts(),
  createdAt: time(),
});
const ADD = statement(
  "add-prize",
  `insert into prize as p (organisation_id, category, name, brand, model, reference_number, condition,
      year_manufactured, retail_value_cents, description, image_urls, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning ${PRIZE.columns}`,
);
const UPDATE = statement(
  "update-prize",
  `update prize set category = $3, name = $4, brand = $5, model = $6, reference_number = $7, condition = $8,
      year_manufactured = $9, retail_value_cents = $10, description = $11, image_urls = $12
    where organisation_id = $1 and id = $2`,
);
const BY_ID = statement(
  "prize-by-id",
  `select ${PRIZE.columns} from prize p where p.organisation_id = $1 and p.id = $2`,
);
const LIST = statement(
  "list-prizes",
  `select ${PRIZE.columns} from prize p where p.organisation_id = $1 and ${behind(["p.organisation_id", "p.id"], ["$1", "$2"])}
    order by p.id desc limit $3`,
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
      exists (select from lot where organisation_id = $1 and prize_id = $2) as used`,
);
const LOT_KEY = "lot_organisation_id_prize_id_fkey";

function prizeValues(prize: Omit<NewPrize, "createdAt">): unknown[] {
  return [
    prize.category,
    prize.name,
    prize.brand,
    prize.model,
    prize.referenceNumber,
    prize.condition,
    prize.yearManufactured,
    prize.retailValueCents,
    prize.description,
    prize.imageUrls,
  ];
}

export class PostgresPrizes extends Store implements Prizes {
  static readonly as = Prizes;

  async add(organisationId: OrganisationId, prize: NewPrize): Promise<Prize> {
    const [added] = await this.db.query(ADD, [organisationId, ...prizeValues(prize), prize.createdAt]);
    return PRIZE.record(added!);
  }

  async byId(organisationId: OrganisationId, id: PrizeId): Promise<Prize | null> {
    const [row] = await this.db.query(BY_ID, [organisationId, id]);
    return row ? PRIZE.record(row) : null;
  }

  async lock(organisationId: OrganisationId, id: PrizeId): Promise<Prize | null> {
    const [row] = await this.db.query(LOCK, [organisationId, id]);
    return row ? PRIZE.record(row) : null;
  }

  async hold(organisationId: OrganisationId, id: PrizeId): Promise<boolean> {
    return (await this.db.query(HOLD, [organisationId, id])).length > 0;
  }

  async isOffered(organisationId: OrganisationId, id: PrizeId): Promise<boolean> {
    const [row] = await this.db.query<{ offered: boolean }>(IS_OFFERED, [organisationId, id]);
    return row!.offered;
  }

  async update(
    organisationId: OrganisationId,
    id: PrizeId,
    prize: Omit<NewPrize, "createdAt">,
  ): Promise<void> {
    await this.db.query(UPDATE, [organisationId, id, ...prizeValues(prize)]);
  }

  async remove(organisationId: OrganisationId, id: PrizeId): Promise<"removed" | "used" | "missing"> {
    try {
      const [row] = await this.db.query<{ removed: boolean; used: boolean }>(REMOVE, [organisationId, id]);
      if (row!.removed) return "removed";
      // This statement cannot check that the prize exists: its snapshot still shows a row that another call removed
      // while this one waited for it.
      return row!.used ? "used" : "missing";
    } catch (error) {
      // A lot has used it meanwhile.
      if (violates(error, LOT_KEY)) return "used";
      throw error;
    }
  }

  async list(organisationId: OrganisationId, page: Page): Promise<Prize[]> {
    const rows = await this.db.read(LIST, [organisationId, page.after, page.limit], "current");
    return rows.map(PRIZE.record);
  }
}
