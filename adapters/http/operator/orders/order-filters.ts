import { z } from "zod";
import type { Accounts } from "../../../../ports/buyers/accounts.ts";
import type { OrderConditions } from "../../../../ports/checkout/operator-orders.ts";
import type { OperatorLots } from "../../../../ports/lots/operator-lots.ts";
import type { Affiliates } from "../../../../ports/organisations/affiliates.ts";
import { RAIL_KINDS } from "../../../../ports/rail.ts";
import { ORDER_STATUSES } from "../../../../src/checkout/order.ts";
import { normalizedCode } from "../../../../src/organisations/affiliate.ts";
import { ORDER_REFUND_STATES } from "../../../../src/refunds/order-refund.ts";
import type { AccountId, AffiliateId, LotId, OrganisationId } from "../../../../src/shared/ids.ts";
import { NotFound } from "../../../../src/shared/problem.ts";
import { idTextOf, integerText, timeOf, timeText } from "../../input/fields.ts";

/** A currency, or a token. */
export const currencyText = z.string().regex(/^[A-Z]{3,5}$/, "must be a currency code in capital letters");
export const amountText = integerText(z.int().min(0));

export const affiliateText = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, "must be the code of an affiliate");

/** The query of lists and exports of orders. */
export const orderFilters = {
  accountId: idTextOf<AccountId>().optional().describe("Return orders of this buyer account."),
  competitionId: idTextOf<LotId>().optional().describe("Return orders of this competition."),
  status: z.enum(ORDER_STATUSES).optional().describe("Return orders with this status."),
  refundState: z
    .enum(ORDER_REFUND_STATES)
    .optional()
    .describe("Return orders whose refund is in this state."),
  rail: z.enum(RAIL_KINDS).optional().describe("Return orders paid by this kind of rail."),
  affiliate: affiliateText.optional().describe("Return orders referred by the affiliate with this code."),
  currency: currencyText.optional().describe("Return orders charged in this currency."),
  minAmount: amountText
    .optional()
    .describe("Return orders with this charge or more, in the minor unit of their currency."),
  maxAmount: amountText
    .optional()
    .describe("Return orders with this charge or less, in the minor unit of their currency."),
  since: timeText.optional().describe("Return orders placed at this time or later."),
  until: timeText.optional().describe("Return orders placed before this time."),
};

interface Parts {
  readonly accounts: Accounts;
  readonly lots: OperatorLots;
  readonly affiliates: Affiliates;
}

/** Raises not_found for a buyer, a competition or an affiliate that the organisation does not have. */
export async function conditionsOf(
  { accounts, lots, affiliates }: Parts,
  organisationId: OrganisationId,
  query: z.output<z.ZodObject<typeof orderFilters>>,
): Promise<OrderConditions> {
  const { accountId = null, competitionId: lotId = null, status = null, refundState = null } = query;
  const { rail = null, currency = null, minAmount = null, maxAmount = null } = query;
  const affiliateId = await affiliateIdOf(affiliates, organisationId, query.affiliate);
  const isUnknown =
    (accountId !== null && (await accounts.byId(organisationId, accountId)) === null) ||
    (lotId !== null && (await lots.byId(organisationId, lotId)) === null);
  if (isUnknown) throw NotFound.because();
  return {
    accountId,
    lotId,
    status,
    refundState,
    rail,
    affiliateId,
    currency,
    minAmount,
    maxAmount,
    since: timeOf(query.since),
    until: timeOf(query.until),
  };
}

/** Returns the id of an affiliate; null: no code was given. Raises not_found for a code that the organisation does not have. */
export async function affiliateIdOf(
  affiliates: Affiliates,
  organisationId: OrganisationId,
  code: string | undefined,
): Promise<AffiliateId | null> {
  if (code === undefined) return null;
  const affiliate = await affiliates.byCode(organisationId, normalizedCode(code));
  if (affiliate === null) throw NotFound.because();
  return affiliate.id;
}

/** Returns whether there are conditions other than the buyer, whose orders have an index. */
export function hasConditions(conditions: OrderConditions): boolean {
  return Object.values({ ...conditions, accountId: null }).some((each) => each !== null);
}
