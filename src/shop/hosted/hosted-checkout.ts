import { hash } from "node:crypto";
import { Clock } from "../../../ports/clock.ts";
import { type CheckoutContext, Orders } from "../../../ports/checkout/orders.ts";
import type { SignedIn } from "../../../ports/buyers/buyer-sessions.ts";
import { type BoughtOrder, type BuyerStanding, HostedOrders } from "../../../ports/shop/hosted-orders.ts";
import { HostedCheckoutSettings } from "../../../ports/settings.ts";
import { Visits } from "../../../ports/shop/visits.ts";
import { Process } from "../../shared/process.ts";
import type { Hex } from "../../../ports/chain.ts";
import { type Buyer, checksummedWallet } from "../../buyers/account.ts";
import { Checkout } from "../../checkout/checkout.ts";
import { SessionFinal } from "../../checkout/confirmation.ts";
import {
  FiatDisabled,
  FiatNotConfigured,
  holdMinutesOf,
  SoldOut,
  TooManyPendingSessions,
} from "../../checkout/decision.ts";
import { Expiration, SessionNotExpirable } from "../../checkout/expiration.ts";
import { type ChargedOrder, type HostedOrder, outcomeOf } from "../../checkout/order.ts";
import { AmountTooSmall } from "../../checkout/pricing.ts";
import type { PaymentToken } from "../../organisations/organisation.ts";
import { CounterPrices, type PricedWay } from "./counter-prices.ts";
import type { Money } from "../../shared/money.ts";
import { RailUnavailable } from "../../checkout/rail-unavailable.ts";
import { EntryConditionNotMet } from "../../lots/entry-question.ts";
import { EntriesClosed, type Lot, type TicketPrice } from "../../lots/lot.ts";
import type { LotId, OrderId, OrganisationId, QuestionId } from "../../shared/ids.ts";
import { KnownContracts } from "../../organisations/known-contracts.ts";
import { CryptoDisabled, CryptoNotConfigured, type TokenChoice } from "../../till/token-choice.ts";
import { TokenPayments } from "../../till/token-payments.ts";
import { InvalidRequest, NotFound, Problem } from "../../shared/problem.ts";
import { type Asked, HostedQuestion, type Unanswered } from "./hosted-question.ts";
import type { Locale } from "../locale.ts";
import { type ShownState, shownState } from "../shop-lot.ts";

const ORDERS_WINDOW_SEC = 600;
/** Highest age of a copy that the page shows. */
const SHOWN_MS = 1_000;
/** Time for which a paid order is shown before another one is offered. */
const BOUGHT_MS = 30 * 60_000;
const NO_ADDRESS = /^0x0+$/;
const NOBODY: Buyer = { email: null, wallet: null };

/** The lot, buyer and origin of a checkout. */
interface Place {
  readonly organisationId: OrganisationId;
  readonly lotId: LotId;
  /** null: the buyer is not signed in. */
  readonly buyer: SignedIn | null;
  /** Visit of the frame that follows the checkout, as in its address; null: no frame does. */
  readonly visit: string | null;
  /** Host of the page that the buyer comes from, as its browser says; null: that is not known. */
  readonly home: string | null;
  /** Failed order that this one follows: in its visit, if no other is named. null: there is none. */
  readonly after: OrderId | null;
}

/** The first page of checkout. */
export interface Counter {
  readonly now: Date;
  readonly lot: Lot;
  readonly state: ShownState;
  readonly price: TicketPrice;
  /** Ways to pay for an order. Empty: buying is impossible here now. */
  readonly ways: readonly PricedWay[];
  readonly holdMinutes: number;
  /** null: none has to be answered. */
  readonly entryQuestion: Asked | null;
  /** The buyer's unpaid order: it comes first. */
  readonly pending: ChargedOrder | null;
  /** An order that the buyer has just paid, perhaps without knowing: the browser's back button leads here. */
  readonly bought: BoughtOrder | null;
}

/** A choice as the pages of the sign-in show it. */
interface Choice {
  readonly lot: Lot;
  readonly state: ShownState;
  /** In the way of payment; null: it cannot be bought now. */
  readonly total: Money | null;
  /** true: a question precedes the order. */
  readonly isAsked: boolean;
}

interface WantedOrder extends Place {
  readonly buyer: SignedIn;
  readonly quantity: number;
  /** null: it is paid in the charge currency. */
  readonly token: PaymentToken | null;
  /** Address for returned tokens, as it was typed; empty: the buyer's wallet. */
  readonly refundAddress: string;
  /** Value that the form was made with. */
  readonly form: string;
  readonly answer: { readonly questionId: QuestionId; readonly answerIndex: number } | null;
  /** Total that the buyer agreed to before it was known who buys; null: the buyer saw a page of the account's own. */
  readonly agreed: Money | null;
  /** Code of the referring affiliate, in lower case; an unknown one has no effect. */
  readonly affiliate: string | null;
  readonly locale: Locale;
  /** Client in the sense of rate limits. */
  readonly client: string;
  readonly requestId: string;
}

/** Reason why there is no order. */
type Fault =
  | { readonly about: "quantity"; readonly why: "left"; readonly available: number }
  | { readonly about: "quantity"; readonly why: "too_small" }
  | { readonly about: "answer"; readonly why: Unanswered }
  | { readonly about: "refund"; readonly why: "needed" | "invalid" | "blocked" }
  | { readonly about: "order"; readonly why: "pending" | "unavailable" | "kept" | "closed" | "price" }
  | { readonly about: "order"; readonly why: "limited"; readonly waitSec: number };

type Ordered = { readonly orderId: OrderId } | { readonly fault: Fault };

/** Checkout on the service's own pages, where no partner vouches for the buyer. It sells through the same checkout. */
export class HostedCheckout extends Process<typeof HostedCheckout.needs> {
  static readonly needs = {
    checkout: Checkout,
    expiration: Expiration,
    question: HostedQuestion,
    tokens: TokenPayments,
    contracts: KnownContracts,
    prices: CounterPrices,
    orders: Orders,
    hosted: HostedOrders,
    visits: Visits,
    settings: HostedCheckoutSettings,
    clock: Clock,
  };
  /** Orders in progress: a form that is posted twice at once is answered once. */
  readonly #underWay = new Map<string, Promise<Ordered>>();

  /**
   * Returns the first page. Raises not_found: buyers have no such lot, or buying is not possible here.
   * @param how.more the buyer wants another order although one was just bought
   * @param how.former question of the page before, whose answer was not taken; null: none
   */
  async counter(
    place: Place,
    { more, former }: { readonly more: boolean; readonly former: QuestionId | null },
  ): Promise<Counter> {
    const { question, clock, visits, prices } = this.parts;
    const now = clock.now();
    const { context, state } = await this.#context(place, now);
    const { organisationId, lotId, buyer } = place;
    const { pending, bought } = await this.#standing(place, { boughtSince: more ? null : since(now) });
    const visitHash = pending && (await this.#visitHash(place));
    if (pending && visitHash) await visits.follow(organisationId, pending.id, visitHash);
    const isAsked = state === "open" && context.organisation.entryQuestionRequired;
    const entrant = { organisationId, accountId: buyer?.accountId ?? null, lotId };
    return {
      now,
      lot: context.lot,
      state,
      price: prices.ofTicket(context),
      ways: state === "open" ? prices.ways(context) : [],
      holdMinutes: holdMinutesOf(context.organisation, true),
      entryQuestion: isAsked ? await question.questionFor(entrant, former) : null,
      pending,
      bought,
    };
  }

  /** Returns what a buyer who is not signed in has chosen. Raises as `counter`. */
  async chosen(
    place: Omit<Place, "buyer">,
    { quantity, token }: Pick<WantedOrder, "quantity" | "token">,
  ): Promise<Choice> {
    const { prices, clock } = this.parts;
    const { context, state } = await this.#context({ ...place, buyer: null }, clock.now());
    const total = state === "open" ? (prices.quoted(context, quantity, token)?.total ?? null) : null;
    return { lot: context.lot, state, total, isAsked: context.organisation.entryQuestionRequired };
  }

  /** Places the order, or returns the form's existing one. Raises as `Checkout.create`, except for faults. */
  order(request: WantedOrder): Promise<Ordered> {
    const { organisationId, lotId, buyer, form, quantity, token, refundAddress } = request;
    const inTokens = token === null ? [] : [token, refundAddress.trim().toLowerCase()];
    // From buyer, number, token and refund address: a buyer who goes back and changes the number wants another order.
    const formKey = sha256([organisationId, lotId, buyer.accountId, quantity, form, ...inTokens].join("\n"));
    const key = Buffer.from(formKey).toString("base64url");
    let placing = this.#underWay.get(key);
    if (!placing) {
      placing = this.#order(request, formKey).finally(() => this.#underWay.delete(key));
      this.#underWay.set(key, placing);
    }
    return placing;
  }

  /** Gives an unpaid order back, so that another can be placed. @returns a fault; null: it is over */
  async startOver(place: Place & { readonly buyer: SignedIn }, orderId: OrderId): Promise<Fault | null> {
    const pending = await this.#pending(place);
    if (pending?.id !== orderId) return null;
    try {
      await this.parts.expiration.expire(place.organisationId, orderId);
      return null;
    } catch (error) {
      if (isProblem(error, SessionFinal)) return null;
      if (isProblem(error, SessionNotExpirable, RailUnavailable)) return { about: "order", why: "kept" };
      throw error;
    }
  }

  /** Hands over an order that an earlier try has only placed. @returns a fault; null: it is handed over, or over */
  async resume(place: Place & { readonly buyer: SignedIn }, orderId: OrderId): Promise<Fault | null> {
    const pending = await this.#pending(place);
    if (pending?.id !== orderId) return null;
    try {
      await this.parts.checkout.resume(pending);
      return null;
    } catch (error) {
      return faultOf(error, pending.quantity);
    }
  }

  async #order(request: WantedOrder, formKey: Uint8Array): Promise<Ordered> {
    const { checkout } = this.parts;
    const { organisationId, quantity } = request;
    const { placed, pending } = await this.#standing(request, { formKey });
    try {
      if (placed !== null) return { orderId: (await checkout.resume(placed)).id };
      const ordered = pending === null ? await this.#place(request, formKey) : pendingFirst;
      return "orderId" in ordered ? ordered : this.#unlessPlaced(organisationId, formKey, ordered);
    } catch (error) {
      const refused = isProblem(error, TooManyPendingSessions)
        ? pendingFirst
        : { fault: faultOf(error, quantity) };
      const isOver = placed !== null || isProblem(error, RailUnavailable);
      return isOver ? refused : this.#unlessPlaced(organisationId, formKey, refused);
    }
  }

  /** Raises as `Checkout.create`. */
  async #place(request: WantedOrder, formKey: Uint8Array): Promise<Ordered> {
    const { checkout, clock } = this.parts;
    const { context } = await this.#context(request, clock.now());
    const tokens = this.#tokens(request, context);
    if (tokens !== null && "about" in tokens) return { fault: tokens };
    const passHash = context.organisation.entryQuestionRequired ? await this.#pass(request, formKey) : null;
    if (typeof passHash === "string") return { fault: { about: "answer", why: passHash } };
    const waitSec = await this.#spend(request);
    if (waitSec > 0) return { fault: { about: "order", why: "limited", waitSec } };
    const visitHash = await this.#visitHash(request);
    const order = await checkout.create({
      ...this.#request(request, {
        formKey,
        visitHash,
        locale: request.locale,
        passHash,
        agreed: request.agreed,
      }),
      tokens,
      returnUrl: homeOf(context, request),
      affiliate: context.affiliate === null ? null : request.affiliate,
    });
    return { orderId: order.id };
  }

  /** Returns the form's own order if another process has placed it meanwhile; otherwise the fault. */
  async #unlessPlaced(
    organisationId: OrganisationId,
    formKey: Uint8Array,
    refused: Ordered,
  ): Promise<Ordered> {
    const placed = await this.parts.hosted.byForm(organisationId, formKey);
    return placed === null ? refused : { orderId: placed.id };
  }

  #request(request: WantedOrder, hosted: HostedOrder) {
    const { organisationId, lotId, quantity, buyer, requestId } = request;
    return {
      organisationId,
      apiKeyId: null,
      hosted,
      requestId,
      idempotencyId: null,
      resumed: false,
      lotId,
      quantity,
      buyer: buyerOf(buyer),
      skillPass: null,
      currency: null,
      applyCredit: true,
    };
  }

  async #visitHash({ organisationId, visit, after }: Place): Promise<Uint8Array | null> {
    if (visit !== null) return sha256(visit);
    if (after === null) return null;
    return (await this.parts.hosted.placedWith(organisationId, after))?.visitHash ?? null;
  }

  #pass({ organisationId, lotId, buyer, answer }: WantedOrder, formKey: Uint8Array) {
    const entrant = { organisationId, accountId: buyer.accountId, lotId };
    return this.parts.question.pass(entrant, answer && { ...answer, formKey });
  }

  #spend({ organisationId, client }: WantedOrder): Promise<number> {
    const { hosted, settings } = this.parts;
    const budget = { most: settings.ordersPerAddress, windowSec: ORDERS_WINDOW_SEC };
    return hosted.spendOrder(organisationId, client, budget);
  }

  async #pending(place: Place): Promise<ChargedOrder | null> {
    return (await this.#standing(place, {})).pending;
  }

  /** Returns the buyer's orders in the lot: none of a buyer who is not signed in. */
  async #standing(
    { organisationId, lotId, buyer }: Place,
    { formKey = null, boughtSince = null }: { formKey?: Uint8Array | null; boughtSince?: Date | null },
  ): Promise<BuyerStanding> {
    if (buyer === null) return { placed: null, pending: null, bought: null };
    const buying = { accountId: buyer.accountId, lotId, formKey, boughtSince };
    const standing = await this.parts.hosted.standing(organisationId, buying);
    const { pending } = standing;
    return { ...standing, pending: pending && outcomeOf(pending).status === "pending" ? pending : null };
  }

  async #context(place: Place & { readonly affiliate?: string | null }, now: Date) {
    const { organisationId, lotId, buyer, affiliate = null } = place;
    const who = buyer === null ? NOBODY : buyerOf(buyer);
    const how = { copyMs: buyer === null ? SHOWN_MS : 0 };
    const context = await this.parts.orders.checkoutContext(organisationId, lotId, who, affiliate, how);
    const state = context && shownState(context.lot, now);
    if (context === null || state === null || !context.organisation.hostedCheckout) throw NotFound.because();
    return { context, state };
  }

  #tokens(
    { token, refundAddress, buyer, quantity }: WantedOrder,
    context: CheckoutContext,
  ): TokenChoice | Fault | null {
    if (token === null) return null;
    if (!this.parts.tokens.offered(context).includes(token)) return { about: "order", why: "closed" };
    const typed = refundAddress.trim() || (buyerOf(buyer).wallet ?? "");
    if (typed === "" && this.parts.prices.isCovered(context, quantity)) return { token, refundTo: null };
    if (typed === "") return { about: "refund", why: "needed" };
    const address = checksummedWallet(typed);
    if (address === null || NO_ADDRESS.test(address) || this.parts.contracts.has(address))
      return { about: "refund", why: "invalid" };
    return { token, refundTo: address.toLowerCase() as Hex };
  }
}

/** Returns the page's host if it is one of the organisation's own sites; buyers are led back only there. */
function homeOf({ organisation }: CheckoutContext, { home }: Place): string | null {
  return home !== null && organisation.returnHosts.includes(home) ? `https://${home}/` : null;
}

/** Returns the time since which a paid order is shown before another one is offered. */
function since(now: Date): Date {
  return new Date(now.getTime() - BOUGHT_MS);
}

const pendingFirst: Ordered = { fault: { about: "order", why: "pending" } };

/** Returns the fault; raises errors that it does not know. */
function faultOf(error: unknown, quantity: number): Fault {
  if (isProblem(error, SoldOut)) {
    const available = Math.max(0, Math.min(quantity - 1, error.facts.available ?? 0));
    return { about: "quantity", why: "left", available };
  }
  if (isProblem(error, AmountTooSmall)) return { about: "quantity", why: "too_small" };
  if (isProblem(error, EntryConditionNotMet)) return { about: "answer", why: "missing" };
  if (isProblem(error, EntriesClosed, FiatDisabled, FiatNotConfigured, CryptoDisabled, CryptoNotConfigured))
    return { about: "order", why: "closed" };
  if (isProblem(error, RailUnavailable)) return { about: "order", why: "unavailable" };
  if (isProblem(error, InvalidRequest)) {
    const [issue] = error.facts.issues ?? [];
    if (issue?.path === "agreed") return { about: "order", why: "price" };
    if (issue?.path === "refundAddress")
      return { about: "refund", why: issue.code === "required" ? "needed" : "blocked" };
  }
  throw error;
}

function isProblem(error: unknown, ...known: readonly { readonly code: string }[]): error is Problem {
  return error instanceof Problem && known.some(({ code }) => code === error.code);
}

function buyerOf({ kind, value }: SignedIn): Buyer {
  return kind === "email" ? { email: value, wallet: null } : { email: null, wallet: value };
}

function sha256(text: string): Uint8Array {
  return hash("sha256", text, "buffer");
}
