import type { Placed, Placement, ReleaseRequest, SettlementRequest } from "../../../ports/checkout/orders.ts";
import { type Database } from "../database/database.ts";
import { statement } from "../statements/statement.ts";
import type { HostedOrder } from "../../../src/checkout/order.ts";
import type { OrderId } from "../../../src/shared/ids.ts";

// Batch items of the functions place, settle and release, the results of place, and the lots that are locked.

const LOTS = statement("lots-of-orders", "select id, lot_id from ticket_order where id = any($1)");

/** Returns the lot of each order; null: unknown order. Outside of any unit of work, which may have failed. */
export async function lotsOfOrders(
  db: Database,
  requests: readonly { readonly orderId: OrderId }[],
): Promise<(number | null)[]> {
  const orderIds = requests.map(({ orderId }) => orderId);
  const rows = await db.queryAlone<{ id: string; lot_id: number }>(LOTS, [orderIds]);
  const lots = new Map(rows.map(({ id, lot_id }) => [id, lot_id]));
  return orderIds.map((id) => lots.get(id) ?? null);
}

/** The result of `place` for an item. */
export interface PlacedRow {
  outcome: Placed["outcome"];
  order_id: string;
  order_number: number | null;
  available: number | null;
}

export function placedRecord(row: PlacedRow): Placed {
  switch (row.outcome) {
    case "placed":
      return { outcome: row.outcome, number: row.order_number! };
    case "existing":
      return { outcome: row.outcome, orderId: row.order_id };
    case "sold_out":
    case "too_many_pending":
      return { outcome: row.outcome, available: row.available! };
    default:
      return { outcome: row.outcome };
  }
}

/** Returns whether each item shares a key with another. @param keysOf one of each kind, alike only within its kind */
export function repeatedIn<Item>(
  items: readonly Item[],
  keysOf: (item: Item) => readonly string[],
): boolean[] {
  const keys = items.map(keysOf);
  const counts = new Map<string, number>();
  for (const key of keys.flat()) counts.set(key, (counts.get(key) ?? 0) + 1);
  return keys.map((own) => own.some((key) => counts.get(key)! > 1));
}

/** Returns a placement without null members, as `place` reads absent ones as null: parsing takes most of its time. */
export function placementJson(placement: Placement): object {
  const { buyer, charge, rail, passHash, hosted } = placement;
  return {
    id: placement.id,
    organisation_id: placement.organisationId,
    lot_id: placement.lotId,
    email: buyer.email ?? undefined,
    wallet: buyer.wallet ?? undefined,
    api_key_id: placement.apiKeyId,
    request_id: placement.requestId,
    idempotency_id: placement.idempotencyId ?? undefined,
    quantity: placement.quantity,
    terms: placement.terms ?? undefined,
    lot_version: placement.lotVersion,
    price_cents: placement.priceCents,
    credit_cents: placement.creditCents,
    credit_unread: placement.creditUnread,
    charge_amount: charge.amount,
    charge_currency: charge.currency,
    rate: placement.rate ?? undefined,
    source: placement.source,
    rail_account_id: rail?.accountId,
    rail_kind: rail?.kind,
    rail_provider: rail?.provider,
    return_url: placement.returnUrl ?? undefined,
    pass_hash: passHash === null ? undefined : Buffer.from(passHash).toString("hex"),
    hold_until: placement.holdUntil,
    rail_expires_at: placement.railExpiresAt,
    affiliate_id: placement.affiliateId ?? undefined,
    commission_cents: placement.commissionCents,
    max_pending_orders: placement.maxPending.orders,
    max_pending_tickets: placement.maxPending.tickets,
    now: placement.now,
    metadata: placement.metadata,
    ...(hosted && hostedJson(hosted)),
  };
}

function hostedJson({ formKey, visitHash, locale }: HostedOrder): object {
  return {
    form_key: Buffer.from(formKey).toString("hex"),
    visit_hash: visitHash === null ? null : Buffer.from(visitHash).toString("hex"),
    locale,
  };
}

export function settlementJson(request: SettlementRequest): object {
  return {
    order_id: request.orderId,
    organisation_id: request.organisationId,
    rail_account_id: request.railAccountId,
    amount: request.received?.amount ?? null,
    currency: request.received?.currency ?? null,
    payment_id: request.received?.paymentId ?? null,
    ids: request.ids,
    refund_state: request.refundState,
    paid_event_id: request.paidEventId,
    entry_event_id: request.entryEventId,
    notification_id: request.notificationId,
    now: request.now,
  };
}

export function releaseJson(request: ReleaseRequest): object {
  return {
    order_id: request.orderId,
    organisation_id: request.organisationId,
    rail_account_id: request.railAccountId,
    error: request.error,
    give_back_pass: request.giveBackPass,
    now: request.now,
  };
}
