import type { Lot } from "../../../src/lots/lot.ts";
import { flag, int4, int8, row, text, time } from "../statements/row.ts";
import type { LotId, PrizeId } from "../../../src/shared/ids.ts";

/** A lot `l`. */
export const LOT = row("lot l", {
  id: int8<LotId>(),
  prizeId: int8<PrizeId>(),
  title: text(),
  description: text().orNull,
  priceCents: int8(),
  paymentToken: text<Lot["paymentToken"]>(),
  maxTickets: int4(),
  sold: int4(),
  held: int4(),
  voided: int4(),
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
