import type { Lot } from "../../../src/lots/lot.ts";
import { int } from "../database/database.ts";

/** Columns of a lot under the alias `l`, prefixed so that they can stand beside others. */
export const LOT_COLUMNS = `
  l.id as lot_id, l.prize_id, l.title, l.description, l.price_cents as lot_price_cents, l.payment_token, l.max_tickets,
  l.sold, l.held, l.voided, l.status as lot_status, l.start_at, l.end_at, l.image_url, l.payment_crypto, l.payment_fiat,
  l.payment_currency, l.created_at as lot_created_at, l.closed_at, l.committed_at, l.drawn_at, l.archived_at,
  l.cancelled_at`;

export interface LotColumns {
  lot_id: string;
  prize_id: string;
  title: string;
  description: string | null;
  lot_price_cents: string;
  payment_token: Lot["paymentToken"];
  max_tickets: number;
  sold: number;
  held: number;
  voided: number;
  lot_status: Lot["status"];
  start_at: Date;
  end_at: Date;
  image_url: string | null;
  payment_crypto: boolean | null;
  payment_fiat: boolean | null;
  payment_currency: string | null;
  lot_created_at: Date;
  closed_at: Date | null;
  committed_at: Date | null;
  drawn_at: Date | null;
  archived_at: Date | null;
  cancelled_at: Date | null;
}

export function lotRecord(row: LotColumns): Lot {
  return {
    id: int(row.lot_id),
    prizeId: int(row.prize_id),
    title: row.title,
    description: row.description,
    priceCents: int(row.lot_price_cents),
    paymentToken: row.payment_token,
    maxTickets: row.max_tickets,
    sold: row.sold,
    held: row.held,
    voided: row.voided,
    status: row.lot_status,
    startAt: row.start_at,
    endAt: row.end_at,
    imageUrl: row.image_url,
    payment: { crypto: row.payment_crypto, fiat: row.payment_fiat, fiatCurrency: row.payment_currency },
    createdAt: row.lot_created_at,
    closedAt: row.closed_at,
    committedAt: row.committed_at,
    drawnAt: row.drawn_at,
    archivedAt: row.archived_at,
    cancelledAt: row.cancelled_at,
  };
}
