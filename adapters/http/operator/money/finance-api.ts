import { z } from "zod";
import { Currencies } from "../../../../ports/currencies.ts";
import type { Figures } from "../../../../ports/operations/figures.ts";
import {
  MATCH_RESULTS,
  type PayoutDifference,
  PayoutMatching,
  type PayoutMatch,
} from "../../../../src/finance/payout-matching.ts";
import { SalesFigures } from "../../../../src/operations/sales-figures.ts";
import { RateLimited } from "../../../../src/organisations/access.ts";
import type { Organisation } from "../../../../src/organisations/organisation.ts";
import { dayOfInstant, monthLater, monthsBetween } from "../../../../src/shared/days/days.ts";
import type { OrganisationId } from "../../../../src/shared/ids.ts";
import { text } from "../../../../src/shared/input/fields.ts";
import { invalid } from "../../../../src/shared/problem.ts";
import { count } from "../../input/fields.ts";
import { routes } from "../../kernel/route.ts";
import { organisationRoute, time } from "../request.ts";
import { memberReply } from "./figure-replies.ts";
import { payoutLines, PAYOUT_PROVIDERS } from "./payouts/payout-formats.ts";

const MOST_MONTHS = 24;
const DEFAULT_MONTHS = 6;
const FILE_CHARACTERS = 7_000_000;
const FILE_LIMIT_BYTES = 8_000_000;
const MOST_DIFFERENCES = 500;
/** Payout files that a process compares concurrently, one for each organisation: each takes a second of its processor. */
const FILES_AT_ONCE = 2;
const RETRY_AFTER_SEC = 5;

const MONTH = "^(2[01]\\d{2})-(0[1-9]|1[0-2])$";
const month = z.string().regex(new RegExp(MONTH), "must be a month, such as 2026-11");

export const monthsQuery = {
  from: month
    .optional()
    .describe("The first month, in the organisation's time zone. By default five months before the last."),
  to: month.optional().describe("The last month. By default the current one."),
};

/** Raises invalid_request for a range that is reversed or too long. */
export function monthsOf(
  { timeZone }: Organisation,
  query: { readonly from?: string | undefined; readonly to?: string | undefined },
  now: Date,
): { readonly from: string; readonly to: string } {
  const to = query.to ?? dayOfInstant(timeZone)(now).slice(0, 7);
  const from = query.from ?? monthLater(to, 1 - DEFAULT_MONTHS);
  if (from > to) throw invalid("from", "invalid", "The first month is after the last.");
  if (monthsBetween(from, to) >= MOST_MONTHS)
    throw invalid("from", "too_big", `The range has more than ${MOST_MONTHS} months.`);
  return { from, to };
}

const moneyReply = z
  .strictObject({
    currency: z.string().describe("The charge currency."),
    taken: count.describe(
      "All payments, also those that bought nothing: late, of a wrong amount, paid twice, or without an order.",
    ),
    givenBack: count.describe("All refunds that succeeded."),
    disputed: count.describe("The amount of disputes that were opened and not won."),
    fees: count
      .nullable()
      .describe(
        "The fees of the rail. Null if the rail does not report them to the service: a payout file has them.",
      ),
    net: z.int().describe("Taken, less what was given back, disputed, and known fees. It can be negative."),
  })
  .meta({ id: "FinanceInCurrency" });

/** Rails report no fees to the service. */
export function toMoney(figures: Figures): z.input<typeof moneyReply> {
  const taken = figures.gross + figures.otherTaken;
  const givenBack = figures.refunded + figures.otherRefunded;
  const { currency, disputed } = figures;
  return { currency, taken, givenBack, disputed, fees: null, net: taken - givenBack - disputed };
}

/** Tells whether any money moved. */
export const hasMoney = ({ taken, givenBack, disputed }: z.input<typeof moneyReply>): boolean =>
  taken + givenBack + disputed > 0;

const ofRail = z
  .strictObject({
    rail: memberReply.nullable().describe("The rail account. Null: no rail."),
    money: z.array(moneyReply).describe("One element for each charge currency."),
  })
  .meta({ id: "FinanceOfRail" });

const financeReply = z
  .strictObject({
    timeZone: z.string().describe("The organisation's time zone."),
    from: month.describe("The first month."),
    to: month.describe("The last month."),
    months: z
      .array(
        z
          .strictObject({
            month: month.describe("The calendar month."),
            from: time.describe("The start of the month."),
            until: time.describe("The start of the next month."),
            rails: z.array(ofRail).describe("One element for each rail with money."),
          })
          .meta({ id: "FinanceOfMonth" }),
      )
      .describe("All months, earliest first."),
  })
  .meta({ id: "Finance" });

const amountReply = z.strictObject({ amount: count, currency: z.string() }).meta({ id: "MatchedAmount" });
const matchReply = z
  .strictObject({
    from: time.nullable().describe("The earliest payment of the file. Null if the file tells no times."),
    until: time.nullable().describe("The end of the file's payments."),
    matched: count.describe("Payments and refunds of which the file and the service have the same amount."),
    amountDiffers: count.describe("Payments and refunds of which the amounts differ."),
    fileOnly: count.describe("Payments and refunds that the service does not know."),
    oursOnly: count.describe(
      "Payments and refunds of the file's time that the file does not have. The first ten minutes are not compared.",
    ),
    differences: z
      .array(
        z
          .strictObject({
            what: z.enum(["payment", "refund"]).describe("The kind of money that moved."),
            result: z
              .enum(MATCH_RESULTS)
              .describe("`amount_differs`: both have it; `file_only` and `ours_only`: one does not."),
            id: z.string().describe("The provider's id. Empty if the line has none."),
            orderId: z.string().nullable().describe("The order of the payment. Null if it is not known."),
            inFile: amountReply.nullable().describe("The amount in the file. Null: it is not in the file."),
            withUs: amountReply
              .nullable()
              .describe("The amount in the service. Null: it is not known there."),
            at: time
              .nullable()
              .describe("The time in the file, or in the service. Null if the file tells none."),
          })
          .meta({ id: "PayoutDifference" }),
      )
      .describe(`The first ${MOST_DIFFERENCES} payments and refunds that do not match.`),
    totals: z
      .array(
        z
          .strictObject({
            currency: z.string().describe("The currency of the payout."),
            payments: z.int(),
            refunds: z.int().describe("Negative: they lower the payout."),
            disputes: z.int(),
            other: z.int().describe("Lines that are none of these, such as fees of the account."),
            fees: z.int().describe("Fees of all lines."),
            net: z.int().describe("The sum of the file: what the provider pays out."),
          })
          .meta({ id: "PayoutTotal" }),
      )
      .describe("Sums of the file's lines, in minor units, before fees."),
  })
  .meta({ id: "PayoutMatch" });

function toMatch({ from, until, matched, differences, totals }: PayoutMatch): z.input<typeof matchReply> {
  const withResult = (result: PayoutDifference["result"]) =>
    differences.filter((difference) => difference.result === result).length;
  return {
    from: from?.toISOString() ?? null,
    until: until?.toISOString() ?? null,
    matched,
    amountDiffers: withResult("amount_differs"),
    fileOnly: withResult("file_only"),
    oursOnly: withResult("ours_only"),
    differences: differences
      .slice(0, MOST_DIFFERENCES)
      .map((difference) => ({ ...difference, at: difference.at?.toISOString() ?? null })),
    totals: [...totals],
  };
}

const NEEDS = { figures: SalesFigures, matching: PayoutMatching, currencies: Currencies };

export const financeRoutes = routes(NEEDS, ({ figures, matching, currencies }) => {
  /** Organisations whose file is being compared. */
  const comparing = new Set<OrganisationId>();
  return [
    organisationRoute({
      operationId: "getFinance",
      method: "GET",
      path: "/finance",
      summary: "Get the money of each rail by month",
      description:
        "Returns what each rail took, gave back and lost to disputes in up to 24 calendar months of the organisation's time zone, " +
        "by charge currency. In contrast to sales figures it has all money, also payments that bought nothing.",
      tag: "Finance",
      permission: "finance:read",
      query: z.strictObject(monthsQuery),
      reply: financeReply,
      handle: async ({ organisation, query, now }) => {
        const { from, to } = monthsOf(organisation, query, now);
        const months = await figures.byMonth(organisation, from, to);
        return {
          timeZone: organisation.timeZone,
          from,
          to,
          months: months.map(({ month, from, until, rails }) => ({
            month,
            from: from.toISOString(),
            until: until.toISOString(),
            rails: rails
              .map(({ member, figures }) => ({ rail: member, money: figures.map(toMoney).filter(hasMoney) }))
              .filter(({ money }) => money.length > 0),
          })),
        };
      },
    }),
    organisationRoute({
      operationId: "matchPayoutFile",
      method: "POST",
      path: "/finance/payout-matches",
      summary: "Compare a provider's payout file",
      description:
        "Compares a CSV file of a provider with the payments and refunds that the service knows, by their ids. Nothing of the file " +
        "is kept. Formats: Stripe's itemised payout reconciliation report, Adyen's settlement detail report, PayPal's settlement " +
        "report. At most 50,000 lines. While a file of the organisation, or two files of others, are being compared, another one is answered 429.",
      tag: "Finance",
      permission: "finance:read",
      bodyLimitBytes: FILE_LIMIT_BYTES,
      idempotency: "none",
      body: z
        .strictObject({
          provider: z.enum(PAYOUT_PROVIDERS).describe("The provider that the file is from."),
          file: text({ min: 1, max: FILE_CHARACTERS }).describe("The file's text."),
        })
        .meta({ id: "PayoutFile" }),
      reply: matchReply,
      handle: async ({ organisation, body }) => {
        if (comparing.has(organisation.id) || comparing.size === FILES_AT_ONCE)
          throw RateLimited.because("Another payout file is being compared. Wait, then try again.", {
            retryAfter: RETRY_AFTER_SEC,
          });
        comparing.add(organisation.id);
        try {
          const lines = await payoutLines(body.provider, body.file, currencies);
          return toMatch(await matching.match(organisation.id, body.provider, lines));
        } finally {
          comparing.delete(organisation.id);
        }
      },
    }),
  ];
});
