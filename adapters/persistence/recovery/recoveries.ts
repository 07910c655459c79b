import type { ListedPayment, RailKind } from "../../../ports/rail.ts";
import { type KnownPayment, type RecoveringAccount, Recoveries } from "../../../ports/recovery/recoveries.ts";
import { UnitOfWork } from "../../../ports/unit-of-work.ts";
import { Vault } from "../../../ports/crypto.ts";
import type { OrderRail } from "../../../src/checkout/order.ts";
import type { RecoveryReport, RecoveryRun, SentBackThere } from "../../../src/recovery/recovery-report.ts";
import type { OrderId, OrganisationId } from "../../../src/shared/ids.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import { Database } from "../database/database.ts";
import { knownRail, RAIL_ACCOUNT } from "../organisations/rail-account-row.ts";
import { RecoveryRow, RecoverySequenceRow } from "../entities/operations.ts";
import { RefundRow } from "../entities/settlement.ts";
import { expression } from "../orm/rows.ts";
import { flag, int8, json, relation, selection, text } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";

/** A cell has few organisation ids, and few organisations are created in a day. */
const ORGANISATIONS_MARGIN = 10_000;
/** The note of a refund that a recovery found at the provider. */
const SENT_BACK_NOTE = "found at the provider by a recovery";
/** The most halted lots named in a report. */
const LOTS_NAMED = 1_000;
/** The end of a draw `f` by the recovery `v`: at once, and never before its creation. */
const ENDED_AT = "greatest(v.begun_at, f.created_at + interval '1 millisecond')";

const RUN = selection(RecoveryRow, "v", ["epoch", "since", "margin", "begunAt", "endedAt"]);
const SEQUENCE = selection(RecoverySequenceRow, "s", ["was", "raisedTo"], { name: "sequence" });
const BEGIN = statement(
  "begin-recovery",
  `insert into recovery (epoch, since, margin, begun_at)
    select 1 + coalesce(max(epoch), 0), $1, $2, clock_timestamp() from recovery
    where not exists (select from recovery where ended_at is null)
    on conflict do nothing`,
);
const ABANDON = statement(
  "abandon-recovery",
  `delete from recovery v where v.epoch = $1 and v.ended_at is null
    and not exists (select from recovery_sequence s where s.epoch = v.epoch)`,
);
const HALT = statement(
  "halt-lots",
  // The sold or drawn lots are unknown: every candidate is halted. Events on chain are read there again.
  `update lot l set halted_at = v.begun_at from recovery v
    where v.epoch = $1 and l.halted_at is null and not l.on_chain and (
      l.status = 'draft' and l.end_at > v.since
      or l.status = 'active' and l.start_at <= clock_timestamp()
      or l.status = 'ended' and l.drawn_at is null and l.draw_at is not null
    )`,
);
const END_DRAWS = statement(
  "end-open-draws",
  // A draw revealed since the point has published its seed: anyone who knows it could choose the winners.
  `update fair_draw f set expires_at = ${ENDED_AT} from recovery v
    where v.epoch = $1 and f.revealed_at is null and f.expires_at > v.begun_at`,
);
const ENDED_DRAWS = statement(
  "draws-ended-by-recovery",
  `select count(*) as ended from fair_draw f, recovery v
    where v.epoch = $1 and f.revealed_at is null and f.expires_at = ${ENDED_AT}`,
);
const PLAN_SEQUENCES = statement(
  "plan-sequences",
  `insert into recovery_sequence (epoch, sequence, was, raised_to)
    select v.epoch, s.sequencename, coalesce(s.last_value, 0), coalesce(s.last_value, 0)
      + case when s.sequencename = 'organisation_id_seq' then least(v.margin, ${ORGANISATIONS_MARGIN}) else v.margin end
    from recovery v cross join pg_sequences s
    where v.epoch = $1 and s.schemaname = current_schema() and s.sequencename <> 'migration_id_seq'
      and not exists (select from recovery_sequence r where r.epoch = v.epoch)`,
);
const RAISE_SEQUENCES = statement(
  "raise-sequences",
  `select setval(format('%I.%I', current_schema(), r.sequence)::regclass, r.raised_to)
    from recovery_sequence r join pg_sequences s on s.schemaname = current_schema() and s.sequencename = r.sequence
    where r.epoch = $1 and coalesce(s.last_value, 0) < r.raised_to`,
);
/** An account `r` with the progress of its list `q`. */
const PROGRESS = relation("q", {
  organisationId: int8<OrganisationId>({ sql: "r.organisation_id" }),
  cursor: text().orNull,
  done: flag({ sql: "q.done_at is not null" }),
  listed: int8({ sql: "coalesce(q.listed, 0)" }),
  sentBack: json<SentBackThere[]>({ sql: "coalesce(q.sent_back, '[]')" }),
});
const ACCOUNTS = statement(
  "recovering-accounts",
  `select ${RAIL_ACCOUNT.columns}, ${PROGRESS.columns} from rail_account r
    join organisation g on g.id = r.organisation_id
    left join recovery_account q
      on q.organisation_id = r.organisation_id and q.rail_account_id = r.id and q.epoch = $1
    order by r.id`,
);
const KNOWN = relation("k", {
  orderId: text<OrderId>().orNull,
  orderPending: flag(),
  paymentKnown: flag(),
  refundKnown: flag(),
});
const KNOWN_PAYMENTS = statement(
  "known-payments",
  `select ${KNOWN.columns} from (
      select q.item, t.id as order_id, coalesce(t.status = 'pending', false) as order_pending,
        y.id is not null as payment_known,
        f.id is not null and f.note is distinct from '${SENT_BACK_NOTE}' as refund_known
      from unnest($3::text[], $4::bigint[], $5::text[]) with ordinality as q (order_id, number, payment_id, item)
      left join ticket_order t on t.organisation_id = $1 and t.rail_account_id = $2 and t.number > 0
        and (t.id = q.order_id or q.order_id is null and t.number = q.number)
      left join payment y on y.organisation_id = $1 and y.order_id = t.id and y.provider_payment_id = q.payment_id
      left join refund f on f.organisation_id = $1 and f.payment_id = y.id
    ) k order by k.item`,
);
const RECORD_SENT_BACK = statement(
  "record-sent-back",
  `with f as (
      select f.id, f.state from payment y
        join refund f on f.organisation_id = y.organisation_id and f.payment_id = y.id
      where y.organisation_id = $1 and y.order_id = $2 and y.provider_payment_id = $3
    ), changed as (
      update refund r set state = 'succeeded', succeeded_at = clock_timestamp(), updated_at = clock_timestamp(),
        note = '${SENT_BACK_NOTE}', due_at = null, last_error = null
      from f where r.organisation_id = $1 and r.id = f.id and f.state <> 'succeeded'
    )
    select exists (select from f) as found`,
);
const READ = statement(
  "list-of-payments-read",
  `insert into recovery_account as q (organisation_id, rail_account_id, epoch, cursor, done_at, listed, sent_back)
    values ($1, $2, $3, $4, case when $4::text is null then clock_timestamp() end, $5, $6)
    on conflict (organisation_id, rail_account_id, epoch) do update set cursor = excluded.cursor,
      done_at = excluded.done_at, listed = q.listed + excluded.listed, sent_back = q.sent_back || excluded.sent_back`,
);
const UNMATCHED = statement(
  "open-unmatched-sums",
  `select g.slug, u.currency, count(*) as payments, sum(u.amount - u.sent_back) as amount
    from unmatched_payment u join organisation g on g.id = u.organisation_id where u.state = 'open'
    group by 1, 2 order by 1, 2`,
);
const HALTED = statement(
  "halted-lots-of-all",
  `select g.slug, l.id, l.title, l.status, s.sold, s.held, count(*) over () as halted, exists (
        select from lot_commitment k where k.lot_id = l.id and k.voided_at is null and k.confirmed_at is not null
      ) as committed
    from lot l join lot_stock s on s.organisation_id = l.organisation_id and s.lot_id = l.id
    join organisation g on g.id = l.organisation_id where l.halted_at is not null order by g.slug, l.id limit $1`,
);
const ORDERS = statement(
  "orders-at-recovery",
  `select max(created_at) as newest, count(*) filter (where status = 'pending') as pending from ticket_order`,
);
const END = statement(
  "end-recovery",
  // No process runs: all heartbeats are from before the point.
  `with noticed as (delete from missing_write), beaten as (delete from heartbeat)
    update recovery set ended_at = clock_timestamp(), report = $2 where epoch = $1 and ended_at is null`,
);

export class PostgresRecoveries implements Recoveries {
  static readonly as = Recoveries;
  static readonly needs = [Database, UnitOfWork, Vault] as const;
  readonly #db: Database;
  readonly #unitOfWork: UnitOfWork;
  readonly #vault: Vault;

  constructor(db: Database, unitOfWork: UnitOfWork, vault: Vault) {
    this.#db = db;
    this.#unitOfWork = unitOfWork;
    this.#vault = vault;
  }

  underWay(): Promise<RecoveryRun | null> {
    return this.#db.rows(RUN).one({ endedAt: null });
  }

  async begin({ since, margin }: { readonly since: Date; readonly margin: number }): Promise<RecoveryRun> {
    await this.#db.query(BEGIN, [since, margin]);
    const run = await this.underWay();
    invariant(run, "a recovery that was begun has not ended");
    return run;
  }

  async abandon(epoch: number): Promise<void> {
    await this.#db.query(ABANDON, [epoch]);
  }

  async halt(epoch: number): Promise<void> {
    await this.#db.query(HALT, [epoch]);
    await this.#db.query(END_DRAWS, [epoch]);
    const refunds = this.#db.ofAll(RefundRow, "all organisations', after a restore, while no process serves");
    await refunds.change({ state: "requested", askedAt: null }, { askedAt: expression("t.created_at") });
  }

  /** The new values are durable before any sequence is raised, since a rollback does not reset a sequence. */
  async raiseSequences(epoch: number): Promise<void> {
    await this.#db.query(PLAN_SEQUENCES, [epoch]);
    await this.#db.query(RAISE_SEQUENCES, [epoch]);
  }

  async accounts(epoch: number): Promise<RecoveringAccount[]> {
    return (await this.#accounts(epoch)).map(({ organisationId, rail, cursor, done }) => ({
      organisationId,
      rail,
      cursor,
      done,
    }));
  }

  async #accounts(epoch: number) {
    const rows = await this.#db.query(ACCOUNTS, [epoch]);
    return rows.map((row) => ({ ...PROGRESS.record(row), rail: knownRail(row, this.#vault) }));
  }

  async known(
    { organisationId, rail }: RecoveringAccount,
    payments: readonly ListedPayment[],
  ): Promise<KnownPayment[]> {
    const rows = await this.#db.query(KNOWN_PAYMENTS, [
      organisationId,
      rail.accountId,
      payments.map(({ orderId }) => orderId),
      payments.map(({ orderNumber }) => orderNumber ?? null),
      payments.map(({ paymentId }) => paymentId),
    ]);
    return rows.map(KNOWN.record);
  }

  async recordSentBack(
    { organisationId }: RecoveringAccount,
    orderId: OrderId,
    paymentId: string,
  ): Promise<boolean> {
    const [row] = await this.#db.query<{ found: boolean }>(RECORD_SENT_BACK, [
      organisationId,
      orderId,
      paymentId,
    ]);
    return row!.found;
  }

  async read(
    epoch: number,
    { organisationId, rail }: RecoveringAccount,
    { listed, sentBack, next }: Parameters<Recoveries["read"]>[2],
  ): Promise<void> {
    await this.#db.query(READ, [
      organisationId,
      rail.accountId,
      epoch,
      next,
      listed,
      JSON.stringify(sentBack),
    ]);
  }

  async report(
    epoch: number,
    { unread }: { readonly unread: (rail: OrderRail) => "no_list" | "left_out" | null },
  ): Promise<RecoveryReport> {
    return this.#unitOfWork.run(async () => {
      const run = await this.underWay();
      invariant(run?.epoch === epoch, "a recovery is reported before it ends");
      const sequences = await this.#db.rows(SEQUENCE).list({ epoch }, { order: { sequence: "asc" } });
      const accounts = await this.#accounts(epoch);
      const [draws] = await this.#db.query<{ ended: number }>(ENDED_DRAWS, [epoch]);
      const [orders] = await this.#db.query<{ newest: Date | null; pending: number }>(ORDERS);
      return {
        epoch,
        since: run.since.toISOString(),
        begunAt: run.begunAt.toISOString(),
        newestOrderAt: orders!.newest?.toISOString() ?? null,
        sequences,
        accounts: accounts.map(({ rail, listed, sentBack }) => ({
          organisation: rail.organisationSlug,
          kind: rail.kind as RailKind,
          provider: rail.provider,
          list: unread(rail) ?? "read",
          listed,
          sentBackThere: sentBack,
        })),
        ...(await this.#openDecisions()),
        endedDraws: draws!.ended,
        pendingOrders: orders!.pending,
      };
    });
  }

  /** Returns the operator's open decisions. */
  async #openDecisions(): Promise<Pick<RecoveryReport, "unmatched" | "halted" | "haltedCompetitions">> {
    const unmatched = await this.#db.query<{
      slug: string;
      currency: string;
      payments: number;
      amount: string;
    }>(UNMATCHED);
    const halted = await this.#db.query<{
      slug: string;
      id: number;
      title: string;
      status: string;
      sold: number;
      held: number;
      halted: number;
      committed: boolean;
    }>(HALTED, [LOTS_NAMED]);
    return {
      unmatched: unmatched.map(({ slug, currency, payments, amount }) => ({
        organisation: slug,
        currency,
        payments,
        amount: Number(amount),
      })),
      halted: halted[0]?.halted ?? 0,
      haltedCompetitions: halted.map(({ slug, id, title, status, sold, held, committed }) => ({
        organisation: slug,
        id,
        title,
        status,
        ticketsSold: sold,
        ticketsHeld: held,
        committed,
      })),
    };
  }

  async end(epoch: number, report: RecoveryReport): Promise<void> {
    await this.#db.query(END, [epoch, JSON.stringify(report)]);
  }
}
