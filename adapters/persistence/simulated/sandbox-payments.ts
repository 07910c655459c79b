import { Clock } from "../../../ports/clock.ts";
import {
  SandboxPayments,
  type SandboxPayment,
  type SandboxRefund,
  type SandboxState,
} from "../../../ports/simulated/sandbox-payments.ts";
import type { Money } from "../../../src/shared/money.ts";
import { SandboxPaymentRow, SandboxRefundRow } from "../entities/simulated.ts";
import { selection, together } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";
import { Database } from "../database/database.ts";

/** A payment `s`. */
const PAYMENT = selection(
  SandboxPaymentRow,
  "s",
  [
    "sessionId",
    "organisationSlug",
    "kind",
    "state",
    "description",
    "expiresAt",
    "returnUrl",
    "notificationUrl",
  ],
  {
    charge: { amount: "amount", currency: "currency" },
    received: together({ amount: "receivedAmount", currency: "receivedCurrency" }),
  },
);
/** A refund `r`. */
const REFUNDED = selection(SandboxRefundRow, "r", ["key", "refundId", "state"], {
  amount: { amount: "amount", currency: "currency" },
});
const LIST_PAID = statement(
  "sandbox-list-paid",
  `select ${PAYMENT.columns}, coalesce(
        (select sum(r.amount) from sandbox_refund r where r.session_id = s.session_id and r.state <> 'failed'), 0
      ) as sent_back
    from sandbox_payment s
    where s.organisation_slug = $1 and s.kind = $2 and s.paid_at >= $3 and s.received_amount is not null
      and ($4::text is null or s.session_id > $4)
    order by s.session_id limit $5`,
);
const REFUND = statement(
  "sandbox-refund",
  `select ${REFUNDED.columns} from sandbox_refund($1, $2, $3, $4, $5) r`,
);

export class PostgresSandboxPayments implements SandboxPayments {
  static readonly as = SandboxPayments;
  static readonly needs = [Database, Clock] as const;
  readonly #db: Database;
  readonly #clock: Clock;

  constructor(db: Database, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  create({ charge, ...payment }: Omit<SandboxPayment, "state" | "received">): Promise<SandboxPayment> {
    const { sessionId, organisationSlug, kind, description, expiresAt, returnUrl, notificationUrl } = payment;
    const addressed = { sessionId, organisationSlug, kind, returnUrl, notificationUrl };
    const row = { ...addressed, ...charge, state: "open", description, expiresAt } as const;
    return this.#db.rows(PAYMENT).put(row, ["sessionId"], ["sessionId"]);
  }

  byId(sessionId: string): Promise<SandboxPayment | null> {
    return this.#db.rows(PAYMENT).one({ sessionId });
  }

  async move(
    sessionId: string,
    from: readonly SandboxState[],
    to: SandboxState,
    received?: Money,
  ): Promise<SandboxPayment | null> {
    const [payment] = await this.#db.rows(PAYMENT).changed(
      { sessionId, state: from },
      {
        state: to,
        receivedAmount: received?.amount,
        receivedCurrency: received?.currency,
        ...(to === "paid" && { paidAt: this.#clock.now() }),
      },
    );
    return payment ?? null;
  }

  async listPaid(list: Parameters<SandboxPayments["listPaid"]>[0]) {
    const { organisationSlug, kind, since, after, limit } = list;
    const rows = await this.#db.query<{ sent_back: string }>(LIST_PAID, [
      organisationSlug,
      kind,
      since,
      after,
      limit,
    ]);
    return rows.map((row) => ({ payment: PAYMENT.record(row), sentBack: Number(row.sent_back) }));
  }

  async refund(
    sessionId: string,
    refund: { key: string; refundId: string; amount: Money },
  ): Promise<SandboxRefund | null> {
    const values = [sessionId, refund.key, refund.refundId, refund.amount.amount, refund.amount.currency];
    const [row] = await this.#db.retrying(REFUND, values);
    return row ? REFUNDED.record(row) : null;
  }

  refundByKey(sessionId: string, key: string): Promise<SandboxRefund | null> {
    return this.#db.rows(REFUNDED).one({ sessionId, key });
  }
}
