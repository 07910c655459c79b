import { randomBytes } from "node:crypto";
import { type RequestHandler, Router } from "express";
import type { SignedIn } from "../../../ports/buyers/buyer-sessions.ts";
import type { Currencies } from "../../../ports/currencies.ts";
import { AFFILIATE_CODE, normalizedCode } from "../../../src/organisations/affiliate.ts";
import { MAX_QUANTITY } from "../../../src/checkout/decision.ts";
import { PAYMENT_TOKENS, type PaymentToken } from "../../../src/organisations/organisation.ts";
import { isOrderId, type LotId, type OrderId } from "../../../src/shared/ids.ts";
import { InvalidRequest, NotFound } from "../../../src/shared/problem.ts";
import type { Counter, HostedCheckout } from "../../../src/shop/hosted/hosted-checkout.ts";
import type { Shopkeeper } from "../../../src/shop/shop-lot.ts";
import { isVisit, type CheckoutVisits } from "../../../src/shop/checkout-visits.ts";
import type { CheckoutView, ShownFault } from "../../../web/pages/checkout/checkout-view.ts";
import { requestIdOf } from "../server/request-log.ts";
import type { OwnPages } from "./own/own-pages.ts";
import type { PageRequest } from "./own/page-request.ts";

const LOT_ID = /^[1-9]\d{0,14}$/;
const WHOLE = /^\d{1,15}$/;
/** 128 random bits as base64url. */
const FORM = /^[\w-]{22}$/;
const FORM_BYTES = 16;
const TYPED_MOST = 20;
const ADDRESS_MOST = 100;
const HOST = /^[a-z0-9.-]{1,253}(:\d{1,5})?$/;

interface CheckoutOptions {
  readonly own: OwnPages;
  readonly hosted: HostedCheckout;
  readonly checkoutVisits: CheckoutVisits;
  readonly currencies: Currencies;
}

/** The place of a request, as its address says. */
interface Place {
  readonly pageRequest: PageRequest;
  readonly shopkeeper: Shopkeeper;
  readonly organisationId: Shopkeeper["id"];
  readonly lotId: LotId;
  readonly visit: string | null;
  /** Host of the partner's page that has led here. */
  readonly home: string | null;
  readonly after: OrderId | null;
  readonly affiliate: string | null;
}

const pages = () => import("../../../web/pages/checkout/checkout-page.ts");
const forms = () => import("../../../web/pages/checkout/order-form.ts");
const signIn = () => import("../../../web/pages/sign-in/sign-in-parts.ts");

/** The first page of checkout, which creates the order, and what frames ask about it. */
export function checkoutRoutes(options: CheckoutOptions): RequestHandler {
  const { own, hosted, checkoutVisits } = options;
  const router = Router({ caseSensitive: true, strict: true });
  const route = { policy: "checkout", path: "/checkout/:organisation/:id" } as const;
  own.get(router, route, async (pageRequest) => {
    const place = await placeOf(pageRequest);
    const buyer = await pageRequest.buyer(place.shopkeeper);
    const counter = await hosted.counter({ ...place, buyer }, { more: pageRequest.query("more") === "yes" });
    const [quantity, way] = [pageRequest.query("quantity"), pageRequest.query("pay")];
    return { page: await pageOf(options, place, { buyer, counter, quantity, way }) };
  });
  own.post(router, route, (pageRequest) => buy(pageRequest, options));
  const visits = { policy: "checkout", path: "/visits/:visit", forScripts: true, polled: true } as const;
  own.get(router, visits, async (pageRequest) => ({
    data: await checkoutVisits.standing(pageRequest.param("visit")),
  }));
  return router;
}

async function placeOf(pageRequest: PageRequest): Promise<Place> {
  const id = pageRequest.param("id");
  const shopkeeper = await pageRequest.shopkeeper();
  if (!LOT_ID.test(id)) throw NotFound.because();
  const visit = pageRequest.query("visit") ?? "";
  const after = pageRequest.query("after") ?? "";
  const affiliate = pageRequest.query("affiliate") ?? "";
  return {
    pageRequest,
    shopkeeper,
    organisationId: shopkeeper.id,
    lotId: Number(id),
    visit: isVisit(visit) ? visit : null,
    home: homeOf(pageRequest),
    after: isOrderId(after) ? after : null,
    affiliate: AFFILIATE_CODE.test(affiliate) ? normalizedCode(affiliate) : null,
  };
}

/** Returns the partner's host, as named by the frame that opened this window, or else by the Referer. */
function homeOf(pageRequest: PageRequest): string | null {
  const home = pageRequest.query("home");
  const host = home ?? URL.parse(pageRequest.request.get("Referer") ?? "")?.host;
  return host !== undefined && HOST.test(host) && host !== pageRequest.request.get("Host") ? host : null;
}

async function buy(pageRequest: PageRequest, options: CheckoutOptions) {
  const place = await placeOf(pageRequest);
  const { form } = pageRequest;
  const buyer = await pageRequest.buyer(place.shopkeeper);
  if (buyer === null) return { seeOther: await signInFirst(place, form.account !== undefined) };
  if (form.anew !== undefined) return startAnew(place, buyer, options);
  if (form.resume !== undefined) return resume(place, buyer, options);
  const quantity = quantityIn(form.quantity);
  if (quantity === null) return refused(options, place, buyer, { about: "quantity", why: "wrong" });
  if (form.account !== String(buyer.accountId))
    return refused(options, place, buyer, { about: "order", why: "buyer" });
  if (!FORM.test(form.form ?? "")) throw InvalidRequest.because();
  const ordered = await options.hosted.order({
    ...place,
    buyer,
    quantity,
    token: tokenIn(form.pay),
    refundAddress: refundIn(form) ?? "",
    form: form.form!,
    answer: answerIn(form),
    locale: pageRequest.locale,
    client: pageRequest.client,
    requestId: requestIdOf(pageRequest.response),
  });
  if ("fault" in ordered) return refused(options, place, buyer, ordered.fault);
  return { seeOther: await orderPath(place, ordered.orderId) };
}

async function orderPath(place: Place, orderId: string): Promise<string> {
  const { ownLink } = await import("../../../web/pages/own-page.ts");
  return ownLink(await place.pageRequest.face(place.shopkeeper), `/orders/${orderId}`, {
    visit: place.visit ?? undefined,
  });
}

async function signInFirst(place: Place, ended: boolean): Promise<string> {
  const [{ checkoutPath }, { signInPath }] = [await forms(), await signIn()];
  const face = await place.pageRequest.face(place.shopkeeper);
  const quantity = String(quantityIn(place.pageRequest.form.quantity) ?? 1);
  const pay = tokenIn(place.pageRequest.form.pay) ?? undefined;
  const next = checkoutPath(face, { lot: { id: place.lotId }, carried: carriedBy(place) }, { quantity, pay });
  return signInPath(face, "", { next, ended: ended ? "1" : undefined });
}

async function startAnew(place: Place, buyer: SignedIn, options: CheckoutOptions) {
  const { pageRequest } = place;
  const orderId = pageRequest.form.anew ?? "";
  if (!isOrderId(orderId)) throw InvalidRequest.because();
  const fault = await options.hosted.startAnew({ ...place, buyer }, orderId);
  if (fault !== null) return refused(options, place, buyer, fault);
  const { checkoutPath } = await forms();
  const quantity = String(quantityIn(pageRequest.form.quantity) ?? 1);
  const pay = tokenIn(pageRequest.form.pay) ?? undefined;
  const view = { lot: { id: place.lotId }, carried: carriedBy(place) };
  return { seeOther: checkoutPath(await pageRequest.face(place.shopkeeper), view, { quantity, pay }) };
}

/** Hands an order to its rail that an earlier try has only placed. */
async function resume(place: Place, buyer: SignedIn, options: CheckoutOptions) {
  const orderId = place.pageRequest.form.resume ?? "";
  if (!isOrderId(orderId)) throw InvalidRequest.because();
  const fault = await options.hosted.resume({ ...place, buyer }, orderId);
  if (fault !== null) return refused(options, place, buyer, fault);
  return { seeOther: await orderPath(place, orderId) };
}

const STATUSES: Partial<Record<ShownFault["why"], number>> = {
  pending: 409,
  kept: 409,
  limited: 429,
  spent: 429,
  unavailable: 502,
};

/** The same page, with what is wrong and all that was right. */
async function refused(options: CheckoutOptions, place: Place, buyer: SignedIn, why: ShownFault) {
  const { pageRequest } = place;
  const counter = await options.hosted.counter({ ...place, buyer }, { more: true });
  const fault = why.why === "wrong" && why.about === "answer" ? wrongAnswer(counter, pageRequest) : why;
  const waitSec =
    fault.why === "limited" ? fault.waitSec : fault.why === "spent" ? counter.entryQuestion?.waitSec : 0;
  if (waitSec) pageRequest.response.setHeader("Retry-After", String(waitSec));
  const quantity =
    fault.why === "left" && fault.available > 0 ? String(fault.available) : pageRequest.form.quantity;
  const page = await pageOf(options, place, { buyer, counter, quantity, way: pageRequest.form.pay, fault });
  return { page, status: STATUSES[fault.why] ?? 400 };
}

/** Names the next question: the organisation may have no other one, or the buyer no answer left. */
function wrongAnswer({ entryQuestion }: Counter, { form }: PageRequest): ShownFault {
  const { question = null, answersLeft = 0 } = entryQuestion ?? {};
  if (question === null || answersLeft === 0) return { about: "answer", why: "wrong_last" };
  return { about: "answer", why: answerIn(form)?.questionId === question.id ? "wrong_again" : "wrong" };
}

interface Shown {
  readonly buyer: SignedIn | null;
  readonly counter: Counter;
  readonly quantity: string | undefined;
  /** The way of payment as the buyer chose it. */
  readonly way: string | undefined;
  readonly fault?: ShownFault;
}

async function pageOf({ currencies }: CheckoutOptions, place: Place, pageView: Shown): Promise<string> {
  const { pageRequest, shopkeeper } = place;
  const { buyer, counter, quantity, fault = null } = pageView;
  const { checkoutPage } = await pages();
  const face = await pageRequest.face(shopkeeper);
  const { pending, ways } = counter;
  const question = counter.entryQuestion?.question ?? null;
  const answer = answerIn(pageRequest.form);
  const isWrong = fault?.why.startsWith("wrong") && fault.about === "answer";
  const view: CheckoutView = {
    ...counter,
    way: (ways.find(({ way }) => way === pageView.way) ?? ways[0])?.way ?? "money",
    refundAddress: refundIn(pageRequest.form) ?? (buyer?.kind === "wallet" ? buyer.value : ""),
    written: (money) => face.words.money(money, currencies.exponent(money.currency) ?? 0),
    quantity: (quantity ?? "1").slice(0, TYPED_MOST),
    answerIndex:
      answer !== null && answer.questionId === question?.id && !isWrong ? answer.answerIndex : null,
    signedIn: buyer,
    form: nextForm(pageRequest.form.form, fault),
    carried: carriedBy(place),
    pending: pending && {
      orderId: pending.id,
      quantity: pending.quantity,
      charge: pending.charge,
      token: pending.providerIds.token ?? null,
      until: pending.holdUntil,
      isHandedOver: pending.instruction !== null,
    },
    fault,
  };
  return checkoutPage(face, view);
}

/**
 * Returns the form's id: a new one after the rail did not take the order, so that the buyer may retry; else the former.
 */
function nextForm(former: string | undefined, fault: ShownFault | null): string {
  if (former !== undefined && FORM.test(former) && fault?.why !== "unavailable") return former;
  return randomBytes(FORM_BYTES).toString("base64url");
}

function carriedBy({ visit, home, after }: Place) {
  return { visit: visit ?? undefined, home: home ?? undefined, after: after ?? undefined };
}

function quantityIn(typed: string | undefined): number | null {
  const text = typed?.trim() ?? "";
  if (!WHOLE.test(text)) return null;
  const quantity = Number(text);
  return quantity >= 1 && quantity <= MAX_QUANTITY ? quantity : null;
}

/** null: it is paid in the charge currency. */
function tokenIn(way: string | undefined): PaymentToken | null {
  if (way === undefined || way === "money") return null;
  const token = PAYMENT_TOKENS.find((each) => each === way);
  if (token === undefined) throw InvalidRequest.because();
  return token;
}

function refundIn({ refund }: PageRequest["form"]): string | undefined {
  return refund?.slice(0, ADDRESS_MOST);
}

function answerIn({ question = "", answer = "" }: PageRequest["form"]) {
  if (!WHOLE.test(question) || !WHOLE.test(answer)) return null;
  return { questionId: Number(question), answerIndex: Number(answer) };
}
