import { type RequestHandler, Router } from "express";
import type { SignedIn } from "../../../../ports/buyers/buyer-sessions.ts";
import type { BuyerSignIn } from "../../../../src/buyers/buyer-sign-in.ts";
import { readMailAddress } from "../../../../src/mails/mail-address.ts";
import { isOrderId } from "../../../../src/shared/ids.ts";
import { InvalidRequest, Problem } from "../../../../src/shared/problem.ts";
import type { CheckoutVisits } from "../../../../src/shop/checkout-visits.ts";
import type { OwnPages, Reply } from "../own/own-pages.ts";
import type { PageRequest } from "../own/page-request.ts";
import { choiceIn, quantityIn } from "./checkout-form.ts";
import { type CheckoutPlace, placeOf } from "./checkout-place.ts";
import type { CheckoutReplies, CheckoutReplyOptions } from "./checkout-replies.ts";
import type { OnChainPages } from "./onchain-api.ts";
import type { Purchases } from "./purchases.ts";

interface CheckoutOptions extends CheckoutReplyOptions {
  readonly own: OwnPages;
  readonly signIn: BuyerSignIn;
  readonly replies: CheckoutReplies;
  readonly purchases: Purchases;
  readonly checkoutVisits: CheckoutVisits;
  readonly onChainPages: OnChainPages;
}

const signInParts = () => import("../../../../web/pages/sign-in/sign-in-parts.ts");

/** The first page of checkout, which creates the order, and what frames ask about it. */
export function checkoutRoutes(options: CheckoutOptions): RequestHandler {
  const { own, replies, checkoutVisits, onChainPages } = options;
  const router = Router({ caseSensitive: true, strict: true });
  const route = { policy: "checkout", path: "/checkout/:organisation/:id" } as const;
  own.get(router, route, async (pageRequest) => {
    const place = await placeOf(pageRequest);
    if (place.visit !== null) checkoutVisits.open(place.visit);
    const onChain = await onChainPages.first(place);
    if (onChain !== null) return onChain;
    const buyer = await pageRequest.buyer(place.shopkeeper);
    const [quantity, pay] = [pageRequest.query("quantity"), pageRequest.query("pay")];
    const choice = pageRequest.choice(place.shopkeeper);
    // A buyer who comes back from the page of the code finds the answer as it was.
    const former = choice?.lot === String(place.lotId) ? choice : {};
    const email = readMailAddress(pageRequest.query("email") ?? "") ?? undefined;
    const form = { ...former, quantity: quantity ?? former.quantity, pay: pay ?? former.pay, email };
    return replies.first(place, { buyer, form }, pageRequest.query("more") === "yes");
  });
  own.post(router, route, (pageRequest) => buy(pageRequest, options));
  const visits = { policy: "checkout", path: "/visits/:visit", forScripts: true, polled: true } as const;
  own.get(router, visits, async (pageRequest) => ({
    data: await checkoutVisits.standing(pageRequest.param("visit")),
  }));
  return router;
}

async function buy(pageRequest: PageRequest, options: CheckoutOptions): Promise<Reply> {
  const place = await placeOf(pageRequest);
  const { form } = pageRequest;
  const buyer = await pageRequest.buyer(place.shopkeeper);
  if (buyer === null) return signInFirst(place, options);
  if (form.restart !== undefined) return startOver(place, buyer, options);
  if (form.resume !== undefined) return resume(place, buyer, options);
  const { purchases, replies } = options;
  if (form.account !== String(buyer.accountId) && quantityIn(form.quantity) !== null)
    return replies.refused(place, { buyer, form }, { about: "order", why: "buyer" });
  // A wallet sends the form of a page that did not know the account yet.
  const agreed = form.by === "wallet" ? await purchases.totalOf(place, form) : null;
  return purchases.order(place, { buyer, form, agreed });
}

/** Mails a code to the address of the form, and keeps what was chosen until the code is entered. */
async function signInFirst(place: CheckoutPlace, options: CheckoutOptions): Promise<Reply> {
  const { pageRequest, shopkeeper } = place;
  const { form } = pageRequest;
  const { replies, purchases, signIn, mailSettings } = options;
  const refused = (fault: Parameters<CheckoutReplies["refused"]>[2]) =>
    replies.refused(place, { buyer: null, form }, fault);
  if (form.account !== undefined || form.restart !== undefined || form.resume !== undefined)
    return refused({ about: "order", why: "ended" });
  const fault = await purchases.incomplete(place, form);
  if (fault !== null) return refused(fault);
  const choice = choiceIn(form, place.lotId);
  const { signInPath } = await signInParts();
  const face = await pageRequest.face(shopkeeper);
  const next = await replies.path(place, choice);
  if (!mailSettings.offered) return { seeOther: signInPath(face, "", { next }) };
  try {
    const attempt = await signIn.byMail({
      organisationId: shopkeeper.id,
      email: form.email ?? "",
      locale: pageRequest.locale,
      client: pageRequest.client,
    });
    pageRequest.keepAttempt(shopkeeper, attempt);
  } catch (error) {
    if (!(error instanceof Problem) || error.kind !== "invalid") throw error;
    return refused({ about: "email", why: "invalid" });
  }
  pageRequest.keepChoice(shopkeeper, choice);
  return { seeOther: signInPath(face, "/code", { next }) };
}

async function startOver(
  place: CheckoutPlace,
  buyer: SignedIn,
  { hosted, replies }: CheckoutOptions,
): Promise<Reply> {
  const { form } = place.pageRequest;
  const orderId = form.restart ?? "";
  if (!isOrderId(orderId)) throw InvalidRequest.because();
  const fault = await hosted.startOver({ ...place, buyer }, orderId);
  if (fault !== null) return replies.refused(place, { buyer, form }, fault);
  const quantity = String(quantityIn(form.quantity) ?? 1);
  return { seeOther: await replies.path(place, { ...form, quantity }) };
}

/** Hands an order to its rail that an earlier try has only placed. */
async function resume(
  place: CheckoutPlace,
  buyer: SignedIn,
  { hosted, replies }: CheckoutOptions,
): Promise<Reply> {
  const { form } = place.pageRequest;
  const orderId = form.resume ?? "";
  if (!isOrderId(orderId)) throw InvalidRequest.because();
  const fault = await hosted.resume({ ...place, buyer }, orderId);
  if (fault !== null) return replies.refused(place, { buyer, form }, fault);
  return { seeOther: await replies.orderPath(place, orderId) };
}
