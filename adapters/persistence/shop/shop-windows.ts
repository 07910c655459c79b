import type { Mode } from "../../../src/organisations/mode.ts";
import type { Hex } from "../../../ports/chain.ts";
import { type ShownLots, ShopWindows } from "../../../ports/shop/shop-windows.ts";
import type { ShownDraw } from "../../../src/shop/shop-lot.ts";
import type { LotId } from "../../../src/shared/ids.ts";
import type { RailKind } from "../../../ports/rail.ts";
import { PAYMENT_SETTINGS, SELLER_DETAILS } from "../organisations/organisation-row.ts";
import { LotRow } from "../entities/lots.ts";
import { OrganisationRow } from "../entities/organisations.ts";
import { int4, relation, selection, text, together } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";
import { Store } from "../database/store.ts";

const SHOPKEEPER = selection(OrganisationRow, "g", [
  "id",
  "slug",
  "name",
  "theme",
  "embedOrigins",
  "locale",
  "hostedCheckout",
  ...SELLER_DETAILS,
  "mode",
]);
const SHOP_LOT = selection(
  LotRow,
  "l",
  [
    "id",
    "title",
    "priceCents",
    "status",
    "startAt",
    "endAt",
    "imageUrl",
    "paymentToken",
    "onChain",
    "drawnAt",
    "archivedAt",
  ],
  {
    maxTickets: int4({ sql: "s.max_tickets" }),
    sold: int4({ sql: "s.sold" }),
    held: int4({ sql: "s.held" }),
    voided: int4({ sql: "s.voided" }),
    payment: { crypto: "paymentCrypto", fiat: "paymentFiat", fiatCurrency: "paymentCurrency" },
  },
);
/** The contract of a lot `l` on chain, `k`. */
const ON_CHAIN = relation("k", { contract: text<Hex>({ sql: "k.contract" }).orNull });
/** The public part of the draw of a lot `l`. */
const DRAWN = relation("l", {
  draw: text<NonNullable<ShownDraw>>({
    sql: `case when l.status <> 'ended' then null
      when l.drawn_at is not null then (select 'published' from winner w
        where w.organisation_id = l.organisation_id and w.lot_id = l.id and w.published_at is not null)
      else (select 'committed' from lot_commitment m where m.organisation_id = l.organisation_id and m.lot_id = l.id
        and m.confirmed_at is not null and m.voided_at is null) end`,
  }).orNull,
});
const CURRENCY = "coalesce(l.payment_currency, g.fiat_currency)";
/** The rail and exchange rate for the charge currency of a lot `l`. */
const CHARGING = relation("c", {
  account: together({
    kind: text<RailKind>({ sql: "c.kind" }),
    provider: text({ sql: "c.provider" }),
    mode: text<Mode>({ sql: "g.mode" }),
  }),
  rate: text({ sql: `case when ${CURRENCY} = 'USD' then '1' else g.rates ->> ${CURRENCY} end` }).orNull,
});
const BY_SLUG = statement(
  "shop-window",
  `select ${SHOPKEEPER.columns}, ${PAYMENT_SETTINGS.columns}, ${SHOP_LOT.columns}, ${ON_CHAIN.columns}, ${DRAWN.columns}, ${CHARGING.columns} from organisation g
    left join lateral (
      (select 1 as place, l.* from lot l where l.organisation_id = g.id and l.status = 'active'
        order by l.id desc limit $2)
      union all
      (select 2, l.* from lot l where l.organisation_id = g.id and l.status in ('ended', 'cancelled') and l.end_at > $4
        order by l.end_at desc limit $3)
    ) l on true
    left join chain_lot k on l.on_chain and k.organisation_id = l.organisation_id and k.lot_id = l.id
    left join lot_stock s on s.organisation_id = l.organisation_id and s.lot_id = l.id
    left join rail_currency c on c.organisation_id = g.id and c.currency = ${CURRENCY}
    where g.slug = $1 order by l.place, case l.place when 1 then l.id end desc, l.end_at desc`,
);

const SLUG = selection(LotRow, "l", [], { slug: text({ sql: "g.slug" }) }, { g: "organisation" });

export class PostgresShopWindows extends Store implements ShopWindows {
  static readonly as = ShopWindows;

  async bySlug(
    slug: string,
    { active, over, since }: { readonly active: number; readonly over: number; readonly since: Date },
  ): Promise<ShownLots | null> {
    const rows = await this.db.read(BY_SLUG, [slug, active, over, since], "recent");
    const [first] = rows;
    if (!first) return null;
    const lots = rows.flatMap((row) => {
      const lot = SHOP_LOT.recordOrNull(row);
      if (lot === null) return [];
      return [{ ...lot, ...ON_CHAIN.record(row), ...DRAWN.record(row), charging: CHARGING.record(row) }];
    });
    return { shopkeeper: SHOPKEEPER.record(first), paying: PAYMENT_SETTINGS.record(first), lots };
  }

  async slugOf(lotId: LotId): Promise<string | null> {
    const lot = await this.db.ofAll(SLUG, "a picture's address has the lot's id alone").one({ id: lotId });
    return lot?.slug ?? null;
  }
}
