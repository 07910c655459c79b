import { describe, expect, it } from "vitest";
import type { NotificationReading, RailEvent, RailOrder } from "../../ports/rail.ts";
import { type Fact, FORGERIES, naming, type Notification, numberIn, type RailBench } from "./bench.ts";

const MINUTE_MS = 60_000;

export function readingNotifications(bench: () => RailBench): void {
  const read = (notification: Notification): NotificationReading =>
    bench().rail.readNotification(bench().account, { ...notification, now: bench().now() });
  const eventsOf = (notification: Notification): readonly RailEvent[] => {
    const reading = read(notification);
    return reading.verified ? reading.events : [];
  };
  const tells = (fact: Fact): boolean => bench().notifications.tells?.(fact) ?? true;
  const paymentFact = (
    order: RailOrder,
    state: "paid" | "declined" | "expired" | "processing" = "paid",
  ): Fact => ({
    about: "payment",
    orderId: order.id,
    state,
    amount: order.charge,
  });

  describe("reading a notification", () => {
    it("36. believes a genuine one and translates it", () => {
      const order = bench().order();
      const expected = {
        paid: { outcome: "paid", received: order.charge, paymentId: expect.stringMatching(/./) },
        declined: { outcome: "declined" },
        expired: { outcome: "expired" },
        processing: { outcome: "pending", stage: "processing" },
      };
      const { untold = [], signed } = bench().notifications;
      for (const state of ["paid", "declined", "expired", "processing"] as const) {
        if (!tells(paymentFact(order, state))) continue;
        const reading = read(signed(paymentFact(order, state)));
        if (state === "paid" || !untold.includes(state))
          expect(reading).toMatchObject({
            events: [{ about: "payment", ...naming(order, numberIn(reading)), payment: expected[state] }],
          });
        // What leaves the payment open ends nothing.
        else
          expect(reading.verified ? reading.events : []).not.toContainEqual(
            expect.objectContaining({
              payment: expect.objectContaining({ outcome: expect.not.stringMatching(/^(pending|unknown)$/) }),
            }),
          );
      }
    });

    it.each(FORGERIES)("36. believes nothing of one with: %s", (how) => {
      const forged = bench().notifications.forged(paymentFact(bench().order()), how);
      expect(read(forged)).toMatchObject({ verified: false, status: expect.any(Number) });
    });

    it("36. believes nothing that was signed for another organisation", () => {
      const { rail, stranger, notifications, now } = bench();
      const genuine = notifications.signed(paymentFact(bench().order()));
      expect(rail.readNotification(stranger, { ...genuine, now: now() })).toMatchObject({ verified: false });
    });

    it("37. believes one with several signatures, one of which is valid, as while a key is replaced", () => {
      expect(read(bench().notifications.rotating(paymentFact(bench().order())))).toMatchObject({
        verified: true,
      });
    });

    it("38. believes one of four minutes ago or ahead, and none of six, where its time is signed", () => {
      const { notifications, now } = bench();
      const fact = paymentFact(bench().order());
      for (const minutes of [-6, -4, 4, 6]) {
        const at = new Date(now().getTime() + minutes * MINUTE_MS);
        const believed = !notifications.timestamped || Math.abs(minutes) < 5;
        const { verified } = read(notifications.signed(fact, { at }));
        expect({ minutes, verified }).toEqual({ minutes, verified: believed });
      }
    });

    it("39. checks the signature over the very bytes, whatever they are", () => {
      const { notifications } = bench();
      const { rawBody } = notifications.signed(paymentFact(bench().order()));
      const text = new TextDecoder().decode(rawBody);
      for (const variant of [
        ` ${text}\r\n`,
        `${text}\n\n`,
        text.replace("{", '{\r\n\t"note":"é\u2028😀",'),
        text,
      ]) {
        const signed = notifications.signedBody(new TextEncoder().encode(variant));
        if (signed === null) continue;
        expect(read(signed)).toMatchObject({ verified: true });
        expect(read({ ...signed, rawBody: new TextEncoder().encode(`${variant} `) }).verified).toBe(false);
      }
    });

    it("41. knows the same event again, and tells different ones apart", () => {
      const { notifications, now } = bench();
      const order = bench().order();
      const refund = {
        about: "refund",
        orderId: order.id,
        state: "succeeded",
        amount: order.charge,
      } as const;
      const key = (fact: Fact, at = now()): string =>
        eventsOf(notifications.signed(fact, { at }))[0]?.dedupeKey ?? "unread";
      const later = new Date(now().getTime() + MINUTE_MS);
      expect(key(paymentFact(order), later)).toBe(key(paymentFact(order)));
      const facts: Fact[] = [
        paymentFact(order),
        paymentFact(order, "expired"),
        paymentFact(bench().order()),
        { ...refund, key: "r1" },
        { ...refund, key: "r2" },
      ];
      const different = facts.filter(tells).map((fact) => key(fact));
      expect(new Set(different).size).toBe(different.length);
      expect(different).not.toContain("unread");
    });

    it("42. reads each the same in whatever order they come", () => {
      const order = bench().order();
      const all: Fact[] = [
        paymentFact(order),
        { about: "refund", orderId: order.id, key: "r1", state: "succeeded", amount: order.charge },
        { about: "dispute", orderId: order.id, disputeId: "d1", amount: order.charge },
        paymentFact(order, "expired"),
        paymentFact(bench().order()),
      ];
      const facts = all.filter(tells);
      const read = (fact: Fact) => eventsOf(bench().notifications.signed(fact));
      const forwards = facts.map(read);
      const backwards = facts.toReversed().map(read).toReversed();
      expect(backwards).toEqual(forwards);
      expect(forwards.map(([event]) => event?.about)).toEqual(facts.map(({ about }) => about));
    });

    it("44. cannot be turned back by the provider: after paid comes no decline or expiry", async () => {
      const { rail, account, provider } = bench();
      const order = bench().order();
      await rail.createPayment(account, order);
      await provider.pay(order.id);
      expect(await provider.decline(order.id)).toBe(false);
      expect(await provider.expire(order.id)).toBe(false);
      if (rail.capabilities.status === "none") return;
      const proof = await provider.proof(order.id);
      expect(await rail.lookUp(account, order, proof)).toMatchObject({ outcome: "paid" });
    });

    it("45. acknowledges and ignores a type that it does not know", () => {
      expect(read(bench().notifications.signed({ about: "something_new" }))).toMatchObject({
        verified: true,
        events: [{ about: "ignored" }],
        acknowledgement: bench().notifications.acknowledgement,
      });
    });

    it("48. believes nothing from the other environment", () => {
      const foreign = bench().notifications.otherEnvironment(paymentFact(bench().order()));
      for (const event of eventsOf(foreign)) expect(event.about).toBe("ignored");
    });

    it("49. acknowledges what belongs to no order that we know, and says which it names", () => {
      const nobodys = bench().order({ id: "cs_nobody" });
      const reading = read(bench().notifications.signed(paymentFact(nobodys)));
      expect(reading).toMatchObject({ verified: true, events: [naming(nobodys, numberIn(reading))] });
    });

    it("50. is acknowledged exactly as the provider wants it", () => {
      const reading = read(bench().notifications.signed(paymentFact(bench().order())));
      expect(reading).toMatchObject({ acknowledgement: bench().notifications.acknowledgement });
    });

    it("51. refuses what is too large, too deep, no JSON, or of another content type", () => {
      const { notifications } = bench();
      const genuine = notifications.signed(paymentFact(bench().order()));
      expect(read({ ...genuine, rawBody: new Uint8Array(5_000_000) })).toMatchObject({ verified: false });
      const ofOtherType = { ...genuine.headers, "content-type": "text/html" };
      expect(read({ ...genuine, headers: ofOtherType })).toMatchObject({ verified: false, status: 400 });

      const text = new TextDecoder().decode(genuine.rawBody);
      const large = notifications.signedBody(new TextEncoder().encode(text + " ".repeat(5_000_000)));
      expect(large === null ? null : read(large).verified).not.toBe(true);
      const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
      const deepInside = text.replace("{", `{"note":${deep},`);
      const bodies = [deep, deepInside, "", "null", "[]", "{", '"x"', "\uFEFF{", "{}{}"].map((body) =>
        new TextEncoder().encode(body),
      );
      for (const body of [...bodies, new Uint8Array([0x7b, 0xff, 0xfe, 0x7d])]) {
        const signed = notifications.signedBody(body);
        if (signed === null) break;
        expect(read(signed)).toMatchObject({ verified: false, status: 400 });
      }
    });
  });
}
