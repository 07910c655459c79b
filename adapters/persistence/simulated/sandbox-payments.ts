import type { RailKind } from "../../../ports/rail.ts";
import {
  SandboxPayments,
  type SandboxPayment,
  type SandboxRefund,
  type SandboxState,
} from "../../../ports/simulated/sandbox-payments.ts";
import type { Money } from "../../../src/shared/money.ts";
import { Database } from "../database/database.ts";
import { int } from "../statements/row.ts";
import { statement } from "../statements/statement.ts";

const COLUMNS = `session_id, organisation_slug, kind, amount, currency, received_amount, received_currency, state,
  description, expires_at, return_url, notification_url`;
const CREATE = statement(
  "sandbox-create",
  `insert into sandbox_payment (session_id, organisation_slug, kind, amount, currency, state, description,
      expires_at, return_url, notification_url) values ($1, $2, $3, $4, $5, 'open', $6, $7, $8, $9)
    on conflict (session_id) do update set session_id = excluded.session_id returning ${COLUMNS}`,
);
const BY_ID = statement("sandbox-by-id", `select ${COLUMNS} from sandbox_payment where session_id = $1`);
const MOVE = statement(
  "sandbox-move",
  `update sandbox_payment set state = $3, received_amount = coalesce($4, received_amount),
      received_currency = coalesce($5, received_currency)
    where session_id = $1 and state = any($2) returning ${COLUMNS}`,
);
const REFUND = statement(
  "sandbox-refund",
  "select key, refund_id, amount, currency, state from sandbox_refund($1, $2, $3, $4, $5)",
);
const REFUND_BY_KEY = statement(
  "sandbox-refund-by-key",
  "select key, refund_id, amount, currency, state from sandbox_refund where session_id = $1 and key = $2",
);

interface PaymentColumns {
  session_id: string;
  organisation_slug: string;
  kind: RailKind;
  amount: string;
  currency: string;
  received_amount: string | null;
  received_currency: string | null;
  state: SandboxState;
  description: string;
  expires_at: Date;
  return_url: string;
  notification_url: string;
}

interface RefundColumns {
  key: string;
  refund_id: string;
  amount: string;
  currency: string;
  state: SandboxRefund["state"];
}

function paymentRecord(row: PaymentColumns): SandboxPayment {
  return {
    sessionId: row.session_id,
    organisationSlug: row.organisation_slug,
    kind: row.kind,
    charge: { amount: int(row.amount), currency: row.currency },
    received:
      row.received_amount === null || row.received_currency === null
        ? null
        : { amount: int(row.received_amount), currency: row.received_currency },
    state: row.state,
    description: row.description,
    expiresAt: row.expires_at,
    returnUrl: row.return_url,
    notificationUrl: row.notification_url,
  };
}

function refundRecord(row: RefundColumns): SandboxRefund {
  const amount = { amount: int(row.amount), currency: row.currency };
  return { key: row.key, refundId: row.refund_id, amount, state: row.state };
}

export class PostgresSandboxPayments implements SandboxPayments {
  static readonly as = SandboxPayments;
  static readonly needs = [Database] as const;
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async create(payment: Omit<SandboxPayment, "state" | "received">): Promise<SandboxPayment> {
    const [row] = await this.#db.query<PaymentColumns>(CREATE, [
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
    return paymentRecord(row!);
  }

  async byId(sessionId: string): Promise<SandboxPayment | null> {
    const [row] = await this.#db.query<PaymentColumns>(BY_ID, [sessionId]);
    return row ? paymentRecord(row) : null;
  }

  async move(
    sessionId: string,
    from: readonly SandboxState[],
    to: SandboxState,
    received?: Money,
  ): Promise<SandboxPayment | null> {
    const values = [sessionId, from, to, received?.amount ?? null, received?.currency ?? null];
    const [row] = await this.#db.query<PaymentColumns>(MOVE, values);
    return row ? paymentRecord(row) : null;
  }

  async refund(
    sessionId: string,
    refund: { key: string; refundId: string; amount: Money },
  ): Promise<SandboxRefund | null> {
    const values = [sessionId, refund.key, refund.refundId, refund.amount.amount, refund.amount.currency];
    const [row] = await this.#db.retrying<RefundColumns>(REFUND, values);
    return row ? refundRecord(row) : null;
  }

  async refundByKey(sessionId: string, key: string): Promise<SandboxRefund | null> {
    const [row] = await this.#db.query<RefundColumns>(REFUND_BY_KEY, [sessionId, key]);
    return row ? refundRecord(row) : null;
  }
}
