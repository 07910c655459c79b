import { afterEach, describe, expect, it } from "vitest";
import type { RailOrder } from "../../../ports/rail.ts";
import { type AdyenHarness, openAdyenHarness } from "./harness.ts";

/** Answers as Adyen's documents show them: with what they always have, and nothing that is optional there. */
let harness: AdyenHarness;
afterEach(() => harness.close());

const created = async (kind: "flow" | "qr"): Promise<RailOrder> => {
  harness = await openAdyenHarness(kind);
  const order = harness.order();
  const creation = await harness.rail.createPayment(harness.account, order);
  return { ...order, ids: creation.outcome === "created" ? creation.ids : {} };
};
const answerNext = (body: object): void => {
  harness.simulator.nextFault = { status: 200, body: JSON.stringify(body) };
};

describe("a QR payment that Adyen has not given a reference yet", () => {
  const CODE = "00020101021226500009SG.PAYNOW010120213201403121W0301105303702";

  it("shows its code: only the notification of the paid one has a pspReference", async () => {
    harness = await openAdyenHarness("qr");
    answerNext({
      resultCode: "Pending",
      action: { type: "qrCode", paymentMethodType: "paynow", paymentData: "Ab02b4c0", qrCodeData: CODE },
    });
    expect(await harness.rail.createPayment(harness.account, harness.order())).toMatchObject({
      outcome: "created",
      instruction: { type: "CODE_URL", data: CODE },
      ids: {},
    });
  });
});

describe("a session's result without its reference", () => {
  const returnToken = "sessionResult=X3XtfGC9%21H4s";

  it.each([
    ["active", { outcome: "pending", stage: "open" }],
    ["paymentPending", { outcome: "pending", stage: "processing" }],
    ["refused", { outcome: "declined" }],
    ["canceled", { outcome: "cancelled" }],
    ["expired", { outcome: "expired" }],
    // Which payment it was, and what came, the notification says.
    ["completed", { outcome: "pending", stage: "processing" }],
  ])("that is %s is believed of the session that creating gave", async (status, outcome) => {
    const order = await created("flow");
    answerNext({ id: order.ids.session, status });
    expect(await harness.rail.lookUp(harness.account, order, returnToken)).toMatchObject(outcome);
  });

  it("is not believed of a session that only the browser names, nor of one that was not queried", async () => {
    const order = await created("flow");
    for (const [ids, id] of [
      [{}, "CS1"],
      [order.ids, "CS1"],
    ] as const) {
      answerNext({ id, status: "expired" });
      const brought = `sessionId=CS1&${returnToken}`;
      expect(await harness.rail.lookUp(harness.account, { ...order, ids }, brought)).toEqual({
        outcome: "unknown",
        reason: expect.stringMatching(/^(unsupported|unreadable)$/),
      });
    }
  });

  it("with another order's reference is believed of none", async () => {
    const order = await created("flow");
    answerNext({ id: order.ids.session, reference: "cs_another", status: "expired" });
    expect(await harness.rail.lookUp(harness.account, order, returnToken)).toMatchObject({
      outcome: "unknown",
    });
  });
});

describe("a submitted redirect whose answer names no order", () => {
  it.each(["Authorised", "Refused"])(
    "proves nothing of this one by %s, and counts as an answer: the notification says which it was",
    async (resultCode) => {
      const order = await created("flow");
      answerNext({ resultCode, pspReference: "V4HZ4RBFJGXXGN82" });
      expect(await harness.rail.lookUp(harness.account, order, "redirectResult=X6XtfGC3%21Y")).toEqual({
        outcome: "unknown",
        reason: "unsupported",
      });
    },
  );
});
