import type { Currencies } from "../../../../ports/currencies.ts";
import type { Rail } from "../../../../ports/rail.ts";
import { checksummedWallet } from "../../../../src/buyers/account.ts";
import { returnAddress } from "../../../../src/checkout/return-url.ts";
import type { ChargedOrder } from "../../../../src/checkout/order.ts";
import { tokenRequestOf, type TokenRequest, transferData } from "../../../../src/onchain/token-request.ts";
import { refundProgress } from "../../../../src/buyers/own-order.ts";
import { invariant } from "../../../../src/shared/invariant.ts";
import type { Money } from "../../../../src/shared/money.ts";
import { type TrackedOrder, markOf } from "../../../../src/shop/order-tracker.ts";
import type { OrderView, Way } from "../../../../web/pages/order/order-view.ts";
import type { SiteAssets } from "../site-assets.ts";
import type { Reply } from "../own/own-pages.ts";
import type { PageRequest } from "../own/page-request.ts";

const VISIT_MOST = 40;

interface OrderPagesOptions {
  readonly assets: SiteAssets;
  readonly currencies: Currencies;
  readonly baseUrl: string;
}

interface How {
  /** The buyer comes from the provider. */
  readonly returned: boolean;
  /** The order could not be given up. */
  readonly remains?: boolean;
}

/** The page of an order at each of its addresses: its own, a rail's, a provider's return. */
export class OrderPages {
  readonly #options: OrderPagesOptions;

  constructor(options: OrderPagesOptions) {
    this.#options = options;
  }

  async reply(pageRequest: PageRequest, tracked: TrackedOrder, how: How): Promise<Reply> {
    const { order, status } = tracked;
    // The partner that placed the order by a key shows its result.
    if (order.channel === "api" && status !== "pending" && order.returnUrl !== null)
      return {
        seeOther: returnAddress(order.returnUrl, order.id, status === "paid" ? "success" : "failed"),
      };
    const shopkeeper = await pageRequest.shopkeeper(order.organisationSlug);
    const face = await pageRequest.face(shopkeeper);
    const text = (money: Money) => face.words.money(money, this.#exponent(money));
    const view: OrderView = {
      id: order.id,
      lotId: order.lotId,
      lotTitle: order.lotTitle,
      imageUrl: await pageRequest.imageOf(shopkeeper, order.lotId),
      quantity: order.quantity,
      amount: order.charge.amount === 0 ? null : text(order.charge),
      free: order.priceCents === 0,
      selling: order.lotStatus === "active" && tracked.now < order.lotEndAt,
      railKind: order.railKind,
      hosted: order.channel === "hosted",
      home: order.channel === "hosted" && order.returnUrl !== null ? new URL(order.returnUrl).host : null,
      visit: pageRequest.query("visit")?.slice(0, VISIT_MOST),
      standing: await this.#standing(pageRequest, tracked, how),
      refunds: tracked.refunds.map((refund) => ({
        amount: text(refund.amount),
        state: refundProgress(refund),
      })),
      cancelled: tracked.cancelled,
      givenBack: tracked.givenBack,
      refunded: tracked.refunded,
      mark: markOf(tracked),
      now: tracked.now,
    };
    const { orderPage } = await import("../../../../web/pages/order/order-page.ts");
    const { name } = await this.#options.assets.file("order.js");
    return { page: orderPage(face, view, name), status: how.remains ? 409 : 200 };
  }

  async #standing(
    pageRequest: PageRequest,
    { order, status, error, rail, ended }: TrackedOrder,
    { returned, remains = false }: How,
  ): Promise<OrderView["standing"]> {
    if (status === "paid") {
      const first = order.firstTicket;
      invariant(first !== null, "a paid order has its tickets");
      return { status, tickets: Array.from({ length: order.quantity }, (_, index) => first + index) };
    }
    if (status === "failed") return { status, error, ended };
    if (order.instruction === null) return { status: "preparing" };
    const way = await this.#way(order, rail);
    if (way.kind === "part" && !returned && order.rail !== null && rail?.page) {
      const { frame, ...sources } = rail.page.sources(order.rail);
      // A bank's frame comes back to a page of ours.
      const own = rail.capabilities.confirm ? [new URL(this.#options.baseUrl).origin] : [];
      pageRequest.allow({ ...sources, frame: [...own, ...frame], writesMarkup: rail.page.untyped });
    }
    return { status, way, holdUntil: order.holdUntil, returned, kept: remains };
  }

  async #way({ id, instruction, providerIds }: ChargedOrder, rail: Rail | null): Promise<Way> {
    invariant(instruction, "an order that is paid has an instruction");
    const { type, data, redirectUrl } = instruction;
    if (type === "CODE_URL" && data !== null) {
      const { toString: drawQrCode } = await import("qrcode");
      const svg = await drawQrCode(data, { type: "svg", margin: 2, errorCorrectionLevel: "M" });
      const tokenRequest = rail?.byToken ? tokenRequestOf(data) : null;
      if (tokenRequest !== null) return tokensWay(tokenRequest, providerIds, svg);
      // Some rails name this very page.
      const isThis = URL.parse(redirectUrl ?? "")?.pathname.endsWith(`/rails/qr/${id}/pay`);
      return { kind: "code", svg, text: data, url: isThis ? null : redirectUrl };
    }
    if (redirectUrl !== null) return { kind: "link", url: redirectUrl };
    if (!rail?.page || data === null) return { kind: "none" };
    const { part } = rail.page;
    const files = await this.#options.assets.build();
    const script = files.get(`${part}.js`);
    if (!script) return { kind: "none" };
    const style = files.get(`${part}.css`)?.name ?? null;
    const hosted = rail.page.hosted?.(instruction) ?? null;
    return { kind: "part", script: script.name, style, data: JSON.parse(data) as unknown, hosted };
  }

  #exponent({ currency }: Money): number {
    const exponent = this.#options.currencies.exponent(currency);
    invariant(exponent !== null, `${currency} has no minor unit`);
    return exponent;
  }
}

/** The tokens' decimals: two are shown, since prices are in cents. */
const UNITS_PER_CENT = 10_000n;
const CENTS_PER_DOLLAR = 100n;

function tokensWay(tokenRequest: TokenRequest, ids: ChargedOrder["providerIds"], svg: string): Way {
  const { units, chainId } = tokenRequest;
  const { token = "", refundTo } = ids;
  const cents = units / UNITS_PER_CENT;
  const number = `${cents / CENTS_PER_DOLLAR}.${String(cents % CENTS_PER_DOLLAR).padStart(2, "0")}`;
  return {
    kind: "tokens",
    svg,
    token,
    amount: `${number} ${token}`,
    contract: checksummed(tokenRequest.token),
    address: checksummed(tokenRequest.to),
    refundTo: refundTo === undefined ? null : checksummed(refundTo),
    chainId,
    transaction: transferData(tokenRequest),
  };
}

function checksummed(address: string): string {
  return checksummedWallet(address) ?? address;
}
