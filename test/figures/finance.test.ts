import { beforeAll, describe, expect, it } from "vitest";
import { FigureCounter } from "../../src/operations/figure-counter.ts";
import { ok } from "../support/builders/operator-rig.ts";
import { addManyOrders } from "../support/builders/many-orders.ts";
import { Partner } from "../support/builders/partner.ts";
import { opened } from "../support/opened.ts";
import { addPerson, ConsoleBrowser } from "../support/people/console-browser.ts";
import { ADMIN_TOKEN, type Json, TestService } from "../support/service/service.ts";

// The money of rails by month, and payout files against the payments that are known.

const service = opened(() => TestService.open());
let partner: Partner;
let stranger: Partner;

const call = (method: "GET" | "POST", path: string, body?: object) =>
  service.call(method, `/admin/api/v1/organisations/${partner.organisation.slug}${path}`, {
    key: ADMIN_TOKEN,
    ...(body && { body }),
  });
const match = (provider: string, file: string) =>
  ok(call("POST", "/finance/payout-matches", { provider, file }));

/** Makes an organisation's 30 paid orders look as if a provider had taken them, a minute apart, with the names pi_1 to pi_30. */
async function sold(provider: string, of: Partner): Promise<void> {
  const { id } = await of.lot({ maxTickets: 100 });
  await addManyOrders(service.database.pool, (await of.checkout(id)).json.data.id, { paid: 30, pending: 0 });
  const at = "timestamptz '2026-06-15 12:00:00Z' + r.last * interval '1 minute'";
  await service.sql("delete from rail_currency where organisation_id = $1", of.organisation.id);
  await service.sql(
    `update rail_account set provider = $2 where organisation_id = $1`,
    of.organisation.id,
    provider,
  );
  await service.sql(
    `update payment y set rail_provider = $2, provider_payment_id = 'pi_' || r.last, received_at = ${at}, amount = 2500
     from ticket_range r where r.order_id = y.order_id and r.organisation_id = $1 and y.organisation_id = $1`,
    of.organisation.id,
    provider,
  );
  await service.sql(
    `update ticket_order t set paid_at = ${at}, rail_provider = $2, charge_amount = 2500, credit_cents = 0
     from ticket_range r where r.order_id = t.id and t.organisation_id = $1 and r.organisation_id = $1`,
    of.organisation.id,
    provider,
  );
  await service.sql(
    `update ticket_range r set issued_at = ${at} where organisation_id = $1`,
    of.organisation.id,
  );
  await service.sql(
    `insert into refund (organisation_id, order_id, payment_id, key, amount, currency, reason, state, created_at, updated_at,
       succeeded_at, provider_refund_id)
     select organisation_id, order_id, id, 'r' || id, amount, currency, 'x', 'succeeded', received_at, received_at,
       received_at + interval '20 days', 're_' || provider_payment_id
     from payment where organisation_id = $1 and provider_payment_id in ('pi_1', 'pi_2')`,
    of.organisation.id,
  );
}

beforeAll(async () => {
  partner = await Partner.add(service, { timeZone: "America/New_York" });
  stranger = await Partner.add(service);
  await sold("stripe", partner);
  await sold("stripe", stranger);
});

describe("the finance report", () => {
  it("has all money by rail and month, counted and not", async () => {
    await service.sql(
      `insert into dispute (organisation_id, rail_account_id, provider_dispute_id, stage, standing, amount, currency, tickets, created_at, updated_at)
       select organisation_id, id, 'dp-' || s, 'x', s, 300, 'USD', 'none', '2026-07-20', now()
       from rail_account, unnest(array['open', 'won', 'lost']) s where organisation_id = $1`,
      partner.organisation.id,
    );
    await service.sql(
      `insert into unmatched_payment (organisation_id, rail_account_id, provider_payment_id, order_id, amount, currency, state, found_by, found_at)
       select organisation_id, id, 'lost', 'cs_' || repeat('0', 26), 77, 'USD', 'open', 'recovery', '2026-07-01 03:59:00Z'
       from rail_account where organisation_id = $1`,
      partner.organisation.id,
    );
    for (let time = 0; time < 2; time += 1) {
      const { months } = await ok(call("GET", "/finance?from=2026-05&to=2026-07"));
      // 03:59 in UTC on the first of July is the thirtieth of June in New York.
      expect(
        (months as Json[]).map(({ month, rails }) => [month, rails[0]?.rail.key, rails[0]?.money]),
      ).toEqual([
        ["2026-05", undefined, undefined],
        [
          "2026-06",
          "redirect/stripe",
          [{ currency: "USD", taken: 75_077, givenBack: 0, disputed: 0, fees: null, net: 75_077 }],
        ],
        [
          "2026-07",
          "redirect/stripe",
          [{ currency: "USD", taken: 0, givenBack: 5_000, disputed: 600, fees: null, net: -5_600 }],
        ],
      ]);
      while ((await service.wiring.get(FigureCounter).countOnce()) > 0);
    }
    const { text } = await call("GET", "/exports/finance?from=2026-06&to=2026-07");
    expect(text.trim().split("\r\n").slice(1)).toEqual([
      "2026-06,redirect/stripe,USD,75077,0,0,,75077",
      "2026-07,redirect/stripe,USD,0,5000,600,,-5600",
    ]);
  });

  it("refuses a range that is reversed or too long", async () => {
    for (const query of ["from=2026-08&to=2026-07", "from=2024-01&to=2026-07", "from=2026-13"]) {
      const { status, json } = await call("GET", `/finance?${query}`);
      expect([query, status, (json.issues as Json[])[0]!.path]).toEqual([query, 400, "from"]);
    }
  });
});

const STRIPE_HEAD =
  "automatic_payout_id,balance_transaction_id,created_utc,available_on_utc,currency,gross,fee,net,reporting_category,source_id,description,payment_intent_id";
const stripeLine = (n: number, gross: string, category = "charge") => {
  const isRefund = category === "refund";
  const minute = String(n).padStart(2, "0");
  const source = isRefund ? `re_pi_${n}` : `ch_${n}`;
  return `po_1,txn_${n},2026-06-15 12:${minute}:00,2026-06-17 00:00:00,usd,${gross},${isRefund ? "0.00" : "0.50"},${(Number(gross) - (isRefund ? 0 : 0.5)).toFixed(2)},${category},${source},"Order, ""x""",pi_${n}`;
};

const ADYEN_HEAD =
  "Psp Reference,Merchant Reference,TimeZone,Creation Date,Type,Modification Reference,Gross Currency,Gross Debit (GC),Gross Credit (GC),Net Currency,Net Debit (NC),Net Credit (NC)";
const PAYPAL_HEAD =
  "CH,Transaction ID,Transaction Event Code,Transaction Debit or Credit,Gross Transaction Amount,Gross Transaction Currency,Fee Amount";

describe("a payout file", () => {
  it("of Stripe is compared with the payments of its time", async () => {
    const lines = Array.from({ length: 20 }, (_, at) => at + 1).filter((n) => n !== 15);
    const file = [
      STRIPE_HEAD,
      ...lines.map((n) => stripeLine(n, n === 7 ? "24.00" : "25.00")),
      stripeLine(1, "-25.00", "refund"),
      stripeLine(2, "-20.00", "refund"),
      stripeLine(40, "25.00"),
      "po_1,txn_p,2026-06-16 00:00:00,2026-06-16 00:00:00,usd,-400.00,0.00,-400.00,payout,po_1,Payout,",
    ].join("\r\n");
    const found = await match("stripe", `\u{feff}${file}`);
    expect(found).toMatchObject({ matched: 19, amountDiffers: 2, fileOnly: 1 });
    const of = (result: string) =>
      (found.differences as Json[]).filter((each) => each.result === result).map(({ id }) => id);
    expect(of("amount_differs")).toEqual(["pi_7", "re_pi_2"]);
    expect(of("file_only")).toEqual(["pi_40"]);
    // Those before the file's end that it does not have. The first ten minutes are not compared.
    expect(of("ours_only")).toEqual(["pi_15", ...Array.from({ length: 10 }, (_, at) => `pi_${at + 21}`)]);
    expect(found.oursOnly).toBe(11);
    expect(found.totals).toEqual([
      { currency: "USD", payments: 49_900, refunds: -4_500, disputes: 0, other: 0, fees: 1_000, net: 44_400 },
    ]);
    const tables = await service.sql("select count(*)::int as kept from idempotency");
    expect(tables).toEqual([{ kept: expect.any(Number) }]);
  });

  it("of Adyen is compared by its references", async () => {
    await sold("adyen", (partner = await Partner.add(service)));
    const [order] = await service.sql(
      "update payment set provider_payment_id = order_id where provider_payment_id = 'pi_5' and organisation_id = $1 returning order_id",
      partner.organisation.id,
    );
    const head =
      "Company Account,Merchant Account,Psp Reference,Merchant Reference,Payment Method,Creation Date,TimeZone,Type,Modification Reference,Gross Currency,Gross Debit (GC),Gross Credit (GC),Exchange Rate,Net Currency,Net Debit (NC),Net Credit (NC),Commission (NC),Markup (NC),Scheme Fees (NC),Interchange (NC),Payment Method Variant,Batch Number";
    const line = (
      psp: string,
      reference: string,
      type: string,
      modification: string,
      gross: string,
      net: string,
    ) =>
      `Co,Shop,${psp},${reference},visa,2026-06-15 12:03:00,CET,${type},${modification},USD,${gross},1,USD,${net},,0.10,0.05,0.15,visaclassic,4`;
    const file = [
      head,
      line("pi_3", "cs_x", "Settled", "m1", ",25.00", ",24.70"),
      line("psp5", order!.order_id as string, "Settled", "m2", ",25.00", ",24.70"),
      line("pi_1", "cs_y", "Refunded", "re_pi_1", "25.00,", "25.30,"),
      line("none", "cs_z", "Settled", "m3", ",9.99", ",9.69"),
      "Co,Shop,,,,2026-06-16 00:00:00,CET,Fee,Transaction Fees,,,,,USD,1.00,,,,,,,4",
      "Co,Shop,,,,2026-06-16 00:00:00,CET,MerchantPayout,TX4,,,,,USD,33.00,,,,,,,4",
    ].join("\n");
    const found = await match("adyen", file);
    expect(found).toMatchObject({ matched: 3, amountDiffers: 0, fileOnly: 1, oursOnly: 0, from: null });
    expect(found.totals[0]).toMatchObject({
      payments: 5_999,
      refunds: -2_500,
      other: -100,
      fees: 120,
      net: 3_279,
    });
  });

  it("of PayPal is compared by its transactions", async () => {
    await sold("paypal", (partner = await Partner.add(service)));
    const head =
      '"CH","Transaction ID","Invoice ID","PayPal Reference ID","PayPal Reference ID Type","Transaction Event Code","Transaction Initiation Date","Transaction Completion Date","Transaction  Debit or Credit","Gross Transaction Amount","Gross Transaction Currency","Fee Debit or Credit","Fee Amount","Fee Currency","Custom Field","Consumer ID"';
    const line = (id: string, code: string, direction: string, minor: string, fee: string) =>
      `"SB","${id}","","","","${code}","2026/06/15 05:03:00 -0700","2026/06/15 05:13:00 -0700","${direction}","${minor}","USD","DR","${fee}","USD","",""`;
    const file = [
      '"RH","2026/06/16 01:00:00 -0700","A","X","008",',
      '"FH","01"',
      '"SH","2026/06/15 00:00:00 -0700","2026/06/15 23:59:59 -0700","X",""',
      head,
      line("pi_3", "T0006", "CR", "2500", "103"),
      line("pi_4", "T0006", "CR", "2400", "103"),
      line("re_pi_1", "T1107", "DR", "2500", ""),
      line("w1", "T0400", "DR", "1000", ""),
      '"SF","USD"',
    ].join("\r\n");
    const found = await match("paypal", file);
    expect(found).toMatchObject({ matched: 2, amountDiffers: 1, fileOnly: 0 });
    expect(found.totals).toEqual([
      {
        currency: "USD",
        payments: 4_900,
        refunds: -2_500,
        disputes: 0,
        other: -1_000,
        fees: 206,
        net: 1_194,
      },
    ]);
  });

  it("that is not the provider's is refused, and says what is missing", async () => {
    for (const [provider, file, message] of [
      ["stripe", "a,b\n1,2", "no column reporting_category"],
      ["adyen", STRIPE_HEAD, "no column Type"],
      ["paypal", "a,b", "no line CH"],
      ["stripe", `${STRIPE_HEAD}\n${stripeLine(1, "2x")}`, "Line 2: gross is not an amount in USD"],
      ["stripe", 'a,"b', "not CSV"],
      ["stripe", `${STRIPE_HEAD}\n${"x\n".repeat(50_200)}`, "more than 50000 lines"],
      ["stripe", `${STRIPE_HEAD}\n\n${stripeLine(1, "25.001")}`, "Line 3: gross is not an amount in USD"],
      ["stripe", `${STRIPE_HEAD}\n${stripeLine(1, "9".repeat(15))}`, "Line 2: gross is too large"],
      [
        "stripe",
        `${STRIPE_HEAD}\n${stripeLine(1, "25.00").replace("usd", "=1+1")}`,
        "currency is not a currency",
      ],
      [
        "adyen",
        `${ADYEN_HEAD}\np,m,UTC,,Settled,,USD,,1e3,USD,,1`,
        "Line 2: Gross Credit (GC) is not an amount",
      ],
      ["adyen", `${ADYEN_HEAD}\np,m,UTC,,Settled,,,,1,,,1`, "Line 2: Net Currency is not a currency"],
      ["paypal", PAYPAL_HEAD.replace("Fee Amount", "Fees"), "no column Fee Amount"],
      [
        "paypal",
        `RH,x\nFH,01\n${PAYPAL_HEAD}\nSB,a,T0006,CR,1x,USD,`,
        "Line 4: Gross Transaction Amount is not",
      ],
    ] as const) {
      const { status, json } = await call("POST", "/finance/payout-matches", { provider, file });
      expect([status, (json.issues as Json[])[0]!.path, json.message]).toEqual([
        400,
        "file",
        expect.stringContaining(message),
      ]);
    }
  });

  it("without a payment matches nothing", async () => {
    for (const [provider, file] of [
      ["stripe", STRIPE_HEAD],
      ["adyen", ADYEN_HEAD],
      ["paypal", PAYPAL_HEAD],
    ] as const)
      expect(await match(provider, file), provider).toMatchObject({
        matched: 0,
        differences: [],
        totals: [],
      });
  });

  it("of an organisation is compared alone, while the process answers others", async () => {
    const file = [STRIPE_HEAD, ...Array.from({ length: 40_000 }, (_, n) => stripeLine(n, "25.00"))].join(
      "\n",
    );
    const send = () => call("POST", "/finance/payout-matches", { provider: "stripe", file });
    let answered = 0;
    const one = Promise.all([send(), send()]);
    const isOver = one.then(() => true);
    while (!(await Promise.race([isOver, service.call("GET", "/healthz").then(() => false)]))) answered += 1;
    const answers = (await one).toSorted((a, b) => a.status - b.status);
    expect(answers.map(({ status }) => status)).toEqual([200, 429]);
    expect(answers[1]!.json).toMatchObject({ error: "rate_limited", retryAfter: 5 });
    expect(answered).toBeGreaterThan(20);
    expect((await send()).status).toBe(200);
  });

  it("that is empty, too large, of no known provider, or no text is refused", async () => {
    const send = async (body: object) => {
      const { status, json } = await call("POST", "/finance/payout-matches", body);
      return [status, json.error, (json.issues as Json[] | undefined)?.[0]!.path];
    };
    const refused = [400, "invalid_request", "file"];
    expect(await send({ provider: "stripe", file: "" })).toEqual(refused);
    expect(await send({ provider: "stripe", file: "x".repeat(7_000_001) })).toEqual(refused);
    expect(await send({ provider: "stripe", file: "a\u0000b" })).toEqual(refused);
    expect(await send({ provider: "mollie", file: "a" })).toEqual([400, "invalid_request", "provider"]);
    expect(await send({ provider: "stripe", file: STRIPE_HEAD, keep: true })).toEqual([
      400,
      "invalid_request",
      "keep",
    ]);
    expect((await send({ provider: "stripe", file: "x".repeat(8_000_001) }))[0]).toBe(413);
  });

  it("names no payment of another organisation", async () => {
    await service.sql(
      "update payment set provider_payment_id = 'pi_theirs' where provider_payment_id = 'pi_9' and organisation_id = $1",
      stranger.organisation.id,
    );
    await service.sql(
      "update refund set provider_refund_id = 're_theirs' where provider_refund_id = 're_pi_1' and organisation_id = $1",
      stranger.organisation.id,
    );
    const lines = [
      stripeLine(9, "25.00").replaceAll("pi_9", "pi_theirs"),
      stripeLine(1, "-25.00", "refund").replaceAll("re_pi_1", "re_theirs"),
    ];
    const { matched, differences } = await match("stripe", [STRIPE_HEAD, ...lines].join("\n"));
    expect(matched).toBe(0);
    expect(differences).toMatchObject([
      { id: "pi_theirs", result: "file_only", orderId: null, withUs: null },
      { id: "re_theirs", result: "file_only", orderId: null, withUs: null },
    ]);
  });

  it("is compared, and the report read, by the roles that have the permission, in their own organisation alone", async () => {
    const file = { provider: "stripe", file: STRIPE_HEAD };
    const at = (of: Partner, path: string) => `/organisations/${of.organisation.slug}/finance${path}`;
    for (const [memberRole, status] of [
      ["owner", 200],
      ["finance", 200],
      ["manager", 200],
      ["developer", 403],
      ["viewer", 403],
    ] as const) {
      const organisationId = partner.organisation.id;
      const person = await addPerson(service, { memberOf: [{ organisationId, role: memberRole }] });
      const browser = await ConsoleBrowser.of(service, person);
      expect([memberRole, (await browser.get(at(partner, ""))).status]).toEqual([memberRole, status]);
      expect([memberRole, (await browser.post(at(partner, "/payout-matches"), file)).status]).toEqual([
        memberRole,
        status,
      ]);
      expect((await browser.get(at(stranger, ""))).status).toBe(404);
      expect((await browser.post(at(stranger, "/payout-matches"), file)).status).toBe(404);
    }
  });
});
