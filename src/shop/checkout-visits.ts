import { hash } from "node:crypto";
import type { Hex } from "../../ports/chain.ts";
import { Visits } from "../../ports/shop/visits.ts";
import type { Parts } from "../../ports/token.ts";
import { outcomeOf } from "../checkout/order.ts";
import { leastUsedCache } from "../shared/cache/least-used-cache.ts";
import type { LotId } from "../shared/ids.ts";
import { OnChainCounter } from "./onchain/onchain-counter.ts";

/** 128 random bits as base64url, made by a frame. */
const VISIT = /^[\w-]{22}$/;

/** Limit of remembered visits without an order. */
const OPENED = 10_000;

/** A frame's view of the checkout that it has opened: useless to others. */
interface Visited {
  readonly status: "none" | "opened" | "pending" | "paid" | "failed";
  readonly quantity: number | null;
  /** Reason of `failed`, as a session has it. */
  readonly reason: string | null;
}

/** A purchase that a wallet has sent to the chain. */
interface SentPurchase {
  readonly slug: string;
  readonly lotId: LotId;
  /** In lower case. */
  readonly wallet: Hex;
  /** The wallet's purchases in the lot have this index or a later one since then. */
  readonly from: number;
}

const NEEDS = { visits: Visits, counter: OnChainCounter };

/** Tells frames the outcome of their visits: messages of the window that they opened may be lost on the way. */
export class CheckoutVisits {
  static readonly needs = NEEDS;
  readonly #parts: Parts<typeof NEEDS>;
  /** Visits whose checkout this process has shown, and what their wallet has sent. Others learn of a visit by its order. */
  readonly #opened = leastUsedCache<string, SentPurchase | "shown">(OPENED);

  constructor(parts: Parts<typeof NEEDS>) {
    this.#parts = parts;
  }

  open(visit: string): void {
    this.#opened.set(visit, this.#opened.get(visit) ?? "shown");
  }

  /** Remembers what the wallet has sent in this visit. */
  send(visit: string, purchase: SentPurchase): void {
    this.#opened.set(visit, purchase);
  }

  async standing(visit: string): Promise<Visited> {
    const order = isVisit(visit) ? await this.#parts.visits.orderOf(hash("sha256", visit, "buffer")) : null;
    if (order === null) return this.#withoutOrder(this.#opened.get(visit));
    const { status, error } = outcomeOf(order);
    return { status, quantity: order.quantity, reason: error };
  }

  async #withoutOrder(known: SentPurchase | "shown" | undefined): Promise<Visited> {
    const nothing = { quantity: null, reason: null };
    if (known === undefined) return { status: "none", ...nothing };
    if (known === "shown") return { status: "opened", ...nothing };
    const { slug, lotId, wallet, from } = known;
    const after = from === 0 ? null : from - 1;
    const [purchase] = (await this.#parts.counter.purchasesOf(slug, lotId, wallet, after)).purchases;
    if (purchase === undefined) return { status: "pending", ...nothing };
    return { status: "paid", quantity: purchase.last - purchase.first + 1, reason: null };
  }
}

export function isVisit(text: string): boolean {
  return VISIT.test(text);
}
