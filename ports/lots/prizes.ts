import type { NewPrize, Prize } from "../../src/lots/prize.ts";
import type { Page } from "../page.ts";
import { type Token, token } from "../token.ts";

export interface Prizes {
  add(organisationId: number, prize: NewPrize): Promise<Prize>;
  byId(organisationId: number, id: number): Promise<Prize | null>;
  /** Newest first. */
  list(organisationId: number, page: Page): Promise<Prize[]>;
  /** As byId, and nobody changes or removes the prize, or holds it for a lot, until the unit of work ends. */
  lock(organisationId: number, id: number): Promise<Prize | null>;
  /** Nobody changes or removes the prize until the unit of work ends; several may hold it. False: no such prize. */
  hold(organisationId: number, id: number): Promise<boolean>;
  /** Whether a lot that has left its draft has this prize. */
  isOffered(organisationId: number, id: number): Promise<boolean>;
  update(organisationId: number, id: number, prize: Omit<NewPrize, "createdAt">): Promise<void>;
  /** `used`: a lot names it. */
  remove(organisationId: number, id: number): Promise<"removed" | "used" | "missing">;
}
export const Prizes: Token<Prizes> = token("Prizes");
