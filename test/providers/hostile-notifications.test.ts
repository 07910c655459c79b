import { describe, expect, it } from "vitest";
import { EventFetcher } from "../../src/settlement/event-fetcher.ts";
import { FORGERIES, type Notification } from "../../rails/conformance/harness.ts";
import { declaredRails } from "../../tools/documents/unconnected.ts";
import { allHarnesses } from "./harnesses.ts";
import { NotificationRig } from "./notification-rig.ts";
import { opened } from "../support/opened.ts";

const harnesses = await allHarnesses();

it("every rail of the build that charges real money is met here", async () => {
  // A rail by token gets no notifications: it reads blocks.
  const real = (await declaredRails()).filter(({ simulated, byToken }) => !simulated && !byToken);
  expect(Object.keys(harnesses).sort()).toEqual(
    real.map(({ kind, provider }) => `${kind}/${provider}`).sort(),
  );
});

describe.each(Object.entries(harnesses))(
  "at the address of %s",
  (name, { currency, onlyNames = false, open }) => {
    const rig = opened(async () => NotificationRig.open(name, currency, await open()));

    it("what is forged, broken, huge, deep or misdirected is a 4xx that says nothing, and nothing is kept", async () => {
      const order = await rig.sold();
      const before = await rig.stored();
      // Events can only be fetched if they have occurred.
      const genuine = onlyNames
        ? await rig.harness.notifications.naming!(order.id)
        : rig.harness.notifications.signed({
            about: "payment",
            orderId: order.id,
            state: "paid",
            amount: order.amount,
          });
      const text = Buffer.from(genuine.rawBody).toString();
      const of = (rawBody: string | Uint8Array): Notification => ({
        headers: genuine.headers,
        rawBody: typeof rawBody === "string" ? Buffer.from(rawBody) : rawBody,
      });
      const deep = `${"[".repeat(15_000)}${"]".repeat(15_000)}`;
      const fact = { about: "payment", orderId: order.id, state: "paid", amount: order.amount } as const;
      const forged = FORGERIES.map((how) => rig.harness.notifications.forged(fact, how));
      const attacks: Notification[] = [
        ...(onlyNames ? [] : forged),
        ...["", "null", "{", '"x"', "[]", deep, text.replace("{", `{"note":${deep},`), `${text}${text}`].map(
          of,
        ),
        of(new Uint8Array([0x7b, 0xff, 0x00, 0x7d])),
        of(Buffer.alloc(900_000, " ")),
        of(Buffer.alloc(5_000_000, "x")),
        { ...genuine, headers: { ...genuine.headers, "content-type": "text/html" } },
        { ...genuine, headers: { ...genuine.headers, "content-type": "multipart/form-data; boundary=x" } },
      ];
      for (const attack of attacks) {
        const answer = await rig.post(attack);
        expect([400, 401, 413]).toContain(answer.status);
        const { error, docUrl = null } = JSON.parse(answer.text);
        if (answer.status !== 413) expect(error).toBe("invalid_notification");
        // The service's own refusals name their page; a provider needs none.
        const page =
          error === "invalid_notification" ? null : expect.stringMatching(`/docs/errors#${error}$`);
        expect({ ...JSON.parse(answer.text), docUrl }).toEqual({
          error: expect.any(String),
          message: expect.any(String),
          docUrl: page,
        });
      }
      for (const slug of [rig.rival.organisation.slug, "nobody", "a%00b", "%2e%2e", "A", "x".repeat(64)]) {
        const { status } = await rig.post(genuine, { slug });
        expect([
          400,
          401,
          404,
          ...(onlyNames && slug === rig.rival.organisation.slug ? [200] : []),
        ]).toContain(status);
      }
      if (onlyNames)
        for (const notification of forged) expect((await rig.post(notification)).status).toBe(200);
      expect([await rig.stored(), await rig.statusOf(order)]).toEqual([before, "pending"]);
    });

    it("the same one a hundred times, at two processes at once, is acknowledged each time and done once", async () => {
      const order = await rig.sold();
      const before = await rig.stored();
      const genuine = rig.paid(order);
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, index) =>
          rig.post(genuine, { at: index % 2 ? rig.service : rig.second }),
        ),
      );
      const { status, contentType, body } = rig.harness.notifications.acknowledgement;
      for (const answer of answers) {
        expect(answer).toMatchObject({ status, text: body });
        expect(answer.contentType.split(";")[0]).toBe(contentType);
      }
      // While a repetition is being counted, the name is locked, and its fetch is left to the worker.
      if (onlyNames) await rig.service.wiring.get(EventFetcher).fetchOnce();
      expect(await rig.stored()).toBe(before + 1);
      expect(await rig.partner.session(order.id)).toMatchObject({ status: "paid", ticketsIssued: true });
      const payments = await rig.ask("select state from payment where order_id = $1", [order.id]);
      expect(payments).toEqual([{ state: "settled" }]);
    });

    it("one that the database is not there for is a 503, and is done when it comes again", async () => {
      const order = await rig.sold();
      const genuine = rig.paid(order);
      await rig.proxy.cut();
      expect((await rig.post(genuine, { at: rig.second })).status).toBe(503);
      await rig.proxy.mend();
      const { status } = rig.harness.notifications.acknowledgement;
      await expect.poll(async () => (await rig.post(genuine, { at: rig.second })).status).toBe(status);
      expect(await rig.statusOf(order)).toBe("paid");
    });

    it("money for an account that was disabled meanwhile is settled anyway", async () => {
      const order = await rig.sold();
      await rig.register(rig.partner, rig.harness.account, false);
      expect((await rig.post(rig.paid(order))).status).toBe(rig.harness.notifications.acknowledgement.status);
      expect(await rig.statusOf(order)).toBe("paid");
      await rig.register(rig.partner, rig.harness.account);
    });

    it("an unknown type is acknowledged, and kept for the operator to see where it is proven", async () => {
      const { text } = await rig.post(rig.harness.notifications.signed({ about: "something_new" }));
      expect(text).toBe(rig.harness.notifications.acknowledgement.body);
      const rows = await rig.ask("select types, message from rail_notification where remark = 'ignored'");
      // Unsigned messages would fill the inbox.
      expect(rows).toMatchObject(onlyNames ? [] : [{ types: expect.any(String) }]);
      expect(rows.some(({ message }) => message.includes("notification"))).toBe(false);
    });
  },
);
