import type { Hex } from "../../../ports/chain.ts";
import { HOLD_OUTLASTS_MS } from "../../../ports/checkout/rail-limits.ts";
import type { TillPayment } from "../../../ports/onchain/till-book.ts";
import type { RailCredentials, RailOrder } from "../../../ports/rail.ts";
import { HarnessClock } from "../../conformance/harness-clock.ts";
import type {
  Notification,
  NotificationControls,
  ProviderControls,
  RailHarness,
} from "../../conformance/harness.ts";
import { SAMPLE_BASE_URL, SampleOrders } from "../../conformance/sample-orders.ts";
import { TillRail } from "../rail.ts";
import { sumOf } from "../verdict.ts";
import { EXCLUDED } from "./excluded-checks.ts";
import { FakeChain } from "./fake-chain.ts";
import { MemoryTillBook } from "./memory-till-book.ts";

const UNITS_PER_CENT = 10_000n;
const ACCOUNT: RailCredentials = { organisationSlug: "acme", credentials: {}, settings: {} };
const TOKEN: Hex = `0x${"70".repeat(20)}`;
/** A value that no answer may contain; the till itself has no key. */
const SIGNER_KEY = "5eed".repeat(16);

interface TillHarness extends RailHarness {
  readonly rail: TillRail;
  readonly chain: FakeChain;
  readonly book: MemoryTillBook;
}

/** Test support: the rail on a chain in memory, with what the service's jobs would do at once. */
export async function openTillHarness(): Promise<TillHarness> {
  const clock = new HarnessClock();
  const chain = new FakeChain(clock.now);
  const book = new MemoryTillBook();
  const balance = async (_token: Hex, address: Hex) => {
    const payment = book.offered.find((each) => each.address === address);
    return payment && payment.intent !== "return" ? sumOf(payment) : 0n;
  };
  const contract = { balance, tokens: { USDC: TOKEN, USDT: null } };
  const rail = new TillRail({ clock, chain, book, contract, baseUrl: SAMPLE_BASE_URL });
  const orders = new SampleOrders(rail, clock.now);
  return {
    rail,
    chain,
    book,
    account: ACCOUNT,
    stranger: { ...ACCOUNT, organisationSlug: "rival" },
    secrets: [SIGNER_KEY],
    excluded: EXCLUDED.qr,
    now: clock.now,
    advance: (minutes) => {
      clock.advance(minutes);
      chain.mine(1);
      chain.makeFinal();
      readAll(chain, book);
    },
    order: (overrides) => {
      const order = orders.next(overrides);
      prepare(book, order);
      return order;
    },
    provider: controlsOf(clock, chain, book),
    faults: { ...chain.planned, answerNext: null },
    notifications: NOTIFICATIONS,
    steps: null,
    close: async () => {},
  };
}

/** Prepares a payment as the service does before it places an order in tokens. */
function prepare(book: MemoryTillBook, { id, number, charge, createdAt }: RailOrder): void {
  if (!Number.isSafeInteger(charge.amount) || charge.amount <= 0 || book.of(id) !== null) return;
  const address: Hex = `0x${String(number).padStart(40, "a")}`;
  const payment: TillPayment = {
    organisationId: 1 as TillPayment["organisationId"],
    orderId: id,
    chainId: 31_337,
    till: `0x${"71".repeat(20)}`,
    address,
    treasury: `0x${"72".repeat(20)}`,
    refundTo: `0x${"73".repeat(20)}`,
    token: TOKEN,
    units: BigInt(charge.amount) * UNITS_PER_CENT,
    createdAt,
    deadline: null,
    read: null,
    intent: "keep",
    refundKey: null,
    refundSince: null,
    refundTx: null,
    refundError: null,
    stuckSince: null,
    calls: 0,
    transfers: [],
    closes: [],
  };
  book.put(payment);
}

/** Reads final blocks as the service's job does. */
function readAll(chain: FakeChain, book: MemoryTillBook): void {
  const { number, hash, timestamp } = chain.blockAt(chain.finalNumber);
  for (const { orderId, address } of book.offered)
    book.write(orderId, chain.finalTo(address), { number, hash, at: new Date(timestamp * 1_000) });
}

function controlsOf(clock: HarnessClock, chain: FakeChain, book: MemoryTillBook): ProviderControls {
  const offered = (orderId: string) => {
    const payment = book.of(orderId);
    return payment?.deadline ? { ...payment, deadline: payment.deadline } : null;
  };
  const isOver = ({ deadline }: { readonly deadline: Date }) => clock.now() > deadline;
  const makeFinal = () => {
    chain.makeFinal();
    readAll(chain, book);
    return true;
  };
  const end = (orderId: string) => {
    const payment = offered(orderId);
    if (payment === null || isOver(payment) || sumOf(payment) >= payment.units) return false;
    clock.advanceTo(new Date(payment.deadline.getTime() + 1_000));
    chain.mine(1);
    return makeFinal();
  };
  const send = (orderId: string, units?: bigint) => {
    const payment = offered(orderId);
    if (payment === null) return false;
    // What is under way is completed, and not sent twice.
    if (chain.allTo(payment.address).length === 0)
      chain.send(payment.token, payment.address, units ?? payment.units);
    return true;
  };
  return {
    seen: async (orderId) => {
      const payment = offered(orderId);
      return (
        payment && {
          charge: { amount: Number(payment.units / UNITS_PER_CENT), currency: "USD" },
          expiresAt: new Date(payment.deadline.getTime() - HOLD_OUTLASTS_MS),
          returnUrl: null,
          notificationUrl: null,
          pageUrl: `${SAMPLE_BASE_URL}/rails/qr/${orderId}/pay`,
          // A transfer has no options.
          options: [],
        }
      );
    },
    count: async () => book.offered.length,
    charges: async (orderId) => {
      const payment = offered(orderId);
      if (payment === null || sumOf(payment) < payment.units) return [];
      return [{ amount: Number(sumOf(payment) / UNITS_PER_CENT), currency: "USD" }];
    },
    refunded: async (orderId) => {
      const payment = offered(orderId);
      return payment?.intent === "return" ? Number(sumOf(payment) / UNITS_PER_CENT) : 0;
    },
    pay: async (orderId) => {
      const payment = offered(orderId);
      return payment !== null && !isOver(payment) && send(orderId) && makeFinal();
    },
    payLate: async (orderId) => send(orderId) && makeFinal(),
    process: async (orderId) => send(orderId),
    decline: async (orderId) => send(orderId, 1n) && end(orderId),
    expire: async (orderId) => end(orderId),
    returnToken: async () => undefined,
  };
}

const NOTHING: Notification = { headers: {}, rawBody: new Uint8Array() };
/** No notification is believed. */
const NOTIFICATIONS: NotificationControls = {
  tells: () => false,
  timestamped: false,
  acknowledgement: { status: 401, contentType: "application/json", body: "" },
  signed: () => NOTHING,
  rotating: () => NOTHING,
  otherEnvironment: () => NOTHING,
  forged: () => NOTHING,
  misleading: () => NOTHING,
  broken: () => NOTHING,
  signedBody: null,
};
