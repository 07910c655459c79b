import type { Hex } from "../../ports/chain.ts";
import type { Buyer } from "../buyers/account.ts";
import type { PaymentToken } from "../organisations/organisation.ts";
import { defineProblem, invalid, type Problem } from "../shared/problem.ts";

export const CryptoDisabled = defineProblem(
  "crypto_disabled",
  "forbidden",
  "Payment in tokens is disabled for this competition.",
  { liftedByTime: true },
);
export const CryptoNotConfigured = defineProblem(
  "crypto_not_configured",
  "precondition",
  "Payment in this token is not set up: the service has no till for it, or the organisation has no treasuryAddress.",
  { liftedByTime: true },
);

/** Token and refund address of an order that is paid in tokens. */
export interface TokenChoice {
  readonly token: PaymentToken;
  /**
   * Address for returned tokens, in lower case. null: the request names no address, and the buyer has no wallet, which
   * is enough for an order that credit covers.
   */
  readonly refundTo: Hex | null;
}

/**
 * Returns the refusal of a missing address. Money never goes back to its sender, which may be an exchange: so a buyer
 * who is known by an email alone has to name an address.
 */
export function refundAddressRequired(): Problem {
  const message = "refundAddress is required for a buyer without walletAddress.";
  return invalid("refundAddress", "required", message);
}

/** Returns the choice of a request. @param refundAddress has a valid checksum */
export function tokenChoiceOf(
  { token, refundAddress }: { readonly token?: PaymentToken; readonly refundAddress?: string },
  buyer: Buyer,
): TokenChoice | null {
  if (token === undefined) {
    if (refundAddress === undefined) return null;
    throw invalid("refundAddress", "invalid_value", "refundAddress has no effect without token.");
  }
  const refundTo = refundAddress ?? buyer.wallet;
  if (refundTo !== null && /^0x0+$/.test(refundTo))
    throw invalid("refundAddress", "invalid_value", "refundAddress must not be the zero address.");
  return { token, refundTo: refundTo === null ? null : (refundTo.toLowerCase() as Hex) };
}
