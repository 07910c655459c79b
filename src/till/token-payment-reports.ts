import type { Hex } from "../../ports/chain.ts";
import { ChainCalls, type ChainCall } from "../../ports/onchain/chain-calls.ts";
import { TillBook, type TillClose, type TillPayment } from "../../ports/onchain/till-book.ts";
import { Process } from "../shared/process.ts";
import type { CallState } from "../onchain/chain-call.ts";
import type { OrderId, OrganisationId } from "../shared/ids.ts";
import { ledgerOf } from "./till-ledger.ts";

/** Money that came for an order in tokens, and money that left its address, or was to. */
export interface TokenPaymentReport {
  readonly payment: TillPayment;
  /** Caller that completed the price at the treasury; null: it is not there. */
  readonly paidOutBy: "service" | "treasury" | null;
  /** Amounts that the refund address could not take: the contract reserves them. */
  readonly stayed: readonly { readonly token: Hex; readonly units: bigint }[];
  /** Movements, the newest last. */
  readonly movements: readonly TokenMovement[];
}
export interface TokenMovement {
  readonly to: "treasury" | "buyer";
  /** `other`: the treasury, or for reserved amounts the refund address. */
  readonly by: "service" | "other";
  readonly state: Exclude<CallState, "refused"> | "failed";
  readonly txHash: Hex | null;
  /** Token and units are those of a final block; null: none has it. */
  readonly token: Hex | null;
  readonly units: bigint | null;
  readonly error: string | null;
  readonly createdAt: Date;
}

/** Limit of the newest movements: a failing call is repeated, at growing intervals. */
const MOST_MOVEMENTS = 50;
const PURPOSES = ["give_back", "close_payment"] as const;

/** Reports to support on the tokens of an order. */
export class TokenPaymentReports extends Process<typeof TokenPaymentReports.needs> {
  static readonly needs = { book: TillBook, calls: ChainCalls };

  /** Returns the report; null: the order is not paid through the till. */
  async ofOrder(
    organisation: { readonly id: OrganisationId; readonly slug: string },
    orderId: OrderId,
  ): Promise<TokenPaymentReport | null> {
    const payment = await this.parts.book.byOrder(organisation.slug, orderId);
    if (payment === null) return null;
    const calls = await this.#newestCalls(payment);
    const own = new Set(calls.map(({ mined }) => mined?.txHash));
    // Older ones may belong to calls that are not read here.
    const [oldest] = payment.calls > calls.length ? calls : [];
    const foreign = payment.closes.filter(
      ({ txHash, at }) => !own.has(txHash) && (oldest === undefined || at >= oldest.createdAt),
    );
    const movements = [
      ...calls.flatMap((call) => movementsOf(call, payment.closes)),
      ...foreign.flatMap((close) => movementsIn(close, { by: "other", createdAt: close.at })),
    ].toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
    return {
      payment,
      paidOutBy: paidOutBy(payment, own),
      stayed: stayedOf(payment),
      movements: movements.slice(-MOST_MOVEMENTS),
    };
  }

  async #newestCalls({ organisationId, chainId, orderId, calls: count }: TillPayment): Promise<ChainCall[]> {
    const found: ChainCall[] = [];
    for (let number = Math.max(1, count - MOST_MOVEMENTS + 1); number <= count; number += 1)
      for (const purpose of PURPOSES) {
        const reference = `${orderId}/${number}`;
        const call = await this.parts.calls.byReference({ organisationId, chainId, purpose, reference });
        if (call !== null) found.push(call);
      }
    return found;
  }
}

/** Returns the movements of a call: one, and a second if the rest of a price went back with it. */
function movementsOf(
  { purpose, state, mined, error, createdAt }: ChainCall,
  closes: readonly TillClose[],
): TokenMovement[] {
  const done = closes.filter(({ txHash }) => txHash === mined?.txHash);
  const moved = done.flatMap((close) => movementsIn(close, { by: "service", createdAt }));
  if (moved.length > 0) return moved;
  const outcome = state === "refused" || mined?.succeeded === false ? "failed" : state;
  const to = purpose === "close_payment" ? "treasury" : "buyer";
  const unknown = { token: null, units: null };
  return [{ to, by: "service", state: outcome, txHash: mined?.txHash ?? null, ...unknown, error, createdAt }];
}

function movementsIn(
  { txHash, token, paid, refunded }: TillClose,
  call: Pick<TokenMovement, "by" | "createdAt">,
): TokenMovement[] {
  const parts = [
    { to: "treasury", units: paid },
    { to: "buyer", units: refunded },
  ] as const;
  return parts
    .filter(({ units }) => units > 0n)
    .map((part) => ({ ...part, ...call, state: "final", txHash, token, error: null }));
}

function paidOutBy(
  { token, units, closes }: TillPayment,
  own: ReadonlySet<Hex | undefined>,
): TokenPaymentReport["paidOutBy"] {
  let paid = 0n;
  for (const close of closes) {
    if (close.token === token) paid += close.paid;
    if (paid >= units) return own.has(close.txHash) ? "service" : "treasury";
  }
  return null;
}

function stayedOf(payment: TillPayment): TokenPaymentReport["stayed"] {
  const tokens = new Set([payment.token, ...payment.closes.map(({ token }) => token)]);
  return [...tokens]
    .map((token) => ({ token, units: ledgerOf(payment, token).stayed }))
    .filter(({ units }) => units > 0n);
}
