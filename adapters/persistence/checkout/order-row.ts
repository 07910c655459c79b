import type { Instruction, NextStep, RailKind } from "../../../ports/rail.ts";
import type { Vault } from "../../../ports/vault.ts";
import type { ChargedOrder, Order, OrderRail, OrderStatus } from "../../../src/checkout/order.ts";
import type { LotStatus } from "../../../src/lots/lot.ts";
import { int } from "../database/database.ts";

/** Columns of an order `t` with its lot `l` and organisation `g`. */
export const ORDER_COLUMNS = `
  t.id, t.number, t.organisation_id, g.slug, t.lot_id, l.title as lot_title, l.status as lot_status, l.end_at as lot_end_at,
  t.quantity, t.price_cents, t.credit_cents, t.status, t.error,
  case when t.status = 'paid' then coalesce(t.first_ticket, (select i.first from ticket_range i where i.order_id = t.id limit 1))
    end as first_ticket,
  t.charge_amount, t.charge_currency, t.rail_account_id, t.rail_kind, t.rail_provider,
  t.instruction, t.provider_ids, t.confirm_started_at, t.confirm_awaits, t.return_proof, t.return_url, t.buyer_email, t.hold_until, t.rail_expires_at, t.created_at, t.checks`;

export const ORDER_JOINS = `
  join lot l on l.id = t.lot_id
  join organisation g on g.id = t.organisation_id`;

/** The rail account that charges the order, under the alias `r`. */
export const RAIL_COLUMNS = `
  r.id as account_id, r.kind as account_kind, r.provider as account_provider, r.credentials, r.settings as account_settings`;

export interface OrderColumns {
  id: string;
  number: string;
  organisation_id: string;
  slug: string;
  lot_id: string;
  lot_title: string;
  lot_status: LotStatus;
  lot_end_at: Date;
  quantity: number;
  price_cents: string;
  credit_cents: string;
  first_ticket: number | null;
  status: OrderStatus;
  error: string | null;
  charge_amount: string;
  charge_currency: string;
  rail_account_id: string | null;
  rail_kind: RailKind | null;
  rail_provider: string | null;
  instruction: Instruction | null;
  provider_ids: Record<string, string>;
  confirm_started_at: Date | null;
  confirm_awaits: NextStep["step"] | null;
  return_proof: string | null;
  return_url: string | null;
  buyer_email: string | null;
  hold_until: Date;
  rail_expires_at: Date;
  created_at: Date;
  checks: number;
}

export interface RailColumns {
  account_id: string | null;
  account_kind: RailKind | null;
  account_provider: string | null;
  credentials: Uint8Array | null;
  account_settings: Record<string, unknown> | null;
  slug: string;
}

export function orderRecord(row: OrderColumns): Order {
  return {
    id: row.id,
    number: int(row.number),
    organisationId: int(row.organisation_id),
    organisationSlug: row.slug,
    lotId: int(row.lot_id),
    lotTitle: row.lot_title,
    lotStatus: row.lot_status,
    lotEndAt: row.lot_end_at,
    quantity: row.quantity,
    priceCents: int(row.price_cents),
    creditCents: int(row.credit_cents),
    firstTicket: row.first_ticket,
    status: row.status,
    error: row.error,
    charge: { amount: int(row.charge_amount), currency: row.charge_currency },
    railAccountId: row.rail_account_id === null ? null : int(row.rail_account_id),
    railKind: row.rail_kind,
    railProvider: row.rail_provider,
    instruction: row.instruction,
    providerIds: row.provider_ids,
    confirmBegunAt: row.confirm_started_at,
    awaitedStep: row.confirm_awaits,
    returnProof: row.return_proof,
    returnUrl: row.return_url,
    buyerEmail: row.buyer_email,
    holdUntil: row.hold_until,
    railExpiresAt: row.rail_expires_at,
    createdAt: row.created_at,
    checks: row.checks,
  };
}

export const RAIL_CREDENTIALS_PURPOSE = "rail-credentials";

/** null where the join found no account. */
export function railRecord(row: RailColumns, vault: Vault): OrderRail | null {
  if (row.account_id === null || row.credentials === null) return null;
  const credentials = Buffer.from(vault.open(row.credentials, RAIL_CREDENTIALS_PURPOSE)).toString("utf8");
  return {
    accountId: int(row.account_id),
    kind: row.account_kind!,
    provider: row.account_provider!,
    organisationSlug: row.slug,
    credentials: JSON.parse(credentials) as Record<string, string>,
    settings: row.account_settings ?? {},
  };
}

export function chargedOrder(row: OrderColumns & RailColumns, vault: Vault): ChargedOrder {
  return { ...orderRecord(row), rail: railRecord(row, vault) };
}
