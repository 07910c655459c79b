import { z } from "zod";
import type { Figures } from "../../../../ports/operations/figures.ts";
import type { DayRange, FigureFilter } from "../../../../src/operations/sales-figures.ts";
import type { Organisation } from "../../../../src/organisations/organisation.ts";
import { dayOfInstant, daysBetween, shifted } from "../../../../src/shared/days/days.ts";
import { invalid } from "../../../../src/shared/problem.ts";
import { idTextOf, count } from "../../input/fields.ts";
import type { LotId } from "../../../../src/shared/ids.ts";

const MOST_DAYS = 366;
const DEFAULT_DAYS = 7;
/** Time zones have been on quarters of an hour since then. */
const FIRST_DAY = "2000-01-01";
const LAST_DAY = "2199-12-31";

const CONVERSION_PARTS = 10_000;

export const figuresReply = z
  .strictObject({
    currency: z.string().describe("The charge currency."),
    orders: count.describe("Paid orders, by the time of payment."),
    tickets: count.describe("Tickets of the paid orders."),
    gross: count.describe("The charges of the paid orders, in the currency's minor unit."),
    refunds: count.describe("Refunds of paid orders that succeeded, by the time at which they succeeded."),
    refunded: count.describe("The amount of these refunds."),
    disputes: count.describe("Disputes that were not won, by the time at which they were opened."),
    disputed: count.describe("The amount of these disputes."),
    net: z.int().describe("Gross, less what was refunded and disputed. It can be negative."),
    sessions: count.describe("Checkout sessions, by the time of their creation."),
    converted: count.describe("Sessions of these that are paid by now."),
    conversionBps: count
      .nullable()
      .describe("Paid sessions of all sessions, in hundredths of a per cent. Null: there are no sessions."),
  })
  .meta({ id: "FiguresInCurrency" });

export function toFigures(figures: Figures): z.input<typeof figuresReply> {
  const { currency, orders, tickets, gross, refunds, refunded, disputes, disputed, sessions, converted } =
    figures;
  return {
    currency,
    orders,
    tickets,
    gross,
    refunds,
    refunded,
    disputes,
    disputed,
    net: gross - refunded - disputed,
    sessions,
    converted,
    conversionBps: sessions === 0 ? null : Math.round((converted / sessions) * CONVERSION_PARTS),
  };
}

const day = z.iso.date();

export const rangeQuery = {
  from: day
    .optional()
    .describe("The first day, in the organisation's time zone. By default six days before the last."),
  to: day.optional().describe("The last day, in the organisation's time zone. By default today."),
};

/** Raises invalid_request for a range that is reversed, too long, or too early. */
export function rangeOf(
  { timeZone }: Organisation,
  query: { readonly from?: string | undefined; readonly to?: string | undefined },
  now: Date,
): DayRange {
  const to = query.to ?? dayOfInstant(timeZone)(now);
  const from = query.from ?? shifted(to, 1 - DEFAULT_DAYS);
  if (from > to) throw invalid("from", "invalid", "The first day is after the last.");
  if (from < FIRST_DAY) throw invalid("from", "too_small", `The first day is before ${FIRST_DAY}.`);
  if (to > LAST_DAY) throw invalid("to", "too_big", `The last day is after ${LAST_DAY}.`);
  if (daysBetween(from, to) >= MOST_DAYS)
    throw invalid("from", "too_big", `The range has more than ${MOST_DAYS} days.`);
  return { from, to };
}

export const filterQuery = {
  competitionId: idTextOf<LotId>().optional().describe("Count the sales of this competition alone."),
  rail: z
    .string()
    .regex(/^[a-z]{1,20}\/[a-z0-9-]{1,60}$/, "must be kind/provider")
    .optional()
    .describe("Count the sales on this rail alone, such as `redirect/stripe`."),
  affiliate: z
    .string()
    .regex(/^[a-z0-9_-]{1,40}$/, "must be the code of an affiliate")
    .optional()
    .describe("Count the sales by the affiliate with this code alone."),
};

interface FilterQuery {
  readonly competitionId?: LotId | undefined;
  readonly rail?: string | undefined;
  readonly affiliate?: string | undefined;
}

/** Raises invalid_request for more than one condition. */
export function filterOf(query: FilterQuery): FigureFilter {
  const competitionId = query.competitionId ?? null;
  const rail = query.rail ?? null;
  const affiliate = query.affiliate ?? null;
  const conditions = [competitionId, rail, affiliate].filter((each) => each !== null);
  if (conditions.length > 1)
    throw invalid("affiliate", "invalid", "Only one of competitionId, rail and affiliate can be given.");
  return { competitionId, rail, affiliate };
}

export const memberReply = z
  .strictObject({
    id: count.describe("The id of the competition, rail account or affiliate."),
    name: z.string().describe("The title, the provider, or the affiliate's name."),
    key: z.string().describe("The value that selects it: the id, `kind/provider`, or the code."),
  })
  .meta({ id: "FigureMember" });
