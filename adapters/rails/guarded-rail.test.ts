import { afterEach, describe, expect, it } from "vitest";
import type { RailCall } from "../../ports/rail-call.ts";
import type { PaymentOutcome, Rail } from "../../ports/rail.ts";
import { railSuite } from "../../rails/conformance.ts";
import type { RailHarness } from "../../rails/conformance/harness.ts";
import { openSandboxHarness } from "../../rails/sandbox/test/harness.ts";
import type { CircuitLimits } from "./account-circuit.ts";
import { guardedRail } from "./guarded-rail.ts";

// A guard changes nothing of what a rail says.
for (const kind of ["fields", "flow"] as const) {
  railSuite(`guarded sandbox ${kind}`, async () => {
    const harness = await openSandboxHarness(kind);
    return {
      ...harness,
      rail: guardedRail(harness.rail, { unitOfWork: { open: false }, observe: () => {} }),
    };
  });
}

const opened: RailHarness[] = [];
afterEach(async () => {
  for (const harness of opened.splice(0)) await harness.close();
});

interface Scene {
  readonly harness: RailHarness;
  /** The guarded rail. */
  readonly rail: Rail;
  /** The provider's verdict from now on; null: the real one. */
  say(answer: (() => Promise<PaymentOutcome>) | null): void;
  readonly calls: RailCall[];
  readonly openCounts: number[];
  /** Asks for a payment of a new order. */
  ask(account?: RailHarness["account"]): Promise<PaymentOutcome>;
}

async function scene(limits: Partial<CircuitLimits>): Promise<Scene> {
  const harness = await openSandboxHarness("redirect");
  opened.push(harness);
  let scripted: (() => Promise<PaymentOutcome>) | null = null;
  const inner: Rail = Object.assign(Object.create(harness.rail) as Rail, {
    lookUp: (...parts: Parameters<Rail["lookUp"]>) => scripted?.() ?? harness.rail.lookUp(...parts),
    createPayment: harness.rail.createPayment.bind(harness.rail),
    checkAccount: harness.rail.checkAccount.bind(harness.rail),
    readNotification: harness.rail.readNotification.bind(harness.rail),
    refund: harness.rail.refund.bind(harness.rail),
    lookUpRefund: harness.rail.lookUpRefund.bind(harness.rail),
    cancel: harness.rail.cancel.bind(harness.rail),
  });
  const calls: RailCall[] = [];
  const openCounts: number[] = [];
  const rail = guardedRail(inner, {
    unitOfWork: { open: false },
    limits: { failuresInARow: 3, openMs: 60_000, openMsMax: 60_000, ...limits },
    observe: (call) => calls.push(call),
    circuitsOpen: (_rail, count) => openCounts.push(count),
  });
  const ask = (account = harness.account) => rail.lookUp(account, harness.order());
  return { harness, rail, say: (answer) => void (scripted = answer), calls, openCounts, ask };
}

const noAnswer = async (): Promise<PaymentOutcome> => ({ outcome: "unknown", reason: "timeout" });
const notFound = { outcome: "unknown", reason: "not_found" };
const notSent = { outcome: "unknown", reason: "not_sent" };

describe("an account whose provider does not answer", () => {
  it("is not called any more after failures in a row, and says so of each operation", async () => {
    const { harness, rail, say, ask, calls, openCounts } = await scene({});
    say(noAnswer);
    for (let i = 0; i < 3; i++) expect(await ask()).toEqual({ outcome: "unknown", reason: "timeout" });
    say(null);
    expect(openCounts).toEqual([1]);
    const { account } = harness;
    const order = harness.order();
    expect(await ask()).toEqual(notSent);
    expect(await rail.createPayment(account, order)).toEqual({
      outcome: "unavailable",
      reason: "circuit_open",
    });
    expect(await rail.cancel(account, order)).toBe("not_sent");
    const refund = { amount: order.charge, key: "r", refundId: null };
    const unsent = { outcome: "unknown", reason: "circuit_open" };
    expect(await rail.refund(account, order, refund)).toEqual(unsent);
    expect(await rail.lookUpRefund(account, order, refund)).toEqual(unsent);
    expect(await harness.provider.count()).toBe(0);
    expect(calls.slice(3).map(({ verdict }) => verdict)).toEqual(Array(5).fill("not_sent"));
  });

  it("leaves another account at the same provider alone", async () => {
    const { harness, say, ask } = await scene({});
    say(noAnswer);
    for (let i = 0; i < 3; i++) await ask();
    say(null);
    expect(await ask()).toEqual(notSent);
    expect(await ask(harness.stranger)).toEqual(notFound);
  });

  it("is called again when one call after a while has found it well", async () => {
    const { say, ask, openCounts } = await scene({ openMs: 0, openMsMax: 0 });
    say(noAnswer);
    for (let i = 0; i < 3; i++) await ask();
    say(null);
    expect(await ask()).toEqual(notFound);
    expect(openCounts.at(-1)).toBe(0);
  });

  it("delays no caller for the call that probes", async () => {
    const { say, ask } = await scene({ openMs: 0, openMsMax: 0 });
    say(noAnswer);
    for (let i = 0; i < 3; i++) await ask();
    const probe = Promise.withResolvers<PaymentOutcome>();
    say(() => probe.promise);
    const probing = ask();
    expect(await Promise.all([ask(), ask()])).toEqual([notSent, notSent]);
    probe.resolve({ outcome: "pending", stage: "open" });
    expect(await probing).toEqual({ outcome: "pending", stage: "open" });
  });

  it("counts only failures in a row: an answer, even a refusal, resets the count", async () => {
    const { say, ask, openCounts } = await scene({});
    for (let i = 0; i < 4; i++) {
      say(noAnswer);
      await ask();
      await ask();
      say(null);
      expect(await ask()).toEqual(notFound);
    }
    expect(openCounts).toEqual([]);
  });

  it("is not one that answers that it will not say: a key that was revoked closes nothing", async () => {
    const { harness, rail, say, ask, calls, openCounts } = await scene({});
    const refused = { outcome: "unknown", reason: "refused" } as const;
    say(async () => refused);
    for (let i = 0; i < 9; i++) expect(await ask()).toEqual(refused);
    expect(openCounts).toEqual([]);
    expect(calls.at(-1)).toMatchObject({ outcome: "unknown", reason: "refused", verdict: "answered" });
    expect(await rail.createPayment(harness.account, harness.order())).toMatchObject({ outcome: "created" });
  });

  it("is judged by nothing that proves neither: a cancellation whose end is not known", async () => {
    const { harness, rail, openCounts } = await scene({});
    for (let i = 0; i < 9; i++) expect(await rail.cancel(harness.account, harness.order())).toBe("unknown");
    expect(openCounts).toEqual([]);
  });

  it("may still be tried by the operator, and its notifications are read", async () => {
    const { harness, rail, say, ask } = await scene({});
    say(noAnswer);
    for (let i = 0; i < 3; i++) await ask();
    expect(await rail.checkAccount(harness.account)).toEqual({ outcome: "accepted" });
    const { id: orderId, charge: amount } = harness.order();
    const signed = harness.notifications.signed({ about: "payment", orderId, state: "paid", amount });
    const reading = rail.readNotification(harness.account, { ...signed, now: harness.now() });
    expect(reading.verified).toBe(true);
  });
});

it("no more than half of an account's calls are look-ups; one beyond is answered at once, and creating continues", async () => {
  const { rail, say, ask, harness, calls } = await scene({ callsAtOnce: 4 });
  const answer = Promise.withResolvers<PaymentOutcome>();
  say(() => answer.promise);
  const underWay = [ask(), ask()];
  expect(await ask()).toEqual(notSent);
  expect(calls).toMatchObject([{ verdict: "not_sent", reason: "too_many_calls" }]);
  expect(await rail.createPayment(harness.account, harness.order())).toMatchObject({ outcome: "created" });
  const stranger = ask(harness.stranger);
  answer.resolve({ outcome: "pending", stage: "open" });
  await Promise.all([...underWay, stranger]);
  say(null);
  expect(await ask()).toEqual(notFound);
});

it("what a rail throws is thrown on, and counts for nothing", async () => {
  const { say, ask, calls, openCounts } = await scene({});
  say(async () => {
    throw new Error("a bug");
  });
  for (let i = 0; i < 4; i++) await expect(ask()).rejects.toThrow("a bug");
  expect(openCounts).toEqual([]);
  expect(calls[0]).toMatchObject({ outcome: "threw", verdict: "unclear" });
});

it("what a rail throws names no credential of the account, wherever it stands", async () => {
  const { say, ask, harness } = await scene({});
  const credentials = { apiKey: "canary-key", signingKey: "canary-signature", port: "80" };
  say(async () => {
    const cause = new TypeError("header canary-signature is wrong");
    throw new Error("POST with canary-key to port 80 failed", { cause });
  });
  const error = await ask({ ...harness.account, credentials }).catch((thrown: unknown) => thrown as Error);
  const { message, stack, cause } = error as Error;
  expect(message).toBe("POST with [redacted] to port 80 failed");
  expect(cause).toMatchObject({ name: "TypeError", message: "header [redacted] is wrong" });
  expect(`${stack} ${(cause as Error).stack}`).not.toContain("canary-");
});

it("makes no call to a provider inside a unit of work; reading a notification makes none at all", async () => {
  const harness = await openSandboxHarness("redirect");
  opened.push(harness);
  const unitOfWork = { open: true };
  const calls: RailCall[] = [];
  const rail = guardedRail(harness.rail, { unitOfWork, observe: (call) => calls.push(call) });
  const { account } = harness;
  const order = harness.order();
  const refund = { key: "r-1", refundId: null, amount: order.charge, paymentId: "p-1" };
  const asks = [
    () => rail.checkAccount(account),
    () => rail.createPayment(account, order),
    () => rail.lookUp(account, order),
    () => rail.cancel(account, order),
    () => rail.refund(account, order, refund),
    () => rail.lookUpRefund(account, order, refund),
  ];
  for (const ask of asks) await expect(ask()).rejects.toThrow("no rail is called inside a unit of work");
  expect(calls).toEqual([]);
  unitOfWork.open = false;
  expect(await rail.createPayment(account, order)).toMatchObject({ outcome: "created" });
});
