import { LotRow } from "../entities/lots.ts";
import { OrganisationRow } from "../entities/organisations.ts";
import { int4, int8, selection } from "../statements/selection.ts";

/** Lots `l` with their stock `s`. A decision by the stock locks both rows: only then is the stock current. */
export const STOCKED = "lot l join lot_stock s on s.organisation_id = l.organisation_id and s.lot_id = l.id";
/** Numbers that change with the lot's row `s`, or with its organisation's payment settings `g`. */
export const VERSIONS = selection(OrganisationRow, "g", ["terms"], {
  lotVersion: int8({ sql: "s.lot_version" }),
});
/** A lot `l` with its stock `s`. */
export const LOT = selection(
  LotRow,
  "l",
  [
    "id",
    "prizeId",
    "title",
    "description",
    "priceCents",
    "paymentToken",
    "status",
    "startAt",
    "endAt",
    "imageUrl",
    "onChain",
    "createdAt",
    "closedAt",
    "committedAt",
    "drawnAt",
    "archivedAt",
    "cancelledAt",
    "metadata",
  ],
  {
    maxTickets: int4({ sql: "s.max_tickets" }),
    sold: int4({ sql: "s.sold" }),
    held: int4({ sql: "s.held" }),
    voided: int4({ sql: "s.voided" }),
    payment: { crypto: "paymentCrypto", fiat: "paymentFiat", fiatCurrency: "paymentCurrency" },
  },
);
