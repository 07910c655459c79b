import { randomUUID } from "node:crypto";

/** One merchant at the simulated Worldpay. */
export interface Merchant {
  readonly username: string;
  readonly password: string;
  readonly entity: string;
}

export interface WireValue {
  readonly amount: number;
  readonly currency: string;
}

const CARDS = [
  "approve",
  "refuse",
  "fraud",
  "mismatch",
  "authorize",
  "frictionless",
  "challenge",
  "challengeFailed",
  "challengeUnavailable",
  "unavailable",
  "loseAnswer",
  "serverError",
] as const;
export type Card = (typeof CARDS)[number];

export function isCard(text: string): text is Card {
  return (CARDS as readonly string[]).includes(text);
}

/** The members of an instruction for an ordinary payment. */
const ORDINARY: ReadonlySet<string> = new Set(
  "method paymentInstrument narrative value settlement customer threeDS".split(" "),
);

/** Options of an instruction beyond those of an ordinary payment. */
export function optionsOf(instruction: { readonly settlement?: { readonly auto?: boolean } }): string[] {
  return [
    ...Object.keys(instruction).filter((name) => !ORDINARY.has(name)),
    ...(instruction.settlement?.auto === true ? [] : ["settlement.auto: the money is only reserved"]),
  ];
}

interface ListedEvent {
  readonly eventName: string;
  readonly timestamp: string;
  readonly commandId: string;
  readonly [member: string]: unknown;
}

/** A payment that the simulated Worldpay keeps. */
export class Payment {
  readonly paymentId = `pay${randomUUID().replaceAll("-", "").slice(0, 22)}`;
  readonly linkData = randomUUID();
  readonly merchant: Merchant;
  readonly reference: string;
  readonly value: WireValue;
  readonly card: Card;
  readonly challengeReturnUrl: string | null;
  readonly options: readonly string[];
  readonly events: ListedEvent[] = [];
  /** Which call of the 3-D Secure dialogue it waits for. */
  awaits: "deviceData" | "challenge" | null = null;
  challenged = false;
  lastEvent: string | null = null;
  readonly #now: () => Date;

  constructor(options: {
    readonly merchant: Merchant;
    readonly reference: string;
    readonly value: WireValue;
    readonly card: Card;
    readonly challengeReturnUrl?: string | null;
    readonly options?: readonly string[];
    readonly now: () => Date;
  }) {
    this.merchant = options.merchant;
    this.reference = options.reference;
    this.value = options.value;
    this.card = options.card;
    this.challengeReturnUrl = options.challengeReturnUrl ?? null;
    this.options = options.options ?? [];
    this.#now = options.now;
  }

  /** The money that the buyer was charged; null: none. */
  get charged(): WireValue | null {
    return this.events.some(({ eventName }) => eventName === "settlementRequestSubmitted")
      ? this.value
      : null;
  }

  get refunded(): number {
    return this.events
      .filter(({ eventName }) => eventName === "refundRequested")
      .reduce((sum, { value }) => sum + (value as WireValue).amount, 0);
  }

  request(): void {
    this.#record("authorizationRequested");
  }

  authorize(): void {
    this.request();
    this.#record("authorizationSucceeded", { outcome: "authorized" });
    this.lastEvent = "Authorized";
  }

  /** @param part of the value, as a person may settle in the dashboard */
  settle(part?: number): void {
    const commandId = this.#record("settlementRequested", {
      type: part === undefined ? "fullSettlement" : "partialSettlement",
      settlementReference: this.reference,
      value: { ...this.value, amount: part ?? this.value.amount },
    });
    this.#record("settlementRequestSubmitted", {}, commandId);
    this.lastEvent = "Sent for Settlement";
  }

  refuse(code: string): void {
    this.request();
    this.#record("authorizationRefused", { outcome: "refused", code, description: "Do not honour" });
    this.lastEvent = "Refused";
  }

  cancel(): void {
    const commandId = this.#record("cancellationRequested");
    this.#record("cancellationRequestSubmitted", {}, commandId);
    this.lastEvent = "Sent for Cancellation";
  }

  refund(reference: string, value: WireValue): void {
    const commandId = this.#record("refundRequested", {
      type: "partialRefund",
      refundReference: reference,
      value,
    });
    this.#record("refundRequestSubmitted", {}, commandId);
    this.lastEvent = "Sent for Refund";
  }

  #record(eventName: string, more: object = {}, commandId = `cmd${randomUUID().slice(0, 24)}`): string {
    this.events.push({ eventName, timestamp: this.#now().toISOString(), ...more, commandId });
    return commandId;
  }
}

/** A payment in a list of Payment Queries. */
export function summary(payment: Payment) {
  return {
    timestamp: payment.events[0]?.timestamp,
    paymentId: payment.paymentId,
    transactionReference: payment.reference,
    transactionType: "oneTime",
    authorizationType: "authorization",
    entity: payment.merchant.entity,
    value: payment.value,
    _links: { self: { href: `/paymentQueries/payments/${payment.paymentId}` } },
  };
}
