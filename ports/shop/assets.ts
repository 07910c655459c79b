import { type Token, token } from "../token.ts";

/** A file for browsers, by a name that says what is in it. */
export interface Asset {
  /** `framed-<hash>.js`: another content has another name. */
  readonly name: string;
  readonly body: Uint8Array;
}

/** Files that were ever served: those of other builds, too. */
export interface Assets {
  /** Keeps them for ever. Repeating is safe. */
  keep(assets: readonly Asset[]): Promise<void>;
  /** null: no build had it. */
  byName(name: string): Promise<Uint8Array | null>;
}
export const Assets: Token<Assets> = token("Assets");
