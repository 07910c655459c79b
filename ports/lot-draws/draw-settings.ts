import { type Token, token } from "../token.ts";

/** The configured parameters of draws. */
export interface DrawSettings {
  /** Number of blocks between the head and the block that a commitment names. */
  readonly blocksAhead: number;
}
export const DrawSettings: Token<DrawSettings> = token("DrawSettings");
