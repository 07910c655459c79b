import { OwnOrders } from "../../ports/buyers/own-orders.ts";
import { Clock } from "../../ports/clock.ts";
import { HostedOrders, type PlacedWith } from "../../ports/shop/hosted-orders.ts";
import { OperatorOrders } from "../../ports/checkout/operator-orders.ts";
import { Rails } from "../../ports/rails.ts";
import type { Rail } from "../../ports/rail.ts";
import { Process } from "../shared/process.ts";
import { Expiration } from "../checkout/expiration.ts";
import { type ChargedOrder, type OrderStatus, outcomeOf } from "../checkout/order.ts";
import { refundProgress } from "../buyers/own-order.ts";
import type { Refund } from "../refunds/refund.ts";
import { refundOf } from "../refunds/order-refund.ts";
import { Inquiry } from "../settlement/inquiry.ts";
import { leastUsedCache } from "../shared/cache/least-used-cache.ts";
import type { AccountId, OrderId, OrganisationId } from "../shared/ids.ts";
import { NotFound } from "../shared/problem.ts";

/** A buyer's view of an order. */
export interface TrackedOrder {
  readonly order: ChargedOrder;
  readonly status: OrderStatus;
  readonly error: string | null;
  /** null: nothing is charged, or the rail's package was removed. */
  readonly rail: Rail | null;
  readonly refunds: readonly Pick<Refund, "amount" | "state" | "note" | "lastError">[];
  /** true: its lot was cancelled, before or after its payment. */
  readonly cancelled: boolean;
  /** true: it was paid, and given back since. */
  readonly givenBack: boolean;
  /** true: it was given back, and all of its money has left. */
  readonly refunded: boolean;
  /** It expired before its hold did: it was ended. */
  readonly ended: boolean;
  /** Values that its form was placed with; null: it was not read. */
  readonly form: Pick<PlacedWith, "locale" | "affiliate"> | null;
  readonly now: Date;
}

/** A buyer's view of an order between two readings of its page. */
interface OrderStanding {
  readonly status: OrderStatus;
  readonly error: string | null;
  /** As `markOf` returns it. */
  readonly mark: string;
}

const PAYABLE_MOST = 10_000;

/** Shows an order and takes its payment for all with its unguessable id; only its buyer ends it. Raises not_found. */
export class OrderTracker extends Process<typeof OrderTracker.needs> {
  static readonly needs = {
    inquiry: Inquiry,
    records: OperatorOrders,
    hosted: HostedOrders,
    expiration: Expiration,
    ownOrders: OwnOrders,
    rails: Rails,
    clock: Clock,
  };
  /** Organisations of orders that wait for their payment, as this process has read them. */
  readonly #payable = leastUsedCache<OrderId, OrganisationId>(PAYABLE_MOST);

  /** Returns the order's progress. @param how `asking`: queries the rail, too, as rarely as a partner's poll */
  async look(id: OrderId, { asking }: { readonly asking: boolean }): Promise<TrackedOrder> {
    const { inquiry } = this.parts;
    let order = await this.#order(id);
    if (asking && order.rail !== null && outcomeOf(order).status === "pending") {
      const { status } = await inquiry.poll(order.organisationId, id);
      if (status !== order.status) order = await this.#order(id);
    }
    return this.track(order);
  }

  /**
   * Returns the order's status for pages that poll it; queries the rail as `look` does. While an order waits for its
   * payment, a process that has read it makes the one statement of a partner's poll.
   */
  async status(id: OrderId): Promise<OrderStanding> {
    const organisationId = this.#payable.get(id);
    if (organisationId !== undefined) {
      const { status, error } = outcomeOf(await this.parts.inquiry.poll(organisationId, id));
      if (status === "pending") return { status, error, mark: PAYABLE };
      this.#payable.delete(id);
    }
    const tracked = await this.look(id, { asking: true });
    const { order, status, error } = tracked;
    const mark = markOf(tracked);
    if (mark === PAYABLE) this.#payable.set(id, order.organisationId);
    return { status, error, mark };
  }

  /** Returns the progress of an order that was just read. */
  async track(order: ChargedOrder): Promise<TrackedOrder> {
    const { records, rails, clock } = this.parts;
    const { status, error } = outcomeOf(order);
    // Only a decided order has anything to give back.
    const record = status === "pending" ? null : await records.byId(order.organisationId, order.id);
    return {
      order,
      status,
      error,
      rail: rails.of(order),
      refunds: record?.refunds ?? [],
      cancelled: order.lotStatus === "cancelled" && error !== "expired",
      givenBack: (record?.givenBackAt ?? null) !== null,
      refunded: record !== null && refundOf({ ...record, status })?.state === "succeeded",
      ended: error === "expired" && (record?.failedAt ?? order.holdUntil) < order.holdUntil,
      form: record,
      now: clock.now(),
    };
  }

  /** Raises not_found if the order is not the host's. @param tenant slug of the host's; null: shared host */
  async requireAt(tenant: string | null, id: OrderId): Promise<void> {
    if (tenant !== null && (await this.#order(id)).organisationSlug !== tenant) throw NotFound.because();
  }

  /** Returns the inputs of an order of the service's own pages; null: it was placed elsewhere. */
  async placedWith({ order, form }: TrackedOrder): Promise<TrackedOrder["form"]> {
    const { organisationId, id, channel } = order;
    if (channel !== "hosted") return null;
    return form ?? this.parts.hosted.placedWith(organisationId, id);
  }

  /**
   * Ends an order of the service's own pages for its buyer. Raises session_final, session_not_expirable,
   * rail_unavailable; and not_found for a partner's order, on which the partner decides.
   * @param accounts those that are signed in
   * @returns false: the order is of none of them, and nothing was done
   */
  async giveUp(id: OrderId, accounts: readonly AccountId[]): Promise<boolean> {
    const { ownOrders, expiration } = this.parts;
    const { organisationId } = await this.hosted(id);
    if ((await ownOrders.byId(organisationId, accounts, id)) === null) return false;
    await expiration.expire(organisationId, id);
    return true;
  }

  /** Finds an order of the service's own pages; a partner's is not found. */
  async hosted(id: OrderId): Promise<ChargedOrder> {
    const order = await this.#order(id);
    if (order.channel !== "hosted") throw NotFound.because();
    return order;
  }

  async #order(id: OrderId): Promise<ChargedOrder> {
    const order = await this.parts.inquiry.chargedOrder(id);
    if (order === null) throw NotFound.because();
    return order;
  }
}

/** The mark of an order that waits for its payment. */
const PAYABLE = markText({
  status: "pending",
  error: null,
  isReady: true,
  cancelled: false,
  givenBack: false,
});

/** Returns a mark that is equal as long as the order's page shows the same. */
export function markOf({ order, status, error, refunds, cancelled, givenBack }: TrackedOrder): string {
  const isReady = order.instruction !== null;
  return markText({ status, error, isReady, cancelled, givenBack }, refunds.map(refundProgress));
}

function markText(
  {
    status,
    error,
    isReady,
    cancelled,
    givenBack,
  }: Pick<TrackedOrder, "status" | "error" | "cancelled" | "givenBack"> & { readonly isReady: boolean },
  refunds: readonly string[] = [],
): string {
  return [status, error, isReady, cancelled, givenBack, ...refunds.toSorted()].join(" ");
}
