import type { RailCredentials } from "../../../ports/rail.ts";
import { HarnessClock } from "../../conformance/harness-clock.ts";
import type {
  Fact,
  Forgery,
  Notification,
  NotificationControls,
  ProviderControls,
  RailHarness,
} from "../../conformance/harness.ts";
import { SampleOrders } from "../../conformance/sample-orders.ts";
import { orderCodeOf } from "../order-code.ts";
import { PayosRail } from "../rail.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import { closedAddress } from "../../../test/providers/closed-address.ts";
import { EXCLUDED } from "./excluded-checks.ts";
import { notificationOf, type PayosKeys, PayosSimulator } from "./simulator.ts";

export const KEYS: PayosKeys = {
  clientId: "f0f0f0f0-0000-4000-8000-00000000000a",
  apiKey: "a1a1a1a1-0000-4000-8000-00000000000a",
  checksumKey: "c5".repeat(32),
};
const STRANGERS: PayosKeys = {
  clientId: "f0f0f0f0-0000-4000-8000-00000000000b",
  apiKey: "a1a1a1a1-0000-4000-8000-00000000000b",
  checksumKey: "d6".repeat(32),
};

export interface PayosHarness extends RailHarness {
  readonly rail: PayosRail;
  readonly simulator: PayosSimulator;
  orderCode(orderId: string): number;
}

/** Test support: the rail by the real library, against the simulator. */
export async function openPayosHarness(): Promise<PayosHarness> {
  const { now, advance } = new HarnessClock();
  const simulator = await PayosSimulator.start([KEYS, STRANGERS], now);
  const closed = await closedAddress();
  const faults = simulator.planned;
  const rail = new PayosRail({
    clock: { now },
    baseUrl: simulator.url,
    pagesUrl: `${simulator.url}/web/`,
    get timeoutMs() {
      return faults.hangsNext ? 400 : 15_000;
    },
    fetch: faults.fetchOr(closed),
  });
  const orders = new SampleOrders(rail, now, {
    charge: dong(250_000),
    description: "2 × Đồng hồ <gold> & more",
  });
  const orderCode = (orderId: string): number => {
    const order = orders.byId(orderId);
    const code = order && orderCodeOf(order);
    invariant(code, "the harness made this order");
    return code;
  };

  return {
    rail,
    simulator,
    orderCode,
    account: account("acme", KEYS),
    stranger: account("rival", STRANGERS),
    secrets: [KEYS, STRANGERS].flatMap(({ apiKey, checksumKey }) => [apiKey, checksumKey]),
    excluded: EXCLUDED.qr,
    now,
    advance,
    order: orders.next,
    provider: controlsOf(simulator, orderCode),
    faults,
    notifications: notificationsOf(orderCode),
    steps: null,
    close: () => simulator.stop(),
  };
}

/** Which number payOS knows an order by. */
type OrderCode = (orderId: string) => number;

function controlsOf(simulator: PayosSimulator, orderCode: OrderCode): ProviderControls {
  const link = (orderId: string) => simulator.link(KEYS, orderCode(orderId));
  const move = (from: readonly string[], to: string) => async (orderId: string) =>
    simulator.move(KEYS, orderCode(orderId), from, to);
  return {
    seen: async (orderId) => {
      const known = link(orderId);
      if (known === null) return null;
      return {
        charge: dong(known.amount),
        expiresAt: new Date(known.expiredAt * 1000),
        returnUrl: known.returnUrl,
        notificationUrl: null,
        pageUrl: `${simulator.url}/web/${known.id}`,
        // The simulator refuses members of a request beyond those of an ordinary link.
        options: [],
      };
    },
    count: async () => simulator.count,
    charges: async (orderId) => (link(orderId)?.transactions ?? []).map(({ amount }) => dong(amount)),
    refunded: async () => 0,
    pay: async (orderId, received) => {
      // A bank transfer to an account in dong is in dong.
      if (received !== undefined && received.currency !== "VND") return false;
      const amount = received?.amount ?? link(orderId)?.amount ?? 0;
      return simulator.transfer(KEYS, orderCode(orderId), amount) !== null;
    },
    payLate: async (orderId) =>
      simulator.transfer(KEYS, orderCode(orderId), link(orderId)?.amount ?? 0, true) !== null,
    // Other systems count their orders from 1, too.
    plant: async ({ id: orderId, number, charge: { amount } }) => {
      const money = dong(amount + 1);
      simulator.plant(KEYS, number, money.amount);
      const fact = { about: "payment", orderId, state: "paid", amount: money } as const;
      return sent(notificationOf(transferOf(fact, number), KEYS));
    },
    process: move(["PENDING"], "PROCESSING"),
    decline: move(["PENDING", "PROCESSING"], "FAILED"),
    expire: move(["PENDING"], "EXPIRED"),
    returnToken: async () => undefined,
  };
}

function notificationsOf(orderCode: OrderCode): NotificationControls {
  const signed = (fact: Fact, keys = KEYS): Notification =>
    sent(notificationOf(transferOf(fact, "orderId" in fact ? orderCode(fact.orderId) : 0), keys));
  return {
    timestamped: false,
    acknowledgement: { status: 200, contentType: "application/json", body: '{"success":true}' },
    tells: (fact) => fact.about === "something_new" || (fact.about === "payment" && fact.state === "paid"),
    signed: (fact) => signed(fact),
    rotating: (fact) => signed(fact),
    otherEnvironment: (fact) => signed(fact),
    misleading: (fact, otherOrderId) => {
      const outside = {
        orderCode: orderCode(otherOrderId),
        code: "99",
        desc: otherOrderId,
        success: false,
      };
      const misled = sent({ ...bodyOf(signed(fact)), ...outside });
      return { ...misled, headers: { ...misled.headers, "x-order-code": String(outside.orderCode) } };
    },
    broken: (fact) => {
      const { data } = bodyOf(signed(fact));
      return sent(notificationOf({ ...data, orderCode: "one" }, KEYS));
    },
    signedBody: null,
    forged: (fact, how) => forge((keys) => signed(fact, keys), how),
  };
}

/** The signature is in the body, next to the signed data. */
function forge(signed: (keys: PayosKeys) => Notification, how: Forgery): Notification {
  const genuine = bodyOf(signed(KEYS));
  switch (how) {
    case "changed body":
      return sent({ ...genuine, data: { ...genuine.data, amount: 1 } });
    case "wrong key":
      return signed(STRANGERS);
    case "empty key":
      return signed({ ...KEYS, checksumKey: "" });
    case "last byte of the signature": {
      const last = genuine.signature.endsWith("00") ? "01" : "00";
      return sent({ ...genuine, signature: genuine.signature.slice(0, -2) + last });
    }
    case "missing signature":
      return sent({ ...genuine, signature: undefined });
    case "cut signature":
      return sent({ ...genuine, signature: genuine.signature.slice(0, -2) });
    case "other scheme":
      return sent({ ...genuine, signature: Buffer.from(genuine.signature, "hex").toString("base64") });
    case "signature of another body":
      return sent({ ...genuine, signature: bodyOf(sent(notificationOf({}, KEYS))).signature });
  }
}

interface PayosBody {
  readonly data: Readonly<Record<string, unknown>>;
  readonly signature: string;
}

export function bodyOf({ rawBody }: Notification): PayosBody {
  return JSON.parse(Buffer.from(rawBody).toString()) as PayosBody;
}

/** Returns a body as payOS sends it. */
export function sent(body: object): Notification {
  const rawBody = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  return { headers: { "content-type": "application/json" }, rawBody };
}

/** The transfer that a notification tells of. */
export function transferOf(fact: Fact, orderCode: number): Record<string, unknown> {
  const something = fact.about === "something_new";
  return {
    orderCode: something ? 123 : orderCode,
    amount: "amount" in fact ? fact.amount.amount : 3000,
    description: "R1",
    accountNumber: "12345678",
    reference: "FT000001",
    transactionDateTime: "2026-11-21 19:00:00",
    currency: "amount" in fact ? fact.amount.currency : "VND",
    paymentLinkId: `link-${orderCode}`,
    code: "00",
    desc: "Thành công",
    counterAccountBankId: "",
    counterAccountName: null,
    virtualAccountName: "",
    virtualAccountNumber: "",
  };
}

function account(organisationSlug: string, keys: PayosKeys): RailCredentials {
  return { organisationSlug, credentials: { ...keys }, settings: {} };
}

function dong(amount: number) {
  return { amount, currency: "VND" };
}
