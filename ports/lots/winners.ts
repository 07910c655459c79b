import type { Winner } from "../../src/lots/winner.ts";
import type { Page } from "../page.ts";
import { type Token, token } from "../token.ts";

export interface Winners {
  /** Published ones, newest first. */
  listPublished(organisationId: number, page: Page): Promise<Winner[]>;
  /** All of them, newest first. */
  list(organisationId: number, page: Page): Promise<Winner[]>;
  /** null: not the organisation's. Nobody changes it until the unit of work ends. */
  lock(organisationId: number, id: number): Promise<Winner | null>;
  publish(organisationId: number, id: number, publishedAt: Date | null): Promise<void>;
}
export const Winners: Token<Winners> = token("Winners");
