import { type Token, token } from "../token.ts";

/** How lots are drawn, as the service is configured. */
export interface DrawSettings {
  /** How far ahead of the head the block is that a commitment names. */
  readonly blocksAhead: number;
}
export const DrawSettings: Token<DrawSettings> = token("DrawSettings");
