import type { RailKind } from "../../../ports/rail.ts";
import {
  SandboxPayments,
  type SandboxPayment,
  type SandboxRefund,
  type SandboxState,
} from "../../../ports/simulated/sandbox-payments.ts";
import type { Money } from "../../../src/shared/money.ts";
import { int8, row, text, time, together } from "../statements/row.ts";
import { statement } from "../statements/statement.ts";
import { Store } from "../database/store.ts";

/** A payment `s`. */
const PAYMENT = row("sandbox_payment s", {
  sessionId: text(),
  organisationSlug: text(),
  kind: text<RailKind>(),
  charge: { amount: int8("amount"), currency: text("currency") },
  received: together({ amount: int8("received_amount"), currency: text("received_currency") }),
  state: text<SandboxState>(),
  description: text(),
  expiresAt: time(),
  returnUrl: text(),
  notificationUrl: text(),
});
/** A refund `r`. */
const REFUNDED = row("sandbox_refund r", {
  key: text(),
  refundId: text(),
  amount: { amount: int8("amount"), currency: text("currency") },
  state: text<SandboxRefund["state"]>(),
});
const CREATE = statement(
  "sandbox-create",
  `insert into sandbox_payment as s (session_id, organisation_slug, kind, amount, currency, state, description,
      expires_at, return_url, notification_url) values ($1, $2, $3, $4, $5, 'open', $6, $7, $8, $9)
    on conflict (session_id) do update set session_id = excluded.session_id returning ${PAYMENT.columns}`,
);
const BY_ID = statement(
  "sandbox-by-id",
  `select ${PAYMENT.columns} from sandbox_payment s where s.session_id = $1`,
);
const MOVE = statement(
  "sandbox-move",
  `update sandbox_payment s set state = $3, received_amount = coalesce($4, s.received_amount),
      received_currency = coalesce($5, s.received_currency), paid_at = case when $3 = 'paid' then clock_timestamp() else s.paid_at end
    where s.session_id = $1 and s.state = any($2) returning ${PAYMENT.columns}`,
);
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
const REFUND_BY_KEY = statement(
  "sandbox-refund-by-key",
  `select ${REFUNDED.columns} from sandbox_refund r where r.session_id = $1 and r.key = $2`,
);

export class PostgresSandboxPayments extends Store implements SandboxPayments {
  static readonly as = SandboxPayments;

  async create(payment: Omit<SandboxPayment, "state" | "received">): Promise<SandboxPayment> {
    const [row] = await this.db.query(CREATE, [
      payment.sessionId,
      payment.organisationSlug,
      payment.kind,
      payment.charge.amount,
      payment.charge.currency,
      payment.description,
      payment.expiresAt,
      payment.returnUrl,
      payment.notificationUrl,
    ]);
    return PAYMENT.record(row!);
  }

  async byId(sessionId: string): Promise<SandboxPayment | null> {
    const [row] = await this.db.query(BY_ID, [sessionId]);
    return row ? PAYMENT.record(row) : null;
  }

  async move(
    sessionId: string,
    from: readonly SandboxState[],
    to: SandboxState,
    received?: Money,
  ): Promise<SandboxPayment | null> {
    const values = [sessionId, from, to, received?.amount ?? null, received?.currency ?? null];
    const [row] = await this.db.query(MOVE, values);
    return row ? PAYMENT.record(row) : null;
  }

  async listPaid(list: Parameters<SandboxPayments["listPaid"]>[0]) {
    const { organisationSlug, kind, since, after, limit } = list;
    const rows = await this.db.query<{ sent_back: string }>(LIST_PAID, [
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
    const [row] = await this.db.retrying(REFUND, values);
    return row ? REFUNDED.record(row) : null;
  }

  async refundByKey(sessionId: string, key: string): Promise<SandboxRefund | null> {
    const [row] = await this.db.query(REFUND_BY_KEY, [sessionId, key]);
    return row ? REFUNDED.record(row) : null;
  }
}
