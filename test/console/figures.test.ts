import { expect } from "vitest";
import { addManyOrders } from "../support/builders/many-orders.ts";
import { Partner } from "../support/builders/partner.ts";
import { button, ConsoleRig } from "./support/console-rig.ts";
import { it, openBrowser } from "../support/browser/in-browser.ts";
import { opened } from "../support/opened.ts";

const ZONE = "Europe/Zurich";

const rig = opened(() => ConsoleRig.open(browser, { background: false }));
const browser = openBrowser();

it("the first page counts sales, competitions and refunds beyond a hundred, by charge currency", async () => {
  const { pool } = rig.service.database;
  const shop = await Partner.add(rig.service, {
    slug: "northwind",
    rails: { EUR: "redirect", USD: "embed" },
    rates: { EUR: "0.9" },
    fiatCurrency: "EUR",
    timeZone: ZONE,
  });
  for (const [currency, paid] of [
    ["EUR", 150],
    ["USD", 30],
  ] as const) {
    const { id } = await shop.lot({ title: currency, maxTickets: 500, payment: { fiatCurrency: currency } });
    await addManyOrders(pool, (await shop.checkout(id)).json.data.id, { paid, pending: 0 });
  }
  for (let at = 0; at < 105; at += 1) await shop.lot({ maxTickets: 10 });
  const { id: organisationId } = shop.organisation;
  await pool.query(
    "update ticket_order set unwound_at = now() where organisation_id = $1 and charge_currency = 'EUR' and status = 'paid' and number % 5 = 0",
    [organisationId],
  );
  await pool.query(
    `insert into refund (organisation_id, order_id, payment_id, key, amount, currency, reason, state, created_at, updated_at)
     select y.organisation_id, y.order_id, y.id, 'k' || y.id, y.amount, y.currency, 'x', 'failed', now(), now()
     from payment y where y.organisation_id = $1 and y.currency = 'EUR'`,
    [organisationId],
  );
  const { rows } = await pool.query(
    `select charge_currency as currency, count(*)::int as orders, sum(charge_amount)::int as amount
     from ticket_order where organisation_id = $1 and status = 'paid' group by 1 order by 1`,
    [organisationId],
  );
  const [euros, dollars] = rows;
  expect([euros.orders, dollars.orders]).toEqual([150, 30]);
  const written = ({ amount, currency }: { amount: number; currency: string }) =>
    new Intl.NumberFormat("en-US", { style: "currency", currency }).format(amount / 100);

  const page = await rig.signedIn({ operatorRole: "support" }, { timezoneId: ZONE });
  await rig.look(page, "/o/northwind");
  const stat = (label: string) => page.locator(".stat", { hasText: label });
  for (const label of ["Gross", "Net"])
    for (const sold of [euros, dollars])
      await stat(label).getByText(written(sold), { exact: true }).waitFor();
  await stat("Refunded").getByText("€0.00", { exact: true }).waitFor();
  await stat("Orders").getByText("180", { exact: true }).waitFor();
  await stat("Conversion").getByText("180 of 182 checkout sessions paid").waitFor();
  await stat("Open competitions").getByText("107", { exact: true }).waitFor();
  await stat("Waiting for payment").getByText("2", { exact: true }).waitFor();
  await page.getByText("150 refunds failed").waitFor();
  const chart = page.getByRole("img", { name: /Gross in EUR by day/ });
  expect(await chart.getAttribute("aria-label")).toContain(written(euros));
  await page.getByText("Show as table").first().click();
  await page
    .getByRole("table", { name: "Gross in EUR by day, as a table" })
    .getByText(written(euros), { exact: true })
    .waitFor();
  const parts = page.getByRole("table", { name: "Sales by competition" });
  await parts.getByText("150", { exact: true }).first().waitFor();
  await page.getByLabel("Break down by").first().click();
  await page.getByRole("option", { name: "Rail", exact: true }).click();
  await page.getByRole("table", { name: "Sales by rail" }).getByText("redirect/sandbox").waitFor();
  expect(rig.strange).toEqual([]);
});

it("finance compares a payout file with the payments, and tells open disputes with buyer and provider", async () => {
  const shop = await Partner.add(rig.service, { slug: "eastwind" });
  const { pool } = rig.service.database;
  const { id: organisationId } = shop.organisation;
  const lot = await shop.lot({ title: "A weekend" });
  const { id: order } = (await shop.checkout(lot.id, { buyer: { email: "ann@example.com" } })).json.data;
  await shop.provider(order, { outcome: "paid" });
  await rig.service.idle();
  await pool.query("delete from rail_currency where organisation_id = $1", [organisationId]);
  await pool.query("update rail_account set provider = 'stripe' where organisation_id = $1", [
    organisationId,
  ]);
  await pool.query(
    "update payment set rail_provider = 'stripe', provider_payment_id = 'pi_1' where organisation_id = $1",
    [organisationId],
  );
  await pool.query(
    `insert into dispute (organisation_id, rail_account_id, provider_dispute_id, order_id, stage, standing, amount, currency, tickets, created_at, updated_at)
     select organisation_id, id, 'dp_' || s, $2, 'needs_response', s, 2500, 'USD', 'kept', now() - interval '40 days', now()
     from rail_account, unnest(array['open', 'won', 'lost']) s where organisation_id = $1`,
    [organisationId, order],
  );
  const page = await rig.signedIn({ operatorRole: "auditor" });
  await rig.look(page, "/o/eastwind/finance");
  const months = page.getByRole("table", { name: "Money by rail and month" });
  await months.getByText("redirect/stripe").first().waitFor();
  await months.getByText("$25.00").first().waitFor();
  const disputes = page.getByRole("table", { name: "Open disputes" });
  await disputes.getByText("ann@example.com").waitFor();
  await disputes.getByText("A weekend").waitFor();
  expect(await disputes.getByRole("row").count()).toBe(2);
  const link = disputes.getByRole("link", { name: "Open at stripe" });
  expect(await link.getAttribute("href")).toBe("https://dashboard.stripe.com/disputes/dp_open");
  const file = [
    "created_utc,currency,gross,fee,net,reporting_category,source_id,payment_intent_id",
    "2026-01-01 10:00:00,usd,25.00,0.50,24.50,charge,ch_1,pi_1",
    "2026-01-01 10:00:00,usd,9.00,0.50,8.50,charge,ch_2,pi_2",
  ].join("\n");
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "payout.csv", mimeType: "text/csv", buffer: Buffer.from(file) });
  await button(page, "Compare").click();
  const result = page.getByRole("status", { name: "Result of the comparison" });
  await result.locator(".stat", { hasText: "Matched" }).getByText("1", { exact: true }).waitFor();
  await result.getByRole("table", { name: "Differences" }).getByText("pi_2").waitFor();
  await result.getByRole("table", { name: "Sums of the payout file" }).getByText("$33.00").waitFor();
  await rig.look(page, "/o/eastwind/disputes");
  await page.getByText("won: money kept (needs response)").waitFor();
  await page.getByText("lost: money taken back (needs response)").waitFor();
  expect(rig.strange).toEqual([]);
});

it("an endpoint's page counts all deliveries that failed, not those that it has loaded", async () => {
  const { pool } = rig.service.database;
  const { id } = await rig.asToken("POST", "/webhook-endpoints", { url: "http://127.0.0.1:1/hook" });
  await pool.query(
    `with told as (
       insert into event (id, organisation_id, type, payload, created_at)
       select 'evt_' || left(md5(random()::text), 26), $1, 'ping', '{}', now() from generate_series(1, 250) returning *
     ), sent as (
       insert into delivery (id, slot, organisation_id, event_id, endpoint_id, state, created_at, finished_at, attempts, claims)
       select 8 * nextval('delivery_number') + slot, slot, organisation_id, id, $2, 'failed', now(), now(), 1, 1 from told returning *
     ) insert into delivery_attempt (organisation_id, delivery_id, slot, number, status, response, duration_ms, at)
     select organisation_id, id, slot, 1, 400, 'bad signature', 5, now() from sent`,
    [rig.partner.organisation.id, id],
  );
  await pool.query(
    "update webhook_endpoint set failing_since = now() - interval '20 minutes' where id = $1",
    [id],
  );
  const page = await rig.signedIn({ memberRole: "developer" });
  await rig.look(page, `/o/acme/webhooks/${id}`);
  await page.getByText("250 of 250 failed since").waitFor();
  await page.getByText("Stored: 0 delivered, 250 failed, 0 pending.").waitFor();
  const chart = page.getByRole("img", { name: /Attempts by hour/ });
  expect(await chart.getAttribute("aria-label")).toMatch(/250 attempts failed$/);
  expect(rig.strange).toEqual([]);
});

it("days are those of the organisation's calendar, also where clocks change", async () => {
  const { service } = rig;
  const shop = await Partner.add(service, { slug: "southwind", timeZone: ZONE });
  const page = await rig.signedIn({ operatorRole: "account_manager" }, { timezoneId: ZONE });
  // Sunday is 23 hours long in spring, and 25 in autumn.
  for (const [now, sunday] of [
    ["2027-03-29T06:30:00Z", "Sun 28|28 Sun"],
    ["2027-11-01T07:30:00Z", "Sun 31|31 Sun"],
  ] as const) {
    await page.clock.setFixedTime(now);
    await service.clock.later(Date.parse(now) - service.clock.now().getTime(), async () => {
      await shop.checkout((await shop.lot()).id);
      await rig.look(page, "/o/southwind");
      await page.locator("figure.chart title").first().waitFor({ state: "attached" });
      const titles = await page.locator("figure.chart title").allTextContents();
      const labels = titles.map((title) => title.split(":")[0]!);
      expect(labels).toHaveLength(7);
      expect(labels.filter((label) => new RegExp(sunday).test(label))).toHaveLength(1);
      expect(new Set(labels).size).toBe(7);
    });
  }

  await page.clock.setFixedTime("2027-10-20T08:15:00Z");
  await rig.look(page, "/o/northwind/competitions");
  await button(page, "New competition").first().click();
  expect(await page.getByLabel("Closes").inputValue()).toBe("2027-11-19T10:15");
  expect(rig.strange).toEqual([]);
});
