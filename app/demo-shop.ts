import { Clock } from "../ports/clock.ts";
import type { RailKind } from "../ports/rail.ts";
import { INHERIT, type Lot, type PaymentOverride } from "../src/lots/lot.ts";
import { LotCatalogue } from "../src/lots/lot-catalogue.ts";
import { PrizeAdministration } from "../src/lots/prize-administration.ts";
import { DEFAULT_RATE, SCOPES } from "../src/organisations/api-key.ts";
import { OrganisationAdministration } from "../src/organisations/organisation-administration.ts";
import type { Mode } from "../src/organisations/mode.ts";
import type { Organisation, OrganisationSettings } from "../src/organisations/organisation.ts";
import { RailAdministration, type WantedRailAccount } from "../src/rail-accounts/rail-administration.ts";
import type { Wiring } from "./wiring.ts";

const DAY_MS = 86_400_000;

type Act = Parameters<OrganisationAdministration["createOrganisation"]>[0];
type Prize = Parameters<PrizeAdministration["add"]>[1];
type NewLot = Parameters<LotCatalogue["create"]>[1];

/** An organisation with everything that selling needs, except a lot. */
export interface Shop {
  readonly organisation: Organisation;
  /** API key with all scopes. */
  readonly key: string;
  readonly keyId: Awaited<ReturnType<typeof addKey>>["id"];
  readonly prizeId: NewLot["prizeId"];
}

interface ShopOptions extends Partial<OrganisationSettings> {
  readonly slug: string;
  readonly name: string;
  readonly mode?: Mode;
  /** Rail kinds by currency, with a sandbox account of each kind. Default: USD by redirect. */
  readonly rails?: Readonly<Record<string, RailKind>>;
  readonly rate?: { readonly rateLimit?: number; readonly rateWindowSec?: number };
}

/** Makes an organisation, its rail accounts, an API key and a prize. For the demo, tests and benches. */
export async function addShop(
  wiring: Wiring,
  act: Act,
  { slug, name, rails = { USD: "redirect" }, rate, ...settings }: ShopOptions,
): Promise<Shop> {
  const administration = wiring.get(OrganisationAdministration);
  const organisation = await administration.createOrganisation(act, { slug, name, ...settings });
  await addRails(wiring, act, organisation, rails);
  const { id: keyId, key } = await addKey(wiring, act, organisation, rate);
  const { id: prizeId } = await addPrize(wiring, organisation);
  return { organisation, key, keyId, prizeId };
}

/** Adds a sandbox account for each kind of rail. */
export async function addRails(
  wiring: Wiring,
  act: Act,
  organisation: Organisation,
  rails: Readonly<Record<string, RailKind>>,
): Promise<void> {
  for (const kind of new Set(Object.values(rails))) {
    const currencies = Object.keys(rails).filter((currency) => rails[currency] === kind);
    const account = { kind, provider: "sandbox", currencies, credentials: {}, settings: {}, enabled: true };
    await addRail(wiring, act, organisation, account);
  }
}

export async function addRail(
  wiring: Wiring,
  act: Act,
  organisation: Organisation,
  account: WantedRailAccount,
): Promise<void> {
  const rails = wiring.get(RailAdministration);
  await rails.put(act, organisation.id, await rails.checked(organisation, account));
}

/** Adds an API key with all scopes. */
export async function addKey(
  wiring: Wiring,
  act: Act,
  { id, slug }: Organisation,
  rate: ShopOptions["rate"] = {},
) {
  const keyRequest = { name: slug, scopes: SCOPES, ...DEFAULT_RATE, ...rate };
  const { apiKey, secret } = await wiring.get(OrganisationAdministration).createApiKey(act, id, keyRequest);
  return { id: apiKey.id, key: secret };
}

export function addPrize(wiring: Wiring, { id }: Organisation, prize: Partial<Prize> = {}) {
  return wiring.get(PrizeAdministration).add(id, {
    category: "watch",
    name: "Watch",
    brand: null,
    model: null,
    referenceNumber: null,
    condition: "new",
    yearManufactured: null,
    retailValueCents: 100_000,
    description: null,
    imageUrls: [],
    ...prize,
  });
}

export interface LotOptions extends Partial<Omit<NewLot, "prizeId" | "payment">> {
  readonly payment?: Partial<PaymentOverride>;
  readonly status?: "draft" | "active";
}

/** Adds a lot of 100 tickets for 25 dollars each, which sells from a day ago until tomorrow. */
export async function addLot(
  wiring: Wiring,
  { organisation: { id }, prizeId }: Pick<Shop, "organisation" | "prizeId">,
  { status = "active", payment, ...rest }: LotOptions = {},
): Promise<Lot> {
  const catalogue = wiring.get(LotCatalogue);
  const now = wiring.get(Clock).now().getTime();
  const draft = {
    prizeId,
    title: "A watch",
    description: null,
    priceCents: 2_500,
    paymentToken: "USDC",
    maxTickets: 100,
    startAt: new Date(now - DAY_MS),
    endAt: new Date(now + DAY_MS),
    imageUrl: null,
    payment: { ...INHERIT, ...payment },
    ...rest,
  } as const;
  const { lot } = await catalogue.create(id, draft);
  return status === "draft" ? lot : (await catalogue.change(id, lot.id, { status })).lot;
}
