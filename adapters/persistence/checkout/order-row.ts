import type { Instruction, NextStep, RailKind } from "../../../ports/rail.ts";
import type { Vault } from "../../../ports/crypto.ts";
import type { ChargedOrder, OrderChannel, OrderStatus } from "../../../src/checkout/order.ts";
import type { LotStatus } from "../../../src/lots/lot.ts";
import { railRecord } from "../organisations/rail-account-row.ts";
import { int4, int8, json, row, text, time } from "../statements/row.ts";
import type { LotId, OrderId, OrganisationId, RailAccountId } from "../../../src/shared/ids.ts";

/** An order `t` with its lot `l` and organisation `g`. */
export const ORDER = row("ticket_order t", {
  id: text<OrderId>(),
  number: int8(),
  organisationId: int8<OrganisationId>(),
  organisationSlug: text({ sql: "g.slug" }),
  channel: text<OrderChannel>(),
  lotId: int8<LotId>(),
  lotTitle: text({ sql: "l.title" }),
  lotStatus: text<LotStatus>({ sql: "l.status" }),
  lotEndAt: time({ sql: "l.end_at" }),
  quantity: int4(),
  priceCents: int8(),
  creditCents: int8(),
  firstTicket: int4({
    sql: `case when t.status = 'paid'
      then coalesce(t.first_ticket, (
        select i.first from ticket_range i where i.order_id = t.id and i.organisation_id = t.organisation_id limit 1
      )) end`,
  }).orNull,
  status: text<OrderStatus>(),
  error: text().orNull,
  charge: { amount: int8("charge_amount"), currency: text("charge_currency") },
  railAccountId: int8<RailAccountId>().orNull,
  railKind: text<RailKind>().orNull,
  railProvider: text().orNull,
  instruction: json<Instruction>().orNull,
  providerIds: json<Record<string, string>>(),
  confirmBegunAt: time("confirm_started_at").orNull,
  awaitedStep: text<NextStep["step"]>("confirm_awaits").orNull,
  returnToken: text().orNull,
  returnUrl: text().orNull,
  buyerEmail: text().orNull,
  holdUntil: time(),
  railExpiresAt: time(),
  createdAt: time(),
  givenBackAt: time("unwound_at").orNull,
  checks: int4(),
});

/** The condition that `p` is the pending row of an order `t`. */
export const ITS_PENDING =
  "p.organisation_id = t.organisation_id and p.lot_id = t.lot_id and p.number = t.number";

export const ORDER_JOINS = `
  join lot l on l.organisation_id = t.organisation_id and l.id = t.lot_id
  join organisation g on g.id = t.organisation_id`;

export function chargedOrder(read: object, vault: Vault): ChargedOrder {
  return { ...ORDER.record(read), rail: railRecord(read, vault) };
}
