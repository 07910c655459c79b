import { describe, expect, it } from "vitest";
import { operatorPrincipal } from "../../ports/principal.ts";
import type { RailAccounts } from "../../ports/organisations/rail-accounts.ts";
import type { RailKind } from "../../ports/rail.ts";
import { railsOf } from "../../ports/rails.ts";
import { AuditTrail } from "../operations/audit-trail.ts";
import type { NewAuditEntry } from "../operations/audit-entry.ts";
import type { AuditEntryId } from "../shared/ids.ts";
import { RailAdministration } from "./rail-administration.ts";

const NOW = new Date("2026-10-11T12:00:00Z");
const ACT = { actor: operatorPrincipal("operator"), requestId: "a-request" };

/** Returns an organisation's administration with these accounts, as `kind/provider`. */
function administrationOf(...held: string[]) {
  const entries: NewAuditEntry[] = [];
  const remaining = new Set(held);
  const all = () =>
    [...remaining].map((account, id) => {
      const [kind, provider] = account.split("/") as [RailKind, string];
      return {
        id,
        kind,
        provider,
        currencies: ["USD"],
        settings: {},
        enabled: true as const,
        updatedAt: NOW,
        verifiedAt: NOW,
        previousCredentialsUntil: null,
        health: null,
      };
    });
  const accounts: RailAccounts = {
    put: () => Promise.reject(new Error("nothing is put here")),
    opened: async () => [],
    openedForChange: async () => [],
    markVerified: () => Promise.reject(new Error("nothing is tested here")),
    list: async () => all(),
    byProvider: async (_organisationId, kind, provider) =>
      all().find((account) => account.kind === kind && account.provider === provider) ?? null,
    remove: async (_organisationId, { kind, provider }) =>
      remaining.delete(`${kind}/${provider}`) ? "removed" : null,
    anyEnabledExcept: async () => false,
    reportHealth: () => Promise.reject(new Error("nothing is called here")),
  };
  const clock = { now: () => NOW };
  const audit = {
    record: async (entry: NewAuditEntry) => entries.push(entry) as AuditEntryId,
    settled: async () => {},
    list: async () => [],
    look: async () => ({ rows: [], reached: null }),
    listAll: async () => [],
    lookAll: async () => ({ rows: [], reached: null }),
    oldestFirst: async () => [],
  };
  const trail = new AuditTrail({ audit, unitOfWork: { run: (work) => work(), open: false }, clock });
  const rails = railsOf([]);
  const currencies = { exponent: () => 2 };
  const simulatedClock = {
    ...clock,
    aheadMs: 0,
    follow: async () => {},
    held: async () => 0,
    move: async () => {},
  };
  const parts = { accounts, rails, currencies, trail, clock, simulatedClock };
  const administration = new RailAdministration(parts);
  return { administration, left: remaining, entries };
}

describe("removing a rail account", () => {
  it("needs no provider where the kind has one account", async () => {
    const { administration, left: remaining, entries } = administrationOf("flow/adyen", "embed/stripe");
    expect(await administration.remove(ACT, 1, "flow", null)).toEqual({
      provider: "adyen",
      outcome: "removed",
    });
    expect([...remaining]).toEqual(["embed/stripe"]);
    expect(entries).toEqual([
      {
        ...ACT,
        organisationId: 1,
        action: "rail_account.removed",
        subject: "rail_account:flow/adyen",
        facts: {},
        at: NOW,
      },
    ]);
  });

  it("needs the provider where the kind has several", async () => {
    const { administration, left: remaining } = administrationOf("qr/adyen", "qr/payos");
    const unnamed = administration.remove(ACT, 1, "qr", null);
    await expect(unnamed).rejects.toMatchObject({
      facts: { issues: [{ path: "provider", code: "required" }] },
    });
    await administration.remove(ACT, 1, "qr", "payos");
    expect([...remaining]).toEqual(["qr/adyen"]);
  });

  it("says so where there is none", async () => {
    const { administration, entries } = administrationOf("qr/adyen");
    await expect(administration.remove(ACT, 1, "flow", null)).rejects.toMatchObject({ code: "not_found" });
    await expect(administration.remove(ACT, 1, "qr", "payos")).rejects.toMatchObject({ code: "not_found" });
    expect(entries).toEqual([]);
  });
});

it("an account for a rail that the service does not have is refused, and nothing is written", async () => {
  const { administration, entries } = administrationOf();
  const account = {
    kind: "flow",
    provider: "sandbox",
    currencies: ["USD"],
    credentials: {},
    settings: {},
    enabled: true,
  } as const;
  await expect(administration.checked({ mode: "live", slug: "acme" }, account)).rejects.toMatchObject({
    facts: { issues: [{ path: "provider", code: "unknown_provider" }] },
  });
  expect(entries).toEqual([]);
});
