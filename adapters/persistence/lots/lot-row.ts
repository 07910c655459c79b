import type { Lot } from "../../../src/lots/lot.ts";
import { flag, int4, int8, row, text, time } from "../statements/row.ts";
import type { LotId, PrizeId } from "../../../src/shared/ids.ts";

/** Lots `l` with their stock `s`. A decision by the stock locks both rows: only then is the stock current. */
export const STOCKED = "lot l join lot_stock s on s.organisation_id = l.organisation_id and s.lot_id = l.id";
/** Numbers that change with the lot's row `s`, or with its organisation's payment settings `g`. */
export const VERSIONS = row("organisation g", { terms: int8(), lotVersion: int8({ sql: "s.lot_version" }) });
/** A lot `l` with its stock `s`. */
export const LOT = row("lot l", {
  id: int8<LotId>(),
  prizeId: int8<PrizeId>(),
  title: text(),
  description: text().orNull,
  priceCents: int8(),
  paymentToken: text<Lot["paymentToken"]>(),
  maxTickets: int4({ sql: "s.max_tickets" }),
  sold: int4({ sql: "s.sold" }),
  held: int4({ sql: "s.held" }),
  voided: int4({ sql: "s.voided" }),
  status: text<Lot["status"]>(),
  startAt: time(),
  endAt: time(),
  imageUrl: text().orNull,
  payment: {
    crypto: flag("payment_crypto").orNull,
    fiat: flag("payment_fiat").orNull,
    fiatCurrency: text("payment_currency").orNull,
  },
  onChain: flag(),
  createdAt: time(),
  closedAt: time().orNull,
  committedAt: time().orNull,
  drawnAt: time().orNull,
  archivedAt: time().orNull,
  cancelledAt: time().orNull,
});
