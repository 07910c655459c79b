import type { Page } from "../../../ports/page.ts";
import {
  type Cancellation,
  type CancelOutcome,
  type LotChanges,
  type LotFilter,
  type LotOfOrganisation,
  Lots,
} from "../../../ports/lots/lots.ts";
import type { Lot, NewLot } from "../../../src/lots/lot.ts";
import type { PaymentSettings, ServedCurrency } from "../../../src/lots/payment-options.ts";
import type { EventId, LotId, OrganisationId } from "../../../src/shared/ids.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import { LotRow, LotStockRow } from "../entities/lots.ts";
import { RailAccountRow } from "../entities/organisations.ts";
import { expression } from "../orm/rows.ts";
import { behind } from "../statements/behind.ts";
import { selection } from "../statements/selection.ts";
import { Database, violates } from "../database/database.ts";
import { statement } from "../statements/statement.ts";
import { sqlState } from "../database/database-down.ts";
import { lotBusy } from "../database/held-lots.ts";
import { lotOfOrganisation, LotReadings, SELECT_LOTS, stateAt } from "./lot-readings.ts";
import { LOT, STOCKED } from "./lot-row.ts";
import { PAYMENT_SETTINGS } from "../organisations/organisation-row.ts";

const ADD = statement(
  "add-lot",
  `with l as (
      insert into lot (organisation_id, prize_id, title, description, price_cents, payment_token, status, start_at, end_at,
        image_url, payment_crypto, payment_fiat, payment_currency, created_at, metadata)
      values ($1, $2, $3, $4, $5, $6, 'draft', $8, $9, $10, $11, $12, $13, $14, $15) returning *
    ), s as (
      insert into lot_stock (organisation_id, lot_id, max_tickets) select l.organisation_id, l.id, $7 from l returning *
    )
    select ${LOT.columns} from l cross join s`,
);
const LOCK = statement(
  "lock-lot",
  `${SELECT_LOTS} where l.organisation_id = $1 and l.id = $2 for no key update of l, s`,
);
/** Applies to the rest of the transaction. */
const GIVE_UP_SOON = statement("give-up-on-locks-soon", "select set_config('lock_timeout', '2s', true)");
const LOCK_NOT_AVAILABLE = "55P03";
const LIST_LIVE = statement(
  "list-live-lots",
  `${SELECT_LOTS} where l.organisation_id = $1 and l.status = 'active' and l.end_at > $2
    and ${behind(["l.organisation_id", "l.id"], ["$1", "$3"])} order by l.id desc limit $4`,
);
const LIST = statement(
  "list-lots",
  `${SELECT_LOTS} where l.organisation_id = $1 and ($3::bigint[] is null or l.id = any($3))
    and ($4::text is null or $4 = ${stateAt("$2")})
    and ${behind(["l.organisation_id", "l.id"], ["$1", "$5"])} order by l.id desc limit $6`,
);
const ENABLED = selection(RailAccountRow, "r", ["kind", "provider", "currencies"]);
const PAYMENT_CONTEXT = statement(
  "payment-context",
  `select ${PAYMENT_SETTINGS.columns}, ${ENABLED.columns} from organisation g
    left join rail_account r on r.organisation_id = g.id and r.enabled where g.id = $1`,
);
const CLOSE_DUE = statement(
  "close-due-lots",
  // A lot busy with orders is closed a moment later. Lots on chain close by its time.
  `
    with due as (
      select l.id, s.sold, s.held, s.voided from ${STOCKED}
      where l.status = 'active' and l.halted_at is null and not l.on_chain and l.end_at <= $1
        and ($3::bigint is null or l.id = $3)
      order by l.end_at limit cardinality($2::text[]) for no key update of l, s skip locked
    ), closed as (
      update lot l set status = 'ended', closed_at = $1,
          draw_at = case when due.sold - due.voided + due.held > 0 then $1::timestamptz end
        from due where l.id = due.id returning l.*, due.sold
    ), hastened as (
      -- Unpaid orders can no longer be paid: reconciliation cancels them at the rails. It checks new orders within 30
      -- seconds anyway, and not before the answer to their creation.
      update pending_order p set check_at = $1 from closed c
        where p.organisation_id = c.organisation_id and p.lot_id = c.id and p.check_at > $1::timestamptz + interval '30 seconds'
    ), numbered as (
      select c.*, ($2::text[])[row_number() over (order by c.id)] as event_id from closed c
    ), announced as (
      insert into event (id, organisation_id, type, payload, created_at)
      select event_id, organisation_id, 'lot.closed', envelope(event_id, 'lot.closed', $1, format(
        '{"lotId":%s,"closedAt":"%s","endDate":"%s","ticketsSold":%s%s}', id, iso($1), iso(end_at), sold,
        metadata_member(metadata))), $1
      from numbered
    )
    select id from closed order by id`,
);
const CANCEL = statement("cancel-lot", "select cancel_lot($1, $2, $3, $4, $5, $6) as outcome");
const UNWIND = statement("unwind-lot", "select * from unwind_lot($1, $2, $3, $4, $5, $6)");
const FINISH_UNWINDING = statement("finish-unwinding", "select finish_unwinding($1, $2) as finished");

const UNWINDING = selection(LotRow, "l", ["id"]);

const PRIZE_KEY = "lot_organisation_id_prize_id_fkey";

export class PostgresLots implements Lots {
  static readonly as = Lots;
  static readonly needs = [Database] as const;
  readonly #db: Database;
  readonly #readings: LotReadings;

  constructor(db: Database) {
    this.#db = db;
    this.#readings = new LotReadings(db);
  }

  async add(organisationId: OrganisationId, lot: NewLot): Promise<Lot | null> {
    const { payment } = lot;
    const values = [
      organisationId,
      lot.prizeId,
      lot.title,
      lot.description,
      lot.priceCents,
      lot.paymentToken,
      lot.maxTickets,
      lot.startAt,
      lot.endAt,
      lot.imageUrl,
      payment.crypto,
      payment.fiat,
      payment.fiatCurrency,
      lot.createdAt,
      lot.metadata,
    ];
    try {
      const [added] = await this.#db.query(ADD, values);
      return LOT.record(added!);
    } catch (error) {
      if (violates(error, PRIZE_KEY)) return null;
      throw error;
    }
  }

  byId(organisationId: OrganisationId, id: LotId): Promise<LotOfOrganisation | null> {
    return this.#readings.byId(organisationId, id);
  }

  async lock(organisationId: OrganisationId, id: LotId): Promise<LotOfOrganisation | null> {
    return this.#locking(organisationId, id, async () => {
      await this.#db.query(GIVE_UP_SOON);
      const [row] = await this.#db.query(LOCK, [organisationId, id]);
      return row ? lotOfOrganisation(row) : null;
    });
  }

  async listLive(organisationId: OrganisationId, now: Date, page: Page): Promise<LotOfOrganisation[]> {
    const values = [organisationId, now, page.after, page.limit];
    const rows = await this.#db.read(LIST_LIVE, values, "current");
    return rows.map(lotOfOrganisation);
  }

  async list(
    organisationId: OrganisationId,
    { state, ids }: LotFilter,
    now: Date,
    page: Page,
  ): Promise<LotOfOrganisation[]> {
    const values = [organisationId, now, ids, state, page.after, page.limit];
    const rows = await this.#db.read(LIST, values, "current");
    return rows.map(lotOfOrganisation);
  }

  async change(
    organisationId: OrganisationId,
    id: LotId,
    { maxTickets, payment, ...changes }: LotChanges,
  ): Promise<void> {
    const { crypto, fiat, fiatCurrency } = payment ?? {};
    const payable = { paymentCrypto: crypto, paymentFiat: fiat, paymentCurrency: fiatCurrency };
    await this.#db.of(organisationId, LotStockRow).change({ lotId: id }, { maxTickets });
    await this.#db.of(organisationId, LotRow).change({ id }, { ...changes, ...payable });
  }

  async paymentContext(
    organisationId: OrganisationId,
  ): Promise<{ organisation: PaymentSettings; enabled: ServedCurrency[] }> {
    const rows = await this.#db.query(PAYMENT_CONTEXT, [organisationId]);
    const [first] = rows;
    invariant(first, "the caller's organisation exists");
    const enabled = rows.map(ENABLED.recordOrNull).filter((account) => account !== null);
    return { organisation: PAYMENT_SETTINGS.record(first), enabled };
  }

  async closeDue(closing: {
    readonly lotId: LotId | null;
    readonly eventIds: readonly EventId[];
    readonly now: Date;
  }): Promise<number[]> {
    const values = [closing.now, closing.eventIds, closing.lotId];
    const rows = await this.#db.query<{ id: number }>(CLOSE_DUE, values);
    return rows.map(({ id }) => id);
  }

  async archive(organisationId: OrganisationId, id: LotId, now: Date): Promise<void> {
    const where = { id, drawnAt: { $ne: null }, archivedAt: null };
    await this.#db.of(organisationId, LotRow).change(where, { archivedAt: now });
  }

  async cancel(
    organisationId: OrganisationId,
    id: LotId,
    cancellation: Cancellation,
  ): Promise<CancelOutcome> {
    const { eventId, now, head } = cancellation;
    const values = [organisationId, id, eventId, now, head?.chainId ?? null, head?.blockNumber ?? null];
    return this.#locking(organisationId, id, async () => {
      const [row] = await this.#db.query<{ outcome: CancelOutcome }>(CANCEL, values);
      return row!.outcome;
    });
  }

  /** Runs work that gives up on the lot's lock soon; while the lot is known to be held, few such calls wait at once. */
  async #locking<T>(organisationId: OrganisationId, lotId: LotId, work: () => Promise<T>): Promise<T> {
    const held = this.#db.heldLots;
    try {
      // A hold of another organisation's lot is not disclosed.
      if (!held.has(lotId) || (await this.byId(organisationId, lotId)) === null) return await work();
      return await held.patiently(lotId, "change", work);
    } catch (error) {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
      held.add(lotId);
      throw lotBusy();
    }
  }

  async unwinding(limit: number): Promise<number[]> {
    const lots = this.#db.ofAll(UNWINDING, "a worker takes what is due, whosever it is");
    // The text has the status, so that the plan uses the index of these lots.
    const where = { status: expression("'cancelled'"), unwoundAt: null };
    return (await lots.list(where, { order: { id: "asc" }, limit })).map(({ id }) => id);
  }

  async unwind(
    lotId: LotId,
    batch: {
      readonly stage: "pending" | "paid";
      readonly after: string | null;
      readonly limit: number;
      readonly unrefundable: readonly string[];
      readonly now: Date;
    },
  ): Promise<{ handled: number; last: string | null }> {
    const { stage, after, limit, unrefundable, now } = batch;
    const values = [lotId, stage, after, limit, unrefundable, now];
    const [row] = await this.#db.retrying<{ handled: number; last: string | null }>(UNWIND, values);
    return row!;
  }

  async finishUnwinding(lotId: LotId, now: Date): Promise<boolean> {
    const [row] = await this.#db.query<{ finished: boolean }>(FINISH_UNWINDING, [lotId, now]);
    return row!.finished;
  }
}
