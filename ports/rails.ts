import type { Rail, RailKind } from "./rail.ts";
import { type Token, token } from "./token.ts";

/** What is charged by a rail. null: nothing charges it. */
interface Charged {
  readonly rail: { readonly kind: RailKind; readonly provider: string } | null;
}

/** Every rail this service was built with. */
export interface Rails {
  readonly all: readonly Rail[];
  /** `kind/provider` of each that gives no money back. */
  readonly unrefundable: readonly string[];
  /** null: no such provider for this kind. */
  find(kind: RailKind, provider: string): Rail | null;
  /** The rail that an order, or what an account sent, is of. null: there is none, or its package was taken out. */
  of(charged: Charged): Rail | null;
}
export const Rails: Token<Rails> = token("Rails");

/** @param all no two of the same kind and provider */
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
