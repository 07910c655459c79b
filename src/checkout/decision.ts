import { hash } from "node:crypto";
import type { CheckoutContext, Placement } from "../../ports/checkout/orders.ts";
import { HOLD_OUTLASTS_MS } from "../../ports/checkout/rail-limits.ts";
import type { Rail } from "../../ports/rail.ts";
import { EntryConditionNotMet } from "../lots/entry-question.ts";
import { EntriesClosed, sells } from "../lots/lot.ts";
import { fiatObstacle, paymentOptions } from "../lots/payment-options.ts";
import type { Buyer } from "../buyers/account.ts";
import type { Money } from "../shared/money.ts";
import { type Organisation, rateFor } from "../organisations/organisation.ts";
import type { ApiKeyId, LotId, OrderId, OrganisationId } from "../shared/ids.ts";
import type { Metadata } from "../shared/metadata.ts";
import { defineProblem, invalid } from "../shared/problem.ts";
import type { HostedOrder } from "./order.ts";
import {
  chargedAmount,
  commission,
  coveredByCredit,
  type Price,
  price,
  type PricingInput,
} from "./pricing.ts";
import { checkReturnUrl } from "./return-url.ts";
import type { TokenChoice } from "../till/token-choice.ts";

export const FiatDisabled = defineProblem(
  "fiat_disabled",
  "forbidden",
  "Card and bank checkout is disabled for this competition.",
  { liftedByTime: true },
);
export const FiatNotConfigured = defineProblem(
  "fiat_not_configured",
  "precondition",
  "The organisation has no payment rail, or no exchange rate, for the charge currency.",
  { liftedByTime: true },
);
export const CurrencyMismatch = defineProblem(
  "currency_mismatch",
  "invalid",
  "The currency is not the charge currency of this competition.",
  { liftedByTime: true },
);
export const SoldOut = defineProblem("sold_out", "invalid", "Not enough entries are left.", {
  liftedByTime: true,
  facts: { available: "entries left" },
});
export const TooManyPendingSessions = defineProblem(
  "too_many_pending_sessions",
  "conflict",
  "The buyer's pending sessions in this competition have reached the limit for one buyer. One of them must be paid or end first.",
  { liftedByTime: true, facts: { available: "entries left for this buyer" } },
);
/** Maximum tickets of one purchase. */
export const MAX_QUANTITY = 100;
const MINUTE_MS = 60_000;
/** Minutes that an order of the hosted checkout is held, where no partner vouches for the buyer. */
const HOSTED_HOLD_MINUTES = 15;
const HOSTED_PENDING_ORDERS = 1;
export interface CheckoutRequest {
  readonly organisationId: OrganisationId;
  /** null exactly when `hosted` is given. */
  readonly apiKeyId: ApiKeyId | null;
  readonly hosted?: HostedOrder;
  readonly requestId: string;
  readonly idempotencyId: string | null;
  /** An earlier try of the same idempotent request ended without an answer. */
  readonly resumed: boolean;
  readonly lotId: LotId;
  readonly quantity: number;
  readonly buyer: Buyer;
  readonly skillPass: string | null;
  readonly currency: string | null;
  readonly applyCredit: boolean;
  readonly returnUrl: string | null;
  /** Code of the referring affiliate, in lower case. */
  readonly affiliate: string | null;
  /** null or omitted: it is paid in the charge currency. */
  readonly tokens?: TokenChoice | null;
  readonly metadata?: Metadata;
}

/** Inputs of the decision in addition to the data read. */
interface DecisionAids {
  readonly now: Date;
  readonly id: OrderId;
  /** The rail of the account that serves the charge currency. */
  readonly rail: Rail | null;
  readonly exponentOf: (currency: string) => number | null;
}

/** Returns the order to place, or the first refusal that applies. `place` decides refusals that require the lock. */
export function decide(
  request: CheckoutRequest,
  { organisation, terms, lot, lotVersion, rail: account, availableCreditCents, affiliate }: CheckoutContext,
  { now, id, rail, exponentOf }: DecisionAids,
): Placement {
  if (request.affiliate !== null && affiliate === null)
    throw invalid("affiliate", "unknown_affiliate", "affiliate must be the code of one of your affiliates.");
  if (!sells(lot, now)) throw EntriesClosed.because();
  const inTokens = (request.tokens ?? null) !== null;
  if (lot.onChain) throw FiatDisabled.because();
  const pricing = pricingOf(request, { organisation, lot, availableCreditCents }, { rail, exponentOf });
  const { currency, rate, charging } = pricing;
  if (request.currency !== null && request.currency !== currency) throw CurrencyMismatch.because();
  if (request.returnUrl !== null) checkReturnUrl(request.returnUrl, organisation.returnHosts);
  const { totalCents, creditCents, charge } = price(pricing);
  if (!isAgreed(request.hosted?.agreed ?? null, charge))
    throw invalid("agreed", "changed", "The amount is not the one that the buyer agreed to.");
  const passNeeded = organisation.entryQuestionRequired;
  const passHash = passNeeded ? passHashOf(request) : null;
  if (passNeeded && passHash === null) throw EntryConditionNotMet.because();

  const { organisationId, apiKeyId, hosted, requestId, idempotencyId, buyer, quantity, returnUrl, metadata } =
    request;
  return {
    id,
    organisationId,
    apiKeyId,
    ...(hosted && { hosted }),
    ...(metadata && { metadata }),
    requestId,
    idempotencyId,
    buyer,
    quantity,
    returnUrl,
    lotId: lot.id,
    terms,
    lotVersion,
    priceCents: totalCents,
    creditCents,
    creditUnread: request.applyCredit && availableCreditCents === null,
    charge,
    rate: charging !== null && currency !== "USD" ? rate : null,
    source: totalCents === 0 ? "free" : inTokens && charging !== null ? "crypto" : "fiat",
    rail: charging === null ? null : account,
    passHash,
    affiliateId: affiliate?.id ?? null,
    commissionCents: affiliate === null ? 0 : commission(totalCents, affiliate.commissionBps),
    ...limitsOf(organisation, hosted),
    ...holdTimes(now, holdMinutesOf(organisation, hosted !== undefined), charging),
    now,
  };
}

/** The parts of an order that its price depends on. */
type PricedRequest = Pick<CheckoutRequest, "quantity" | "applyCredit"> & {
  /** null or omitted: it is paid in the charge currency. */
  readonly tokens?: Pick<TokenChoice, "token"> | null;
};

/** A price as buyers read it. */
export interface Quote extends Price {
  /** Full price before credit, in the charge currency; in US dollars where credit covers it and there is no rate. */
  readonly total: Money;
}

/** Returns what the tickets cost this buyer now. Raises fiat_disabled, fiat_not_configured and amount_too_small. */
export function quote(
  request: PricedRequest,
  context: Pick<CheckoutContext, "organisation" | "lot" | "availableCreditCents">,
  aids: Pick<DecisionAids, "rail" | "exponentOf">,
): Quote {
  const pricing = pricingOf(request, context, aids);
  const { rate, currency } = pricing;
  const priced = price(pricing);
  const { totalCents } = priced;
  const total =
    rate === null
      ? { amount: totalCents, currency: "USD" }
      : { amount: chargedAmount(totalCents, { ...pricing, rate }), currency };
  return { ...priced, total };
}

/** `charging`: the rail that charges; null: nothing is charged. */
function pricingOf(
  { quantity, applyCredit, tokens = null }: PricedRequest,
  { organisation, lot, availableCreditCents }: Parameters<typeof quote>[1],
  { rail, exponentOf }: Parameters<typeof quote>[2],
): PricingInput & { readonly charging: Rail | null } {
  // A token stands for a dollar.
  const currency = tokens === null ? (lot.payment.fiatCurrency ?? organisation.fiatCurrency) : "USD";
  const creditCents = applyCredit ? Math.min(availableCreditCents ?? 0, lot.priceCents * quantity) : 0;
  const amounts = { priceCents: lot.priceCents, quantity, creditCents };
  const rate = rateFor(organisation, currency);
  const exponent = exponentOf(currency);
  // The rail and its currency matter only if there is something to charge.
  const charging = coveredByCredit(amounts) ? null : rail;
  if (!coveredByCredit(amounts) && tokens === null) {
    const { fiatCurrency } = paymentOptions(organisation, lot);
    const obstacle = fiatObstacle(fiatCurrency, { rail, rate, exponent });
    if (obstacle === "fiat_off") throw FiatDisabled.because();
    if (obstacle !== null) throw FiatNotConfigured.because();
  }
  return {
    ...amounts,
    currency,
    rate,
    exponent: exponent ?? 0,
    wireExponent: charging?.capabilities.currencies.get(currency) ?? exponent ?? 0,
    minimumCharge: charging?.capabilities.minimumCharge.get(currency) ?? 1,
    charging,
  };
}

/** Returns whether the buyer agreed to the amount. @param agreed null: to the present price */
function isAgreed(agreed: Money | null, charge: Money): boolean {
  if (agreed === null) return true;
  return charge.amount === agreed.amount && (charge.amount === 0 || charge.currency === agreed.currency);
}

function passHashOf({ skillPass, hosted }: CheckoutRequest): Uint8Array | null {
  if (hosted) return hosted.passHash;
  return skillPass === null ? null : hash("sha256", skillPass, "buffer");
}

function limitsOf(
  { maxPendingSessions, maxPendingTickets }: Organisation,
  hosted: HostedOrder | undefined,
): Pick<Placement, "maxPending"> {
  const orders = hosted ? HOSTED_PENDING_ORDERS : maxPendingSessions;
  return { maxPending: { orders, tickets: maxPendingTickets } };
}

export function holdMinutesOf({ holdMinutes }: Organisation, isHosted: boolean): number {
  return isHosted ? Math.min(holdMinutes, HOSTED_HOLD_MINUTES) : holdMinutes;
}

/**
 * Returns when the hold and the payment at the rail end. A rail with final cancel is cancelled at the hold's end. If
 * the provider decides on the expiry, the organisation's hold time applies: at its end the payment is looked up and
 * cancelled, and a payment that remains open keeps its hold for a time (`Reconciliation`).
 */
function holdTimes(
  now: Date,
  holdMinutes: number,
  rail: Rail | null,
): { holdUntil: Date; railExpiresAt: Date } {
  const after = (ms: number) => new Date(now.getTime() + ms);
  const holdMs = holdMinutes * MINUTE_MS;
  if (rail === null) return { holdUntil: after(holdMs), railExpiresAt: after(holdMs) };
  const { expiryMinutes, cancel } = rail.capabilities;
  const graceMs = cancel === "final" ? 0 : HOLD_OUTLASTS_MS;
  if (expiryMinutes.decidedBy === "provider") {
    return { holdUntil: after(holdMs + graceMs), railExpiresAt: after(expiryMinutes.max * MINUTE_MS) };
  }
  const railMs = Math.min(expiryMinutes.max, Math.max(expiryMinutes.min, holdMinutes)) * MINUTE_MS;
  return { holdUntil: after(cancel === "final" ? holdMs : railMs + graceMs), railExpiresAt: after(railMs) };
}
