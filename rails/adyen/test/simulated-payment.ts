import { createHmac } from "node:crypto";

export interface WireAmount {
  readonly value: number;
  readonly currency: string;
}

export interface SimulatedAccount {
  readonly apiKey: string;
  readonly merchantAccount: string;
  readonly hmacKey: string;
}

type State = "open" | "processing" | "paid" | "declined" | "expired";

interface Refund {
  readonly pspReference: string;
  /** The payment that it takes from. */
  readonly of: string;
  readonly reference: string | undefined;
  readonly amount: WireAmount;
}

/** A session, a payment link, or a payment with a QR method. */
export interface SimulatedPayment {
  readonly kind: "session" | "link" | "qr";
  readonly id: string;
  readonly account: string;
  readonly reference: string;
  readonly metadata: Record<string, string>;
  amount: WireAmount;
  expiresAt: Date;
  readonly returnUrl: string;
  updatedAt: Date;
  state: State;
  /** Money that was taken: one entry a time. */
  readonly taken: { readonly pspReference: string; readonly amount: WireAmount }[];
  readonly refunds: Refund[];
  chargedBack: boolean;
  readonly options: readonly string[];
}

/** The members of the request for an ordinary payment, also of those that the library adds. */
const ORDINARY: ReadonlySet<string> = new Set(
  (
    "merchantAccount amount reference returnUrl countryCode shopperEmail expiresAt captureDelayHours description " +
    "reusable metadata paymentMethod sessionValidity channel"
  ).split(" "),
);

/** Options of a request beyond those of an ordinary payment. */
export function optionsOf(body: Readonly<Record<string, unknown>>): readonly string[] {
  return [
    ...Object.keys(body).filter((name) => !ORDINARY.has(name)),
    ...(body.captureDelayHours === 0 ? [] : ["captureDelayHours: the money may only be reserved"]),
    ...(body.reusable === true ? ["reusable"] : []),
  ];
}

export interface SimulatedItem {
  readonly pspReference: string;
  readonly originalReference?: string;
  readonly merchantAccountCode: string;
  readonly merchantReference: string;
  readonly amount: WireAmount;
  readonly eventCode: string;
  readonly success: "true" | "false";
  readonly eventDate?: string;
  readonly reason?: string;
  readonly paymentMethod?: string;
  readonly additionalData?: Record<string, string>;
}

export interface Answer {
  readonly status: number;
  readonly body: object;
}

export const WORDS = {
  session: {
    open: "active",
    processing: "paymentPending",
    paid: "completed",
    declined: "refused",
    expired: "expired",
  },
  link: {
    open: "active",
    processing: "paymentPending",
    paid: "completed",
    declined: "active",
    expired: "expired",
  },
} as const;

/** Signs as Adyen does: eight fields, joined by colons. */
export function signatureOf(item: SimulatedItem, hmacKey: string): string {
  const { pspReference, originalReference = "", merchantAccountCode, merchantReference, amount } = item;
  const { value, currency } = amount;
  const signed = `${pspReference}:${originalReference}:${merchantAccountCode}:${merchantReference}:${value}:${currency}:${item.eventCode}:${item.success}`;
  return createHmac("sha256", Buffer.from(hmacKey, "hex")).update(signed).digest("base64");
}

export function linkBody({
  id,
  account,
  reference,
  amount,
  state,
  expiresAt,
  updatedAt,
  metadata,
}: SimulatedPayment): object {
  return {
    id,
    merchantAccount: account,
    reference,
    amount,
    status: WORDS.link[state],
    url: `https://test.adyen.link/${id}`,
    expiresAt: expiresAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    metadata,
    reusable: false,
  };
}

/** Returns a refusal that quotes the request, as providers' do: a rail must not pass it on. */
export function quoting(body: object, apiKey: unknown): string {
  return JSON.stringify({ ...body, message: `Not for ${apiKey}` });
}

/** A payment of another merchant account of the company under this reference, and the item that tells of it. */
export function planted(
  reference: string,
  refundKey: string,
  amount: WireAmount,
  at: Date,
): { readonly payment: SimulatedPayment; readonly item: SimulatedItem } {
  const [id, account] = ["PLPLANTED", "AcmeMugs"];
  const pspReference = "PLANTED000000001";
  const part = { ...amount, value: 1 };
  const payment: SimulatedPayment = {
    kind: "link",
    id,
    account,
    reference,
    metadata: {},
    amount,
    expiresAt: at,
    returnUrl: "https://mugs.example/",
    updatedAt: at,
    state: "paid",
    taken: [{ pspReference, amount }],
    refunds: [{ pspReference: "PLANTED000000002", of: pspReference, reference: refundKey, amount: part }],
    chargedBack: false,
    options: [],
  };
  const common = { merchantAccountCode: account, merchantReference: reference, amount } as const;
  return { payment, item: { ...common, pspReference, eventCode: "AUTHORISATION", success: "true" } };
}

/** @param errorCode undefined: a proxy in front of Adyen answers */
export function refusal(status: number, errorCode: string | undefined, message: string): Answer {
  return {
    status,
    body: {
      status,
      errorCode,
      message,
      errorType: status === 401 || status === 403 ? "security" : "validation",
    },
  };
}
