import { randomUUID } from "node:crypto";
import { NewIds } from "../../../ports/ids.ts";
import { operatorPrincipal } from "../../../ports/principal.ts";
import type { Database } from "../../../adapters/persistence/database/database.ts";
import { Orders, type Placement, type SettlementRequest } from "../../../ports/checkout/orders.ts";
import { RailAccounts } from "../../../ports/organisations/rail-accounts.ts";
import { addLot, addShop } from "../../../app/demo-shop.ts";
import type { Wiring } from "../../../app/wiring.ts";
import { openService } from "./cluster.ts";
import { anyOf, FILL, LOTS, SLUG, type World } from "../support/world.ts";

export const RAIL = { kind: "redirect", provider: "sandbox" } as const;
const ACT = { actor: operatorPrincipal("bench"), requestId: "bench" };
const DAY_MS = 86_400_000;
export const PRICE_CENTS = 2_500;
const MANY_TICKETS = 50_000_000;
const BATCH = 50;

export interface ServiceWorld extends World {
  readonly organisationId: number;
  readonly keyId: number;
  readonly railAccountId: number;
  readonly terms: number;
  readonly lotVersion: number;
}

/** Opens a partner who can sell: a key with a budget that is never used up, one rail, one hot lot and a hundred others. */
export async function openShop(
  wiring: Wiring,
  { slug = SLUG, lots = LOTS, hotTickets = MANY_TICKETS } = {},
): Promise<ServiceWorld> {
  const shop = await addShop(wiring, ACT, {
    slug,
    name: "Bench",
    rate: { rateLimit: 10_000_000, rateWindowSec: 1 },
  });
  const organisationId = shop.organisation.id;
  const [rail] = await wiring.get(RailAccounts).list(organisationId, { limit: 1, after: null });
  const ids: number[] = [];
  for (let i = 0; i <= lots; i++) {
    const endAt = new Date(Date.now() + 30 * DAY_MS);
    const maxTickets = i === 0 ? hotTickets : MANY_TICKETS;
    const lot = await addLot(wiring, shop, { priceCents: PRICE_CENTS, maxTickets, endAt });
    ids.push(lot.id);
  }
  const [hot, ...many] = ids;
  const anonymous = { email: null, wallet: null };
  const context = await wiring.get(Orders).checkoutContext(organisationId, hot!, anonymous, null);
  const { key, keyId } = shop;
  // All lots have the version of the first, since all were created in the same way.
  const { terms, lotVersion } = context!;
  return { key, keyId, organisationId, railAccountId: rail!.id, terms, lotVersion, hot: [hot!], many };
}

/** Opens a shop in a migrated database and sells `FILL` tickets, on connections that are closed before a measurement. */
export async function openFilledShop(url: string): Promise<ServiceWorld> {
  const { wiring, database } = await openService(url);
  try {
    const world = await openShop(wiring);
    await sellBeforehand(wiring, world, FILL);
    return world;
  } finally {
    await database.close();
  }
}

/** Sells tickets of all lots evenly, by function calls. */
export async function sellBeforehand(wiring: Wiring, world: ServiceWorld, tickets: number): Promise<void> {
  const orders = wiring.get(Orders);
  const ids = wiring.get(NewIds);
  const lots = [...world.hot, ...world.many];
  let remaining = tickets;
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      while ((remaining -= BATCH) > -BATCH) {
        const placements = placementsOf(ids, world, anyOf(lots), BATCH);
        await orders.place(placements);
        await orders.settle(settlementsOf(ids, placements));
      }
    }),
  );
}

/** Empties the relay's queue, so that it does not process old events during a measurement. */
export async function forgetEvents(database: Database): Promise<void> {
  await database.pool.query("delete from event_unrelayed");
}

/** Returns placements of one ticket each, by new buyers. */
export function placementsOf(ids: NewIds, world: ServiceWorld, lotId: number, count: number): Placement[] {
  const now = new Date();
  const later = new Date(now.getTime() + DAY_MS);
  return Array.from({ length: count }, () => ({
    id: ids.order(),
    organisationId: world.organisationId,
    lotId,
    buyer: { email: `${randomUUID()}@example.com`, wallet: null },
    apiKeyId: world.keyId,
    idempotencyId: null,
    quantity: 1,
    terms: world.terms,
    lotVersion: world.lotVersion,
    priceCents: PRICE_CENTS,
    creditCents: 0,
    creditUnread: true,
    charge: { amount: PRICE_CENTS, currency: "USD" },
    rate: null,
    source: "fiat",
    rail: { accountId: world.railAccountId, ...RAIL },
    returnUrl: null,
    passHash: null,
    affiliateId: null,
    requestId: "request-0001",
    commissionCents: 0,
    maxPending: { orders: 10, tickets: 100 },
    holdUntil: later,
    railExpiresAt: later,
    now,
  }));
}

export function settlementsOf(ids: NewIds, placements: readonly Placement[]): SettlementRequest[] {
  return placements.map(({ id, organisationId, rail, charge, now }) => ({
    orderId: id,
    organisationId,
    railAccountId: rail!.accountId,
    received: { ...charge, paymentId: `payment-${id}` },
    ids: {},
    refundState: "requested",
    paidEventId: ids.event(),
    entryEventId: ids.event(),
    notificationId: null,
    now,
  }));
}
