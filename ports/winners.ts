import type { Winner } from "../src/lots/winner.ts";
import type { Page } from "./page.ts";
import { type Token, token } from "./token.ts";

export interface Winners {
  /** Published ones, newest first. */
  listPublished(organisationId: number, page: Page): Promise<Winner[]>;
}
export const Winners: Token<Winners> = token("Winners");
