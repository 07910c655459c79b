import type { Rail, RailKind } from "./rail.ts";
import { type Token, token } from "./token.ts";

/** Every rail this service was built with. */
export interface Rails {
  readonly all: readonly Rail[];
  /** null: no such provider for this kind. */
  find(kind: RailKind, provider: string): Rail | null;
}
export const Rails: Token<Rails> = token("Rails");
