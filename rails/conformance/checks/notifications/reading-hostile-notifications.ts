import { describe, expect, it } from "vitest";
import type { NotificationReading, RailCredentials, RailEvent, RailOrder } from "../../../../ports/rail.ts";
import { invariant } from "../../../../src/shared/invariant.ts";
import { type Fact, FORGERIES, type Notification, type RailHarness } from "../../harness.ts";

const BYTES_TOO_MANY = 5_000_000;

/** Forged, broken and misdirected notifications. */
export function readingHostileNotifications(harness: () => RailHarness): void {
  const readFor = (account: RailCredentials, notification: Notification): NotificationReading =>
    harness().rail.readNotification(account, { ...notification, now: harness().now() });
  const read = (notification: Notification): NotificationReading => readFor(harness().account, notification);
  const eventsOf = (notification: Notification): readonly RailEvent[] => {
    const reading = read(notification);
    return reading.verified ? reading.events : [];
  };
  const paymentFact = (order: RailOrder): Fact & { readonly about: "payment" } => ({
    about: "payment",
    orderId: order.id,
    state: "paid",
    amount: order.charge,
  });

  describe("reading a notification that is not what it seems", () => {
    it.each(FORGERIES)("36. believes nothing of one with: %s", (how) => {
      const forged = harness().notifications.forged(paymentFact(harness().order()), how);
      expect(read(forged)).toMatchObject({ verified: false, status: expect.any(Number) });
    });

    it("36. believes nothing that was signed for another organisation", () => {
      const { rail, stranger, notifications, now } = harness();
      const genuine = notifications.signed(paymentFact(harness().order()));
      expect(rail.readNotification(stranger, { ...genuine, now: now() })).toMatchObject({ verified: false });
    });

    it("39. checks the signature over the exact bytes of any body", () => {
      const { notifications } = harness();
      const { signedBody } = notifications;
      invariant(signedBody !== null, "a scheme that signs no bodies excludes 39");
      const { rawBody } = notifications.signed(paymentFact(harness().order()));
      const text = new TextDecoder().decode(rawBody);
      for (const variant of [
        ` ${text}\r\n`,
        `${text}\n\n`,
        text.replace("{", '{\r\n\t"note":"é\u2028😀",'),
        text,
      ]) {
        const signed = signedBody(new TextEncoder().encode(variant));
        expect(read(signed)).toMatchObject({ verified: true });
        expect(read({ ...signed, rawBody: new TextEncoder().encode(`${variant} `) }).verified).toBe(false);
      }
    });

    it("47. is led astray by nothing that is not signed", () => {
      const [order, other] = [harness().order(), harness().order()];
      const { notifications } = harness();
      const genuine = eventsOf(notifications.signed(paymentFact(order)));
      expect(genuine).not.toHaveLength(0);
      expect(eventsOf(notifications.misleading(paymentFact(order), other.id))).toEqual(genuine);
    });

    it("51. refuses what is too large, or of another content type", () => {
      const genuine = harness().notifications.signed(paymentFact(harness().order()));
      expect(read({ ...genuine, rawBody: new Uint8Array(BYTES_TOO_MANY) })).toMatchObject({
        verified: false,
      });
      const ofOtherType = { ...genuine.headers, "content-type": "text/html" };
      expect(read({ ...genuine, headers: ofOtherType })).toMatchObject({ verified: false, status: 400 });
    });

    it("51a. refuses what is signed, but too large, too deep or no JSON", () => {
      const { notifications } = harness();
      const { signedBody } = notifications;
      invariant(signedBody !== null, "a scheme that signs no bodies excludes 51a");
      const text = new TextDecoder().decode(notifications.signed(paymentFact(harness().order())).rawBody);
      const large = signedBody(new TextEncoder().encode(text + " ".repeat(BYTES_TOO_MANY)));
      expect(read(large)).toMatchObject({ verified: false });
      const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
      const deepInside = text.replace("{", `{"note":${deep},`);
      const bodies = [deep, deepInside, "", "null", "[]", "{", '"x"', "\uFEFF{", "{}{}"].map((body) =>
        new TextEncoder().encode(body),
      );
      for (const body of [...bodies, new Uint8Array([0x7b, 0xff, 0xfe, 0x7d])])
        expect(read(signedBody(body))).toMatchObject({ verified: false, status: 400 });
    });

    it("65. refuses one of a known type whose data is broken, so that the provider sends it again", () => {
      const { notifications } = harness();
      const broken = notifications.broken(paymentFact(harness().order()));
      expect(read(broken)).toMatchObject({ verified: false, status: 400 });
    });

    it("66. believes nothing for an account that lacks its keys, not even what is signed with an empty one", () => {
      const { account, notifications } = harness();
      const fact = paymentFact(harness().order());
      const names = Object.keys(account.credentials);
      const accounts = [
        { ...account, credentials: {} },
        { ...account, credentials: Object.fromEntries(names.map((name) => [name, ""])) },
        ...names.map((name) => ({ ...account, credentials: { ...account.credentials, [name]: "" } })),
      ];
      for (const lacking of accounts)
        expect(believes(lacking, notifications.forged(fact, "empty key"))).toBe(false);
    });
  });

  /** Registration has checked an account: one that lacks something may be a bug to the rail, which throws. */
  const believes = (account: RailCredentials, notification: Notification): boolean => {
    try {
      return readFor(account, notification).verified;
    } catch {
      return false;
    }
  };
}
