import { Affiliates } from "../../ports/organisations/affiliates.ts";
import {
  FigureBook,
  type FigureMember,
  type FigurePart,
  type FigurePartId,
  type Figures,
  type PlacedFigures,
} from "../../ports/operations/figures.ts";
import { OperatorLots } from "../../ports/lots/operator-lots.ts";
import { RailAccounts } from "../../ports/organisations/rail-accounts.ts";
import { RAIL_KINDS, type RailKind } from "../../ports/rail.ts";
import type { Organisation } from "../organisations/organisation.ts";
import { type Day, daysBetween, daysFrom, type Month, monthsFrom, shifted } from "../shared/days/days.ts";
import type { LotId } from "../shared/ids.ts";
import { NotFound } from "../shared/problem.ts";
import { Process } from "../shared/process.ts";

/** Calendar days of the organisation's time zone, both included. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** A competition, rail or affiliate whose sales alone are counted. At most one is not null. */
export interface FigureFilter {
  readonly competitionId: LotId | null;
  /** `kind/provider` */
  readonly rail: string | null;
  readonly affiliate: string | null;
}

interface FiguresOfDay extends Day {
  readonly figures: readonly Figures[];
}

interface FiguresOfDays {
  readonly days: readonly FiguresOfDay[];
  readonly figures: readonly Figures[];
  /** The same number of days, up to the day before. */
  readonly before: DayRange & {
    readonly days: readonly FiguresOfDay[];
    readonly figures: readonly Figures[];
  };
}

/** null as the member: sold on no rail, or by no affiliate. */
interface FiguresOfMember {
  readonly member: FigureMember | null;
  readonly figures: readonly Figures[];
}

interface FiguresOfMonth extends Month {
  readonly rails: readonly FiguresOfMember[];
}

type Books = Pick<Organisation, "id" | "timeZone" | "fiatCurrency">;

/** Midnights in UTC around all sales. */
const EARLIEST = new Date("2000-01-01T00:00:00Z");
const LATEST = new Date("2200-01-01T00:00:00Z");

const SUMS = [
  "orders",
  "tickets",
  "gross",
  "refunds",
  "refunded",
  "disputes",
  "disputed",
  "sessions",
  "converted",
  "otherTaken",
  "otherRefunded",
] as const satisfies readonly (keyof Figures)[];

/** Reads the figures of organisations, by their calendar. Currencies are never added up. */
export class SalesFigures extends Process<typeof SalesFigures.needs> {
  static readonly needs = {
    book: FigureBook,
    lots: OperatorLots,
    rails: RailAccounts,
    affiliates: Affiliates,
  };

  /** Raises not_found for an unknown competition, rail or affiliate. */
  async byDay(organisation: Books, range: DayRange, filter: FigureFilter): Promise<FiguresOfDays> {
    const before = rangeBefore(range);
    const days = daysFrom(organisation.timeZone, before.from, range.to);
    const { part, partId } = await this.#partOf(organisation, filter);
    const found = await this.parts.book.read(organisation.id, {
      part,
      partId,
      starts: days.map(({ from }) => from),
      until: days.at(-1)!.until,
    });
    const byPlace = Map.groupBy(found, ({ place }) => place);
    const filled = days.map((day, at) => ({ ...day, figures: sorted(organisation, byPlace.get(at) ?? []) }));
    const half = days.length / 2;
    const ofDays = (some: readonly FiguresOfDay[]) => ({
      days: some,
      figures: sorted(organisation, totalOf(some.flatMap(({ figures }) => figures))),
    });
    return { ...ofDays(filled.slice(half)), before: { ...before, ...ofDays(filled.slice(0, half)) } };
  }

  /** Returns all sales of a competition, up to now. Raises not_found for an unknown one. */
  async ofCompetition(organisation: Books, competitionId: LotId): Promise<readonly Figures[]> {
    const { part, partId } = await this.#partOf(organisation, { competitionId, rail: null, affiliate: null });
    const found = await this.parts.book.read(organisation.id, {
      part,
      partId,
      starts: [EARLIEST],
      until: LATEST,
    });
    return sorted(organisation, found);
  }

  /** Those with the most paid orders first. */
  async byMember(
    organisation: Books,
    range: DayRange,
    part: Exclude<FigurePart, "all">,
  ): Promise<FiguresOfMember[]> {
    const [first] = daysFrom(organisation.timeZone, range.from, range.from);
    const [last] = daysFrom(organisation.timeZone, range.to, range.to);
    const found = await this.parts.book.read(organisation.id, {
      part,
      partId: null,
      starts: [first!.from],
      until: last!.until,
    });
    return this.#withMembers(organisation, part, found.filter(concernsSales));
  }

  /** All money of an organisation by month and rail, also what bought nothing. @param months `2026-11`, both included */
  async byMonth(organisation: Books, from: string, to: string): Promise<FiguresOfMonth[]> {
    const months = monthsFrom(organisation.timeZone, from, to);
    const found = await this.parts.book.read(organisation.id, {
      part: "rail",
      partId: null,
      starts: months.map(({ from: start }) => start),
      until: months.at(-1)!.until,
    });
    return Promise.all(
      months.map(async (month, at) => ({
        ...month,
        rails: await this.#withMembers(
          organisation,
          "rail",
          found.filter(({ place }) => place === at),
        ),
      })),
    );
  }

  async #withMembers(
    organisation: Books,
    part: Exclude<FigurePart, "all">,
    found: readonly PlacedFigures[],
  ): Promise<FiguresOfMember[]> {
    const byId = Map.groupBy(found, ({ partId }) => partId);
    const members = await this.parts.book.members(organisation.id, part, [...byId.keys()]);
    const names = new Map(members.map((member) => [member.id, member]));
    const ordersIn = ({ figures }: FiguresOfMember) => figures.reduce((sum, { orders }) => sum + orders, 0);
    return [...byId]
      .map(([id, figures]) => ({ member: names.get(id) ?? null, figures: sorted(organisation, figures) }))
      .sort((one, other) => ordersIn(other) - ordersIn(one));
  }

  async #partOf(
    { id }: Books,
    { competitionId, rail, affiliate }: FigureFilter,
  ): Promise<{ readonly part: FigurePart; readonly partId: FigurePartId }> {
    const { lots, rails, affiliates } = this.parts;
    if (competitionId !== null) {
      if ((await lots.byId(id, competitionId)) === null) throw NotFound.because();
      return { part: "competition", partId: competitionId };
    }
    if (rail !== null) {
      const [kind, provider] = rail.split("/") as [string, string];
      const account = isRailKind(kind) ? await rails.byProvider(id, kind, provider) : null;
      if (account === null) throw NotFound.because();
      return { part: "rail", partId: account.id };
    }
    if (affiliate !== null) {
      const found = await affiliates.byCode(id, affiliate);
      if (found === null) throw NotFound.because();
      return { part: "affiliate", partId: found.id };
    }
    return { part: "all", partId: 0 };
  }
}

/** Returns as many days before a range. */
function rangeBefore({ from, to }: DayRange): DayRange {
  return { from: shifted(from, -(daysBetween(from, to) + 1)), to: shifted(from, -1) };
}

const isRailKind = (text: string): text is RailKind => (RAIL_KINDS as readonly string[]).includes(text);

/** Only money that bought nothing is not a sale. */
const concernsSales = (figures: Figures): boolean =>
  figures.orders + figures.refunds + figures.disputes + figures.sessions + figures.converted > 0;

/** Adds up figures by currency. */
function totalOf(all: readonly Figures[]): Figures[] {
  return [...Map.groupBy(all, ({ currency }) => currency)].map(
    ([currency, some]) =>
      ({
        currency,
        ...Object.fromEntries(SUMS.map((name) => [name, some.reduce((sum, each) => sum + each[name], 0)])),
      }) as unknown as Figures,
  );
}

/** The organisation's own currency first, the others by name. */
function sorted({ fiatCurrency }: Books, figures: readonly Figures[]): Figures[] {
  return figures.toSorted(
    (one, other) =>
      Number(other.currency === fiatCurrency) - Number(one.currency === fiatCurrency) ||
      (one.currency < other.currency ? -1 : 1),
  );
}
