import { Clock } from "../../../ports/clock.ts";
import {
  type CheckoutContext,
  Orders,
  type Placed,
  type Placement,
  type ReleaseRequest,
  type SettlementOutcome,
  type SettlementResult,
  type SettlementRequest,
} from "../../../ports/checkout/orders.ts";
import type { ConfirmStep, Instruction, NextStep, ProviderIds } from "../../../ports/rail.ts";
import { Vault } from "../../../ports/crypto.ts";
import type { ChargedOrder, PolledOrder } from "../../../src/checkout/order.ts";
import type { Buyer } from "../../../src/buyers/account.ts";
import type { LotId, OrderId, OrganisationId, RailAccountId } from "../../../src/shared/ids.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import { Collector, rowReader } from "../statements/collector.ts";
import { CheckoutContexts } from "./checkout-contexts.ts";
import { AWAIT_CONFIRM_STEP, BEGIN_CONFIRM, GIVE_BACK_CONFIRM } from "./confirm-statements.ts";
import {
  lotsOfOrders,
  type PlacedRow,
  placedRecord,
  placementJson,
  releaseJson,
  settlementJson,
} from "./order-batches.ts";
import { Database } from "../database/database.ts";
import { statement, type Statement } from "../statements/statement.ts";
import { type AskedAt, STANDING, STANDINGS } from "./standing-row.ts";
import { chargedOrder, ITS_PENDING, ORDER, ORDER_JOINS } from "./order-row.ts";
import { RAIL_ACCOUNT } from "../organisations/rail-account-row.ts";

/** The time before a poll queries a rail again. */
const ASK_AGAIN_SEC = 5;
const RAIL_ACCOUNT_KEY = "ticket_order_organisation_id_rail_account_id_fkey";

const PLACE = statement("place", "select * from place($1, $2)");
const SETTLE = statement("settle", "select * from settle($1, $2)");
const RELEASE = statement("release", "select * from release($1, $2)");
const INSTRUCTIONS = statement("store-instructions", "select store_instructions($1)");
const ASK = statement(
  "ask-about-order",
  `update ticket_order set asked_at = $3 where organisation_id = $1 and id = $2 and status = 'pending'
    and coalesce(asked_at, created_at) < $3::timestamptz - make_interval(secs => ${ASK_AGAIN_SEC}) returning id`,
);
const ASK_AFTER_RETURN = statement(
  "ask-about-order-after-return",
  `update ticket_order set asked_at = $3 where organisation_id = $1 and id = $2 and status = 'pending'
    and (asked_at is null or asked_at < $3::timestamptz - make_interval(secs => ${ASK_AGAIN_SEC})) returning id`,
);
const CHARGED = `select ${ORDER.columns}, ${RAIL_ACCOUNT.columns} from ticket_order t ${ORDER_JOINS}
  left join rail_account r on r.id = t.rail_account_id`;
const BY_ID = statement("order-by-id", `${CHARGED} where t.organisation_id = $1 and t.id = $2`);
const BY_IDEMPOTENCY_ID = statement(
  "order-by-idempotency-id",
  `${CHARGED} where t.organisation_id = $1 and t.idempotency_id = $2
    and not (t.status = 'failed' and t.error = 'rail_unavailable')`,
);
const BY_ID_OF_ANY = statement("order-by-id-of-any", `${CHARGED} where t.id = $1`);
const ID_BY_NUMBER = statement(
  "order-id-by-number",
  // Two objects contradict each other if their order matters.
  `select id from ticket_order
    where organisation_id = (select organisation_id from rail_account where id = $1) and number = $2 and number > 0
      and rail_account_id = $1 and provider_ids || $3::jsonb = $3::jsonb || provider_ids`,
);
const PROVIDER_IDS = statement(
  "store-provider-ids",
  `
    update ticket_order set provider_ids = provider_ids || $3::jsonb
    where organisation_id = $1 and id = $2 and not provider_ids @> $3::jsonb`,
);
const CLAIM_DUE = statement(
  "claim-due-orders",
  // The first check only determines whether the rail has answered: then it was early, and the next is at the hold's
  // end. So storing the answer writes only the order. If the lot has ended meanwhile, no check is early.
  `
    with due as (
      select t.organisation_id, t.lot_id, t.number, t.id, t.hold_until,
        t.checks = 0 and t.instruction is not null and t.hold_until > $2 and not exists (
          select from lot l where l.organisation_id = t.organisation_id and l.id = t.lot_id and l.status = 'ended'
        ) as early
      from pending_order p join ticket_order t on t.organisation_id = p.organisation_id and t.id = p.order_id
      where p.check_at <= $2
      order by p.check_at limit $1 for no key update skip locked
    ), later as (
      update pending_order p set check_at = case when t.early then t.hold_until else $3 end from due t where ${ITS_PENDING}
    ), claimed as (
      update ticket_order o set checks = checks + 1
        from due where o.organisation_id = due.organisation_id and o.id = due.id and not due.early
      returning o.*
    )
    select ${ORDER.columns}, ${RAIL_ACCOUNT.columns} from claimed t ${ORDER_JOINS}
    left join rail_account r on r.id = t.rail_account_id`,
);
const HASTEN = statement(
  "hasten-order",
  // Counted as a check: the first one only determines whether the rail has answered the creation.
  `
    with t as (
      update ticket_order t set checks = greatest(t.checks, 1), return_token = coalesce($4, t.return_token)
        from pending_order p
        where t.organisation_id = $1 and t.id = $2 and t.status = 'pending' and ${ITS_PENDING}
          and (p.check_at > $3 or t.checks = 0 or t.return_token is distinct from coalesce($4, t.return_token))
        returning t.organisation_id, t.lot_id, t.number
    )
    update pending_order p set check_at = least(p.check_at, $3) from t where ${ITS_PENDING}`,
);
const POSTPONE = statement(
  "postpone-order",
  `update pending_order p set check_at = $3 from ticket_order t
    where t.organisation_id = $1 and t.id = $2 and ${ITS_PENDING}`,
);
const CLAIM_RAIL_CANCELS = statement(
  "claim-rail-cancels",
  `
    with due as (
      select id from ticket_order where rail_cancel_at <= $2 order by rail_cancel_at limit $1
      for no key update skip locked
    ), claimed as (
      update ticket_order o set rail_cancels = rail_cancels + 1,
          -- Each lease doubles the one before, up to about an hour.
          rail_cancel_at = case
            when rail_cancels + 1 < $4 then $2 + ($3::timestamptz - $2) * (2 ^ least(rail_cancels, 6))
          end
        from due where o.id = due.id returning o.*
    )
    select ${ORDER.columns}, ${RAIL_ACCOUNT.columns} from claimed t ${ORDER_JOINS}
    left join rail_account r on r.id = t.rail_account_id`,
);
const RAIL_CANCEL_DONE = statement(
  "rail-cancel-done",
  "update ticket_order set rail_cancel_at = null where organisation_id = $1 and id = $2",
);
const RAIL_CANCEL_NOT_SENT = statement(
  "rail-cancel-not-sent",
  `update ticket_order set rail_cancel_at = $3, rail_cancels = rail_cancels - 1
    where organisation_id = $1 and id = $2 and rail_cancels > 0`,
);

/** The result of `settle` for an item. */
interface SettledRow {
  outcome: SettlementOutcome;
  request_id: string | null;
}

type Released = "failed" | "final" | "missing";

interface Answered {
  readonly id: string;
  readonly organisationId: OrganisationId;
  readonly instruction: Instruction;
  readonly ids: ProviderIds;
}

export class PostgresOrders implements Orders {
  static readonly as = Orders;
  static readonly needs = [Database, Vault, Clock] as const;
  readonly #db: Database;
  readonly #vault: Vault;
  readonly #contexts: CheckoutContexts;
  readonly #standing;
  readonly #placed: Collector<Placement, Placed>;
  readonly #settled: Collector<SettlementRequest, SettlementResult>;
  readonly #released: Collector<ReleaseRequest, Released>;
  readonly #answered: Collector<Answered, void>;

  constructor(db: Database, vault: Vault, clock: Clock) {
    this.#db = db;
    this.#vault = vault;
    this.#contexts = new CheckoutContexts(db, vault, clock);
    this.#standing = rowReader<AskedAt>(db, STANDINGS);
    const held = db.heldLots;
    const placementLots = {
      held,
      of: async (placements: readonly Placement[]) => placements.map((p) => p.lotId),
    };
    const of = (requests: readonly { readonly orderId: OrderId }[]) => lotsOfOrders(db, requests);
    const turns = db.selling;
    const placing = { name: PLACE.name, turns, lots: placementLots };
    this.#placed = new Collector(db, placing, (placements, patient) => this.#placeAll(placements, patient));
    const settling = { name: SETTLE.name, turns, lots: { held, of } };
    this.#settled = new Collector<SettlementRequest, SettlementResult>(
      db,
      settling,
      async (requests, patient) => {
        const items = requests.map(settlementJson);
        const rows = await this.#itemRows<SettledRow>(SETTLE, items, patient);
        this.#ended(requests.filter((_, i) => rows[i]!.outcome === "settled"));
        return rows.map(({ outcome, request_id: requestId }) => ({ outcome, requestId }));
      },
    );
    const releasing = { name: RELEASE.name, lots: { held, of } };
    this.#released = new Collector<ReleaseRequest, Released>(db, releasing, async (requests, patient) => {
      const rows = await this.#itemRows<{ outcome: Released }>(RELEASE, requests.map(releaseJson), patient);
      this.#ended(requests.filter((_, i) => rows[i]!.outcome === "failed"));
      return rows.map(({ outcome }) => outcome);
    });
    this.#answered = new Collector(db, { name: INSTRUCTIONS.name }, async (answers) => {
      await this.#db.retrying(INSTRUCTIONS, [JSON.stringify(answers.map(answerJson))]);
      return answers.map(() => undefined);
    });
  }

  async checkoutContext(
    organisationId: OrganisationId,
    lotId: LotId,
    buyer: Buyer,
    affiliate: string | null,
    how = { copyMs: 0 },
  ): Promise<CheckoutContext | null> {
    return this.#contexts.read({ organisationId, lotId, buyer, affiliate }, how);
  }

  place(placements: readonly Placement[]): Promise<Placed[]> {
    return this.#placed.all(placements);
  }

  settle(requests: readonly SettlementRequest[]): Promise<SettlementResult[]> {
    return this.#settled.all(requests);
  }

  release(requests: readonly ReleaseRequest[]): Promise<Released[]> {
    return this.#released.all(requests);
  }

  async storeInstruction(
    order: { readonly id: OrderId; readonly organisationId: OrganisationId },
    answer: { readonly instruction: Instruction; readonly ids: ProviderIds },
  ): Promise<void> {
    await this.#answered.one({ ...order, ...answer });
  }

  async poll(
    organisationId: OrganisationId,
    id: string,
    now: Date,
  ): Promise<{ standing: PolledOrder; ask: boolean } | null> {
    const row = await this.#standing(organisationId, id);
    if (!row) return null;
    const due = row.asked_at !== null && now.getTime() - row.asked_at.getTime() > ASK_AGAIN_SEC * 1000;
    const claimed = due ? await this.#db.query(ASK, [organisationId, id, now]) : [];
    return { standing: STANDING.record(row), ask: claimed.length > 0 };
  }

  async ask(organisationId: OrganisationId, id: OrderId, now: Date): Promise<boolean> {
    return (await this.#db.query(ASK_AFTER_RETURN, [organisationId, id, now])).length > 0;
  }

  async byId(organisationId: OrganisationId, id: OrderId): Promise<ChargedOrder | null> {
    return this.#one(BY_ID, [organisationId, id]);
  }

  async byIdempotencyId(organisationId: OrganisationId, idempotencyId: string): Promise<ChargedOrder | null> {
    return this.#one(BY_IDEMPOTENCY_ID, [organisationId, idempotencyId]);
  }

  async byIdOfAnyOrganisation(id: OrderId): Promise<ChargedOrder | null> {
    return this.#one(BY_ID_OF_ANY, [id]);
  }

  async idByNumber(railAccountId: RailAccountId, number: number, ids: ProviderIds): Promise<string | null> {
    const [row] = await this.#db.query<{ id: string }>(ID_BY_NUMBER, [railAccountId, number, ids]);
    return row?.id ?? null;
  }

  async beginConfirm(
    { organisationId, id }: { readonly id: OrderId; readonly organisationId: OrganisationId },
    step: ConfirmStep["step"],
    { now, checkAt, insteadOf = null }: Parameters<Orders["beginConfirm"]>[2],
  ): Promise<"begun" | "begun_before"> {
    const rows = await this.#db.query(BEGIN_CONFIRM, [organisationId, id, step, now, checkAt, insteadOf]);
    return rows.length > 0 ? "begun" : "begun_before";
  }

  async giveBackConfirm(
    { organisationId, id }: { readonly id: OrderId; readonly organisationId: OrganisationId },
    step: ConfirmStep["step"],
    begunAt: Date,
  ): Promise<void> {
    await this.#db.query(GIVE_BACK_CONFIRM, [organisationId, id, step, begunAt]);
  }

  async awaitConfirmStep(
    { organisationId, id }: { readonly id: OrderId; readonly organisationId: OrganisationId },
    { step, instruction }: NextStep,
    ids: ProviderIds,
  ): Promise<void> {
    await this.#db.query(AWAIT_CONFIRM_STEP, [organisationId, id, step, instruction, ids]);
  }

  async storeProviderIds(organisationId: OrganisationId, id: OrderId, ids: ProviderIds): Promise<void> {
    await this.#db.query(PROVIDER_IDS, [organisationId, id, ids]);
  }

  async claimDue(claim: {
    readonly limit: number;
    readonly now: Date;
    readonly leaseUntil: Date;
  }): Promise<ChargedOrder[]> {
    return this.#many(CLAIM_DUE, [claim.limit, claim.now, claim.leaseUntil]);
  }

  async hasten(
    organisationId: OrganisationId,
    id: OrderId,
    checkAt: Date,
    returnToken: string | null,
  ): Promise<void> {
    await this.#db.query(HASTEN, [organisationId, id, checkAt, returnToken]);
  }

  async postpone(organisationId: OrganisationId, id: OrderId, checkAt: Date): Promise<void> {
    await this.#db.query(POSTPONE, [organisationId, id, checkAt]);
  }

  async claimRailCancels(claim: {
    readonly limit: number;
    readonly now: Date;
    readonly leaseUntil: Date;
    readonly maxTries: number;
  }): Promise<ChargedOrder[]> {
    return this.#many(CLAIM_RAIL_CANCELS, [claim.limit, claim.now, claim.leaseUntil, claim.maxTries]);
  }

  async railCancelDone(organisationId: OrganisationId, id: OrderId): Promise<void> {
    await this.#db.query(RAIL_CANCEL_DONE, [organisationId, id]);
  }

  async railCancelNotSent(organisationId: OrganisationId, id: OrderId, dueAt: Date): Promise<void> {
    await this.#db.query(RAIL_CANCEL_NOT_SENT, [organisationId, id, dueAt]);
  }

  async #one(statement: Statement, values: readonly unknown[]): Promise<ChargedOrder | null> {
    return (await this.#many(statement, values))[0] ?? null;
  }

  async #many(statement: Statement, values: readonly unknown[]): Promise<ChargedOrder[]> {
    const rows = await this.#db.query(statement, values);
    return rows.map((row) => chargedOrder(row, this.#vault));
  }

  async #placeAll(placements: readonly Placement[], patient: boolean): Promise<Placed[]> {
    try {
      const items = placements.map(placementJson);
      const rows = await this.#itemRows<PlacedRow>(PLACE, items, patient);
      const ids = placements.filter((_, i) => rows[i]!.outcome === "placed").map(({ id }) => id);
      this.#db.afterCommit(() => this.#db.witness?.placed(ids));
      return rows.map(placedRecord);
    } catch (error) {
      // The rail account was removed since it was read.
      if (placements.length === 1 && brokenConstraint(error) === RAIL_ACCOUNT_KEY)
        return [{ outcome: "rail_account_gone" }];
      throw error;
    }
  }

  #ended(requests: readonly { readonly orderId: OrderId }[]): void {
    this.#db.afterCommit(() => this.#db.witness?.ended(requests.map(({ orderId }) => orderId)));
  }

  /** Returns the results of a batch function, in the order of the batch. */
  async #itemRows<Row extends object>(
    statement: Statement,
    items: readonly object[],
    patient: boolean,
  ): Promise<Row[]> {
    const values = [JSON.stringify(items), patient];
    const found = await this.#db.retrying<Row & { item: number }>(statement, values);
    invariant(found.length === items.length, `${statement.name} answers for every item`);
    const rows: Row[] = [];
    for (const row of found) rows[row.item] = row;
    return rows;
  }
}

function brokenConstraint(error: unknown): string | undefined {
  return (error as { constraint?: string }).constraint;
}

function answerJson({ id, organisationId, instruction, ids }: Answered): object {
  return { id, organisation_id: organisationId, instruction, ids };
}
