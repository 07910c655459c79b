import type { NewPrize, Prize } from "../src/lots/prize.ts";
import type { Page } from "./page.ts";
import { type Token, token } from "./token.ts";

export interface Prizes {
  add(organisationId: number, prize: NewPrize): Promise<Prize>;
  byId(organisationId: number, id: number): Promise<Prize | null>;
  /** Newest first. */
  list(organisationId: number, page: Page): Promise<Prize[]>;
}
export const Prizes: Token<Prizes> = token("Prizes");
