import { Pool } from "pg";
import { FigureCounter } from "../../../src/operations/figure-counter.ts";
import { addSalesHistory } from "../../../test/figures/support/sales-history.ts";
import { Partner } from "../../../test/support/builders/partner.ts";
import type { TestService } from "../../../test/support/service/service.ts";
import { analyze } from "../servers/cluster.ts";

const FIGURE_ORDERS = Number(process.env.FIGURE_ORDERS ?? 1_000_000);
const DAY_MS = 86_400_000;
const YEAR_MS = 365 * DAY_MS;

type Time = (what: string, method: string, path: string) => Promise<void>;

/** Measures figures over a year of sales: nine competitions, three rails, 50 affiliates. */
export async function measureFigures({
  service,
  url,
  time,
}: {
  readonly service: TestService;
  readonly url: string;
  readonly time: Time;
}): Promise<void> {
  await addSales(service, url);
  await analyze(url);
  const began = performance.now();
  while ((await service.wiring.get(FigureCounter).countOnce()) > 0);
  console.log(
    `figures of ${FIGURE_ORDERS} orders were counted in ${((performance.now() - began) / 1_000).toFixed(0)} s`,
  );
  await analyze(url);
  const today = new Date().toISOString().slice(0, 10);
  const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
  for (const [range, from] of [
    ["7 days", daysAgo(6)],
    ["30 days", daysAgo(29)],
    ["a year", daysAgo(364)],
  ]) {
    const query = `from=${from}&to=${today}`;
    await time(`figures by day, ${range}`, "GET", `/organisations/figures/sales-figures?${query}`);
    for (const by of ["competition", "rail", "affiliate"])
      await time(
        `figures by ${by}, ${range}`,
        "GET",
        `/organisations/figures/sales-breakdown?${query}&by=${by}`,
      );
  }
  const year = `from=${daysAgo(364)}&to=${today}`;
  await time(
    "figures of one affiliate, a year",
    "GET",
    `/organisations/figures/sales-figures?${year}&affiliate=affiliate-7`,
  );
  await time(
    "finance of 12 months",
    "GET",
    `/organisations/figures/finance?from=${daysAgo(330).slice(0, 7)}`,
  );
  await time(
    "export of figures by day, a year",
    "GET",
    `/organisations/figures/exports/sales-figures?${year}`,
  );
}

/** Writes a year of sales. */
async function addSales(service: TestService, url: string): Promise<void> {
  const shop = await Partner.add(service, {
    slug: "figures",
    rails: { EUR: "redirect", JPY: "fields", USD: "embed" },
    rates: { EUR: "0.9", JPY: "150" },
    fiatCurrency: "EUR",
    timeZone: "Europe/Zurich",
  });
  const pool = new Pool({ connectionString: url, max: 1 });
  try {
    const { rows: rails } = await pool.query<{ id: number; currency: string }>(
      "select id::int, currencies[1] as currency from rail_account where organisation_id = $1",
      [shop.organisation.id],
    );
    const lots = [];
    for (let at = 0; at < 9; at += 1) {
      const { id: railAccountId, currency } = rails[at % rails.length]!;
      const lot = await shop.lot({ maxTickets: 10_000_000, payment: { fiatCurrency: currency } });
      lots.push({ id: lot.id, currency, railAccountId });
    }
    await shop.checkout(lots[0]!.id);
    const affiliates = [];
    for (let at = 0; at < 50; at += 1) affiliates.push((await shop.addAffiliate(`affiliate-${at}`)).id);
    const until = new Date();
    await addSalesHistory(pool, {
      organisationId: shop.organisation.id,
      lots,
      affiliates,
      orders: FIGURE_ORDERS,
      from: new Date(until.getTime() - YEAR_MS),
      until,
    });
  } finally {
    await pool.end();
  }
}
