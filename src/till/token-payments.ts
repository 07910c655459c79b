import { Chain, type Hex } from "../../ports/chain.ts";
import type { CheckoutContext, Placement } from "../../ports/checkout/orders.ts";
import { Clock } from "../../ports/clock.ts";
import { TillBook } from "../../ports/onchain/till-book.ts";
import { TillContract } from "../../ports/onchain/till-contract.ts";
import { Process } from "../shared/process.ts";
import {
  CryptoDisabled,
  CryptoNotConfigured,
  refundAddressRequired,
  type TokenChoice,
} from "./token-choice.ts";
import type { OrderRail } from "../checkout/order.ts";
import type { Lot } from "../lots/lot.ts";
import { type PaymentSettings, paymentOptions } from "../lots/payment-options.ts";
import { KnownContracts } from "../organisations/known-contracts.ts";
import { unitsOf } from "../onchain/lot-terms.ts";
import { isChainUnavailable } from "../onchain/raffle-watcher.ts";
import type { OrganisationId } from "../shared/ids.ts";
import type { PaymentToken } from "../organisations/organisation.ts";
import { invalid } from "../shared/problem.ts";

/** The additional parts of an order in tokens: the till's account, and a separate address. */
export class TokenPayments extends Process<typeof TokenPayments.needs> {
  static readonly needs = {
    book: TillBook,
    contract: TillContract,
    known: KnownContracts,
    chain: Chain,
    clock: Clock,
  };

  /** Returns the tokens that an order of the lot can be paid in now, in the organisation's order. */
  offered({
    organisation,
    lot,
  }: {
    readonly organisation: PaymentSettings;
    readonly lot: Pick<Lot, "payment" | "paymentToken" | "onChain" | "priceCents">;
  }): readonly PaymentToken[] {
    const { contract } = this.parts;
    if (lot.onChain || lot.priceCents === 0 || contract === null || organisation.treasuryAddress === null)
      return [];
    return paymentOptions(organisation, lot).acceptedTokens.filter(
      (token) => contract.tokens[token] !== null,
    );
  }

  /** Returns the account that charges the order; refuses an order that cannot be paid in this token. */
  async account(
    organisationId: OrganisationId,
    { organisation, lot }: Pick<CheckoutContext, "organisation" | "lot">,
    { token, refundTo }: TokenChoice,
  ): Promise<OrderRail> {
    const { book, contract, known, clock } = this.parts;
    if (lot.onChain)
      throw invalid(
        "token",
        "invalid_value",
        "A competition on chain is paid at its contract, not through a checkout session.",
      );
    const { acceptedTokens } = paymentOptions(organisation, lot);
    if (acceptedTokens.length === 0) throw CryptoDisabled.because();
    if (!acceptedTokens.includes(token))
      throw invalid("token", "invalid_value", `token must be one of ${acceptedTokens.join(", ")}.`);
    if (contract === null || contract.tokens[token] === null || organisation.treasuryAddress === null)
      throw CryptoNotConfigured.because();
    known.refuse("refundAddress", refundTo);
    return book.account(organisationId, clock.now());
  }

  /** Fixes the order's payment before it is placed, so that later steps find it. */
  async prepare(
    { id, organisationId, charge, now }: Placement,
    { organisation }: Pick<CheckoutContext, "organisation">,
    { token, refundTo }: TokenChoice,
  ): Promise<void> {
    const { book, contract, chain } = this.parts;
    const { treasuryAddress } = organisation;
    const contractOfToken = contract?.tokens[token] ?? null;
    if (contract === null || contractOfToken === null || treasuryAddress === null)
      throw CryptoNotConfigured.because();
    if (refundTo === null) throw refundAddressRequired();
    const ends = { orderId: id, treasury: treasuryAddress.toLowerCase() as Hex, refundTo };
    const address = await contract.addressOf(ends);
    if (await isBlocked(contract, contractOfToken, { from: address, to: refundTo }))
      throw invalid(
        "refundAddress",
        "invalid_value",
        `refundAddress cannot receive ${token}: its issuer refuses it.`,
      );
    await book.prepare({
      ...ends,
      organisationId,
      chainId: chain.chainId,
      till: contract.address,
      address,
      token: contractOfToken,
      units: unitsOf(charge.amount),
      createdAt: now,
    });
  }

  /** Deletes the preparation of an order that was not placed. */
  async forget({ id: orderId, organisationId }: Pick<Placement, "id" | "organisationId">): Promise<void> {
    await this.parts.book.drop({ organisationId, orderId });
  }
}

/** Returns false if no node answers: creating the payment needs one anyway. */
async function isBlocked(
  contract: TillContract,
  token: Hex,
  transfer: Parameters<TillContract["canReceive"]>[1],
): Promise<boolean> {
  try {
    return !(await contract.canReceive(token, transfer));
  } catch (error) {
    if (isChainUnavailable(error)) return false;
    throw error;
  }
}
