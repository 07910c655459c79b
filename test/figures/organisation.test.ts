import { beforeAll, describe, expect, it } from "vitest";
import { addManyOrders } from "../support/builders/many-orders.ts";
import { ok } from "../support/builders/operator-rig.ts";
import { Partner } from "../support/builders/partner.ts";
import { ADMIN_TOKEN, type Json, TestService } from "../support/service/service.ts";
import { opened } from "../support/opened.ts";

// Every figure is what the rows say: in three currencies, over several hundred orders, of one organisation alone.

const LOTS = { EUR: 260, JPY: 170, USD: 90 } as const;
const ZONES = ["UTC", "Europe/Zurich", "Asia/Kathmandu", "America/New_York"];

let partner: Partner;
let stranger: Partner;
const lots: Record<string, number> = {};

const rows = async (text: string, ...values: unknown[]): Promise<Json[]> =>
  await service.sql(text, ...values);
const get = (of: Partner, path: string) =>
  service.call("GET", `/admin/api/v1/organisations/${of.organisation.slug}${path}`, { key: ADMIN_TOKEN });
const figures = (of: Partner, query = "") => ok(get(of, `/figures${query}`));

/** Adds paid and pending orders of a lot, paid at even distances over the last ten days, some given back since. */
async function sell(of: Partner, fiatCurrency: string, paid: number): Promise<number> {
  const { id } = await of.lot({ title: fiatCurrency, maxTickets: 1_000, payment: { fiatCurrency } });
  const like = (await of.checkout(id)).json.data.id;
  await addManyOrders(service.database.pool, like, { paid, pending: 7, accounts: 20 });
  await rows(
    `update ticket_order t set paid_at = now() - interval '10 days' * ($2 - r.last) / $2
     from ticket_range r where r.order_id = t.id and t.lot_id = $1`,
    id,
    paid,
  );
  await rows(
    "update ticket_range r set issued_at = t.paid_at from ticket_order t where r.order_id = t.id and r.lot_id = $1",
    id,
  );
  await rows(
    "update ticket_order t set unwound_at = now() from ticket_range r where r.order_id = t.id and t.lot_id = $1 and r.last % 9 = 0",
    id,
  );
  return id;
}

const service = opened(() => TestService.open());
beforeAll(async () => {
  const settings = {
    rails: { EUR: "redirect", JPY: "fields", USD: "embed" },
    rates: { EUR: "0.9", JPY: "150" },
    fiatCurrency: "EUR",
  } as const;
  partner = await Partner.add(service, settings);
  stranger = await Partner.add(service, settings);
  for (const [currency, paid] of Object.entries(LOTS)) lots[currency] = await sell(partner, currency, paid);
  await sell(stranger, "EUR", 120);
});

/** Returns the rows' sums of the orders paid on a day, by currency. */
function salesOf(orders: readonly Json[]): Json[] {
  const byCurrency = Map.groupBy(orders, (order) => order.charge_currency as string);
  return [...byCurrency]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([currency, all]) => {
      const [stand, back] = [false, true].map((isBack) =>
        all.filter(({ unwound_at: at }) => (at !== null) === isBack),
      ) as [Json[], Json[]];
      const sum = (some: Json[], column: string) =>
        some.reduce((total, each) => total + Number(each[column]), 0);
      return {
        currency,
        orders: stand.length,
        tickets: sum(stand, "quantity"),
        amount: sum(stand, "charge_amount"),
        priceUSDCents: sum(stand, "price_cents"),
        creditUSDCents: sum(stand, "credit_cents"),
        givenBackOrders: back.length,
        givenBackTickets: sum(back, "quantity"),
        givenBackAmount: sum(back, "charge_amount"),
      };
    });
}

const paidOrders = (of: Partner) =>
  rows("select * from ticket_order where organisation_id = $1 and status = 'paid'", of.organisation.id);

describe("an organisation's figures", () => {
  it.each(ZONES)("have each day's sales, by currency, in %s", async (zone) => {
    for (const shop of [partner, stranger]) {
      const found = await figures(shop, `?timeZone=${zone}&days=7`);
      const orders = await paidOrders(shop);
      const dayOf = ({ paid_at: at }: Json) => (at as Date).toLocaleDateString("en-CA", { timeZone: zone });
      const days = found.days as Json[];
      expect(days).toHaveLength(7);
      for (const { day, sales } of days)
        expect({ day, sales }).toEqual({
          day,
          sales: salesOf(orders.filter((order) => dayOf(order) === day)),
        });
      const names = new Set(days.map(({ day }) => day));
      const all = salesOf(orders.filter((order) => names.has(dayOf(order))));
      expect(
        (found.sales as Json[]).toSorted((one, other) => one.currency.localeCompare(other.currency)),
      ).toEqual(all);
      expect(found.timeZone).toBe(zone);
    }
    const { sales } = await figures(partner, `?timeZone=${zone}&days=31`);
    expect(
      (sales as Json[]).reduce((sum, { orders, givenBackOrders }) => sum + orders + givenBackOrders, 0),
    ).toBe(520);
    expect((sales as Json[]).map(({ currency }) => currency).toSorted()).toEqual(["EUR", "JPY", "USD"]);
  });

  it("count what waits, beyond any page of a list, of this organisation alone", async () => {
    await rows(
      `insert into refund (organisation_id, order_id, payment_id, key, amount, currency, reason, state, created_at, updated_at)
       select y.organisation_id, order_id, y.id, 'many-' || y.id, amount, currency, 'late',
         case when y.id % 3 = 0 then 'manual' else 'failed' end, now(), now()
       from payment y join ticket_order t on t.id = y.order_id where t.lot_id = $1`,
      lots.EUR,
    );
    await rows(
      `insert into unmatched_payment (organisation_id, rail_account_id, provider_payment_id, order_id, amount, currency, state, found_by, found_at)
       select organisation_id, id, 'lost-' || n, 'cs_' || lpad(n::text, 26, '0'), 500, 'EUR', 'open', 'recovery', now()
       from rail_account, generate_series(1, 140) n where organisation_id = $1 and kind = 'redirect'`,
      partner.organisation.id,
    );
    await rows(
      `insert into dispute (organisation_id, rail_account_id, provider_dispute_id, stage, standing, amount, currency, tickets, created_at, updated_at, answer_by)
       select organisation_id, id, 'many-' || n, 'x', case when n % 2 = 0 then 'open' else 'lost' end, 100, 'EUR', 'none', now(), now(),
         case when n % 3 <> 0 then timestamptz '2027-03-01Z' + make_interval(days => n) end
       from rail_account, generate_series(1, 240) n where organisation_id = $1 and kind = 'redirect'`,
      partner.organisation.id,
    );
    await rows(
      `insert into dispute (organisation_id, rail_account_id, provider_dispute_id, stage, standing, amount, currency, tickets, created_at, updated_at, answer_by)
       select organisation_id, rail_account_id, 'missed', 'x', 'open', 100, 'EUR', 'none', now(), now(), timestamptz '2020-01-01Z'
       from dispute where provider_dispute_id = 'many-2'`,
    );
    for (let at = 0; at < 110; at += 1) await partner.lot({ maxTickets: 10 });
    const [state] = await rows(
      `select
         (select count(*)::int from refund where organisation_id = $1 and state = 'failed') as failed,
         (select count(*)::int from refund where organisation_id = $1 and state = 'manual') as manual,
         (select count(*)::int from ticket_order where organisation_id = $1 and status = 'pending') as pending,
         (select count(*)::int from lot where organisation_id = $1 and status = 'active') as open,
         (select sum(max_tickets - sold - held)::int from lot_stock where organisation_id = $1) as tickets`,
      partner.organisation.id,
    );
    expect(state!.failed).toBeGreaterThan(100);
    expect(await figures(partner)).toMatchObject({
      pendingOrders: state!.pending,
      openCompetitions: state!.open,
      ticketsLeft: state!.tickets,
      refunds: { requested: 0, failed: state!.failed, manual: state!.manual },
      unmatchedPayments: 140,
      openDisputes: 121,
      nextDisputeAnswerBy: "2027-03-03T00:00:00.000Z",
    });
    expect(state).toMatchObject({ pending: 24, open: 113 });
    expect(await figures(stranger)).toMatchObject({
      pendingOrders: 8,
      openCompetitions: 1,
      refunds: { requested: 0, failed: 0, manual: 0 },
      unmatchedPayments: 0,
      openDisputes: 0,
      nextDisputeAnswerBy: null,
    });
  });

  it("name a day once after clocks change", async () => {
    for (const [at, changed] of [
      ["2027-03-29T09:00:00Z", "2027-03-28"],
      ["2027-11-01T09:00:00Z", "2027-10-31"],
    ] as const)
      await service.clock.later(Date.parse(at) - service.clock.now().getTime(), async () => {
        const { days } = await figures(partner, "?timeZone=Europe/Zurich");
        const names = (days as Json[]).map(({ day }) => day);
        expect(new Set(names).size).toBe(7);
        expect(names).toContain(changed);
      });
  });

  it("refuse an unknown time zone, and too many days", async () => {
    for (const query of ["?timeZone=Europe/Nowhere", "?days=32", "?days=0"]) {
      const { status, json } = await get(partner, `/figures${query}`);
      expect([status, json.error]).toEqual([400, "invalid_request"]);
    }
    expect((await get(partner, "/figures?timeZone=")).status).toBe(400);
  });
});

it("a competition's sales are by the days of the time zone that is named", async () => {
  for (const zone of ZONES) {
    const { days } = await ok(get(partner, `/competitions/${lots.JPY}/sales?timeZone=${zone}`));
    const ranges = await rows("select issued_at from ticket_range where lot_id = $1 order by last", lots.JPY);
    const byDay = Map.groupBy(ranges, ({ issued_at: at }) =>
      (at as Date).toLocaleDateString("en-CA", { timeZone: zone }),
    );
    expect((days as Json[]).map(({ day, orders, ticketsSold }) => [day, orders, ticketsSold])).toEqual(
      [...byDay].map(([day, all]) => [day, all.length, all.length]),
    );
  }
});
