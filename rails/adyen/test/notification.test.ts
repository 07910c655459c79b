import { hmacValidator as HmacValidator } from "@adyen/api-library";
import { afterEach, describe, expect, it } from "vitest";
import type { NotificationReading, RailEvent } from "../../../ports/rail.ts";
import { isGenuine, itemSignature, sameText } from "../signature.ts";
import { ACCOUNT, type AdyenHarness, HMAC_KEY, MERCHANT, openAdyenHarness } from "./harness.ts";
import type { SimulatedItem } from "./simulated-payment.ts";

let opened: AdyenHarness[] = [];
afterEach(async () => {
  const harnesses = opened;
  opened = [];
  await Promise.all(harnesses.map((harness) => harness.close()));
});
async function open(kind: "flow" | "redirect" | "qr" = "flow"): Promise<AdyenHarness> {
  const harness = await openAdyenHarness(kind);
  opened.push(harness);
  return harness;
}

const AUTHORISED: SimulatedItem = {
  pspReference: "NC6HT9CRT65ZGN82",
  merchantAccountCode: MERCHANT,
  merchantReference: "cs_1",
  amount: { value: 2500, currency: "USD" },
  eventCode: "AUTHORISATION",
  success: "true",
};
const read = (
  harness: AdyenHarness,
  items: readonly SimulatedItem[],
  change: (body: {
    live?: unknown;
    notificationItems: Record<string, Record<string, unknown>>[];
  }) => void = () => {},
): NotificationReading => {
  const { headers, rawBody } = harness.post(items);
  const body = JSON.parse(Buffer.from(rawBody).toString()) as Parameters<typeof change>[0];
  change(body);
  const changed = { headers, rawBody: Buffer.from(JSON.stringify(body)) };
  return harness.rail.readNotification(ACCOUNT, { ...changed, now: harness.now() });
};
const eventsOf = (reading: NotificationReading): readonly RailEvent[] =>
  reading.verified ? reading.events : [];
describe("a notification of Adyen", () => {
  it("has the signature that Adyen documents, and the library's", () => {
    const item = { ...AUTHORISED, pspReference: "7914073381342284", merchantAccountCode: "TestMerchant" };
    const documented = {
      ...item,
      merchantReference: "TestPayment-1407325143704",
      amount: { value: 1130, currency: "EUR" },
    };
    expect(itemSignature(documented, HMAC_KEY)).toBe("coqCmt/IZ4E3CzPvMY8zTjQVL5hYJUiBRg8UU+iCWo0=");
    for (const one of [documented, AUTHORISED, { ...AUTHORISED, originalReference: "é:x" }]) {
      const data = [one.pspReference, one.originalReference, one.merchantAccountCode, one.merchantReference];
      const rest = [one.amount.value, one.amount.currency, one.eventCode, one.success];
      expect(itemSignature(one, HMAC_KEY)).toBe(
        new HmacValidator().calculateHmac([...data, ...rest].join(":"), HMAC_KEY),
      );
    }
  });

  it("40. is compared at any lengths", () => {
    const genuine = itemSignature(AUTHORISED, HMAC_KEY);
    expect(isGenuine(AUTHORISED, genuine, [HMAC_KEY])).toBe(true);
    for (const wrong of [
      "",
      "=",
      genuine.slice(1),
      `${genuine}=`,
      "é".repeat(genuine.length),
      "x".repeat(10_000),
    ])
      expect(isGenuine(AUTHORISED, wrong, [HMAC_KEY])).toBe(false);
    expect(sameText("a", "a")).toBe(true);
    expect(sameText("a", "ab")).toBe(false);
  });

  it("43. of a declined attempt leaves a session or link open, and the next one pays it", async () => {
    for (const kind of ["flow", "redirect"] as const) {
      const harness = await open(kind);
      const declined = { ...AUTHORISED, pspReference: "DECLINED00000001", success: "false" } as const;
      const [first, second] = eventsOf(read(harness, [declined, AUTHORISED]));
      expect(first).toMatchObject({ about: "payment", payment: { outcome: "pending", stage: "open" } });
      expect(second).toMatchObject({ about: "payment", payment: { outcome: "paid" } });
      expect(first?.dedupeKey).not.toBe(second?.dedupeKey);
    }
  });

  it("46. is believed whole or not at all: one bad item and nothing of it counts", async () => {
    const harness = await open();
    const items = [AUTHORISED, { ...AUTHORISED, merchantReference: "cs_2", pspReference: "P2" }];
    expect(eventsOf(read(harness, items))).toHaveLength(2);
    for (const at of [0, 1]) {
      const reading = read(harness, items, ({ notificationItems }) => {
        notificationItems[at]!.NotificationRequestItem!.success = "false";
      });
      expect(reading).toMatchObject({ verified: false, status: 401 });
    }
    const empty = read(harness, items, (body) => void (body.notificationItems = []));
    expect(empty).toMatchObject({ verified: false, status: 400 });
  });

  it.each(["REPORT_AVAILABLE", "PENDING"])(
    "%s may be unsigned: it is acknowledged and changes nothing",
    async (eventCode) => {
      const harness = await open();
      type Changes = { additionalData?: unknown; merchantReference?: unknown; amount?: unknown };
      const unsigned = (changes: Changes, items = [{ ...AUTHORISED, eventCode }], at = 0) =>
        read(harness, items, ({ notificationItems }) => {
          Object.assign(notificationItems[at]!.NotificationRequestItem!, changes);
        });
      const ignored = { about: "ignored", type: eventCode, unproven: true };
      for (const changes of [
        { additionalData: undefined },
        { additionalData: null },
        { additionalData: {} },
        { additionalData: undefined, merchantReference: undefined, amount: undefined },
      ]) {
        const reading = unsigned(changes);
        expect(reading).toMatchObject({ verified: true, acknowledgement: { body: "[accepted]" } });
        expect(eventsOf(reading)).toEqual([{ ...ignored, dedupeKey: expect.any(String) }]);
      }
      const both = [AUTHORISED, { ...AUTHORISED, eventCode }];
      expect(eventsOf(unsigned({ additionalData: {} }, both, 1))).toMatchObject([
        { about: "payment" },
        ignored,
      ]);
      expect(unsigned({ additionalData: {} }, both, 0)).toMatchObject({ verified: false, status: 400 });
      expect(unsigned({ additionalData: { hmacSignature: "wrong" } })).toMatchObject({
        verified: false,
        status: 401,
      });
      const other = read(harness, [{ ...AUTHORISED, eventCode }], (body) => {
        body.live = "true";
        delete body.notificationItems[0]!.NotificationRequestItem!.additionalData;
      });
      expect(other).toMatchObject({ verified: false, status: 401 });
    },
  );

  it("47. says the same with any unsigned fields", async () => {
    const harness = await open();
    const plain = eventsOf(read(harness, [AUTHORISED]));
    const dressed = read(harness, [AUTHORISED], ({ notificationItems }) => {
      const item = notificationItems[0]!.NotificationRequestItem!;
      const additionalData = item.additionalData as object;
      Object.assign(item, {
        eventDate: "2001-01-01T00:00:00Z",
        reason: "Refused",
        paymentMethod: "x",
        operations: ["VOID"],
      });
      Object.assign(additionalData, {
        "metadata.orderId": "cs_other",
        paymentLinkId: "PLother",
        authorisedAmountValue: "1",
        merchantReference: "cs_other",
      });
    });
    expect(eventsOf(dressed)).toEqual(plain);
  });

  it("48. is believed only of the account's own environment, merchant account and password", async () => {
    const harness = await open();
    expect(read(harness, [AUTHORISED], (body) => void (body.live = "true"))).toMatchObject({
      verified: false,
    });
    expect(read(harness, [AUTHORISED], (body) => void delete body.live)).toMatchObject({ verified: false });
    expect(eventsOf(read(harness, [{ ...AUTHORISED, merchantAccountCode: "OtherECOM" }]))).toMatchObject([
      { about: "ignored" },
    ]);
    const genuine = harness.post([AUTHORISED]);
    const forms = [undefined, "", "Basic", "Basic cmFmZmxlOng=", `Bearer ${genuine.headers.authorization}`];
    for (const authorization of forms) {
      const headers = {
        "content-type": "application/json",
        ...(authorization === undefined ? {} : { authorization }),
      };
      const reading = harness.rail.readNotification(ACCOUNT, { ...genuine, headers, now: harness.now() });
      expect(reading).toMatchObject({ verified: false, status: 401 });
    }
  });

  it("is not believed where a colon could have moved from one signed field to another", async () => {
    const harness = await open();
    const moved = { ...AUTHORISED, merchantReference: "cs_1:2500", pspReference: "P:1" };
    expect(eventsOf(read(harness, [moved]))).toMatchObject([{ about: "ignored" }]);
  });

  it("51. is refused when it is nested deeply or is not UTF-8", async () => {
    const harness = await open();
    const genuine = harness.post([AUTHORISED]);
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    for (const rawBody of [
      Buffer.from(deep),
      Buffer.from([0x7b, 0xff, 0x7d]),
      Buffer.from("{}"),
      Buffer.from("null"),
    ])
      expect(
        harness.rail.readNotification(ACCOUNT, { ...genuine, rawBody, now: harness.now() }),
      ).toMatchObject({
        verified: false,
        status: 400,
      });
  });

  it("tells of refunds by Adyen's reference, and by the key where Adyen sends it back", async () => {
    const harness = await open();
    const refund = {
      ...AUTHORISED,
      pspReference: "REFUND0000000001",
      eventCode: "REFUND",
      originalReference: "P1",
    };
    const eventOf = (item: Partial<SimulatedItem>) => eventsOf(read(harness, [{ ...refund, ...item }]))[0];
    expect(eventOf({})).toMatchObject({
      about: "refund",
      orderId: "cs_1",
      refundKey: null,
      refundId: "REFUND0000000001",
      state: "succeeded",
      amount: { amount: 2500, currency: "USD" },
    });
    expect(eventOf({ merchantReference: "cs_1.refund-7-2" })).toMatchObject({
      orderId: "cs_1",
      refundKey: "refund-7-2",
    });
    const failed = eventOf({ success: "false" });
    expect(failed).toMatchObject({ state: "failed" });
    expect(failed?.dedupeKey).not.toBe(eventOf({})?.dedupeKey);
    for (const eventCode of ["REFUND_FAILED", "REFUNDED_REVERSED"])
      expect(eventOf({ eventCode })).toMatchObject({ about: "refund", state: "failed" });
  });

  it("tells of disputes in Adyen's words, and of money that is not coming after all", async () => {
    const harness = await open();
    const eventOf = (eventCode: string, success: "true" | "false" = "true") =>
      eventsOf(read(harness, [{ ...AUTHORISED, eventCode, success, originalReference: "P1" }]));
    for (const eventCode of [
      "NOTIFICATION_OF_CHARGEBACK",
      "CHARGEBACK",
      "CHARGEBACK_REVERSED",
      "SECOND_CHARGEBACK",
    ])
      expect(eventOf(eventCode)).toMatchObject([
        {
          about: "dispute",
          orderId: "cs_1",
          disputeId: AUTHORISED.pspReference,
          stage: eventCode.toLowerCase(),
        },
      ]);
    for (const [eventCode, over] of [
      ["REQUEST_FOR_INFORMATION", undefined],
      ["CHARGEBACK", undefined],
      ["PREARBITRATION_OPEN", undefined],
      ["CHARGEBACK_REVERSED", "won"],
      ["PREARBITRATION_WON", "won"],
      ["ISSUER_RESPONSE_TIMEFRAME_EXPIRED", "won"],
      ["SECOND_CHARGEBACK", "lost"],
      ["PREARBITRATION_LOST", "lost"],
      ["DISPUTE_DEFENSE_PERIOD_ENDED", "lost"],
    ] as const)
      expect(eventOf(eventCode).map((event) => event.about === "dispute" && event.over)).toEqual([over]);
    for (const eventCode of [
      "CAPTURE_FAILED",
      "CANCELLATION",
      "TECHNICAL_CANCEL",
      "CANCEL_OR_REFUND",
      "EXPIRE",
    ]) {
      expect(eventOf(eventCode)).toMatchObject([
        { about: "payment", payment: { outcome: "cancelled" } },
        { about: "dispute", disputeId: "P1", stage: eventCode.toLowerCase(), over: "lost" },
      ]);
      expect(eventOf(eventCode, "false")).toMatchObject([{ about: "ignored" }]);
    }
    for (const eventCode of ["NOTIFICATION_OF_FRAUD", "REPORT_AVAILABLE", "CAPTURE", "VOID_PENDING_REFUND"])
      expect(eventOf(eventCode)).toMatchObject([{ about: "ignored", type: eventCode }]);
  });
});
