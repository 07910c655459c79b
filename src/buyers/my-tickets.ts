import { Accounts } from "../../ports/buyers/accounts.ts";
import type { SignedIn } from "../../ports/buyers/buyer-sessions.ts";
import { OwnOrders } from "../../ports/buyers/own-orders.ts";
import { LotDraws } from "../../ports/lot-draws/lot-draws.ts";
import { Process } from "../shared/process.ts";
import { leastUsedCache } from "../shared/cache/least-used-cache.ts";
import type { DrawEntry } from "../lot-draws/lot-draw-document.ts";
import { nodeSha256 } from "../lot-draws/node-sha256.ts";
import type { TicketProof } from "../lot-draws/ticket-proof.ts";
import { inclusionProof, leafHash } from "../lot-draws/tickets-tree.ts";
import type { LotId, OrderId, OrganisationId } from "../shared/ids.ts";
import { NotFound } from "../shared/problem.ts";
import type { Account } from "./account.ts";
import type { OwnOrder } from "./own-order.ts";
import { BuyerSignIn } from "./buyer-sign-in.ts";

const SHOWN = 20;
const ENTRIES_AT_ONCE = 1_000;
/** Limit of ranges for a proof: a larger one would block other requests. Clients can compute it from the list. */
const RANGES_MAX = 200_000;
/** Ranges of lots with recent proof requests: about 30 MB. */
const RANGES_KEPT = 200_000;
const KEPT_MS = 10 * 60_000;

/** A buyer's own purchases. */
interface MyPage {
  /** The one that is signed in first, then those that are linked with it. */
  readonly accounts: readonly Account[];
  readonly orders: readonly OwnOrder[];
  /** Start of the next, older page; null: there is none. */
  readonly next: OrderId | null;
}

/** A buyer's purchases, over all linked accounts. */
export class MyTickets extends Process<typeof MyTickets.needs> {
  static readonly needs = { signIn: BuyerSignIn, accounts: Accounts, orders: OwnOrders, draws: LotDraws };
  readonly #entries = leastUsedCache<LotId, DrawEntry[]>(RANGES_KEPT, {
    sizeOf: ({ length }) => Math.max(1, length),
    keptMs: KEPT_MS,
  });

  async page(organisationId: OrganisationId, buyer: SignedIn, after: OrderId | null): Promise<MyPage> {
    const { signIn, accounts, orders } = this.parts;
    const ids = await signIn.accountsOf(organisationId, buyer);
    const [found, listed] = await Promise.all([
      Promise.all(ids.map((id) => accounts.byId(organisationId, id))),
      orders.list(organisationId, ids, { limit: SHOWN + 1, after }),
    ]);
    return {
      accounts: found.filter((account) => account !== null),
      orders: listed.slice(0, SHOWN),
      next: listed.length > SHOWN ? listed[SHOWN - 1]!.id : null,
    };
  }

  /**
   * Returns the proof that an order's tickets are among those that its lot is drawn from. Raises not_found: the order
   * is another's, its tickets are not fixed yet or not in the draw, or the list is too long.
   */
  async proof(organisationId: OrganisationId, buyer: SignedIn, orderId: OrderId): Promise<TicketProof> {
    const { signIn, orders } = this.parts;
    const ids = await signIn.accountsOf(organisationId, buyer);
    const order = await orders.byId(organisationId, ids, orderId);
    if (!order?.committed || order.tickets === null) throw NotFound.because();
    const entries = await this.#entriesOf(organisationId, order.lot.id);
    const { first } = order.tickets;
    const position = entries.findIndex((entry) => entry.first === first);
    const entry = entries[position];
    if (entry === undefined) throw NotFound.because();
    const leaves = entries.map(({ first, last, orderHash }) => leafHash(first, last, orderHash, nodeSha256));
    const path = inclusionProof(leaves, position, nodeSha256);
    return { competitionId: order.lot.id, entry, position, ranges: entries.length, path };
  }

  /** Returns the committed, so immutable, entries. */
  async #entriesOf(organisationId: OrganisationId, lotId: LotId): Promise<DrawEntry[]> {
    const cached = this.#entries.get(lotId);
    if (cached) return cached;
    const entries: DrawEntry[] = [];
    for (;;) {
      const slice = { after: entries.at(-1)?.first ?? 0, limit: ENTRIES_AT_ONCE };
      const more = (await this.parts.draws.entries({ organisationId }, lotId, slice)) ?? [];
      entries.push(...more);
      if (more.length < ENTRIES_AT_ONCE) break;
      if (entries.length > RANGES_MAX) throw NotFound.because();
    }
    this.#entries.set(lotId, entries);
    return entries;
  }
}
