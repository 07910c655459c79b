import { createHash } from "node:crypto";
import type { RailCredentials } from "../../../ports/rail.ts";
import { adyenRails } from "../rails.ts";
import type { AdyenRail } from "../rail.ts";
import { HarnessClock } from "../../conformance/harness-clock.ts";
import type {
  Fact,
  Forgery,
  Notification,
  NotificationControls,
  ProviderControls,
  RailHarness,
} from "../../conformance/harness.ts";
import { SAMPLE_BASE_URL, SampleOrders } from "../../conformance/sample-orders.ts";
import type { Money } from "../../../src/shared/money.ts";
import { closedAddress } from "../../../test/providers/closed-address.ts";
import { EXCLUDED } from "./excluded-checks.ts";
import { AdyenSimulator } from "./simulator.ts";
import { planted, signatureOf, type SimulatedItem, type WireAmount } from "./simulated-payment.ts";

export const HMAC_KEY = "44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056";
const PREVIOUS_HMAC_KEY = createHash("sha256").update("previous").digest("hex");
const STRANGERS_KEY = createHash("sha256").update("stranger").digest("hex");
export const MERCHANT = "AcmeECOM";
const API_KEY = "AQEyhmfuXNWTK0Qc+iSAAAcme";
const PASSWORD = "basic-pässword-8";
/** A deadline is short only where it is to pass: a busy machine may take its time over the rest. */
const HANGS_FOR_MS = 250;
/** Deadline of a call whose later request hangs: the first ones must have ended by then. */
const HANGS_LATER_FOR_MS = 1_500;
const PATIENCE_MS = 15_000;

export const ACCOUNT: RailCredentials = {
  organisationSlug: "acme",
  credentials: {
    apiKey: API_KEY,
    hmacKey: HMAC_KEY,
    previousHmacKey: PREVIOUS_HMAC_KEY,
    basicUser: "raffle",
    basicPassword: PASSWORD,
  },
  settings: {
    merchantAccount: MERCHANT,
    environment: "test",
    countryCode: "NL",
    clientKey: "test_ABCDEF123456",
  },
};
const STRANGER: RailCredentials = {
  organisationSlug: "rival",
  credentials: { apiKey: "AQEyhmfuXNWTK0Qc+iSRival", hmacKey: STRANGERS_KEY },
  settings: { ...ACCOUNT.settings, merchantAccount: "RivalECOM" },
};

/** Adyen's exponents, and those of ISO 4217, written down a second time: by docs.adyen.com/development-resources/currency-codes. */
const WIRE_EXPONENTS: Record<string, number> = {
  CVE: 0,
  JPY: 0,
  KRW: 0,
  VND: 0,
  BHD: 3,
  JOD: 3,
  KWD: 3,
  OMR: 3,
  TND: 3,
};
const ISO_EXPONENTS: Record<string, number> = { ...WIRE_EXPONENTS, CLP: 0, CVE: 2, ISK: 0 };

type AdyenKind = "flow" | "redirect" | "qr";
type Post = (items: readonly SimulatedItem[], hmacKey?: string, live?: boolean) => Notification;

export interface AdyenHarness extends RailHarness {
  readonly rail: AdyenRail;
  readonly simulator: AdyenSimulator;
  /** Items as one notification of this account. */
  post(items: readonly SimulatedItem[], hmacKey?: string): Notification;
  item(fact: Fact): SimulatedItem;
}

/** Test support: one rail at Adyen, and a simulated Adyen that it calls through the official library. */
export async function openAdyenHarness(kind: AdyenKind): Promise<AdyenHarness> {
  const { now, advance } = new HarnessClock();
  const simulator = new AdyenSimulator(
    [ACCOUNT, STRANGER].map(({ credentials, settings }) => ({
      apiKey: credentials.apiKey ?? "",
      hmacKey: credentials.hmacKey ?? "",
      merchantAccount: String(settings.merchantAccount),
    })),
    now,
  );
  const address = await simulator.start();
  const closed = await closedAddress();
  const faults = simulator.planned;
  const origin = () => (faults.refuses() ? closed : address);
  const rails = adyenRails({
    baseUrl: SAMPLE_BASE_URL,
    clock: { now },
    get timeoutMs() {
      if (faults.hangs && !faults.hangsNext) return HANGS_LATER_FOR_MS;
      return faults.hangs || simulator.nextFault === "hang" ? HANGS_FOR_MS : PATIENCE_MS;
    },
    origin,
  });
  const rail = rails.find((candidate) => candidate.kind === kind);
  if (rail === undefined) throw new Error(`Adyen has no rail ${kind}`);

  const post: Post = (items, hmacKey = HMAC_KEY, live = false) => ({
    headers: { "content-type": "application/json", authorization: basic("raffle", PASSWORD) },
    rawBody: Buffer.from(JSON.stringify(simulator.notification(items, hmacKey, live))),
  });
  return {
    rail,
    simulator,
    post,
    item: itemOfFact,
    account: accountOf(kind, ACCOUNT),
    stranger: accountOf(kind, STRANGER),
    secrets: [API_KEY, HMAC_KEY, PREVIOUS_HMAC_KEY, PASSWORD, Buffer.from(PASSWORD).toString("base64")],
    now,
    advance,
    order: new SampleOrders(rail, now, { charge: { amount: 2500, currency: kind === "qr" ? "SGD" : "USD" } })
      .next,
    provider: controlsOf({ kind, rail, simulator, post, now }),
    faults,
    notifications: notificationsOf(kind, now, post),
    excluded: EXCLUDED[kind],
    steps: null,
    close: async () => {
      await simulator.stop();
      // 55: every request and answer is as Adyen publishes it.
      if (simulator.objections.length > 0) throw new Error(simulator.objections.join("\n"));
    },
  };
}

function controlsOf({
  kind,
  rail,
  simulator,
  post,
  now,
}: {
  readonly kind: AdyenKind;
  readonly rail: AdyenRail;
  readonly simulator: AdyenSimulator;
  readonly post: Post;
  readonly now: () => Date;
}): ProviderControls {
  return {
    declinesLeaveOpen: kind === "redirect",
    refundsAreDecidedLater: true,
    seen: async (orderId) => {
      const payment = simulator.find(orderId);
      if (payment === null) return null;
      const { expiresAt, returnUrl, id, options } = payment;
      const pageUrl = {
        flow: null,
        redirect: `https://test.adyen.link/${id}`,
        qr: `${SAMPLE_BASE_URL}/rails/qr/${orderId}/pay`,
      }[kind];
      const charge = fromWire(payment.amount);
      return { charge, expiresAt, returnUrl, notificationUrl: null, pageUrl, options };
    },
    count: async () => simulator.payments.length,
    charges: async (orderId) => (simulator.find(orderId)?.taken ?? []).map(({ amount }) => fromWire(amount)),
    refunded: async (orderId) => {
      const payment = simulator.find(orderId);
      if (payment === null) return 0;
      const { currency } = payment.amount;
      return fromWire({ value: simulator.refunded(payment), currency }).amount;
    },
    pay: async (orderId, received) => simulator.act(orderId, "pay", received && toWire(received)),
    payLate: async (orderId) => simulator.act(orderId, "payLate"),
    // A link and a code are paid once.
    ...(kind === "flow" && {
      payAgain: async (orderId: string) => {
        simulator.act(orderId, "payLate");
        return simulator.find(orderId)?.taken.at(-1)?.pspReference ?? "";
      },
    }),
    plant: async ({ id, charge }, refundKey) => {
      const amount = toWire({ ...charge, amount: charge.amount + 1 });
      const { payment, item } = planted(id, refundKey, amount, now());
      simulator.payments.push(payment);
      return post([item]);
    },
    refundState: async () => "requested",
    process: async (orderId) => simulator.act(orderId, "process"),
    decline: async (orderId) => simulator.act(orderId, "decline"),
    expire: async (orderId) => simulator.act(orderId, "expire"),
    returnToken: async (orderId) => {
      if (kind !== "flow") return undefined;
      return rail.returnTokenOf?.({ lang: "en", ...simulator.sessionResult(orderId) });
    },
    learnt: async (orderId) => {
      const [taken] = simulator.find(orderId)?.taken ?? [];
      if (taken === undefined) return null;
      const paymentId = kind === "redirect" ? orderId : taken.pspReference;
      return { paymentId, ids: { payment: taken.pspReference } };
    },
  };
}

function notificationsOf(kind: AdyenKind, now: () => Date, post: Post): NotificationControls {
  return {
    timestamped: false,
    tells: (about) => about.about !== "refund" || about.state !== "requested",
    untold: kind === "qr" ? ["processing"] : ["processing", "declined", "expired"],
    acknowledgement: { status: 200, contentType: "text/plain", body: "[accepted]" },
    signed: (about, { at = now() } = {}) => post([{ ...itemOfFact(about), eventDate: at.toISOString() }]),
    rotating: (about) => post([itemOfFact(about)], PREVIOUS_HMAC_KEY),
    otherEnvironment: (about) => post([itemOfFact(about)], HMAC_KEY, true),
    forged: (about, how) => forge(post([itemOfFact(about)]), itemOfFact(about), how),
    misleading: (about, otherOrderId) => {
      const unsigned = { "metadata.order": otherOrderId, shopperReference: otherOrderId };
      const item = { ...itemOfFact(about), reason: otherOrderId, additionalData: unsigned };
      const misled = post([item]);
      return { ...misled, headers: { ...misled.headers, "merchant-reference": otherOrderId } };
    },
    broken: (about) => {
      const text = new TextDecoder().decode(post([itemOfFact(about)]).rawBody);
      const bare = JSON.stringify(JSON.parse(text), (name, value: unknown) =>
        name === "amount" ? undefined : value,
      );
      return { ...post([itemOfFact(about)]), rawBody: Buffer.from(bare) };
    },
    signedBody: null,
  };
}

/** The client key is the browser's, and only Drop-in needs one. */
function accountOf(kind: string, account: RailCredentials): RailCredentials {
  const { clientKey: _ofFlow, ...settings } = account.settings;
  return kind === "flow" ? account : { ...account, settings };
}

function toWire({ amount, currency }: Money): WireAmount {
  const places = (WIRE_EXPONENTS[currency] ?? 2) - (ISO_EXPONENTS[currency] ?? 2);
  return { value: amount * 10 ** places, currency };
}

function fromWire({ value, currency }: WireAmount): Money {
  const places = (ISO_EXPONENTS[currency] ?? 2) - (WIRE_EXPONENTS[currency] ?? 2);
  return { amount: value * 10 ** places, currency };
}

function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
}

/** The same fact has the same reference at Adyen. */
function itemOfFact(fact: Fact): SimulatedItem {
  const pspReference = createHash("sha256")
    .update(JSON.stringify(fact))
    .digest("hex")
    .slice(0, 16)
    .toUpperCase();
  const base = { pspReference, merchantAccountCode: MERCHANT, success: "true" } as const;
  if (fact.about === "something_new")
    return {
      ...base,
      eventCode: "WEATHER_CHANGED",
      merchantReference: "",
      amount: { value: 0, currency: "EUR" },
    };
  const amount = toWire(fact.amount);
  const merchantReference = fact.orderId;
  switch (fact.about) {
    case "payment": {
      const item = { ...base, merchantReference, amount, reason: "", paymentMethod: "visa" };
      if (fact.state === "paid") return { ...item, eventCode: "AUTHORISATION" };
      if (fact.state === "declined")
        return { ...item, eventCode: "AUTHORISATION", success: "false", reason: "Refused" };
      return { ...item, eventCode: fact.state === "expired" ? "OFFER_CLOSED" : "PENDING" };
    }
    case "refund": {
      // The reference of the refund is the same in every state.
      const about = { orderId: fact.orderId, key: fact.key };
      const ofRefund = createHash("sha256")
        .update(JSON.stringify(about))
        .digest("hex")
        .slice(0, 16)
        .toUpperCase();
      const item = {
        ...base,
        pspReference: ofRefund,
        merchantReference: `${merchantReference}.${fact.key}`,
        amount,
        originalReference: "PAIDPAIDPAID0001",
      };
      return { ...item, eventCode: fact.state === "failed" ? "REFUND_FAILED" : "REFUND" };
    }
    case "dispute":
      return {
        ...base,
        merchantReference,
        amount,
        eventCode: "CHARGEBACK",
        originalReference: "PAIDPAIDPAID0001",
      };
  }
}

type Body = {
  notificationItems: {
    NotificationRequestItem: { additionalData: { hmacSignature?: string }; amount: { value: number } };
  }[];
};

function forge(genuine: Notification, item: SimulatedItem, how: Forgery): Notification {
  const body = JSON.parse(new TextDecoder().decode(genuine.rawBody)) as Body;
  const firstItem = body.notificationItems[0]!.NotificationRequestItem;
  const signature = firstItem.additionalData.hmacSignature ?? "";
  const another: SimulatedItem = { ...item, merchantReference: "cs_another" };
  switch (how) {
    case "changed body":
      firstItem.amount.value += 1;
      break;
    case "wrong key":
      firstItem.additionalData.hmacSignature = signatureOf(item, STRANGERS_KEY);
      break;
    case "missing signature":
      delete firstItem.additionalData.hmacSignature;
      break;
    case "empty key":
      firstItem.additionalData.hmacSignature = signatureOf(item, "");
      break;
    case "last byte of the signature": {
      const bytes = Buffer.from(signature, "base64");
      bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
      firstItem.additionalData.hmacSignature = bytes.toString("base64");
      break;
    }
    case "cut signature":
      firstItem.additionalData.hmacSignature = signature.slice(0, -2);
      break;
    case "other scheme":
      firstItem.additionalData.hmacSignature = Buffer.from(signature, "base64").toString("hex");
      break;
    case "signature of another body":
      firstItem.additionalData.hmacSignature = signatureOf(another, HMAC_KEY);
      break;
  }
  return { ...genuine, rawBody: Buffer.from(JSON.stringify(body)) };
}
