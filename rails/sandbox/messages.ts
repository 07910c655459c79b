import { createHash } from "node:crypto";
import { z } from "zod";
import { RAIL_KINDS, type PaymentOutcome, type RailEvent, type RailKind } from "../../ports/rail.ts";
import type { SandboxPayment } from "../../ports/simulated/sandbox-payments.ts";
import type { Money } from "../../src/shared/money.ts";
import { jsonWithin } from "../shared/bounded.ts";
import { fromWireAmount, isoExponent, toWireAmount } from "../shared/wire-money.ts";
import { SANDBOX_KINDS } from "./kinds.ts";
import { outcomeOf } from "./payment.ts";

export const NOTIFICATION_BYTES_MAX = 64 * 1024;
const DEPTH_MAX = 8;

const text = z.string().min(1).max(200);
const envelope = z.object({ id: text, type: text, livemode: z.literal(false) });
const subject = z.object({
  id: text,
  kind: z.enum(RAIL_KINDS),
  sessionId: text,
  /** In the provider's unit. */
  amount: z.int().nonnegative(),
  currency: z.string().regex(/^[A-Z]{3}$/),
});
const paymentState = z.enum(["open", "processing", "paid", "declined", "cancelled", "expired"]);
const refundState = z.enum(["requested", "succeeded", "failed"]);
const known = z.discriminatedUnion("type", [
  subject.extend({ type: z.literal("payment.updated"), state: text }),
  subject.extend({
    type: z.literal("refund.updated"),
    state: refundState,
    refundKey: text,
    refundId: text,
  }),
  subject.extend({ type: z.literal("dispute.updated"), state: text, disputeId: text }),
]);
const KNOWN_TYPES: ReadonlySet<string> = new Set(["payment.updated", "refund.updated", "dispute.updated"]);

/** One event of the simulated provider. Amounts in ISO minor units; the wire has the provider's own. */
export type SandboxMessage = {
  readonly kind: RailKind;
  readonly sessionId: string;
  readonly amount: Money;
} & (
  | { readonly type: "payment.updated"; readonly state: z.infer<typeof paymentState> }
  | {
      readonly type: "refund.updated";
      readonly state: z.infer<typeof refundState>;
      readonly refundKey: string;
      readonly refundId: string;
    }
  | { readonly type: "dispute.updated"; readonly state: string; readonly disputeId: string }
  /** A type that this version does not know. */
  | { readonly type: "account.updated"; readonly state: string }
);

export function messageOf(payment: SandboxPayment): SandboxMessage {
  return {
    type: "payment.updated",
    kind: payment.kind,
    sessionId: payment.sessionId,
    state: payment.state,
    amount: payment.received ?? payment.charge,
  };
}

/** The body of a notification. The same fact has the same event id, whenever and how often it is sent. */
export function writeMessage(message: SandboxMessage, at: Date): Buffer {
  const { amount, ...fact } = message;
  const id = createHash("sha256").update(JSON.stringify(message)).digest("hex").slice(0, 32);
  const body = {
    id: `sbx_evt_${id}`,
    livemode: false,
    createdAt: at.toISOString(),
    ...fact,
    amount: toWireAmount(amount, wireExponent(message.kind, amount.currency)),
    currency: amount.currency,
  };
  return Buffer.from(JSON.stringify(body));
}

/**
 * Reads a body whose signature has been checked.
 * @returns a sentence when it cannot be read
 */
export function readMessage(kind: RailKind, rawBody: Uint8Array): RailEvent | string {
  const json = jsonWithin(rawBody, DEPTH_MAX);
  if (json === undefined) return "the body is not JSON, or is nested too deeply";
  const head = envelope.safeParse(json);
  if (!head.success) return "the body is not a test notification of this provider";
  const ignored: RailEvent = { about: "ignored", dedupeKey: head.data.id, type: head.data.type };
  if (!KNOWN_TYPES.has(head.data.type)) return ignored;
  const body = known.safeParse(json);
  if (!body.success) return `the body of ${head.data.type} is not as documented`;
  const message = body.data;
  // The key is the organisation's, not the rail's: a message for another rail is not believed.
  if (message.kind !== kind) return ignored;

  const { id: dedupeKey, sessionId: orderId, currency } = message;
  const amount = fromWireAmount(message.amount, currency, wireExponent(kind, currency));
  switch (message.type) {
    case "payment.updated":
      return {
        about: "payment",
        dedupeKey,
        orderId,
        payment: paymentOutcome(orderId, message.state, amount),
      };
    case "refund.updated": {
      if (amount === null) return "the amount is not a whole number of minor units";
      const { refundKey, refundId, state } = message;
      return { about: "refund", dedupeKey, orderId, refundKey, refundId, state, amount };
    }
    case "dispute.updated": {
      if (amount === null) return "the amount is not a whole number of minor units";
      const { disputeId, state: stage } = message;
      const isOver = stage === "won" || stage === "lost";
      return {
        about: "dispute",
        dedupeKey,
        orderId,
        disputeId,
        stage,
        amount,
        ...(isOver && { over: stage }),
      };
    }
  }
}

function paymentOutcome(sessionId: string, state: string, amount: Money | null): PaymentOutcome {
  const parsed = paymentState.safeParse(state);
  if (!parsed.success) return { outcome: "unknown", reason: "unreadable" };
  return outcomeOf(sessionId, parsed.data, parsed.data === "paid" ? amount : null);
}

function wireExponent(kind: RailKind, currency: string): number {
  return SANDBOX_KINDS[kind].capabilities.currencies.get(currency) ?? isoExponent(currency);
}
