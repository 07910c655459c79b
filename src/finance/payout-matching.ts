import { type MovedMoney, PayoutRecords } from "../../ports/finance/payout-records.ts";
import type { OrderId, OrganisationId } from "../shared/ids.ts";
import type { Money } from "../shared/money.ts";
import { Process } from "../shared/process.ts";

/** A line of a provider's payout file. */
export interface PayoutLine {
  readonly what: "payment" | "refund" | "dispute" | "other";
  /** The provider's ids by which the service may know it, the likeliest first. */
  readonly ids: readonly string[];
  /** In the currency that the buyer was charged, where the file has it. A refund is positive, too. */
  readonly amount: Money;
  /** The sum that the line adds to the payout, in its currency. */
  readonly net: Money;
  readonly fee: Money;
  /** null: the file does not tell. */
  readonly at: Date | null;
}

export const MATCH_RESULTS = ["amount_differs", "file_only", "ours_only"] as const;
type MatchResult = (typeof MATCH_RESULTS)[number];

/** Money that the file and the service do not agree on. */
export interface PayoutDifference {
  readonly what: "payment" | "refund";
  readonly result: MatchResult;
  readonly id: string;
  readonly orderId: OrderId | null;
  /** null: it is with us alone. */
  readonly inFile: Money | null;
  /** null: it is in the file alone. */
  readonly withUs: Money | null;
  readonly at: Date | null;
}

interface PayoutTotal {
  readonly currency: string;
  readonly payments: number;
  readonly refunds: number;
  readonly disputes: number;
  readonly other: number;
  readonly fees: number;
  readonly net: number;
}

export interface PayoutMatch {
  readonly from: Date | null;
  readonly until: Date | null;
  readonly matched: number;
  readonly differences: readonly PayoutDifference[];
  /** One for each currency of the payout. */
  readonly totals: readonly PayoutTotal[];
}

/**
 * Length of the beginning of the file's time that is not compared: the service records a payment some seconds after the
 * provider took it, so one of the first minutes may be in the file before.
 */
const EDGE_MS = 10 * 60_000;
const MOST_WITH_US = 100_000;

/** Compares the payout files of providers with what the service knows. Keeps nothing of them. */
export class PayoutMatching extends Process<typeof PayoutMatching.needs> {
  static readonly needs = { records: PayoutRecords };

  async match(
    organisationId: OrganisationId,
    provider: string,
    lines: readonly PayoutLine[],
  ): Promise<PayoutMatch> {
    const times = lines.flatMap(({ what, at }) => (at === null || what !== "payment" ? [] : [at.getTime()]));
    const [from, until] = times.length === 0 ? [null, null] : [least(times), new Date(greatest(times) + 1)];
    const kinds = await Promise.all(
      (["payment", "refund"] as const).map((what) =>
        this.#compare({ organisationId, provider, what, from, until }, lines),
      ),
    );
    return {
      from,
      until,
      matched: kinds.reduce((sum, { matched }) => sum + matched, 0),
      differences: kinds.flatMap(({ differences }) => differences),
      totals: totalsOf(lines),
    };
  }

  async #compare(
    {
      organisationId,
      provider,
      what,
      from,
      until,
    }: {
      readonly organisationId: OrganisationId;
      readonly provider: string;
      readonly what: "payment" | "refund";
      readonly from: Date | null;
      readonly until: Date | null;
    },
    lines: readonly PayoutLine[],
  ): Promise<Pick<PayoutMatch, "matched" | "differences">> {
    const { records } = this.parts;
    const inFile = joined(lines.filter((line) => line.what === what));
    const ids = [...new Set(inFile.flatMap(({ ids }) => ids))];
    const isPayment = what === "payment";
    const candidates = await (isPayment
      ? records.payments(organisationId, provider, ids)
      : records.refunds(organisationId, provider, ids));
    const known = new Map(candidates.map((money) => [money.id, money]));
    let matched = 0;
    const differences: PayoutDifference[] = [];
    for (const { ids, amount, at } of inFile) {
      const ours = ids.map((id) => known.get(id)).find((money) => money !== undefined);
      if (ours && ours.amount.amount === amount.amount && ours.amount.currency === amount.currency)
        matched += 1;
      else
        differences.push({
          what,
          result: ours ? "amount_differs" : "file_only",
          id: ours?.id ?? ids[0] ?? "",
          orderId: ours?.orderId ?? null,
          inFile: amount,
          withUs: ours?.amount ?? null,
          at,
        });
    }
    if (from === null || until === null) return { matched, differences };
    const period = { from: new Date(from.getTime() + EDGE_MS), until, limit: MOST_WITH_US };
    const between = await (isPayment
      ? records.paymentsBetween(organisationId, provider, period)
      : records.refundsBetween(organisationId, provider, period));
    const found = new Set(ids);
    return {
      matched,
      differences: [...differences, ...between.filter(({ id }) => !found.has(id)).map(ours(what))],
    };
  }
}

const ours =
  (what: PayoutDifference["what"]) =>
  ({ id, orderId, amount, at }: MovedMoney): PayoutDifference => ({
    what,
    result: "ours_only",
    id,
    orderId,
    inFile: null,
    withUs: amount,
    at,
  });

/** Adds up lines about the same payment or refund. */
function joined(lines: readonly PayoutLine[]): PayoutLine[] {
  const byId = Map.groupBy(lines, ({ ids, amount }) => `${ids[0]} ${amount.currency}`);
  return [...byId.values()].map((some) => ({
    ...some[0]!,
    amount: { ...some[0]!.amount, amount: some.reduce((sum, { amount }) => sum + amount.amount, 0) },
  }));
}

function totalsOf(lines: readonly PayoutLine[]): PayoutTotal[] {
  return [...Map.groupBy(lines, ({ net }) => net.currency)].map(([currency, some]) => {
    const sum = (what: PayoutLine["what"]) =>
      some
        .filter((line) => line.what === what)
        .reduce((total, { net, fee }) => total + net.amount + fee.amount, 0);
    return {
      currency,
      payments: sum("payment"),
      refunds: sum("refund"),
      disputes: sum("dispute"),
      other: sum("other"),
      fees: some.reduce((total, { fee }) => total + fee.amount, 0),
      net: some.reduce((total, { net }) => total + net.amount, 0),
    };
  });
}

// By a loop: a file can have more lines than a call can have arguments.
const least = (times: readonly number[]) => new Date(times.reduce((one, other) => Math.min(one, other)));
const greatest = (times: readonly number[]) => times.reduce((one, other) => Math.max(one, other));
