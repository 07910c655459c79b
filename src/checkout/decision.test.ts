import { describe, expect, it } from "vitest";
import type { CheckoutContext } from "../../ports/checkout/orders.ts";
import type { Rail, RailCapabilities } from "../../ports/rail.ts";
import { INHERIT, type Lot } from "../lots/lot.ts";
import { DEFAULT_SETTINGS } from "../organisations/organisation.ts";
import { type CheckoutRequest, decide } from "./decision.ts";

const now = new Date("2026-06-01T12:00:00Z");
const minutes = (count: number) => new Date(now.getTime() + count * 60_000);

const capabilities: RailCapabilities = {
  status: "by_id",
  cancel: "final",
  refunds: "partial",
  confirm: false,
  expiryMinutes: { min: 1, max: 60 },
  currencies: new Map([["USD", 2]]),
  minimumCharge: new Map(),
};
const railWith = (change: Partial<RailCapabilities> = {}) =>
  ({ kind: "redirect", provider: "p", capabilities: { ...capabilities, ...change } }) as Rail;

const lot = {
  id: 1,
  status: "active",
  startAt: minutes(-60),
  endAt: minutes(600),
  priceCents: 1_000,
  maxTickets: 10,
  sold: 0,
  held: 0,
  voided: 0,
  drawnAt: null,
  payment: INHERIT,
} as Lot;
const context = {
  organisation: { ...DEFAULT_SETTINGS, id: 1, slug: "acme", name: "Acme", mode: "live", createdAt: now },
  lot,
  rail: {
    accountId: 7,
    kind: "redirect",
    provider: "p",
    organisationSlug: "acme",
    mode: "live",
    credentials: {},
    settings: {},
  },
  terms: 1,
  lotVersion: 1,
  availableCreditCents: 0,
  affiliate: null,
} as const satisfies CheckoutContext;
const request: CheckoutRequest = {
  organisationId: 1,
  apiKeyId: 1,
  idempotencyId: null,
  resumed: false,
  requestId: "request-0001",
  lotId: 1,
  quantity: 1,
  buyer: { email: "a@example.com", wallet: null },
  skillPass: null,
  currency: null,
  applyCredit: true,
  returnUrl: null,
  affiliate: null,
};
const deciding = (change: Partial<CheckoutContext> = {}, rail: Rail | null = railWith()) =>
  decide(request, { ...context, ...change }, { now, id: "cs_x", rail, exponentOf: () => 2 });

describe("how long an order holds its tickets", () => {
  it("as the organisation says, where the rail cancels for good at the hold's end", () => {
    expect(deciding()).toMatchObject({ holdUntil: minutes(30), railExpiresAt: minutes(30) });
  });

  it("the rail's payment lives at least as long as the rail's least, the hold does not", () => {
    const placement = deciding({}, railWith({ expiryMinutes: { min: 45, max: 60 } }));
    expect(placement).toMatchObject({ holdUntil: minutes(30), railExpiresAt: minutes(45) });
  });

  it("two minutes longer than the rail's own expiry, where cancelling is not final", () => {
    const placement = deciding({}, railWith({ cancel: "best_effort", expiryMinutes: { min: 45, max: 60 } }));
    expect(placement).toMatchObject({ holdUntil: minutes(47), railExpiresAt: minutes(45) });
  });

  it("the rail's payment lives at most as long as the rail's longest", () => {
    const placement = deciding({}, railWith({ expiryMinutes: { min: 1, max: 10 } }));
    expect(placement).toMatchObject({ holdUntil: minutes(30), railExpiresAt: minutes(10) });
  });

  it("as the organisation says, where the provider decides when its payment expires", () => {
    const expiryMinutes = { min: 15, max: 14_400, decidedBy: "provider" } as const;
    const final = deciding({}, railWith({ expiryMinutes }));
    expect(final).toMatchObject({ holdUntil: minutes(30), railExpiresAt: minutes(14_400) });
    const tried = deciding({}, railWith({ cancel: "best_effort", expiryMinutes }));
    expect(tried).toMatchObject({ holdUntil: minutes(32), railExpiresAt: minutes(14_400) });
  });
});

describe("what an order is", () => {
  it("earns its affiliate a part of its whole price, also where credit covers it", () => {
    const lots = { lot: { ...lot, priceCents: 999 } };
    const affiliate = { id: 5, commissionBps: 1_000 };
    expect(deciding({ ...lots, affiliate })).toMatchObject({ affiliateId: 5, commissionCents: 99 });
    const covered = deciding({ ...lots, affiliate, availableCreditCents: 999 });
    expect(covered).toMatchObject({ affiliateId: 5, commissionCents: 99, creditCents: 999 });
    expect(deciding({ ...lots, affiliate: null })).toMatchObject({ affiliateId: null, commissionCents: 0 });
    const free = deciding({ affiliate, lot: { ...lot, priceCents: 0 } });
    expect(free).toMatchObject({ affiliateId: 5, commissionCents: 0 });
  });

  it("is refused for an unknown affiliate before the state of its lot is read", () => {
    const unknown = { ...request, affiliate: "nobody" };
    const closed = { ...context, lot: { ...lot, endAt: now } };
    expect(() => decide(unknown, closed, { now, id: "cs_x", rail: null, exponentOf: () => 2 })).toThrow(
      "one of your affiliates",
    );
  });

  it("a rail that no longer exists, or does not charge the currency, is not configured", () => {
    expect(() => deciding({}, null)).toThrow("no payment rail");
    expect(() => deciding({}, railWith({ currencies: new Map() }))).toThrow("no payment rail");
  });

  it("names no rail when nothing is charged, even if there is one", () => {
    expect(deciding({ availableCreditCents: 1_000 })).toMatchObject({
      rail: null,
      source: "fiat",
      creditCents: 1_000,
    });
    expect(deciding({ lot: { ...lot, priceCents: 0 } })).toMatchObject({ rail: null, source: "free" });
  });
});
