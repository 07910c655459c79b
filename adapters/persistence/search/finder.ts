import { Finder, type OrderSlice } from "../../../ports/search/finder.ts";
import type {
  Finding,
  FindingAnywhere,
  FindingDetails,
  FindingKind,
  FoundOrder,
  NamedBy,
} from "../../../src/search/finding.ts";
import type { LotStatus } from "../../../src/lots/lot.ts";
import type { RefundStatus } from "../../../src/refunds/refund.ts";
import type { SearchText } from "../../../src/search/search-text.ts";
import type { AccountId, LotId, OrderId, OrganisationId } from "../../../src/shared/ids.ts";
import { OrganisationRow } from "../entities/organisations.ts";
import { PaymentRow, RefundRow } from "../entities/settlement.ts";
import { int4, int8, relation, rowsOf, selection, text, time, together } from "../statements/selection.ts";
import { type Statement, statement } from "../statements/statement.ts";
import { Store } from "../database/store.ts";

/**
 * The orders scanned per read: some tens of milliseconds. Requests and providers' ids of unpaid orders have no index:
 * each would be an entry of random text for every purchase.
 */
const LOOK_AT = 10_000;

const FINDING = relation("f", {
  kind: text<FindingKind>(),
  id: text(),
  at: time(),
  namedBy: text<NamedBy>(),
});
const NAMED = statement("named-things", `select ${FINDING.columns} from named_things($1, $2, $3, $4, $5) f`);
/** Its organisation. */
const OF = selection(OrganisationRow, "g", [], { organisation: "slug" });
const NAMED_ANYWHERE = statement(
  "things-named-anywhere",
  // A lookup in a few indexes for each organisation: none of them begins with the name.
  `select ${OF.columns}, ${FINDING.columns} from organisation g
    cross join lateral named_things(g.id, $1, $2, $3, $4) f order by g.slug limit $5`,
);
const ORDERS_ANYWHERE = statement(
  "orders-of-buyers-anywhere",
  `select ${OF.columns}, ${FINDING.columns} from organisation g
    join account_identity i on i.organisation_id = g.id
      and i.kind = case when $1::text is null then 'wallet' else 'email' end and i.value = coalesce($1, $2)
    cross join lateral (
      select 'order' as kind, t.id, t.created_at as at,
        case when $1::text is null then 'walletAddress' else 'email' end as named_by, t.number
      from ticket_order t where t.organisation_id = i.organisation_id and t.account_id = i.account_id
      order by t.account_id desc, t.number desc limit $3
    ) f
    order by f.at desc, f.id limit $3`,
);
const TICKET_ANYWHERE = statement(
  "order-of-ticket-anywhere",
  `select ${OF.columns}, ${FINDING.columns} from lot l join organisation g on g.id = l.organisation_id
    cross join lateral (
      select i.* from ticket_range i where i.organisation_id = l.organisation_id and i.lot_id = l.id and i.last >= $2
      order by i.last limit 1
    ) i
    join ticket_order t on t.organisation_id = l.organisation_id and t.id = i.order_id
    cross join lateral (select 'order' as kind, t.id, t.created_at as at, 'ticketNumber' as named_by) f
    where l.id = $1 and i.first <= $2`,
);
const OF_TICKET = statement(
  "order-of-ticket",
  `
    select ${FINDING.columns} from (
      select i.* from ticket_range i where i.organisation_id = $1 and i.lot_id = $2 and i.last >= $3
      order by i.last limit 1
    ) i
    join ticket_order t on t.organisation_id = i.organisation_id and t.id = i.order_id
    cross join lateral (select 'order' as kind, t.id, t.created_at as at, 'ticketNumber' as named_by) f
    where i.organisation_id = $1 and i.first <= $3`,
);
const ACCOUNT = statement(
  "account-wanted",
  // Evaluated once per statement: in a comparison with each row, it would be called for each account.
  `select a.id from account a where a.organisation_id = $1
    and a.id = (select case when $2::text is null and $3::text is null then $4 else account_of($1, $2, $3) end)`,
);
/** After all numbers if $3 has no order. */
const NUMBER_OF_CURSOR = `case when $3::text is null then 9223372036854775807
  else (select c.number from ticket_order c where c.organisation_id = $1 and c.id = $3) end`;
const ORDERS_OF = statement(
  "orders-of-account",
  `
    select 'order' as f_kind, t.id as f_id, t.created_at as f_at, 'accountId' as f_named_by from ticket_order t
    where t.organisation_id = $1 and t.account_id = $2 and ($4::timestamptz is null or t.created_at < $4)
      and t.number < ${NUMBER_OF_CURSOR}
    order by t.account_id desc, t.number desc limit $5`,
);
const TITLE = `lower(l.title) collate "C"`;
const TITLED = statement(
  "lots-titled",
  // The greatest character ends the range of texts with this beginning.
  `
    select 'competition' as f_kind, l.id::text as f_id, l.created_at as f_at, 'competitionTitle' as f_named_by from lot l
    where l.organisation_id = $1 and ${TITLE} < lower($2) || chr(1114111)
      and (l.organisation_id, ${TITLE}, l.id) > ($1, coalesce(
        (select lower(c.title) from lot c where c.organisation_id = $1 and c.id = $3), lower($2)), coalesce($3::bigint, 0))
    order by l.organisation_id, ${TITLE}, l.id limit $4`,
);
const AMONG = statement(
  "orders-among",
  `
    select f.* from (select ${NUMBER_OF_CURSOR} as number) c
    cross join lateral orders_among($1, $2, c.number, $4, $5, $6) f`,
);

/** A payment `y`. */
const PAYMENT = selection(PaymentRow, "y", ["id", "state"]);
/** A refund `f`. */
const REFUND = selection(RefundRow, "f", ["paymentId", "state", "succeededAt"]);
/** A wanted thing `w` with all that `DETAILS` joins. */
const DETAIL = relation("d", {
  order: together({
    status: text<FoundOrder["status"]>({ sql: "t.status" }),
    error: text({ sql: "t.error" }).orNull,
    lotStatus: text<LotStatus>({ sql: "l.status" }),
    channel: text<FoundOrder["channel"]>({ sql: "t.channel" }),
    givenBackAt: time({ sql: "t.unwound_at" }).orNull,
    quantity: int4({ sql: "t.quantity" }),
    tickets: together({ first: int4({ sql: "i.first" }), last: int4({ sql: "i.last" }) }),
    payments: rowsOf(PAYMENT, { sql: "p.payments" }),
    refunds: rowsOf(REFUND, { sql: "p.refunds" }),
  }),
  refundState: text<RefundStatus>({ sql: "r.state" }).orNull,
  lot: together({ id: int8<LotId>({ sql: "l.id" }), title: text({ sql: "l.title" }) }),
  buyer: together({
    account: int8({ sql: "known.account_id" }),
    email: text({ sql: "known.email" }).orNull,
    wallet: text({ sql: "known.wallet" }).orNull,
  }),
  amount: together({
    amount: int8({ sql: "coalesce(r.amount, u.amount, t.charge_amount)::int8" }),
    currency: text({ sql: "coalesce(r.currency, u.currency, t.charge_currency)" }),
  }),
});
/** The id of a thing of a kind, of a wanted thing `w`. */
const idOf = (kind: FindingKind) => `case w.kind when '${kind}' then w.id::bigint end`;
const DETAILS = statement(
  "details-of-findings",
  `select ${DETAIL.columns}
    from unnest($1::text[], $2::text[], $3::text[]) with ordinality w (slug, kind, id, position)
    join organisation g on g.slug = w.slug
    left join refund r on r.organisation_id = g.id and r.id = ${idOf("refund")}
    left join unmatched_payment u on u.organisation_id = g.id and u.id = ${idOf("unmatched_payment")}
    left join ticket_order t on t.organisation_id = g.id
      and t.id = case w.kind when 'order' then w.id when 'refund' then r.order_id end
    left join lot l on l.organisation_id = g.id and l.id = coalesce(t.lot_id, ${idOf("competition")})
    left join lateral (
      select i.account_id, case i.kind when 'email' then i.value end as email,
        case i.kind when 'wallet' then i.value end as wallet
      from account_identity i where i.organisation_id = g.id and i.account_id = coalesce(t.account_id, ${idOf("account")})
      order by i.created_at, i.kind, i.value limit 1
    ) known on true
    left join ticket_range i on i.organisation_id = g.id and i.order_id = t.id
    left join lateral (
      select json_agg(to_json(y) order by y.id) as payments,
        json_agg(to_json(f) order by f.id) filter (where f.id is not null) as refunds
      from payment y left join refund f on f.organisation_id = y.organisation_id and f.payment_id = y.id
      where y.organisation_id = g.id and y.order_id = t.id
    ) p on true
    order by w.position`,
);

const foundAnywhere = (row: object): FindingAnywhere => ({ ...OF.record(row), ...FINDING.record(row) });

export class PostgresFinder extends Store implements Finder {
  static readonly as = Finder;

  async byName(organisationId: OrganisationId, query: SearchText): Promise<Finding[]> {
    const { text, number, email, wallet } = query;
    return this.#found(NAMED, [organisationId, text, number, email, wallet]);
  }

  async namedAnywhere(query: SearchText, limit: number): Promise<FindingAnywhere[]> {
    const { text, number, email, wallet } = query;
    const rows = await this.db.query(NAMED_ANYWHERE, [text, number, email, wallet, limit]);
    const isBuyer = email !== null || wallet !== null;
    const orders = isBuyer ? await this.db.query(ORDERS_ANYWHERE, [email, wallet, limit]) : [];
    return [...rows, ...orders].map(foundAnywhere);
  }

  async ofTicketAnywhere(lotId: LotId, number: number): Promise<FindingAnywhere[]> {
    return (await this.db.query(TICKET_ANYWHERE, [lotId, number])).map(foundAnywhere);
  }

  async ofTicket(organisationId: OrganisationId, lotId: LotId, number: number): Promise<Finding[]> {
    return this.#found(OF_TICKET, [organisationId, lotId, number]);
  }

  async account(
    organisationId: OrganisationId,
    { email, wallet, number }: SearchText,
  ): Promise<AccountId | null> {
    const [row] = await this.db.query<{ id: AccountId }>(ACCOUNT, [organisationId, email, wallet, number]);
    return row?.id ?? null;
  }

  async ordersOf(
    organisationId: OrganisationId,
    accountId: AccountId,
    { limit, after, before }: OrderSlice,
  ): Promise<Finding[]> {
    return this.#found(ORDERS_OF, [organisationId, accountId, after, before, limit]);
  }

  async titled(
    organisationId: OrganisationId,
    text: string,
    { limit, after }: { readonly limit: number; readonly after: LotId | null },
  ): Promise<Finding[]> {
    return this.#found(TITLED, [organisationId, text, after, limit]);
  }

  async amongOrders(
    organisationId: OrganisationId,
    text: string,
    { limit, after, before }: OrderSlice,
  ): Promise<{ findings: Finding[]; lookedAt: OrderId | null }> {
    const values = [organisationId, text, after, before, limit, LOOK_AT];
    const rows = await this.db.query<{ named_by: NamedBy | null; id: OrderId; at: Date }>(AMONG, values);
    const findings: Finding[] = [];
    let lookedAt: OrderId | null = null;
    for (const { named_by: namedBy, id, at } of rows) {
      if (namedBy === null) lookedAt = id;
      else findings.push({ kind: "order", id, at, namedBy });
    }
    return { findings, lookedAt };
  }

  async details(findings: readonly FindingAnywhere[]): Promise<FindingDetails[]> {
    const values = [
      findings.map(({ organisation }) => organisation),
      findings.map(({ kind }) => kind),
      findings.map(({ id }) => id),
    ];
    return (await this.db.query(DETAILS, values)).map(DETAIL.record);
  }

  async #found(statement: Statement, values: readonly unknown[]): Promise<Finding[]> {
    return (await this.db.query(statement, values)).map(FINDING.record);
  }
}
