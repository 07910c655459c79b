import { Log } from "../../ports/log.ts";
import type {
  CheckoutContext,
  Orders,
  Placed,
  Placement,
  ReleaseRequest,
  SettlementOutcome,
  SettlementRequest,
} from "../../ports/orders.ts";
import type { Instruction, ProviderIds } from "../../ports/rail.ts";
import { Vault } from "../../ports/vault.ts";
import type { ChargedOrder, Order } from "../../src/checkout/order.ts";
import type { Buyer } from "../../src/organisations/account.ts";
import { invariant } from "../../src/shared/invariant.ts";
import { Database, int, type Statement } from "./database.ts";
import { LOT_COLUMNS, type LotColumns, lotRecord } from "./lot-row.ts";
import {
  chargedOrder,
  ORDER_COLUMNS,
  ORDER_JOINS,
  type OrderColumns,
  orderRecord,
  RAIL_COLUMNS,
  type RailColumns,
  railRecord,
} from "./order-row.ts";
import { ORGANISATION_COLUMNS, type OrganisationColumns, organisationRecord } from "./organisation-row.ts";

/** How long an answer of the rail counts before a poll asks again. */
const ASK_AGAIN_SEC = 5;
const RAIL_ACCOUNT_KEY = "ticket_order_organisation_id_rail_account_id_fkey";

const CONTEXT: Statement = {
  name: "checkout-context",
  text: `
    select ${ORGANISATION_COLUMNS}, ${LOT_COLUMNS}, ${RAIL_COLUMNS}, a.balance_cents - a.reserved_cents as credit
    from lot l
    join organisation g on g.id = l.organisation_id
    left join rail_currency c on c.organisation_id = g.id and c.currency = coalesce(l.payment_currency, g.fiat_currency)
    left join rail_account r on r.id = c.rail_account_id
    left join account a on a.organisation_id = g.id and (a.email = $3 or a.wallet = $4)
    where l.organisation_id = $1 and l.id = $2`,
};
const PLACE: Statement = { name: "place", text: "select * from place($1)" };
const SETTLE: Statement = { name: "settle", text: "select * from settle($1, $2)" };
const RELEASE: Statement = { name: "release", text: "select * from release($1)" };
const INSTRUCTION: Statement = {
  name: "store-instruction",
  text: `update ticket_order set instruction = $3, provider_ids = provider_ids || $4::jsonb, check_at = $5
    where organisation_id = $1 and id = $2`,
};
const POLL: Statement = {
  name: "poll-order",
  text: `
    with asked as (
      update ticket_order set asked_at = $3 where organisation_id = $1 and id = $2 and status = 'pending'
        and rail_account_id is not null and instruction is not null
        and coalesce(asked_at, created_at) < $3::timestamptz - make_interval(secs => ${ASK_AGAIN_SEC}) returning id
    )
    select ${ORDER_COLUMNS}, exists (select from asked) as ask
    from ticket_order t ${ORDER_JOINS} where t.organisation_id = $1 and t.id = $2`,
};
const CHARGED = `select ${ORDER_COLUMNS}, ${RAIL_COLUMNS} from ticket_order t ${ORDER_JOINS}
  left join rail_account r on r.id = t.rail_account_id`;
const BY_ID: Statement = {
  name: "order-by-id",
  text: `${CHARGED} where t.organisation_id = $1 and t.id = $2`,
};
const BY_IDEMPOTENCY_ID: Statement = {
  name: "order-by-idempotency-id",
  text: `${CHARGED} where t.organisation_id = $1 and t.idempotency_id = $2
    and not (t.status = 'failed' and t.error = 'rail_unavailable')`,
};
const BY_ID_OF_ANY: Statement = { name: "order-by-id-of-any", text: `${CHARGED} where t.id = $1` };
const BEGIN_CONFIRM: Statement = {
  name: "begin-confirm",
  text: `update ticket_order set confirm_started_at = $3
    where organisation_id = $1 and id = $2 and confirm_started_at is null and status = 'pending' returning id`,
};
const PROVIDER_IDS: Statement = {
  name: "store-provider-ids",
  text: "update ticket_order set provider_ids = provider_ids || $3::jsonb where organisation_id = $1 and id = $2",
};
const CLAIM_DUE: Statement = {
  name: "claim-due-orders",
  text: `
    with due as (
      select id from ticket_order where status = 'pending' and check_at <= $2
      order by check_at limit $1 for no key update skip locked
    ), claimed as (
      update ticket_order o set check_at = $3, checks = checks + 1 from due where o.id = due.id returning o.*
    )
    select ${ORDER_COLUMNS}, ${RAIL_COLUMNS} from claimed t ${ORDER_JOINS}
    left join rail_account r on r.id = t.rail_account_id`,
};
const POSTPONE: Statement = {
  name: "postpone-order",
  text: `update ticket_order set check_at = $3
    where organisation_id = $1 and id = $2 and status = 'pending'`,
};
const CLAIM_RAIL_CANCELS: Statement = {
  name: "claim-rail-cancels",
  text: `
    with due as (
      select id from ticket_order where rail_cancel_at <= $2 order by rail_cancel_at limit $1
      for no key update skip locked
    ), claimed as (
      update ticket_order o set rail_cancels = rail_cancels + 1,
          rail_cancel_at = case when rail_cancels + 1 < $4 then $3::timestamptz end
        from due where o.id = due.id returning o.*
    )
    select ${ORDER_COLUMNS}, ${RAIL_COLUMNS} from claimed t ${ORDER_JOINS}
    left join rail_account r on r.id = t.rail_account_id`,
};
const RAIL_CANCEL_DONE: Statement = {
  name: "rail-cancel-done",
  text: "update ticket_order set rail_cancel_at = null where organisation_id = $1 and id = $2",
};

export class PostgresOrders implements Orders {
  static readonly needs = [Database, Vault, Log] as const;
  readonly #db: Database;
  readonly #vault: Vault;
  readonly #log: Log;

  constructor(db: Database, vault: Vault, log: Log) {
    this.#db = db;
    this.#vault = vault;
    this.#log = log;
  }

  async checkoutContext(
    organisationId: number,
    lotId: number,
    buyer: Buyer,
  ): Promise<CheckoutContext | null> {
    const [row] = await this.#db.query<
      OrganisationColumns & LotColumns & RailColumns & { credit: string | null }
    >(CONTEXT, [organisationId, lotId, buyer.email, buyer.wallet]);
    if (!row) return null;
    return {
      organisation: organisationRecord(row),
      lot: lotRecord(row),
      rail: railRecord(row, this.#vault),
      availableCreditCents: int(row.credit ?? 0),
    };
  }

  place(placements: readonly Placement[]): Promise<Placed[]> {
    return this.#batch<Placement, Placed, PlacedRow>(
      PLACE,
      placements,
      placementJson,
      [],
      placedRecord,
      // Removed since it was read.
      (error) => (brokenConstraint(error) === RAIL_ACCOUNT_KEY ? { outcome: "rail_account_gone" } : null),
    );
  }

  settle(requests: readonly SettlementRequest[], notificationId?: number): Promise<SettlementOutcome[]> {
    const extra = [notificationId ?? null];
    return this.#batch<SettlementRequest, SettlementOutcome, { item: number; outcome: SettlementOutcome }>(
      SETTLE,
      requests,
      settlementJson,
      extra,
      (row) => row.outcome,
    );
  }

  release(requests: readonly ReleaseRequest[]): Promise<("failed" | "final" | "missing")[]> {
    return this.#batch<
      ReleaseRequest,
      "failed" | "final" | "missing",
      { item: number; outcome: "failed" | "final" | "missing" }
    >(RELEASE, requests, releaseJson, [], (row) => row.outcome);
  }

  async storeInstruction(
    order: { readonly id: string; readonly organisationId: number },
    answer: { readonly instruction: Instruction; readonly ids: ProviderIds; readonly checkAt: Date },
  ): Promise<void> {
    const { instruction, ids, checkAt } = answer;
    await this.#db.query(INSTRUCTION, [order.organisationId, order.id, instruction, ids, checkAt]);
  }

  async poll(organisationId: number, id: string, now: Date): Promise<{ order: Order; ask: boolean } | null> {
    const [row] = await this.#db.query<OrderColumns & { ask: boolean }>(POLL, [organisationId, id, now]);
    return row ? { order: orderRecord(row), ask: row.ask } : null;
  }

  async byId(organisationId: number, id: string): Promise<ChargedOrder | null> {
    return this.#one(BY_ID, [organisationId, id]);
  }

  async byIdempotencyId(organisationId: number, idempotencyId: string): Promise<ChargedOrder | null> {
    return this.#one(BY_IDEMPOTENCY_ID, [organisationId, idempotencyId]);
  }

  async byIdOfAnyOrganisation(id: string): Promise<ChargedOrder | null> {
    return this.#one(BY_ID_OF_ANY, [id]);
  }

  async beginConfirm(organisationId: number, id: string, now: Date): Promise<"begun" | "begun_before"> {
    const rows = await this.#db.query(BEGIN_CONFIRM, [organisationId, id, now]);
    return rows.length > 0 ? "begun" : "begun_before";
  }

  async storeProviderIds(organisationId: number, id: string, ids: ProviderIds): Promise<void> {
    await this.#db.query(PROVIDER_IDS, [organisationId, id, ids]);
  }

  async claimDue(claim: {
    readonly limit: number;
    readonly now: Date;
    readonly leaseUntil: Date;
  }): Promise<ChargedOrder[]> {
    return this.#many(CLAIM_DUE, [claim.limit, claim.now, claim.leaseUntil]);
  }

  async postpone(organisationId: number, id: string, checkAt: Date): Promise<void> {
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

  async railCancelDone(organisationId: number, id: string): Promise<void> {
    await this.#db.query(RAIL_CANCEL_DONE, [organisationId, id]);
  }

  async #one(statement: Statement, values: readonly unknown[]): Promise<ChargedOrder | null> {
    return (await this.#many(statement, values))[0] ?? null;
  }

  async #many(statement: Statement, values: readonly unknown[]): Promise<ChargedOrder[]> {
    const rows = await this.#db.query<OrderColumns & RailColumns>(statement, values);
    return rows.map((row) => chargedOrder(row, this.#vault));
  }

  /** One call for all items; singly when they fail together, so that one bad item spoils no other. */
  async #batch<Item, Result, Row extends { item: number }>(
    statement: Statement,
    items: readonly Item[],
    json: (item: Item) => object,
    extra: readonly unknown[],
    result: (row: Row) => Result,
    named: (error: unknown) => Result | null = () => null,
  ): Promise<Result[]> {
    if (items.length === 0) return [];
    try {
      const rows = await this.#db.retrying<Row>(statement, [JSON.stringify(items.map(json)), ...extra]);
      invariant(rows.length === items.length, `${statement.name} answers for every item`);
      const results: Result[] = [];
      for (const row of rows) results[row.item] = result(row);
      return results;
    } catch (error) {
      const outcome = items.length === 1 ? named(error) : null;
      if (outcome !== null) return [outcome];
      if (items.length === 1) throw error;
      const facts = { err: error, statement: statement.name, items: items.length };
      this.#log.warn(facts, "a batch failed: it is run singly");
      const results: Result[] = [];
      const errors: unknown[] = [];
      for (const item of items) {
        // What goes with the whole batch goes with its last item, if all went well.
        const rest = item === items.at(-1) && errors.length === 0 ? extra : extra.map(() => null);
        try {
          results.push(...(await this.#batch(statement, [item], json, rest, result, named)));
        } catch (single) {
          errors.push(single);
        }
      }
      if (errors.length > 0) throw errors[0];
      return results;
    }
  }
}

function brokenConstraint(error: unknown): string | undefined {
  return (error as { constraint?: string }).constraint;
}

interface PlacedRow {
  item: number;
  outcome: Placed["outcome"];
  order_id: string;
  order_number: string | null;
  available: number | null;
}

function placedRecord(row: PlacedRow): Placed {
  switch (row.outcome) {
    case "placed":
      return { outcome: row.outcome, number: int(row.order_number!) };
    case "existing":
      return { outcome: row.outcome, orderId: row.order_id };
    case "sold_out":
      return { outcome: row.outcome, available: row.available! };
    default:
      return { outcome: row.outcome };
  }
}

function placementJson(placement: Placement): object {
  const { buyer, charge, rail, passHash } = placement;
  return {
    id: placement.id,
    organisation_id: placement.organisationId,
    lot_id: placement.lotId,
    email: buyer.email,
    wallet: buyer.wallet,
    api_key_id: placement.apiKeyId,
    idempotency_id: placement.idempotencyId,
    quantity: placement.quantity,
    price_cents: placement.priceCents,
    credit_cents: placement.creditCents,
    charge_amount: charge.amount,
    charge_currency: charge.currency,
    rate: placement.rate,
    source: placement.source,
    rail_account_id: rail?.accountId ?? null,
    rail_kind: rail?.kind ?? null,
    rail_provider: rail?.provider ?? null,
    return_url: placement.returnUrl,
    pass_hash: passHash === null ? null : Buffer.from(passHash).toString("hex"),
    hold_until: placement.holdUntil,
    rail_expires_at: placement.railExpiresAt,
    now: placement.now,
  };
}

function settlementJson(request: SettlementRequest): object {
  return {
    order_id: request.orderId,
    organisation_id: request.organisationId,
    rail_account_id: request.railAccountId,
    amount: request.received?.amount ?? null,
    currency: request.received?.currency ?? null,
    payment_id: request.received?.paymentId ?? null,
    ids: request.ids,
    refund_state: request.refundState,
    paid_event_id: request.paidEventId,
    entry_event_id: request.entryEventId,
    now: request.now,
  };
}

function releaseJson(request: ReleaseRequest): object {
  return {
    order_id: request.orderId,
    organisation_id: request.organisationId,
    rail_account_id: request.railAccountId,
    error: request.error,
    give_back_pass: request.giveBackPass,
    now: request.now,
  };
}
