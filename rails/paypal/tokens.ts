import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { PaypalAccount } from "./account.ts";

export interface Token {
  readonly value: string;
  readonly givenAt: Date;
  readonly usableUntil: Date;
}

const ACCOUNTS_MAX = 1_000;
/** A token this young is not refused for its age. */
const FRESH_MS = 60_000;

/**
 * Access tokens by account, in memory. Simultaneous callers wait for one answer, also when it is a refusal.
 * Tokens of one secret are never given to a caller with another secret.
 */
export class Tokens<Trouble extends object> {
  readonly #tokens = new LRUCache<string, Promise<Token | Trouble>>({ max: ACCOUNTS_MAX });

  /** @param ask never rejects */
  async of(account: PaypalAccount, now: Date, ask: () => Promise<Token | Trouble>): Promise<Token | Trouble> {
    const key = keyOf(account);
    const cached = this.#tokens.get(key);
    const known = await cached;
    if (known !== undefined && (!isToken(known) || now < known.usableUntil)) return known;
    if (this.#tokens.get(key) === cached) this.#keep(key, ask());
    return this.#tokens.get(key) ?? ask();
  }

  /** PayPal has refused it. @returns whether another one may be accepted */
  async refused(account: PaypalAccount, token: Token, now: Date): Promise<boolean> {
    const key = keyOf(account);
    const cached = this.#tokens.get(key);
    if ((await cached) === token) this.#drop(key, cached);
    return now.getTime() - token.givenAt.getTime() > FRESH_MS;
  }

  #keep(key: string, tokenRequest: Promise<Token | Trouble>): void {
    this.#tokens.set(key, tokenRequest);
    void this.#dropTrouble(key, tokenRequest);
  }

  async #dropTrouble(key: string, tokenRequest: Promise<Token | Trouble>): Promise<void> {
    if (!isToken(await tokenRequest)) this.#drop(key, tokenRequest);
  }

  #drop(key: string, tokenRequest: Promise<Token | Trouble> | undefined): void {
    if (this.#tokens.get(key) === tokenRequest) this.#tokens.delete(key);
  }
}

export function isToken(known: object): known is Token {
  return "usableUntil" in known;
}

function keyOf({ environment, clientId, clientSecret }: PaypalAccount): string {
  return hash("sha256", JSON.stringify([environment, clientId, clientSecret]));
}
