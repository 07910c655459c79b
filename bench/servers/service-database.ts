import { operatorPrincipal } from "../../ports/principal.ts";
import type { Database } from "../../adapters/persistence/database/database.ts";
import { Orders, type Placement, type SettlementRequest } from "../../ports/checkout/orders.ts";
import { RailAccounts } from "../../ports/organisations/rail-accounts.ts";
import { Random } from "../../ports/random.ts";
import { LotCatalogue } from "../../src/lots/lot-catalogue.ts";
import { PrizeAdministration } from "../../src/lots/prize-administration.ts";
import { INHERIT } from "../../src/lots/lot.ts";
import { OrganisationAdministration } from "../../src/organisations/organisation-administration.ts";
import { RailAdministration } from "../../src/rail-accounts/rail-administration.ts";
import { SCOPES } from "../../src/organisations/scope.ts";
import { newEventId, newOrderId } from "../../src/shared/new-ids.ts";
import type { Wiring } from "../../wiring.ts";
import { anyOf, LOTS, SLUG, type World } from "../support/world.ts";

export const RAIL = { kind: "redirect", provider: "sandbox" } as const;
const ACT = { actor: operatorPrincipal("bench"), requestId: "bench" };
const DAY_MS = 86_400_000;
const PRICE_CENTS = 2_500;
const BATCH = 50;

export interface ServiceWorld extends World {
  readonly organisationId: number;
  readonly keyId: number;
  readonly railAccountId: number;
}

/** A partner who can sell: a key without a budget that matters, one rail, one hot lot and a hundred others. */
export async function openShop(wiring: Wiring, slug = SLUG): Promise<ServiceWorld> {
  const administration = wiring.get(OrganisationAdministration);
  const organisation = await administration.createOrganisation(ACT, { slug, name: "Bench" });
  const organisationId = organisation.id;
  const account = { ...RAIL, currencies: ["USD"], credentials: {}, settings: {}, enabled: true };
  await wiring.get(RailAdministration).put(ACT, organisation, account);
  const [rail] = await wiring.get(RailAccounts).list(organisationId, { limit: 1, after: null });
  const wanted = { name: "bench", scopes: SCOPES, rateLimit: 10_000_000, rateWindowSec: 1 };
  const { apiKey, secret } = await administration.createApiKey(ACT, organisationId, wanted);
  const catalogue = wiring.get(LotCatalogue);
  const prize = await wiring.get(PrizeAdministration).add(organisationId, {
    category: "watch",
    name: "Watch",
    brand: null,
    model: null,
    referenceNumber: null,
    condition: "new",
    yearManufactured: null,
    retailValueCents: 480_000,
    description: null,
    imageUrls: [],
  });
  const ids: number[] = [];
  for (let i = 0; i <= LOTS; i++) {
    const { lot } = await catalogue.create(
      organisationId,
      {
        prizeId: prize.id,
        title: "A watch",
        description: null,
        priceCents: PRICE_CENTS,
        paymentToken: "USDC",
        maxTickets: 50_000_000,
        startAt: new Date(Date.now() - DAY_MS),
        endAt: new Date(Date.now() + 30 * DAY_MS),
        imageUrl: null,
        payment: INHERIT,
      },
      { createOnChain: false },
    );
    await catalogue.change(organisationId, lot.id, { status: "active" });
    ids.push(lot.id);
  }
  const [hot, ...many] = ids;
  return { key: secret, keyId: apiKey.id, organisationId, railAccountId: rail!.id, hot: [hot!], many };
}

/** Sells as many tickets by function calls, evenly. */
export async function sellBeforehand(wiring: Wiring, world: ServiceWorld, tickets: number): Promise<void> {
  const orders = wiring.get(Orders);
  const random = wiring.get(Random);
  const lots = [...world.hot, ...world.many];
  let left = tickets;
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      while ((left -= BATCH) > -BATCH) {
        const placements = placementsOf(random, world, anyOf(lots), BATCH);
        await orders.place(placements);
        await orders.settle(settlementsOf(random, placements));
      }
    }),
  );
}

/** Nothing waits for the relay, so that it does not work on the past while something else is measured. */
export async function forgetEvents(database: Database): Promise<void> {
  await database.pool.query("delete from event_unrelayed");
}

/** Orders of one ticket each, by new buyers. */
export function placementsOf(random: Random, world: ServiceWorld, lotId: number, count: number): Placement[] {
  const now = new Date();
  const later = new Date(now.getTime() + DAY_MS);
  return Array.from({ length: count }, () => ({
    id: newOrderId(random),
    organisationId: world.organisationId,
    lotId,
    buyer: { email: `${random.text("", 12, "abcdefghijklmnopqrstuvwxyz")}@example.com`, wallet: null },
    apiKeyId: world.keyId,
    idempotencyId: null,
    quantity: 1,
    priceCents: PRICE_CENTS,
    creditCents: 0,
    charge: { amount: PRICE_CENTS, currency: "USD" },
    rate: null,
    source: "fiat",
    rail: { accountId: world.railAccountId, ...RAIL },
    returnUrl: null,
    passHash: null,
    affiliateId: null,
    commissionCents: 0,
    maxPending: { orders: 10, tickets: 100 },
    holdUntil: later,
    railExpiresAt: later,
    now,
  }));
}

export function settlementsOf(random: Random, placements: readonly Placement[]): SettlementRequest[] {
  return placements.map(({ id, organisationId, rail, charge, now }) => ({
    orderId: id,
    organisationId,
    railAccountId: rail!.accountId,
    received: { ...charge, paymentId: `payment-${id}` },
    ids: {},
    refundState: "requested",
    paidEventId: newEventId(random),
    entryEventId: newEventId(random),
    notificationId: null,
    now,
  }));
}
