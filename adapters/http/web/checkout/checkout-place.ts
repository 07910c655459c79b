import { AFFILIATE_CODE, normalizedCode } from "../../../../src/organisations/affiliate.ts";
import { isOrderId, type LotId, type OrderId } from "../../../../src/shared/ids.ts";
import { NotFound } from "../../../../src/shared/problem.ts";
import { isVisit } from "../../../../src/shop/checkout-visits.ts";
import type { Shopkeeper } from "../../../../src/shop/shop-lot.ts";
import type { PageRequest } from "../own/page-request.ts";

const LOT_ID = /^[1-9]\d{0,14}$/;
const HOST = /^[a-z0-9.-]{1,253}(:\d{1,5})?$/;

/** The place of a checkout, as its address says. */
export interface CheckoutPlace {
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

/** Returns the place of a request. Raises not_found. */
export async function placeOf(pageRequest: PageRequest): Promise<CheckoutPlace> {
  const shopkeeper = await pageRequest.shopkeeper();
  return placeIn(pageRequest, shopkeeper, {
    lotId: pageRequest.param("id"),
    parameter: (name) => pageRequest.query(name),
    referer: pageRequest.request.get("Referer"),
  });
}

/** Returns the place and parameters of a page that a sign-in leads to; null: the organisation has no such page of checkout. */
export function placeAfter(
  pageRequest: PageRequest,
  shopkeeper: Shopkeeper,
  { next, prefix }: { readonly next: string; readonly prefix: string },
): { readonly place: CheckoutPlace; readonly parameters: URLSearchParams } | null {
  const { pathname, searchParams } = new URL(next, "http://own.invalid");
  const start = `${prefix}/checkout/${shopkeeper.slug}/`;
  const lotId = pathname.startsWith(start) ? pathname.slice(start.length) : "";
  if (!LOT_ID.test(lotId)) return null;
  const parameter = (name: string) => searchParams.get(name) ?? undefined;
  return {
    place: placeIn(pageRequest, shopkeeper, { lotId, parameter, referer: undefined }),
    parameters: searchParams,
  };
}

interface Address {
  readonly lotId: string;
  readonly parameter: (name: string) => string | undefined;
  readonly referer: string | undefined;
}

function placeIn(
  pageRequest: PageRequest,
  shopkeeper: Shopkeeper,
  { lotId, parameter, referer }: Address,
): CheckoutPlace {
  if (!LOT_ID.test(lotId)) throw NotFound.because();
  const visit = parameter("visit") ?? "";
  const after = parameter("after") ?? "";
  const affiliate = parameter("affiliate") ?? "";
  // The partner's host, as named by the frame that opened this window, or else by the Referer.
  const host = parameter("home") ?? URL.parse(referer ?? "")?.host;
  const isHome = host !== undefined && HOST.test(host) && host !== pageRequest.request.get("Host");
  return {
    pageRequest,
    shopkeeper,
    organisationId: shopkeeper.id,
    lotId: Number(lotId),
    visit: isVisit(visit) ? visit : null,
    home: isHome ? host : null,
    after: isOrderId(after) ? after : null,
    affiliate: AFFILIATE_CODE.test(affiliate) ? normalizedCode(affiliate) : null,
  };
}

/** Returns the parts of the address that go along from page to page. */
export function carriedBy({ visit, home, after }: CheckoutPlace) {
  return { visit: visit ?? undefined, home: home ?? undefined, after: after ?? undefined };
}
