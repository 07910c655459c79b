import type { Mode } from "../src/organisations/mode.ts";
import type { Rail, RailKind } from "./rail.ts";
import { type Token, token } from "./token.ts";

/** The rail that charges an order of an organisation. null: the order charges nothing. */
interface Charged {
  readonly rail: { readonly kind: RailKind; readonly provider: string; readonly mode: Mode } | null;
}

/** All rails of this service. */
export interface Rails {
  readonly all: readonly Rail[];
  /** `kind/provider` of each rail that cannot refund. */
  readonly unrefundable: readonly string[];
  /** The rails of organisations of a mode. In production a live one has no simulated rail. */
  in(mode: Mode): readonly Rail[];
  /** In any mode. null: no such provider for this kind. */
  find(kind: RailKind, provider: string): Rail | null;
  /** The rail of an order or of an account's notification. null: its mode has none, or its package was removed. */
  of(charged: Charged): Rail | null;
}
export const Rails: Token<Rails> = token("Rails");

/**
 * @param all must not contain two rails of the same kind and provider
 * @param options.simulatedForLive false: live organisations have no simulated rail
 */
export function railsOf(all: readonly Rail[], { simulatedForLive } = { simulatedForLive: true }): Rails {
  const nameOf = (kind: RailKind, provider: string) => `${kind}/${provider}`;
  const byName = new Map(all.map((rail) => [nameOf(rail.kind, rail.provider), rail]));
  const find = (kind: RailKind, provider: string) => byName.get(nameOf(kind, provider)) ?? null;
  const isFor = (rail: Rail, mode: Mode) => mode === "test" || simulatedForLive || !rail.simulated;
  return {
    all,
    unrefundable: all
      .filter((rail) => rail.capabilities.refunds === "none")
      .map((rail) => nameOf(rail.kind, rail.provider)),
    in: (mode) => all.filter((rail) => isFor(rail, mode)),
    find,
    of: ({ rail: charged }) => {
      const rail = charged && find(charged.kind, charged.provider);
      return rail && isFor(rail, charged.mode) ? rail : null;
    },
  };
}
