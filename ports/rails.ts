import type { Rail, RailKind } from "./rail.ts";
import { type Token, token } from "./token.ts";

/** The rail that charges an order. null: the order charges nothing. */
interface Charged {
  readonly rail: { readonly kind: RailKind; readonly provider: string } | null;
}

/** All rails of this service. */
export interface Rails {
  readonly all: readonly Rail[];
  /** `kind/provider` of each rail that cannot refund. */
  readonly unrefundable: readonly string[];
  /** null: no such provider for this kind. */
  find(kind: RailKind, provider: string): Rail | null;
  /** The rail of an order or of an account's notification. null: there is none, or its package was removed. */
  of(charged: Charged): Rail | null;
}
export const Rails: Token<Rails> = token("Rails");

/** @param all must not contain two rails of the same kind and provider */
export function railsOf(all: readonly Rail[]): Rails {
  const nameOf = (kind: RailKind, provider: string) => `${kind}/${provider}`;
  const byName = new Map(all.map((rail) => [nameOf(rail.kind, rail.provider), rail]));
  const find = (kind: RailKind, provider: string) => byName.get(nameOf(kind, provider)) ?? null;
  return {
    all,
    unrefundable: all
      .filter((rail) => rail.capabilities.refunds === "none")
      .map((rail) => nameOf(rail.kind, rail.provider)),
    find,
    of: ({ rail }) => rail && find(rail.kind, rail.provider),
  };
}
