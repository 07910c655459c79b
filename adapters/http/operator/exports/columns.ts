import type { z } from "zod";
import type { ListedLedgerEntry } from "../../../../ports/fair-draws/fair-draw-book.ts";
import type { CommissionEntry } from "../../../../src/organisations/affiliate.ts";
import type { Columns } from "../../answers/csv.ts";
import type { orderReply } from "../orders-api.ts";
import type { refundReply } from "../refunds/refunds-api.ts";

type Order = z.input<typeof orderReply>;

/** Columns are named as the members of the lists' answers are, and amounts are in the minor unit there, too. */
export const ORDER_COLUMNS: Columns<Order> = {
  id: ({ id }) => id,
  createdAt: ({ createdAt }) => createdAt,
  status: ({ status }) => status,
  error: ({ error }) => error,
  competitionId: ({ competitionId }) => competitionId,
  competitionTitle: ({ competitionTitle }) => competitionTitle,
  accountId: ({ accountId }) => accountId,
  email: ({ buyer }) => buyer.email,
  walletAddress: ({ buyer }) => buyer.walletAddress,
  channel: ({ channel }) => channel,
  quantity: ({ quantity }) => quantity,
  firstTicket: ({ tickets }) => tickets?.first ?? null,
  lastTicket: ({ tickets }) => tickets?.last ?? null,
  ticketsVoidedAt: ({ tickets }) => tickets?.voidedAt ?? null,
  priceUSDCents: ({ priceUSDCents }) => priceUSDCents,
  creditCents: ({ creditCents }) => creditCents,
  amount: ({ amount }) => amount,
  currency: ({ currency }) => currency,
  rate: ({ rate }) => rate,
  source: ({ source }) => source,
  rail: ({ rail }) => rail,
  provider: ({ provider }) => provider,
  providerPaymentIds: ({ payments }) => payments.map(({ providerPaymentId }) => providerPaymentId).join(" "),
  affiliate: ({ affiliate }) => affiliate,
  commissionCents: ({ commissionCents }) => commissionCents,
  paidAt: ({ paidAt }) => paidAt,
  failedAt: ({ failedAt }) => failedAt,
  refundedAt: ({ refundedAt }) => refundedAt,
  givenBackAt: ({ givenBackAt }) => givenBackAt,
  refundState: ({ refundState }) => refundState,
  metadata: ({ metadata }) => (metadata === undefined ? null : JSON.stringify(metadata)),
};

export const REFUND_COLUMNS: Columns<z.input<typeof refundReply>> = {
  id: ({ id }) => id,
  createdAt: ({ createdAt }) => createdAt,
  orderId: ({ orderId }) => orderId,
  paymentId: ({ paymentId }) => paymentId,
  unmatchedPaymentId: ({ unmatchedPaymentId }) => unmatchedPaymentId,
  amount: ({ amount }) => amount,
  currency: ({ currency }) => currency,
  state: ({ state }) => state,
  reason: ({ reason }) => reason,
  providerRefundId: ({ providerRefundId }) => providerRefundId,
  tries: ({ tries }) => tries,
  lastError: ({ lastError }) => lastError,
  note: ({ note }) => note,
  updatedAt: ({ updatedAt }) => updatedAt,
  succeededAt: ({ succeededAt }) => succeededAt,
};

export const LEDGER_COLUMNS: Columns<ListedLedgerEntry> = {
  id: ({ id }) => id,
  createdAt: ({ createdAt }) => createdAt.toISOString(),
  kind: ({ kind }) => kind,
  amountCents: ({ amountCents }) => amountCents,
  txHash: ({ txHash }) => txHash,
  drawId: ({ drawId }) => drawId,
};

export const COMMISSION_COLUMNS: Columns<CommissionEntry & { readonly affiliate: string }> = {
  id: ({ id }) => id,
  at: ({ at }) => at.toISOString(),
  affiliate: ({ affiliate }) => affiliate,
  kind: ({ kind }) => kind,
  amountCents: ({ amountCents }) => amountCents,
  orderId: ({ orderId }) => orderId,
};
