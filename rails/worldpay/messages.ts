import { z } from "zod";
import type { Decline, ProviderIds } from "../../ports/rail.ts";
import type { Money } from "../../src/shared/money.ts";
import { fromWire } from "./currencies.ts";

const link = z.object({ href: z.string().max(4096) });
const text = z.string().max(4096);

/** The answer to a payment, device data or challenge call. The status tells nothing: refusals are 201. */
export const paymentAnswer = z
  .object({
    outcome: z.string(),
    transactionReference: z.string().optional(),
    paymentId: z.string().max(100).optional(),
    refusalCode: z.string().optional(),
    amounts: z.object({ totalAuthorized: z.int(), currency: z.string() }).optional(),
    deviceDataCollection: z.object({ jwt: text, url: z.url(), bin: z.string().max(8) }).optional(),
    challenge: z
      .object({ reference: text.optional(), url: z.url(), jwt: text, payload: text.optional() })
      .optional(),
    _links: z.object({ self: link.optional() }).optional(),
    _actions: z
      .object({
        settlePayment: link.optional(),
        partiallyRefundPayment: link.optional(),
        supply3dsDeviceData: link.optional(),
        complete3dsChallenge: link.optional(),
      })
      .optional(),
  })
  .transform(({ _links: links, _actions: actions, ...rest }) => ({ ...rest, links, actions }));
export type PaymentAnswer = z.infer<typeof paymentAnswer>;

/** The answer at the link of a payment. */
export const stateAnswer = z.object({ lastEvent: z.string() });

const value = z.object({ amount: z.int(), currency: z.string().regex(/^[A-Z]{3}$/) });
export const queryAnswer = z
  .object({
    _embedded: z
      .object({
        payments: z.array(
          z.object({
            paymentId: z
              .string()
              .regex(/^[A-Za-z0-9_-]{1,64}$/)
              .optional(),
            transactionReference: z.string(),
            entity: z.string().optional(),
          }),
        ),
      })
      .optional(),
  })
  .transform(({ _embedded: embedded }) => embedded?.payments ?? []);
export const queriedPayment = z
  .object({
    paymentId: z.string().max(100),
    transactionReference: z.string(),
    entity: z.string().optional(),
    value,
    events: z.array(
      z.object({
        eventName: z.string(),
        commandId: z.string().optional(),
        code: z.string().optional(),
        refundReference: z.string().optional(),
        /** The type of a requested settlement or refund: full or partial. */
        type: z.string().optional(),
        value: value.optional(),
      }),
    ),
    _links: z
      .object({ "cardPayments:partialRefund": link.optional().catch(undefined) })
      .optional()
      .catch(undefined),
  })
  .transform(({ _links: links, ...rest }) => ({
    ...rest,
    refundHref: links?.["cardPayments:partialRefund"]?.href ?? null,
  }));
export type QueriedPayment = z.infer<typeof queriedPayment>;

export const refundAnswer = z.object({ outcome: z.string() });
const errorAnswer = z.object({ errorName: z.string().regex(/^[A-Za-z0-9]{1,60}$/) });

/** The name of Worldpay's error, one of a fixed list: it contains no text of a request. null: none. */
export function errorName(json: unknown): string | null {
  return errorAnswer.safeParse(json).data?.errorName ?? null;
}

/** Ids and links that the next calls need; null members are not learnt. */
export function idsOf(answer: PaymentAnswer, received: Money | null): ProviderIds {
  const { links, actions } = answer;
  const ids = {
    payment: answer.paymentId,
    self: links?.self?.href,
    partialRefund: actions?.partiallyRefundPayment?.href,
    deviceData: actions?.supply3dsDeviceData?.href,
    challenge: actions?.complete3dsChallenge?.href,
    received: received === null ? undefined : `${received.amount} ${received.currency}`,
  };
  return Object.fromEntries(Object.entries(ids).filter((pair): pair is [string, string] => Boolean(pair[1])));
}

/** Returns the money that was stored when the payment was made; null: nothing. */
export function storedMoney(ids: ProviderIds): Money | null {
  const [, amount, currency] = /^(\d+) ([A-Z]{3})$/.exec(ids.received ?? "") ?? [];
  return amount === undefined || currency === undefined ? null : { amount: Number(amount), currency };
}

export function moneyOf({ amount, currency }: z.infer<typeof value>): Money | null {
  return fromWire(amount, currency);
}

/** Refusals that are final for this card; after others it may be charged later. */
const NEVER_AGAIN = new Set(["4", "7", "14", "15", "34", "36", "41", "43", "54", "57"]);

export function refusal(code: string | undefined): Decline {
  const known = /^[A-Za-z0-9]{1,10}$/.test(code ?? "") ? code : undefined;
  return {
    code: known === undefined ? "refused" : `refused_${known.toLowerCase()}`,
    message: "The bank refused the payment.",
    retry: known !== undefined && NEVER_AGAIN.has(known) ? "never" : "later",
  };
}

export const DECLINES = {
  fraudHighRisk: { code: "fraud_high_risk", message: "The payment looks like fraud.", retry: "never" },
  "3dsAuthenticationFailed": {
    code: "authentication_failed",
    message: "The bank did not recognise the buyer.",
    retry: "later",
  },
  "3dsUnavailable": {
    code: "authentication_unavailable",
    message: "The bank could not be reached to authenticate the buyer.",
    retry: "now",
  },
  sentForCancellation: {
    code: "verification_failed",
    message: "The card's security code did not match; the payment is cancelled.",
    retry: "now",
  },
  error: { code: "error", message: "The payment was not completed.", retry: "now" },
  notTaken: { code: "not_taken", message: "The payment provider did not take the payment.", retry: "now" },
} as const satisfies Record<string, Decline>;
