import type { Addresses } from "../../../ports/settings.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { Currencies } from "../../../ports/currencies.ts";
import type { MailContent, MailKind, NewMail } from "../../../src/mails/mail.ts";
import type { OrderId, OrganisationId } from "../../../src/shared/ids.ts";
import { type Money, moneyText } from "../../../src/shared/money.ts";
import type { Locale } from "../../../src/shop/locale.ts";
import type { Database } from "../database/database.ts";
import { TicketOrderRow } from "../entities/checkout.ts";
import { WinnerRow } from "../entities/draws.ts";
import { RefundRow } from "../entities/settlement.ts";
import { flag, int4, selection, text, time } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";

/** The recipient of a mail about a hosted order `t`, its lot `l` and its organisation `g`. */
const ADDRESSED = {
  to: text({ sql: "email_of(t.organisation_id, t.account_id)" }).orNull,
  locale: text<Locale>({ sql: "t.locale" }).orNull,
  lotTitle: text({ sql: "l.title" }),
};
const TICKETS = selection(TicketOrderRow, "t", [], {
  ...ADDRESSED,
  slug: text({ sql: "g.slug" }),
  orderId: "id",
  firstTicket: int4({ sql: "i.first" }),
  lastTicket: int4({ sql: "i.last" }),
  chargeAmount: "chargeAmount",
  chargeCurrency: "chargeCurrency",
  paidAt: "paidAt",
  closesAt: time({ sql: "l.end_at" }),
});
const UNPAID = selection(TicketOrderRow, "t", ["quantity", "chargeAmount", "chargeCurrency"], {
  ...ADDRESSED,
  orderId: "id",
  payUntil: time({ sql: "least(t.hold_until, t.rail_expires_at)" }),
});
const REFUND = selection(RefundRow, "f", ["amount", "currency"], {
  ...ADDRESSED,
  orderId: text<OrderId>({ sql: "t.id" }),
  isDone: flag({ sql: "f.note is not null" }),
});
const WINNER = selection(WinnerRow, "w", ["lotId"], {
  ...ADDRESSED,
  slug: text({ sql: "g.slug" }),
  ticket: "ticketNumber",
});

const JOINED = `
  join lot l on l.organisation_id = t.organisation_id and l.id = t.lot_id
  join organisation g on g.id = t.organisation_id`;
const TICKETS_OF = statement(
  "told-tickets",
  `select ${TICKETS.columns} from ticket_order t
    join ticket_range i on i.organisation_id = t.organisation_id and i.order_id = t.id and i.voided_at is null ${JOINED}
    where t.organisation_id = $1 and t.id = $2 and t.channel = 'hosted' and t.unwound_at is null and l.status <> 'cancelled'`,
);
const UNPAID_OF = statement(
  "told-unpaid",
  `select ${UNPAID.columns} from ticket_order t ${JOINED}
    where t.organisation_id = $1 and t.id = $2 and t.channel = 'hosted' and t.status = 'pending' and l.status = 'active'
      and least(t.hold_until, t.rail_expires_at) > $3`,
);
const REFUND_OF = statement(
  "told-refund",
  `select ${REFUND.columns} from refund f
    join ticket_order t on t.organisation_id = f.organisation_id and t.id = f.order_id ${JOINED}
    where f.organisation_id = $1 and f.id = $2 and t.channel = 'hosted' and case $3
      when 'sent' then f.state = 'succeeded' and f.note is null
      else f.state = 'manual' or f.note is not null end`,
);
const WINNER_OF = statement(
  "told-winner",
  `select ${WINNER.columns} from winner w
    join ticket_range i on i.organisation_id = w.organisation_id and i.lot_id = w.lot_id
      and i.last >= w.ticket_number and i.first <= w.ticket_number
    join ticket_order t on t.organisation_id = i.organisation_id and t.id = i.order_id ${JOINED}
    where w.organisation_id = $1 and w.id = $2 and w.published_at is not null and t.channel = 'hosted'`,
);

type Told = Pick<NewMail, "to" | "locale"> & { readonly content: MailContent };

/** The content of mails about records, read when they are sent. */
export class ToldRecords {
  readonly #db: Database;
  readonly #baseUrl: string;
  readonly #currencies: Currencies;
  readonly #clock: Clock;

  /** @param clock the one of orders */
  constructor(db: Database, { baseUrl }: Addresses, currencies: Currencies, clock: Clock) {
    this.#db = db;
    this.#baseUrl = baseUrl;
    this.#currencies = currencies;
    this.#clock = clock;
  }

  /** Returns a record's mail; null: outdated, or without a recipient. @param about as in the table */
  async of(organisationId: OrganisationId, kind: MailKind, about: string): Promise<Told | null> {
    switch (kind) {
      case "tickets_issued":
        return this.#tickets(organisationId, about);
      case "order_unpaid":
        return this.#unpaid(organisationId, about);
      case "refund":
        return this.#refund(organisationId, about);
      case "winner":
        return this.#winner(organisationId, about);
      default:
        return null;
    }
  }

  async #tickets(organisationId: OrganisationId, orderId: OrderId): Promise<Told | null> {
    const [found] = await this.#db.query(TICKETS_OF, [organisationId, orderId]);
    if (!found) return null;
    const { to, locale, slug, chargeAmount, chargeCurrency, paidAt, closesAt, ...order } =
      TICKETS.record(found);
    if (to === null || locale === null || paidAt === null) return null;
    const amount =
      chargeAmount === 0 ? null : this.#money(locale, { amount: chargeAmount, currency: chargeCurrency });
    const content: MailContent = {
      kind: "tickets_issued",
      ...order,
      quantity: order.lastTicket - order.firstTicket + 1,
      amount,
      paidAt: paidAt.toISOString(),
      closesAt: closesAt.toISOString(),
      ticketsUrl: `${this.#baseUrl}/tickets/${slug}`,
      drawsUrl: `${this.#baseUrl}/embed/${slug}/draws`,
    };
    return { to, locale, content };
  }

  async #unpaid(organisationId: OrganisationId, id: OrderId): Promise<Told | null> {
    const [found] = await this.#db.query(UNPAID_OF, [organisationId, id, this.#clock.now()]);
    if (!found) return null;
    const { to, locale, chargeAmount, chargeCurrency, payUntil, ...order } = UNPAID.record(found);
    if (to === null || locale === null) return null;
    const content: MailContent = {
      kind: "order_unpaid",
      ...order,
      amount: this.#money(locale, { amount: chargeAmount, currency: chargeCurrency }),
      payUntil: payUntil.toISOString(),
      orderUrl: `${this.#baseUrl}/orders/${id}`,
    };
    return { to, locale, content };
  }

  async #refund(organisationId: OrganisationId, about: string): Promise<Told | null> {
    const [id, how] = about.split(" ");
    const [found] = await this.#db.query(REFUND_OF, [organisationId, id, how]);
    if (!found) return null;
    const { to, locale, amount, currency, isDone, ...refund } = REFUND.record(found);
    if (to === null || locale === null) return null;
    const text = this.#money(locale, { amount, currency });
    const state = how === "sent" ? "sent" : isDone ? "by_hand_done" : "by_hand";
    return { to, locale, content: { kind: "refund", ...refund, amount: text, state } };
  }

  async #winner(organisationId: OrganisationId, id: string): Promise<Told | null> {
    const [found] = await this.#db.query(WINNER_OF, [organisationId, id]);
    if (!found) return null;
    const { to, locale, slug, lotId, ...winner } = WINNER.record(found);
    if (to === null || locale === null) return null;
    const resultUrl = `${this.#baseUrl}/embed/${slug}/competition/${lotId}/results`;
    return { to, locale, content: { kind: "winner", ...winner, resultUrl } };
  }

  #money(locale: Locale, money: Money): string {
    return moneyText(locale, money, this.#currencies.exponent(money.currency) ?? 0);
  }
}
