import type { OrderId, OrganisationId } from "../../src/shared/ids.ts";
import type { Money } from "../../src/shared/money.ts";
import { type Token, token } from "../token.ts";

/** Money that moved at a provider, as the service knows it. */
export interface MovedMoney {
  /** The provider's id of the payment, or of the refund. */
  readonly id: string;
  readonly orderId: OrderId | null;
  readonly amount: Money;
  readonly at: Date;
}

/** Records that a payout file is compared with. */
export interface PayoutRecords {
  /** Payments at a provider, also those without an order. */
  payments(organisationId: OrganisationId, provider: string, ids: readonly string[]): Promise<MovedMoney[]>;
  refunds(organisationId: OrganisationId, provider: string, ids: readonly string[]): Promise<MovedMoney[]>;
  /** At most `limit` of the payments at a provider between two times. */
  paymentsBetween(
    organisationId: OrganisationId,
    provider: string,
    period: { readonly from: Date; readonly until: Date; readonly limit: number },
  ): Promise<MovedMoney[]>;
  /** At most `limit` of the refunds that succeeded at a provider between two times and have its id. */
  refundsBetween(
    organisationId: OrganisationId,
    provider: string,
    period: { readonly from: Date; readonly until: Date; readonly limit: number },
  ): Promise<MovedMoney[]>;
}
export const PayoutRecords: Token<PayoutRecords> = token("PayoutRecords");
