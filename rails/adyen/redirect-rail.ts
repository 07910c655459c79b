import { randomUUID } from "node:crypto";
import type { Creation, PaymentOutcome, RailCapabilities, RailOrder } from "../../ports/rail.ts";
import { creationTrouble, type Exchange, type Trouble, unknownPayment } from "../shared/exchange.ts";
import { exchanged } from "./client.ts";
import { adyenLibrary } from "./library.ts";
import { AdyenRail, isFor, keyOf, neverMissing, type Operation, wireAmount } from "./rail.ts";
import { CURRENCIES, fromWire } from "./currencies.ts";
import { type Link, linkAnswer } from "./messages.ts";
import { paymentIdOf } from "./notification.ts";

/** In the metadata of a link that was made by looking for one. */
const LOOKED_FOR = "lookedFor";

/** Pay by Link: the buyer pays on Adyen's page. One link an order, for one successful payment. */
export class AdyenRedirectRail extends AdyenRail {
  readonly kind = "redirect";
  readonly capabilities: RailCapabilities = {
    status: "by_id",
    cancel: "final",
    refunds: "partial",
    confirm: false,
    expiryMinutes: { min: 1, max: 70 * 24 * 60 },
    currencies: CURRENCIES,
    minimumCharge: new Map(),
  };

  protected async create(operation: Operation, order: RailOrder): Promise<Creation> {
    const newLink = await this.#post(operation, order);
    if (newLink.end !== "data") return creationTrouble(newLink);
    const link = newLink.data;
    // An earlier link has this reference. It may be paid yet, so nothing may be given back on this answer.
    if (!isFor(order, link)) return { outcome: "unknown", reason: "reference_in_use" };
    if (link.metadata[LOOKED_FOR] !== undefined) return { outcome: "unavailable", reason: "given_up" };
    return {
      outcome: "created",
      instruction: { type: "PAY_URL", redirectUrl: link.url, data: null },
      ids: { link: link.id },
    };
  }

  protected async look(operation: Operation, order: RailOrder): Promise<PaymentOutcome> {
    const id = order.ids.link ?? (await this.#find(operation, order));
    if (id === null) return { outcome: "unknown", reason: "not_found" };
    if (typeof id !== "string") return unknownPayment(id, neverMissing);
    const link = await exchanged(linkAnswer, operation.apis.links.getPaymentLink(id));
    if (link.end !== "data") return unknownPayment(link, neverMissing);
    if (link.data.reference !== order.id) return { outcome: "unknown", reason: "unreadable" };
    return this.#outcomeOf(link.data);
  }

  protected override async close(
    operation: Operation,
    order: RailOrder,
  ): Promise<"cancelled" | "too_late" | "unknown"> {
    const id = order.ids.link ?? (await this.#find(operation, order));
    if (typeof id !== "string") return "unknown";
    const link = await this.#expire(operation, id);
    // An id that leads to another order's link tells nothing about this one.
    if (link.end !== "data" || link.data.reference !== order.id || link.data.status === "active")
      return "unknown";
    return link.data.status === "expired" ? "cancelled" : "too_late";
  }

  /** A paid link does not name its payment; the notification does. */
  protected override paymentReference(order: RailOrder, paymentId = order.id): string | null {
    return paymentId === order.id ? (order.ids.payment ?? null) : null;
  }

  #outcomeOf(link: Link): PaymentOutcome {
    const ids = { link: link.id };
    switch (link.status) {
      case "completed":
      case "paid": {
        const received = fromWire(link.amount.value, link.amount.currency);
        if (received === null) return { outcome: "unknown", reason: "unreadable" };
        return { outcome: "paid", received, paymentId: paymentIdOf(this.kind, link.reference, link.id), ids };
      }
      case "paymentPending":
        return { outcome: "pending", stage: "processing", ids };
      case "active":
        return { outcome: "pending", stage: "open", ids };
      case "expired": {
        // Closed by hand, Adyen's word is the same.
        const { expiresAt, updatedAt } = link;
        const early = expiresAt && (updatedAt ? updatedAt < expiresAt : this.now() < expiresAt);
        return { outcome: early ? "cancelled" : "expired", ids };
      }
    }
  }

  async #expire({ apis }: Operation, id: string): Promise<Exchange<Link>> {
    const expired = { status: adyenLibrary().UpdatePaymentLinkRequest.StatusEnum.Expired };
    const link = await exchanged(linkAnswer, apis.links.updatePaymentLink(id, expired));
    if (link.end !== "refused" || link.status !== 422) return link;
    // The link is no longer open: paid, being paid, or expired.
    return exchanged(linkAnswer, apis.links.getPaymentLink(id));
  }

  /**
   * Finds the link of a creation whose answer was lost. Adyen lists none by reference, but repeats the first answer
   * under the same key. If there was none, this makes a link and closes it before anyone sees it.
   * @returns its id; null: there was none
   */
  async #find(operation: Operation, order: RailOrder): Promise<string | null | Trouble> {
    const mark = randomUUID();
    const link = await this.#post(operation, order, { [LOOKED_FOR]: mark });
    if (link.end !== "data") return link;
    if (link.data.metadata[LOOKED_FOR] !== mark) return link.data.id;
    const closed = await this.#expire(operation, link.data.id);
    return closed.end === "data" ? null : closed;
  }

  async #post(
    { account: { merchantAccount, countryCode }, apis }: Operation,
    order: RailOrder,
    metadata?: Record<string, string>,
  ): Promise<Exchange<Link>> {
    const request = {
      merchantAccount,
      amount: wireAmount(order.charge),
      reference: order.id,
      description: Array.from(order.description).slice(0, 280).join(""),
      returnUrl: order.returnUrl,
      countryCode,
      shopperEmail: order.buyerEmail ?? undefined,
      expiresAt: this.expiryOf(order),
      reusable: false,
      captureDelayHours: 0,
      metadata,
    };
    const idempotencyKey = keyOf("link", order.id);
    return exchanged(linkAnswer, apis.links.paymentLinks(request, { idempotencyKey }));
  }
}
