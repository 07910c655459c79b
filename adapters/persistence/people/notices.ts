import { Currencies } from "../../../ports/currencies.ts";
import { type DueNotices, Notices } from "../../../ports/people/notices.ts";
import { type KeyStep, type News, NEWS_KINDS } from "../../../src/mails/news.ts";
import type { ApiKeyId, OrderId, OrganisationId } from "../../../src/shared/ids.ts";
import { type Money, moneyText } from "../../../src/shared/money.ts";
import { Database } from "../database/database.ts";
import { NoticeRow, NoticeToldRow } from "../entities/mails.ts";
import { ApiKeyRow } from "../entities/organisations.ts";
import { DisputeRow, RefundRow } from "../entities/settlement.ts";
import { WebhookEndpointRow } from "../entities/webhooks.ts";
import { int4, selection, text, time } from "../statements/selection.ts";
import { type Statement, statement } from "../statements/statement.ts";

/** The most subjects named in a mail. */
const NAMED = 10;

const DUE = selection(NoticeRow, "n", ["organisationId", "kind"]);
const TURN = selection(NoticeToldRow, "t", ["toldAt"]);
/** The number of notices taken, and their organisation `g`. */
const TAKEN = {
  total: int4({ sql: "(count(*) over ())::integer" }),
  organisation: text({ sql: "g.name" }),
  slug: text({ sql: "g.slug" }),
};
const KEY = selection(ApiKeyRow, "k", [], {
  ...TAKEN,
  keyName: "name",
  step: text<KeyStep>({ sql: "t.facts->>'step'" }),
  by: text({ sql: "t.facts->>'by'" }),
});
const DISABLED = selection(WebhookEndpointRow, "p", ["url"], { ...TAKEN, reason: "disabledReason" });
const FAILING = selection(WebhookEndpointRow, "p", ["url"], {
  ...TAKEN,
  hours: int4({ sql: "max((t.facts->>'hours')::integer)" }),
  since: time({ sql: "coalesce(p.failing_since, $3)" }),
});
const REFUND = selection(RefundRow, "f", ["orderId", "amount", "currency"], TAKEN);
const DISPUTE = selection(DisputeRow, "d", ["amount", "currency", "answerBy"], {
  ...TAKEN,
  order: text<OrderId>({ sql: "o.id" }),
  provider: text({ sql: "a.provider" }),
});

/** A recovering endpoint deletes its notices. The mailing transaction skips locked ones, which prevents deadlocks. */
const OF_KIND = "select d.id from notice d where d.organisation_id = $1 and d.kind = $2";
const PASSING_BY = "for update skip locked";
const ALL = `delete from notice n where n.organisation_id = $1 and n.id in (${OF_KIND} ${PASSING_BY})`;
const ALL_DUE = `delete from notice n where n.organisation_id = $1 and n.id in (${OF_KIND} and d.due_at <= $3 ${PASSING_BY})`;

const ADD = statement("add-notice-of-key", "select write_notice($1, 'keys', $2, $3, interval '5 seconds')");
const POSTPONE = statement(
  "postpone-notices",
  `update notice n set due_at = $3 where n.organisation_id = $1 and n.id in (${OF_KIND} and d.due_at < $3 ${PASSING_BY})`,
);
const FORGET_DUE = statement(
  "forget-due-notices",
  `delete from notice n
    where n.id in (select d.id from notice d where d.due_at <= $1 order by d.due_at limit 500 for update skip locked)
    returning n.id`,
);
const TAKE_KEYS = statement(
  "take-notices-of-keys",
  `with t as (${ALL} returning n.*)
    select ${KEY.columns} from t join organisation g on g.id = t.organisation_id
      join api_key k on k.organisation_id = t.organisation_id and k.id = t.about
    where k.organisation_id = $1 order by t.id limit ${NAMED}`,
);
const TAKE_DISABLED = statement(
  "take-notices-of-disabled-endpoints",
  `with t as (${ALL} returning n.organisation_id, n.about)
    select ${DISABLED.columns} from (select distinct * from t) t join organisation g on g.id = t.organisation_id
      join webhook_endpoint p on p.organisation_id = t.organisation_id and p.id = t.about
    where p.organisation_id = $1 and not p.enabled and p.removed_at is null order by p.id limit ${NAMED}`,
);
const TAKE_FAILING = statement(
  "take-notices-of-failing-endpoints",
  `with t as (${ALL_DUE} returning n.*)
    select ${FAILING.columns} from t join organisation g on g.id = t.organisation_id
      join webhook_endpoint p on p.organisation_id = t.organisation_id and p.id = t.about
    where p.organisation_id = $1 and p.enabled and p.failing_since is not null
    group by g.name, g.slug, p.id, p.url, p.failing_since order by p.id limit ${NAMED}`,
);
const TAKE_REFUNDS = statement(
  "take-notices-of-failed-refunds",
  `with t as (${ALL} returning n.organisation_id, n.about)
    select ${REFUND.columns} from (select distinct * from t) t join organisation g on g.id = t.organisation_id
      join refund f on f.organisation_id = t.organisation_id and f.id = t.about
    where f.organisation_id = $1 and f.state = 'failed' order by f.id limit ${NAMED}`,
);
const disputesOf = (taken: string) => `with t as (${taken} returning n.organisation_id, n.about)
    select ${DISPUTE.columns} from (select distinct * from t) t join organisation g on g.id = t.organisation_id
      join dispute d on d.organisation_id = t.organisation_id and d.id = t.about
      join ticket_order o on o.organisation_id = d.organisation_id and o.id = d.order_id
      join rail_account a on a.organisation_id = d.organisation_id and a.id = d.rail_account_id
    where d.organisation_id = $1 and d.standing = 'open'`;
const FIRST_DUE = `order by d.answer_by, d.id limit ${NAMED}`;
const TAKE_OPENED = statement("take-notices-of-disputes", `${disputesOf(ALL)} ${FIRST_DUE}`);
// Later notices are mailed later.
const TAKE_DUE = statement(
  "take-notices-of-due-disputes",
  `${disputesOf(ALL_DUE)} and d.answer_by > $3 ${FIRST_DUE}`,
);

export class PostgresNotices implements Notices {
  static readonly as = Notices;
  static readonly needs = [Database, Currencies] as const;
  readonly #db: Database;
  readonly #currencies: Currencies;

  constructor(db: Database, currencies: Currencies) {
    this.#db = db;
    this.#currencies = currencies;
  }

  async addOfKey(
    organisationId: OrganisationId,
    id: ApiKeyId,
    change: { readonly step: KeyStep; readonly by: string },
  ): Promise<void> {
    await this.#db.query(ADD, [organisationId, id, change]);
  }

  nextDue(now: Date): Promise<DueNotices | null> {
    const notices = this.#db.ofAll(DUE, "a worker takes what is due, whosever it is");
    return notices.one({ dueAt: { $lte: now }, kind: [...NEWS_KINDS] }, { order: { dueAt: "asc" } });
  }

  async takeTurn({ organisationId, kind }: DueNotices): Promise<Date | null> {
    const turns = this.#db.of(organisationId, TURN);
    return (await turns.put({ kind }, ["organisationId", "kind"], ["kind"])).toldAt;
  }

  async postpone({ organisationId, kind }: DueNotices, until: Date): Promise<void> {
    await this.#db.query(POSTPONE, [organisationId, kind, until]);
  }

  async take(due: DueNotices, now: Date): Promise<News | null> {
    switch (due.kind) {
      case "keys": {
        const found = (await this.#taken(TAKE_KEYS, due)).map(KEY.record);
        const keys = found.map(({ keyName: name, step, by }) => ({ name, step, by }));
        return newsOf(found, { kind: "keys", keys });
      }
      case "endpoints_disabled": {
        const found = (await this.#taken(TAKE_DISABLED, due)).map(DISABLED.record);
        const endpoints = found.map(({ url, reason }) => ({ place: new URL(url).origin, reason }));
        return newsOf(found, { kind: "endpoints_disabled", endpoints });
      }
      case "endpoints_failing": {
        const found = (await this.#taken(TAKE_FAILING, due, now)).map(FAILING.record);
        const endpoints = found.map(({ url, hours, since }) => ({
          place: new URL(url).origin,
          hours,
          since: since.toISOString(),
        }));
        return newsOf(found, { kind: "endpoints_failing", endpoints });
      }
      case "refunds_failed": {
        const found = (await this.#taken(TAKE_REFUNDS, due)).map(REFUND.record);
        const refunds = found.map(({ orderId, ...money }) => ({ orderId, amount: this.#text(money) }));
        return newsOf(found, { kind: "refunds_failed", refunds });
      }
      case "disputes_opened":
      case "disputes_due": {
        const { kind } = due;
        const taken =
          kind === "disputes_due" ? this.#taken(TAKE_DUE, due, now) : this.#taken(TAKE_OPENED, due);
        const found = (await taken).map(DISPUTE.record);
        const disputes = found.map(({ order: orderId, provider, answerBy, ...money }) => ({
          orderId,
          amount: this.#text(money),
          provider,
          answerBy: answerBy?.toISOString() ?? null,
        }));
        return newsOf(found, { kind, disputes });
      }
    }
  }

  async markMailed({ organisationId, kind }: DueNotices, now: Date): Promise<void> {
    await this.#db.of(organisationId, NoticeToldRow).change({ kind }, { toldAt: now });
  }

  async forgetDue(now: Date): Promise<number> {
    return (await this.#db.query(FORGET_DUE, [now])).length;
  }

  #text({ amount, currency }: Money): string {
    return moneyText("en", { amount, currency }, this.#currencies.exponent(currency) ?? 0);
  }

  #taken(take: Statement, { organisationId, kind }: DueNotices, ...more: Date[]): Promise<object[]> {
    return this.#db.query(take, [organisationId, kind, ...more]);
  }
}

type Happened = News extends infer N ? (N extends News ? Omit<N, "organisation" | "more"> : never) : never;

function newsOf(
  found: readonly { readonly total: number; readonly organisation: string; readonly slug: string }[],
  happened: Happened,
): News | null {
  const [first] = found;
  if (first === undefined) return null;
  const { total, organisation: name, slug } = first;
  return { ...happened, organisation: { name, slug }, more: total - found.length };
}
