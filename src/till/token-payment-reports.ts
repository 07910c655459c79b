import { ChainCalls, type ChainCall } from "../../ports/onchain/chain-calls.ts";
import { TillBook, type TillPayment } from "../../ports/onchain/till-book.ts";
import type { Parts } from "../../ports/token.ts";
import type { TillPurpose } from "../onchain/chain-call.ts";
import type { OrderId, OrganisationId } from "../shared/ids.ts";

/** What came for an order in tokens, and each call of the till that moved it, or was to. */
export interface TokenPaymentReport {
  readonly payment: TillPayment;
  /** The newest last. */
  readonly movements: readonly TokenMovement[];
}
export type TokenMovement = Pick<ChainCall, "state" | "mined" | "error" | "createdAt"> & {
  readonly purpose: TillPurpose;
};

/** Of the newest ones: a call that fails is repeated, more and more seldom. */
const MOST_MOVEMENTS = 50;
const PURPOSES = ["give_back", "close_payment"] as const;

const NEEDS = { book: TillBook, calls: ChainCalls };

/** Tells support what became of the tokens of an order. */
export class TokenPaymentReports {
  static readonly needs = NEEDS;
  readonly #parts: Parts<typeof NEEDS>;

  constructor(parts: Parts<typeof NEEDS>) {
    this.#parts = parts;
  }

  /** null: the order is not paid through the till. */
  async ofOrder(
    organisation: { readonly id: OrganisationId; readonly slug: string },
    orderId: OrderId,
  ): Promise<TokenPaymentReport | null> {
    const payment = await this.#parts.book.byOrder(organisation.slug, orderId);
    if (payment === null) return null;
    const first = Math.max(1, payment.calls - MOST_MOVEMENTS + 1);
    const movements: TokenMovement[] = [];
    for (let number = first; number <= payment.calls; number += 1) {
      const movement = await this.#movement(payment, `${orderId}/${number}`);
      if (movement !== null) movements.push(movement);
    }
    return { payment, movements };
  }

  async #movement(
    { organisationId, chainId }: TillPayment,
    reference: string,
  ): Promise<TokenMovement | null> {
    for (const purpose of PURPOSES) {
      const call = await this.#parts.calls.byReference({ organisationId, chainId, purpose, reference });
      if (call !== null) return { ...call, purpose };
    }
    return null;
  }
}
