import { expect } from "vitest";
import { WorldClock } from "../../ports/clock.ts";
import type { RailCredentials } from "../../ports/rail.ts";
import type { Notification, RailHarness } from "../../rails/conformance/harness.ts";
import type { Money } from "../../src/shared/money.ts";
import { Partner } from "../support/builders/partner.ts";
import { DatabaseProxy } from "../support/database/database-proxy.ts";
import { createDatabase, type TestDatabase } from "../support/database/database.ts";
import { TestService } from "../support/service/service.ts";

interface Sold {
  readonly id: string;
  readonly number: number;
  readonly amount: Money;
}

interface Opened {
  /** `kind/provider` */
  readonly name: string;
  readonly currency: string;
  readonly harness: RailHarness;
  readonly database: TestDatabase;
  readonly proxy: DatabaseProxy;
  readonly service: TestService;
  readonly second: TestService;
}

/**
 * Two processes on one database that sell through a provider's harness, for a partner and its rival; the second
 * process reaches the database by a way that can be cut.
 */
export class NotificationRig {
  readonly #opened: Opened;
  readonly partner: Partner;
  readonly rival: Partner;

  private constructor(opened: Opened, partner: Partner, rival: Partner) {
    this.#opened = opened;
    this.partner = partner;
    this.rival = rival;
  }

  /** @param name `kind/provider` @param harness is closed with the rig */
  static async open(name: string, currency: string, harness: RailHarness): Promise<NotificationRig> {
    harness.advance((Date.now() - harness.now().getTime()) / 60_000);
    const database = await createDatabase();
    const proxy = await DatabaseProxy.open(database.url);
    const start = (databaseUrl: string) =>
      TestService.open({
        databaseUrl,
        rails: [harness.rail],
        replace: (wiring) => wiring.bind(WorldClock, () => harness),
      });
    const [service, second] = [await start(database.url), await start(proxy.url)];
    const rates = { EUR: "0.9", SGD: "1.34", VND: "25400" };
    const settings = { rails: {}, fiatCurrency: currency, rates };
    const [partner, rival] = [await Partner.add(service, settings), await Partner.add(service, settings)];
    const opened = { name, currency, harness, database, proxy, service, second };
    const rig = new NotificationRig(opened, partner, rival);
    await rig.register(partner, harness.account);
    await rig.register(rival, harness.stranger);
    return rig;
  }

  async close(): Promise<void> {
    const { second, service, proxy, database, harness } = this.#opened;
    await second.stop();
    await service.stop();
    await proxy.close();
    await database.drop();
    await harness.close();
  }

  get harness(): RailHarness {
    return this.#opened.harness;
  }

  get service(): TestService {
    return this.#opened.service;
  }

  get second(): TestService {
    return this.#opened.second;
  }

  get proxy(): DatabaseProxy {
    return this.#opened.proxy;
  }

  register(of: Partner, { credentials, settings }: RailCredentials, enabled = true) {
    const { harness, currency } = this.#opened;
    const { kind, provider } = harness.rail;
    return of.putRail({ kind, provider, currencies: [currency], credentials, settings, enabled });
  }

  async ask(sql: string, values: readonly unknown[] = []) {
    return await this.service.sql(sql, ...values);
  }

  /** Creates a pending order, which the provider knows. */
  async sold(): Promise<Sold> {
    const lot = await this.partner.lot();
    const { status, json } = await this.partner.checkout(lot.id);
    expect(status).toBe(201);
    const { id, amount } = json.data;
    const [{ number }] = await this.ask("select number::int from ticket_order where id = $1", [id]);
    this.harness.order({ id, number });
    return { id, number, amount: { amount, currency: this.#opened.currency } };
  }

  paid({ id, amount }: Sold): Notification {
    return this.harness.notifications.signed({ about: "payment", orderId: id, state: "paid", amount });
  }

  async post(
    { headers, rawBody }: Notification,
    { at = this.service, slug = this.partner.organisation.slug } = {},
  ) {
    const path = `/rails/${this.#opened.name}/${slug}/notifications`;
    const body = Buffer.from(rawBody);
    const answer = await fetch(at.baseUrl + path, { method: "POST", headers, body });
    const text = await answer.text();
    await at.idle();
    return { status: answer.status, contentType: answer.headers.get("content-type") ?? "", text };
  }

  async stored(): Promise<number> {
    return (await this.ask("select count(*)::int from rail_notification"))[0].count;
  }

  async statusOf({ id }: Sold): Promise<string> {
    return (await this.ask("select status from ticket_order where id = $1", [id]))[0].status;
  }
}
