import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { RailCredentials, RailKind } from "../../../ports/rail.ts";
import { forgedHeader, type HeaderSignature } from "../../conformance/forged-header.ts";
import { HarnessClock } from "../../conformance/harness-clock.ts";
import type {
  ConfirmSteps,
  Fact,
  Notification,
  NotificationControls,
  ProviderControls,
  RailHarness,
} from "../../conformance/harness.ts";
import { PlannedFaults } from "../../conformance/planned-faults.ts";
import { SAMPLE_BASE_URL, SampleOrders } from "../../conformance/sample-orders.ts";
import type { SandboxFault } from "../faults.ts";
import { EXCLUDED } from "./excluded-checks.ts";
import { payUrl, sessionHref } from "../kinds.ts";
import { MemorySandboxPayments } from "./memory-payments.ts";
import { type SandboxMessage, writeMessage } from "../messages.ts";
import { type SandboxAct, type SandboxActOptions, SandboxProvider } from "../provider.ts";
import { SandboxRail } from "../rail.ts";
import { organisationKey, returnTokenFor, SIGNATURE_HEADER, signatureHeader } from "../signature.ts";

export const ACCOUNT: RailCredentials = { organisationSlug: "acme", credentials: {}, settings: {} };
const STRANGER: RailCredentials = { ...ACCOUNT, organisationSlug: "rival" };
const HANGS_FOR_MS = 20;

export interface SandboxHarness extends RailHarness {
  readonly rail: SandboxRail;
  readonly simulated: SandboxProvider;
  readonly payments: MemorySandboxPayments;
  /** Notifications that the provider sent to the service, in order. */
  readonly received: readonly (Notification & { readonly path: string })[];
  /** Answers of the service to the next notifications; 200 when empty. */
  readonly answers: number[];
}

/** Test support: one sandbox rail, its provider, and a service that takes the notifications. */
export async function openSandboxHarness(kind: RailKind): Promise<SandboxHarness> {
  const secret = createHash("sha256").update("a secret of the test").digest();
  const clock = new HarnessClock();
  const payments = new MemorySandboxPayments(clock.now);
  const service = await NotifiedService.open();
  const planned = new PlannedFaults();
  const rail = new SandboxRail(kind, {
    payments,
    baseUrl: SAMPLE_BASE_URL,
    secret,
    clock,
    faults: { before: async () => faultOf(planned), beforeListing: async () => faultOf(planned) },
    timeoutMs: HANGS_FOR_MS,
  });
  const simulated = new SandboxProvider({
    payments,
    clock,
    settings: { secret, notifyOrigin: () => service.origin, retryDelaysMs: [1, 1] },
  });
  const key = organisationKey(secret, ACCOUNT.organisationSlug);

  return {
    rail,
    simulated,
    payments,
    received: service.received,
    answers: service.answers,
    account: ACCOUNT,
    stranger: STRANGER,
    excluded: EXCLUDED[kind],
    secrets: [secret, key].flatMap((bytes) => [
      Buffer.from(bytes).toString("hex"),
      Buffer.from(bytes).toString("base64"),
    ]),
    now: clock.now,
    advance: clock.advance,
    order: new SampleOrders(rail, clock.now).next,
    provider: controlsOf(kind, payments, simulated, key),
    // The sandbox answers no statuses: calls to it are not HTTP.
    faults: { ...planned, answerNext: null },
    notifications: notificationsOf(kind, clock, secret),
    steps: kind === "fields" ? STEPS : null,
    close: () => service.close(),
  };
}

/** A service that takes the provider's notifications. */
class NotifiedService {
  readonly received: (Notification & { readonly path: string })[] = [];
  readonly answers: number[] = [];
  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      );
      this.received.push({ path: request.url ?? "", headers, rawBody: Buffer.concat(chunks) });
      response.writeHead(this.answers.shift() ?? 200).end();
    });
  });

  static async open(): Promise<NotifiedService> {
    const service = new NotifiedService();
    await new Promise<void>((resolve) => service.#server.listen(0, "127.0.0.1", resolve));
    return service;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

const FAULTS = {
  lose: "lose_answer",
  garble: "garble_answer",
  hang: "hang",
} as const satisfies Record<string, SandboxFault>;

function faultOf(planned: PlannedFaults): SandboxFault | null {
  if (planned.refuses()) return "refuse_connection";
  const fault = planned.take();
  return typeof fault === "string" && fault !== "other environment" ? FAULTS[fault] : null;
}

function controlsOf(
  kind: RailKind,
  payments: MemorySandboxPayments,
  simulated: SandboxProvider,
  key: Uint8Array,
): ProviderControls {
  const act = async (orderId: string, outcome: SandboxAct, options?: SandboxActOptions): Promise<boolean> =>
    (await simulated.act(orderId, outcome, options)).result === "done";
  return {
    seen: async (orderId) => {
      const payment = await payments.byId(orderId);
      const hasPage = kind === "redirect" || kind === "qr";
      const pageUrl = hasPage ? payUrl(SAMPLE_BASE_URL, orderId) : null;
      // Nothing is on a wire: there are no options.
      return payment && { ...payment, pageUrl, options: [] };
    },
    count: async () => payments.size,
    charges: async (orderId) => payments.charges(orderId),
    refunded: async (orderId) => payments.refundedAmount(orderId),
    pay: (orderId, money) => act(orderId, "paid", { received: money }),
    payLate: (orderId) => act(orderId, "paid", { late: true }),
    // An order's id is one payment's; here a payment on another rail of the organisation has taken it.
    plant: async ({ id: sessionId, ...order }) => {
      if ((await payments.byId(sessionId)) !== null) return null;
      const charge = { ...order.charge, amount: order.charge.amount + 1 };
      const taken = { ...order, sessionId, organisationSlug: ACCOUNT.organisationSlug, charge };
      await payments.create({ ...taken, kind: kind === "qr" ? "redirect" : "qr" });
      await payments.move(sessionId, ["open"], "paid", charge);
      return null;
    },
    process: (orderId) => act(orderId, "processing"),
    decline: (orderId) => act(orderId, "declined"),
    expire: (orderId) => act(orderId, "expired"),
    refundState: async () => "succeeded",
    returnToken: async (orderId) => (kind === "flow" ? returnTokenFor(key, orderId) : undefined),
  };
}

function notificationsOf(kind: RailKind, clock: HarnessClock, secret: Uint8Array): NotificationControls {
  const keys = {
    own: organisationKey(secret, ACCOUNT.organisationSlug),
    another: organisationKey(secret, STRANGER.organisationSlug),
    empty: new Uint8Array(),
  };
  const bodyOf = (fact: Fact, at = clock.now()): Buffer => writeMessage(messageOfFact(kind, fact), at);
  const signedBody = (rawBody: Uint8Array, at = clock.now(), by: Uint8Array = keys.own): Notification => ({
    headers: { "content-type": "application/json", [SIGNATURE_HEADER]: signatureHeader(by, rawBody, at) },
    rawBody,
  });
  const signature: HeaderSignature = {
    header: SIGNATURE_HEADER,
    sign: (rawBody, key) => signedBody(rawBody, clock.now(), keys[key]),
    otherScheme: (value) => value.replace("v1=", "v0="),
  };
  return {
    timestamped: true,
    acknowledgement: { status: 200, contentType: "application/json", body: '{"received":true}' },
    signed: (fact, { at = clock.now() } = {}) => signedBody(bodyOf(fact, at), at),
    rotating: (fact) => {
      const genuine = signedBody(bodyOf(fact));
      const [time = "", signature = ""] = (genuine.headers[SIGNATURE_HEADER] ?? "").split(",");
      const header = `${time},v1=${"0".repeat(64)},${signature},v2=new`;
      return { ...genuine, headers: { ...genuine.headers, [SIGNATURE_HEADER]: header } };
    },
    otherEnvironment: (fact) => {
      const live = { ...(JSON.parse(bodyOf(fact).toString()) as object), livemode: true };
      return signedBody(Buffer.from(JSON.stringify(live)));
    },
    forged: (fact, how) => forgedHeader(signature, bodyOf(fact), how),
    misleading: (fact, otherOrderId) => {
      const genuine = signedBody(bodyOf(fact));
      return { ...genuine, headers: { ...genuine.headers, "sandbox-session": otherOrderId } };
    },
    broken: (fact) => {
      const content = { ...(JSON.parse(bodyOf(fact).toString()) as object), amount: "a lot" };
      return signedBody(Buffer.from(JSON.stringify(content)));
    },
    signedBody: (rawBody) => signedBody(rawBody),
  };
}

const APPROVE = "/base/sandbox/sessions/approve";
const FOREIGN_HREFS = [
  `https://evil.example${APPROVE}`,
  `https://raffle.example.evil.example${APPROVE}`,
  `https://raffle.example@evil.example${APPROVE}`,
  `https://evil@raffle.example${APPROVE}`,
  `https://raffle.example:8443${APPROVE}`,
  `http://raffle.example${APPROVE}`,
  "https://raffle.example/sandbox/sessions/approve",
  `https://raffle.example${APPROVE}/`,
  `https://raffle.example${APPROVE}?x=1`,
  `https://raffle.example${APPROVE}#x`,
  `https://raffle.example${APPROVE}d`,
  "https://raffle.example/base/sandbox/sessions/",
  "https://raffle.example/base/sandbox/sessions/constructor",
  APPROVE,
  "javascript:alert(1)",
  "",
];

function fieldsStep(sessionHref: string) {
  return { step: "fields", sessionHref, cvcHref: null } as const;
}

const STEPS: ConfirmSteps = {
  approve: fieldsStep(sessionHref(SAMPLE_BASE_URL, "approve")),
  decline: fieldsStep(sessionHref(SAMPLE_BASE_URL, "decline")),
  reserve: null,
  loseAnswer: fieldsStep(sessionHref(SAMPLE_BASE_URL, "timeout")),
  challenge: fieldsStep(sessionHref(SAMPLE_BASE_URL, "challenge")),
  foreignHrefs: FOREIGN_HREFS,
};

function messageOfFact(kind: RailKind, fact: Fact): SandboxMessage {
  const amount = "amount" in fact ? fact.amount : { amount: 0, currency: "USD" };
  switch (fact.about) {
    case "payment": {
      const state = fact.state === "reserved" ? "processing" : fact.state;
      return { type: "payment.updated", kind, sessionId: fact.orderId, state, amount };
    }
    case "refund": {
      const { orderId: sessionId, key: refundKey, state } = fact;
      return { type: "refund.updated", kind, sessionId, state, refundKey, refundId: "sbx_re_1", amount };
    }
    case "dispute": {
      const { orderId: sessionId, disputeId } = fact;
      return { type: "dispute.updated", kind, sessionId, state: "opened", disputeId, amount };
    }
    case "something_new":
      return { type: "account.updated", kind, sessionId: "none", state: "enabled", amount };
  }
}
