import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { RailCredentials, RailKind, RailOrder } from "../../../ports/rail.ts";
import type { Fact, Forgery, Notification, RailHarness } from "../../conformance/harness.ts";
import type { SandboxFault } from "../faults.ts";
import { EXCLUDED } from "./excluded-checks.ts";
import { payUrl, sessionHref } from "../kinds.ts";
import { MemorySandboxPayments } from "./memory-payments.ts";
import { type SandboxMessage, writeMessage } from "../messages.ts";
import { type SandboxAct, type SandboxActOptions, SandboxProvider } from "../provider.ts";
import { SandboxRail } from "../rail.ts";
import { browserProof, organisationKey, SIGNATURE_HEADER, signatureHeader } from "../signature.ts";

export const BASE_URL = "https://raffle.example/base";
export const ACCOUNT: RailCredentials = { organisationSlug: "acme", credentials: {}, settings: {} };
const STRANGER: RailCredentials = { ...ACCOUNT, organisationSlug: "rival" };
const HANGS_FOR_MS = 20;

export interface SandboxHarness extends RailHarness {
  readonly rail: SandboxRail;
  readonly simulated: SandboxProvider;
  readonly payments: MemorySandboxPayments;
  /** What the provider sent to the service, in order. */
  readonly received: readonly (Notification & { readonly path: string })[];
  /** Answers of the service to the next notifications; 200 when empty. */
  readonly answers: number[];
}

/** Test support: one sandbox rail, its provider, and a service that takes the notifications. */
export async function openSandboxHarness(kind: RailKind): Promise<SandboxHarness> {
  const secret = createHash("sha256").update("a secret of the test").digest();
  const payments = new MemorySandboxPayments();
  const received: (Notification & { path: string })[] = [];
  const answers: number[] = [];
  const service = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      );
      received.push({ path: request.url ?? "", headers, rawBody: Buffer.concat(chunks) });
      response.writeHead(answers.shift() ?? 200).end();
    });
  });
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  const { port } = service.address() as AddressInfo;

  let nowMs = Date.UTC(2026, 10, 21, 12);
  let planned: { readonly fault: SandboxFault; readonly after: number } | null = null;
  let orders = 0;
  const clock = { now: () => new Date(nowMs) };
  const before = async (): Promise<SandboxFault | null> => {
    if (planned === null) return null;
    const { fault, after } = planned;
    planned = after === 0 ? null : { fault, after: after - 1 };
    return after === 0 ? fault : null;
  };
  const fail =
    (fault: SandboxFault) =>
    (after = 0) => {
      planned = { fault, after };
    };
  const rail = new SandboxRail(kind, {
    payments,
    baseUrl: BASE_URL,
    secret,
    clock,
    faults: { before },
    timeoutMs: HANGS_FOR_MS,
  });
  const simulated = new SandboxProvider({
    payments,
    clock,
    settings: { secret, notifyOrigin: () => `http://127.0.0.1:${port}`, retryDelaysMs: [1, 1] },
  });
  const key = organisationKey(secret, ACCOUNT.organisationSlug);
  const act = async (orderId: string, outcome: SandboxAct, options?: SandboxActOptions): Promise<boolean> =>
    (await simulated.act(orderId, outcome, options)).result === "done";
  const bodyOf = (fact: Fact, at = clock.now()): Buffer => writeMessage(messageOfFact(kind, fact), at);
  const signedBody = (rawBody: Uint8Array, at = clock.now(), by = key): Notification => ({
    headers: { "content-type": "application/json", [SIGNATURE_HEADER]: signatureHeader(by, rawBody, at) },
    rawBody,
  });

  return {
    rail,
    simulated,
    payments,
    received,
    answers,
    account: ACCOUNT,
    stranger: STRANGER,
    excluded: EXCLUDED[kind],
    secrets: [secret, key].flatMap((bytes) => [
      Buffer.from(bytes).toString("hex"),
      Buffer.from(bytes).toString("base64"),
    ]),
    now: clock.now,
    advance: (minutes) => {
      nowMs += minutes * 60_000;
    },
    order: (overrides) => {
      orders += 1;
      const id = `cs_${String(orders).padStart(26, "0")}`;
      return { ...sampleOrder(kind, id, orders, clock.now()), ...overrides };
    },
    provider: {
      seen: async (orderId) => {
        const payment = await payments.byId(orderId);
        const hasPage = kind === "redirect" || kind === "qr";
        return payment && { ...payment, pageUrl: hasPage ? payUrl(BASE_URL, orderId) : null };
      },
      count: async () => payments.size,
      charges: async (orderId) => payments.charges(orderId),
      refunded: async (orderId) => payments.refundedAmount(orderId),
      pay: (orderId, money) => act(orderId, "paid", { received: money }),
      payLate: (orderId) => act(orderId, "paid", { late: true }),
      process: (orderId) => act(orderId, "processing"),
      decline: (orderId) => act(orderId, "declined"),
      expire: (orderId) => act(orderId, "expired"),
      refundState: async () => "succeeded",
      proof: async (orderId) => (kind === "flow" ? browserProof(key, orderId) : undefined),
    },
    faults: {
      refuseNext: fail("refuse_connection"),
      loseNextAnswer: fail("lose_answer"),
      garbleNextAnswer: fail("garble_answer"),
      hangNext: fail("hang"),
      answerNext: null,
      clear: () => {
        const waiting = planned !== null;
        planned = null;
        return waiting;
      },
    },
    notifications: {
      timestamped: true,
      acknowledgement: { status: 200, contentType: "application/json", body: '{"received":true}' },
      signed: (fact, { at = clock.now() } = {}) => signedBody(bodyOf(fact, at), at),
      rotating: (fact) => {
        const genuine = signedBody(bodyOf(fact));
        const [time = "", signature = ""] = (genuine.headers[SIGNATURE_HEADER] ?? "").split(",");
        return withSignature(genuine, `${time},v1=${"0".repeat(64)},${signature},v2=new`);
      },
      otherEnvironment: (fact) => {
        const live = { ...(JSON.parse(bodyOf(fact).toString()) as object), livemode: true };
        return signedBody(Buffer.from(JSON.stringify(live)));
      },
      forged: (fact, how) => {
        const other = organisationKey(secret, STRANGER.organisationSlug);
        const genuine = signedBody(bodyOf(fact));
        if (how === "wrong key") return signedBody(genuine.rawBody, clock.now(), other);
        if (how === "empty key") return signedBody(genuine.rawBody, clock.now(), Buffer.alloc(0));
        return forge(genuine, signedBody(Buffer.from("{}")), how);
      },
      misleading: (fact, otherOrderId) => {
        const genuine = signedBody(bodyOf(fact));
        return { ...genuine, headers: { ...genuine.headers, "sandbox-session": otherOrderId } };
      },
      broken: (fact) => {
        const told = { ...(JSON.parse(bodyOf(fact).toString()) as object), amount: "a lot" };
        return signedBody(Buffer.from(JSON.stringify(told)));
      },
      signedBody: (rawBody) => signedBody(rawBody),
    },
    steps:
      kind === "fields"
        ? {
            approve: fieldsStep(sessionHref(BASE_URL, "approve")),
            decline: fieldsStep(sessionHref(BASE_URL, "decline")),
            loseAnswer: fieldsStep(sessionHref(BASE_URL, "timeout")),
            challenge: fieldsStep(sessionHref(BASE_URL, "challenge")),
            foreignHrefs: FOREIGN_HREFS,
          }
        : null,
    close: async () => {
      service.closeAllConnections();
      await new Promise((resolve) => service.close(resolve));
    },
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

function sampleOrder(kind: RailKind, id: string, number: number, now: Date): RailOrder {
  return {
    id,
    number,
    charge: { amount: 2500, currency: "USD" },
    description: "2 entries: A <watch> & more",
    createdAt: now,
    expiresAt: new Date(now.getTime() + 32 * 60_000),
    returnUrl: `${BASE_URL}/rails/${kind}/${id}/return?lang=en`,
    notificationUrl: `${BASE_URL}/rails/${kind}/sandbox/acme/notifications`,
    buyerEmail: "buyer@example.com",
    ids: {},
  };
}

function messageOfFact(kind: RailKind, fact: Fact): SandboxMessage {
  const amount = "amount" in fact ? fact.amount : { amount: 0, currency: "USD" };
  switch (fact.about) {
    case "payment":
      return { type: "payment.updated", kind, sessionId: fact.orderId, state: fact.state, amount };
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

function withSignature(notification: Notification, signature: string): Notification {
  return { ...notification, headers: { ...notification.headers, [SIGNATURE_HEADER]: signature } };
}

function forge(
  genuine: Notification,
  another: Notification,
  how: Exclude<Forgery, "wrong key" | "empty key">,
): Notification {
  const signature = genuine.headers[SIGNATURE_HEADER] ?? "";
  switch (how) {
    case "changed body": {
      const rawBody = Uint8Array.from(genuine.rawBody);
      rawBody[rawBody.length - 3] = (rawBody[rawBody.length - 3] ?? 0) ^ 1;
      return { ...genuine, rawBody };
    }
    case "missing signature": {
      const { [SIGNATURE_HEADER]: _left, ...headers } = genuine.headers;
      return { ...genuine, headers };
    }
    case "cut signature":
      return withSignature(genuine, signature.slice(0, -2));
    case "last byte of the signature":
      return withSignature(genuine, signature.slice(0, -2) + (signature.endsWith("00") ? "01" : "00"));
    case "other scheme":
      return withSignature(genuine, signature.replace("v1=", "v0="));
    case "signature of another body":
      return withSignature(genuine, another.headers[SIGNATURE_HEADER] ?? "");
  }
}
