import { randomUUID } from "node:crypto";
import { UpdatePaymentLinkRequest } from "@adyen/api-library/lib/src/typings/checkout/updatePaymentLinkRequest.js";
import type { Creation, PaymentOutcome, RailCapabilities, RailOrder } from "../../ports/rail.ts";
import { AdyenRail, isFor, keyOf, type Operation, readable, wireAmount } from "./rail.ts";
import { AdyenRefusal } from "./client.ts";
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
    const link = await this.#post(operation, order);
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
    const link = await readable(linkAnswer, operation.apis.links.getPaymentLink(id));
    if (link.reference !== order.id) return { outcome: "unknown", reason: "unreadable" };
    return this.#outcomeOf(link);
  }

  protected override async close(
    operation: Operation,
    order: RailOrder,
  ): Promise<"cancelled" | "too_late" | "unknown"> {
    const id = order.ids.link ?? (await this.#find(operation, order));
    if (id === null) return "unknown";
    const link = await this.#expire(operation, id);
    if (link.status === "expired") return "cancelled";
    return link.status === "active" ? "unknown" : "too_late";
  }

  /** A paid link does not name its payment; the notification does. */
  protected override paymentReference(order: RailOrder): string | null {
    return order.ids.payment ?? null;
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

  async #expire({ apis }: Operation, id: string): Promise<Link> {
    try {
      return await readable(
        linkAnswer,
        apis.links.updatePaymentLink(id, { status: UpdatePaymentLinkRequest.StatusEnum.Expired }),
      );
    } catch (error) {
      if (!(error instanceof AdyenRefusal) || error.status !== 422) throw error;
      // It is not open any more: paid, being paid, or expired.
      return readable(linkAnswer, apis.links.getPaymentLink(id));
    }
  }

  /**
   * The link whose creation was asked for, when its answer was lost. Adyen lists none by reference, but repeats the
   * first answer under the same key. Where there was none, the link that this makes is closed before anyone sees it.
   */
  async #find(operation: Operation, order: RailOrder): Promise<string | null> {
    const mark = randomUUID();
    const link = await this.#post(operation, order, { [LOOKED_FOR]: mark });
    if (link.metadata[LOOKED_FOR] !== mark) return link.id;
    await this.#expire(operation, link.id);
    return null;
  }

  async #post(
    { account: { merchantAccount, countryCode }, apis }: Operation,
    order: RailOrder,
    metadata?: Record<string, string>,
  ): Promise<Link> {
    const request = {
      merchantAccount,
      amount: wireAmount(order.charge),
      reference: order.id,
      description: Array.from(order.description).slice(0, 280).join(""),
      returnUrl: order.returnUrl,
      countryCode,
      shopperEmail: order.buyerEmail ?? undefined,
      expiresAt: this.withinLimits(order.expiresAt),
      reusable: false,
      captureDelayHours: 0,
      metadata,
    };
    const idempotencyKey = keyOf("link", order.id);
    return readable(linkAnswer, apis.links.paymentLinks(request, { idempotencyKey }));
  }
}
