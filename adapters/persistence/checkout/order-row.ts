import type { Vault } from "../../../ports/crypto.ts";
import type { ChargedOrder } from "../../../src/checkout/order.ts";
import type { LotStatus } from "../../../src/lots/lot.ts";
import { TicketOrderRow } from "../entities/checkout.ts";
import { railRecord } from "../organisations/rail-account-row.ts";
import { int4, selection, text, time } from "../statements/selection.ts";

/** The first ticket of an order `t`. */
export const FIRST_TICKET = int4({
  sql: `case when t.status = 'paid'
      then coalesce(t.first_ticket, (
        select i.first from ticket_range i where i.order_id = t.id and i.organisation_id = t.organisation_id limit 1
      )) end`,
}).orNull;

/** An order `t` with its lot `l` and organisation `g`. */
export const ORDER = selection(
  TicketOrderRow,
  "t",
  [
    "id",
    "number",
    "organisationId",
    "channel",
    "lotId",
    "quantity",
    "priceCents",
    "creditCents",
    "status",
    "error",
    "railAccountId",
    "railKind",
    "railProvider",
    "instruction",
    "providerIds",
    "returnToken",
    "returnUrl",
    "buyerEmail",
    "holdUntil",
    "railExpiresAt",
    "createdAt",
    "checks",
    "metadata",
  ],
  {
    organisationSlug: text({ sql: "g.slug" }),
    lotTitle: text({ sql: "l.title" }),
    lotStatus: text<LotStatus>({ sql: "l.status" }),
    lotEndAt: time({ sql: "l.end_at" }),
    firstTicket: FIRST_TICKET,
    charge: { amount: "chargeAmount", currency: "chargeCurrency" },
    confirmBegunAt: "confirmStartedAt",
    awaitedStep: "confirmAwaits",
    givenBackAt: "unwoundAt",
  },
);

/** The condition that `p` is the pending row of an order `t`. */
export const ITS_PENDING =
  "p.organisation_id = t.organisation_id and p.lot_id = t.lot_id and p.number = t.number";

export const ORDER_JOINS = `
  join lot l on l.organisation_id = t.organisation_id and l.id = t.lot_id
  join organisation g on g.id = t.organisation_id`;

export function chargedOrder(read: object, vault: Vault): ChargedOrder {
  return { ...ORDER.record(read), rail: railRecord(read, vault) };
}
