import { type BookDifference, type BookPart, Books } from "../../../ports/operations/books.ts";
import type { BookRule } from "../../../src/operations/book-rule.ts";
import type { AccountId, LotId, OrderId, OrganisationId, PaymentId } from "../../../src/shared/ids.ts";
import { BookCheckRow } from "../entities/operations.ts";
import { int8, relation, text } from "../statements/selection.ts";
import { type Statement, statement } from "../statements/statement.ts";
import { Store } from "../database/store.ts";

/** The most rows added up: pending orders and void ranges of one lot, or deposits of one organisation. */
const ADDED_UP = 20_000;

const PLACE = statement(
  "book-check-place",
  "select at_organisation, position from book_check where part = $1 for no key update skip locked",
);
/** An order's id begins with its creation time. Most orders have ended after ten minutes. */
const FRESH = statement(
  "next-fresh-books",
  `
    select 0 as organisation, k.id as position, k.organisation_id, k.id as key, k.lot_id,
      case when k.credit_cents > 0 then k.account_id end as account_id
    from (
      select o.*, bool_and(o.created_at < $3::timestamptz - interval '10 minutes') over (order by o.id) as is_due
      from (select * from ticket_order where id > $1 order by id limit $2) o
    ) k
    where k.is_due order by k.id`,
);
const SWEPT = "k.organisation_id as organisation, k.organisation_id, null as lot_id, null as account_id";
const ORDERS = statement(
  "next-order-books",
  `select ${SWEPT}, k.number as position, k.id as key from ticket_order k
    where (k.organisation_id, k.number) > ($1, $2) and k.number > 0 order by k.organisation_id, k.number limit $3`,
);
const LOTS = statement(
  "next-lot-books",
  `select ${SWEPT}, k.id as position, k.id as key from lot k
    where (k.organisation_id, k.id) > ($1, $2) order by k.organisation_id, k.id limit $3`,
);
const ACCOUNTS = statement(
  "next-account-books",
  `select ${SWEPT}, k.id as position, k.id as key from account k
    where (k.organisation_id, k.id) > ($1, $2) order by k.organisation_id, k.id limit $3`,
);
const DRAW_ACCOUNTS = statement(
  "next-draw-account-books",
  `select ${SWEPT}, $2::bigint as position, k.organisation_id as key from draw_account k
    where k.organisation_id > $1 order by k.organisation_id limit $3`,
);
const SWEEPS = { orders: ORDERS, lots: LOTS, accounts: ACCOUNTS, draw_accounts: DRAW_ACCOUNTS };

/** A difference `d` of an organisation `g`. */
const DIFFERENCE = relation("d", {
  rule: text<BookRule>(),
  organisation: text({ sql: "g.slug" }),
  lotId: int8<LotId>().orNull,
  orderId: text<OrderId>().orNull,
  accountId: int8<AccountId>().orNull,
  paymentId: int8<PaymentId>().orNull,
  expected: int8(),
  found: int8(),
});
const OF_ORGANISATION = "d left join organisation g on g.id = d.organisation_id";
const OF_ORDERS = statement(
  "differences-of-orders",
  `select ${DIFFERENCE.columns} from order_differences($1, $2) ${OF_ORGANISATION}`,
);
const OF_LOTS = statement(
  "differences-of-lots",
  `select ${DIFFERENCE.columns} from lot_differences($1, $2, ${ADDED_UP}) ${OF_ORGANISATION}`,
);
const OF_ACCOUNTS = statement(
  "differences-of-accounts",
  `select ${DIFFERENCE.columns} from account_differences($1, $2) ${OF_ORGANISATION}`,
);
const OF_DRAW_ACCOUNTS = statement(
  "differences-of-draw-accounts",
  `select ${DIFFERENCE.columns} from draw_account_differences($1, ${ADDED_UP}) ${OF_ORGANISATION}`,
);

interface Found {
  readonly organisation: number;
  readonly position: string | number;
  readonly organisation_id: OrganisationId;
  readonly key: Key;
  readonly lot_id: LotId | null;
  readonly account_id: AccountId | null;
}
type Key = string | number;

/** Distinct things by organisation and id. */
type Keys = readonly (readonly [organisationId: OrganisationId, id: Key])[];

export class PostgresBooks extends Store implements Books {
  static readonly as = Books;

  /** Checks a part. Each statement sees one moment; the transaction locks the position, which another process skips. */
  async check(
    part: BookPart,
    { limit, now }: { readonly limit: number; readonly now: Date },
  ): Promise<{ looked: number; differences: BookDifference[] }> {
    return this.db.run(async () => {
      const [place] = await this.db.query<{ at_organisation: number; position: string }>(PLACE, [part]);
      if (!place) return { looked: 0, differences: [] };
      const { at_organisation: organisation, position } = place;
      const found = await (part === "fresh"
        ? this.db.query<Found>(FRESH, [position, limit, now])
        : this.db.query<Found>(SWEEPS[part], [organisation, position, limit]));
      await this.#move(part, found, { limit, now });
      return { looked: found.length, differences: await this.#differences(part, found) };
    });
  }

  async #move(
    part: BookPart,
    found: readonly Found[],
    { limit, now }: { readonly limit: number; readonly now: Date },
  ): Promise<void> {
    const last = found.at(-1);
    const isRoundOver = part !== "fresh" && found.length < limit;
    const checks = this.db.rows(BookCheckRow);
    if (isRoundOver) await checks.change({ part }, { atOrganisation: 0, position: "0", roundEndedAt: now });
    else if (last)
      await checks.change({ part }, { atOrganisation: last.organisation, position: String(last.position) });
  }

  async #differences(part: BookPart, found: readonly Found[]): Promise<BookDifference[]> {
    const keys = keysOf(found, ({ key }) => key);
    switch (part) {
      case "lots":
        return this.#ask(OF_LOTS, keys);
      case "accounts":
        return this.#ask(OF_ACCOUNTS, keys);
      case "orders":
        return this.#ask(OF_ORDERS, keys);
      case "draw_accounts":
        return (await this.db.query(OF_DRAW_ACCOUNTS, [keys.map(([of]) => of)])).map(DIFFERENCE.record);
      case "fresh":
        return [
          ...(await this.#ask(OF_ORDERS, keys)),
          ...(await this.#ask(
            OF_LOTS,
            keysOf(found, ({ lot_id }) => lot_id),
          )),
          ...(await this.#ask(
            OF_ACCOUNTS,
            keysOf(found, ({ account_id }) => account_id),
          )),
        ];
    }
  }

  async #ask(statement: Statement, keys: Keys): Promise<BookDifference[]> {
    if (keys.length === 0) return [];
    const rows = await this.db.query(statement, [keys.map(([of]) => of), keys.map(([, id]) => id)]);
    return rows.map(DIFFERENCE.record);
  }
}

function keysOf(found: readonly Found[], idOf: (row: Found) => Key | null): Keys {
  const keys = new Map<string, Keys[number]>();
  for (const row of found) {
    const id = idOf(row);
    if (id !== null) keys.set(`${row.organisation_id} ${id}`, [row.organisation_id, id]);
  }
  return [...keys.values()];
}
