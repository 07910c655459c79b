import type { Page } from "../../../ports/page.ts";
import { Prizes } from "../../../ports/lots/prizes.ts";
import type { NewPrize, Prize } from "../../../src/lots/prize.ts";
import type { OrganisationId, PrizeId } from "../../../src/shared/ids.ts";
import { violates } from "../database/database.ts";
import { Store } from "../database/store.ts";
import { LotRow, PrizeRow } from "../entities/lots.ts";
import { selection } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";

/** A prize `p`. */
export const PRIZE = selection(PrizeRow, "p", [
  "id",
  "category",
  "name",
  "brand",
  "model",
  "referenceNumber",
  "condition",
  "yearManufactured",
  "retailValueCents",
  "description",
  "imageUrls",
  "createdAt",
]);
// One statement: between two, another call could use or remove the prize.
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

export class PostgresPrizes extends Store implements Prizes {
  static readonly as = Prizes;

  add(organisationId: OrganisationId, prize: NewPrize): Promise<Prize> {
    return this.db.of(organisationId, PRIZE).add(prize);
  }

  byId(organisationId: OrganisationId, id: PrizeId): Promise<Prize | null> {
    return this.db.of(organisationId, PRIZE).one({ id });
  }

  withName(organisationId: OrganisationId, name: string): Promise<Prize[]> {
    return this.db.of(organisationId, PRIZE).list({ name }, { limit: 2 });
  }

  lock(organisationId: OrganisationId, id: PrizeId): Promise<Prize | null> {
    return this.db.of(organisationId, PRIZE).locked({ id });
  }

  hold(organisationId: OrganisationId, id: PrizeId): Promise<boolean> {
    return this.db.of(organisationId, PrizeRow).held({ id });
  }

  isOffered(organisationId: OrganisationId, id: PrizeId): Promise<boolean> {
    return this.db.of(organisationId, LotRow).exists({ prizeId: id, status: { $ne: "draft" } });
  }

  async update(
    organisationId: OrganisationId,
    id: PrizeId,
    prize: Omit<NewPrize, "createdAt">,
  ): Promise<void> {
    await this.db.of(organisationId, PrizeRow).change({ id }, prize);
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

  list(organisationId: OrganisationId, page: Page): Promise<Prize[]> {
    return this.db.of(organisationId, PRIZE).page(page, {}, { freshness: "current" });
  }
}
