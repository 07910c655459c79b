import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operatorPrincipal } from "../../ports/principal.ts";
import { Clock } from "../../ports/clock.ts";
import type { RailCredentials } from "../../ports/rail.ts";
import { FORGERIES, type Notification, type RailHarness } from "../../rails/conformance/harness.ts";
import type { Money } from "../../src/shared/money.ts";
import { RailAdministration } from "../../src/rail-accounts/rail-administration.ts";
import { createDatabase, type TestDatabase } from "../support/database/database.ts";
import { DatabaseProxy } from "../support/database/database-proxy.ts";
import { Partner } from "../support/builders/partner.ts";
import { declaredRails } from "../../scripts/documents/unconnected.ts";
import { TestService } from "../support/service/service.ts";
import { allHarnesses } from "./harnesses.ts";

interface Sold {
  readonly id: string;
  readonly number: number;
  readonly amount: Money;
}

const harnesses = await allHarnesses();

it("every rail of the build that charges real money is met here", async () => {
  const real = (await declaredRails()).filter(({ simulated }) => !simulated);
  expect(Object.keys(harnesses).sort()).toEqual(
    real.map(({ kind, provider }) => `${kind}/${provider}`).sort(),
  );
});

describe.each(Object.entries(harnesses))(
  "at the address of %s",
  { timeout: 60_000 },
  (name, { currency, onlyNames = false, open }) => {
    let harness: RailHarness;
    let database: TestDatabase;
    let proxy: DatabaseProxy;
    /** Two processes on one database; the second reaches it by a way that can be cut. */
    let service: TestService;
    let second: TestService;
    let partner: Partner;
    let rival: Partner;

    beforeAll(async () => {
      harness = await open();
      harness.advance((Date.now() - harness.now().getTime()) / 60_000);
      database = await createDatabase();
      proxy = await DatabaseProxy.open(database.url);
      const start = (databaseUrl: string) =>
        TestService.open({
          databaseUrl,
          rails: [harness.rail],
          replace: (wiring) => wiring.bind(Clock, () => harness),
        });
      [service, second] = [await start(database.url), await start(proxy.url)];
      const rates = { EUR: "0.9", SGD: "1.34", VND: "25400" };
      const settings = { rails: {}, fiatCurrency: currency, rates };
      partner = await Partner.add(service, settings);
      rival = await Partner.add(service, settings);
      await register(partner, harness.account);
      await register(rival, harness.stranger);
    });
    afterAll(async () => {
      await second.stop();
      await service.stop();
      await proxy.close();
      await database.drop();
      await harness.close();
    });

    const register = (of: Partner, { credentials, settings }: RailCredentials, enabled = true) =>
      service.wiring
        .get(RailAdministration)
        .put({ actor: operatorPrincipal("test"), requestId: "set-up" }, of.organisation, {
          kind: harness.rail.kind,
          provider: harness.rail.provider,
          currencies: [currency],
          credentials,
          settings,
          enabled,
        });
    const ask = async (sql: string, values: readonly unknown[] = []) =>
      (await service.database.pool.query(sql, [...values])).rows;
    const sold = async (): Promise<Sold> => {
      const lot = await partner.lot();
      const { status, json } = await partner.checkout(lot.id);
      expect(status).toBe(201);
      const { id, amount } = json.data;
      const [{ number }] = await ask("select number::int from ticket_order where id = $1", [id]);
      harness.order({ id, number });
      return { id, number, amount: { amount, currency } };
    };
    const paid = ({ id, amount }: Sold): Notification =>
      harness.notifications.signed({ about: "payment", orderId: id, state: "paid", amount });
    const post = async (
      { headers, rawBody }: Notification,
      { at = service, slug = partner.organisation.slug } = {},
    ) => {
      const path = `/rails/${name}/${slug}/notifications`;
      const body = Buffer.from(rawBody);
      const answer = await fetch(at.baseUrl + path, { method: "POST", headers, body });
      const text = await answer.text();
      await at.idle();
      return { status: answer.status, contentType: answer.headers.get("content-type") ?? "", text };
    };
    const stored = async () => (await ask("select count(*)::int from rail_notification"))[0].count;
    const statusOf = async ({ id }: Sold) =>
      (await ask("select status from ticket_order where id = $1", [id]))[0].status;

    it("what is forged, broken, huge, deep or misdirected is a 4xx that says nothing, and nothing is kept", async () => {
      const order = await sold();
      const before = await stored();
      // Only of what has come to pass would there be an event to ask for.
      const genuine = onlyNames
        ? await harness.notifications.naming!(order.id)
        : harness.notifications.signed({
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
      const forged = FORGERIES.map((how) => harness.notifications.forged(fact, how));
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
        const answer = await post(attack);
        expect([400, 401, 413]).toContain(answer.status);
        expect(JSON.parse(answer.text)).toEqual({
          error: answer.status === 413 ? expect.any(String) : "invalid_notification",
          message: expect.any(String),
        });
      }
      for (const slug of [rival.organisation.slug, "nobody", "a%00b", "%2e%2e", "A", "x".repeat(64)]) {
        const { status } = await post(genuine, { slug });
        expect([400, 401, 404, ...(onlyNames && slug === rival.organisation.slug ? [200] : [])]).toContain(
          status,
        );
      }
      if (onlyNames) for (const notification of forged) expect((await post(notification)).status).toBe(200);
      expect([await stored(), await statusOf(order)]).toEqual([before, "pending"]);
    });

    it("the same one a hundred times, at two processes at once, is acknowledged each time and done once", async () => {
      const order = await sold();
      const before = await stored();
      const genuine = paid(order);
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, index) => post(genuine, { at: index % 2 ? service : second })),
      );
      const { status, contentType, body } = harness.notifications.acknowledgement;
      for (const answer of answers) {
        expect(answer).toMatchObject({ status, text: body });
        expect(answer.contentType.split(";")[0]).toBe(contentType);
      }
      expect(await stored()).toBe(before + 1);
      expect(await partner.session(order.id)).toMatchObject({ status: "paid", ticketsIssued: true });
      const payments = await ask("select state from payment where order_id = $1", [order.id]);
      expect(payments).toEqual([{ state: "settled" }]);
    });

    it("one that the database is not there for is a 503, and is done when it comes again", async () => {
      const order = await sold();
      const genuine = paid(order);
      await proxy.cut();
      expect((await post(genuine, { at: second })).status).toBe(503);
      await proxy.mend();
      const { status } = harness.notifications.acknowledgement;
      await expect
        .poll(async () => (await post(genuine, { at: second })).status, { timeout: 10_000 })
        .toBe(status);
      expect(await statusOf(order)).toBe("paid");
    });

    it("money for an account that was disabled meanwhile is settled all the same", async () => {
      const order = await sold();
      await register(partner, harness.account, false);
      expect((await post(paid(order))).status).toBe(harness.notifications.acknowledgement.status);
      expect(await statusOf(order)).toBe("paid");
      await register(partner, harness.account);
    });

    it("a type that nobody knows is acknowledged, and kept for the operator to see where it is proven", async () => {
      const { text } = await post(harness.notifications.signed({ about: "something_new" }));
      expect(text).toBe(harness.notifications.acknowledgement.body);
      const rows = await ask("select types, message from rail_notification where remark = 'ignored'");
      // What nobody has signed would fill the inbox.
      expect(rows).toMatchObject(onlyNames ? [] : [{ types: expect.any(String) }]);
      expect(rows.some(({ message }) => message.includes("notification"))).toBe(false);
    });
  },
);
