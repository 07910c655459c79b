import { z } from "zod";
import { askJson, type JsonRequest } from "../shared/ask-json.ts";
import { type Exchange, readAs } from "../shared/exchange.ts";
import type { Environment, PaypalAccount } from "./account.ts";
import { issueOf } from "./messages.ts";
import { isToken, type Token, Tokens } from "./tokens.ts";

export interface PaypalOptions {
  readonly clock: { now(): Date };
  readonly origins?: Readonly<Record<Environment, string>>;
  /** The origin of PayPal's pages for buyers, in addition to PayPal's own hosts. */
  readonly pagesOrigin?: string;
  /** Deadline of one call of the rail, which makes several requests at most; a token may take half as long more. */
  readonly timeoutMs?: number;
  readonly fetch?: typeof fetch;
}

/** `withoutToken`: PayPal gave no token, so the request was not sent; the rest tells how asking for a token ended. */
export type Answer = Exchange<unknown> & { readonly withoutToken?: true };

interface Call {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: object;
  /** Under one id PayPal acts once: for 6 hours on orders, for 45 days on refunds. */
  readonly requestId?: string;
}

export type Ask = (request: Call) => Promise<Answer>;

const ORIGINS: Readonly<Record<Environment, string>> = {
  sandbox: "https://api-m.sandbox.paypal.com",
  live: "https://api-m.paypal.com",
};
const TIMEOUT_MS = 12_000;
/** PayPal's code of a refusal is its issue, in lower case. */
const ANSWER = {
  bytesMax: 1024 * 1024,
  depthMax: 24,
  codeOf: (body: unknown) => issueOf(body)?.toLowerCase() ?? null,
};
/** The time before its end from which a token is not used any more. */
const TOKEN_SPARE_MS = 2 * 60_000;

const tokenGiven = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]{1,4000}$/),
  expires_in: z.number().positive().max(10_000_000),
});

/** PayPal's API with an account's credentials, without repeating anything that was sent. */
export class PaypalClient {
  readonly #options: PaypalOptions;
  readonly #tokens = new Tokens<Answer>();

  constructor(options: PaypalOptions) {
    this.#options = options;
  }

  /** All its requests end within one deadline. */
  conversation(account: PaypalAccount): Ask {
    const { timeoutMs = TIMEOUT_MS, clock } = this.#options;
    const signal = AbortSignal.timeout(timeoutMs);
    return async (request) => {
      const token = await this.#token(account, timeoutMs);
      if (!isToken(token)) return { ...token, withoutToken: true };
      const answer = await this.#call(account, token, request, signal);
      // The token was revoked early: nothing was done, so the request may be sent once more.
      if (answer.end !== "refused" || answer.status !== 401) return answer;
      if (!(await this.#tokens.refused(account, token, clock.now()))) return answer;
      const another = await this.#token(account, timeoutMs);
      if (!isToken(another)) return { ...another, withoutToken: true };
      return this.#call(account, another, request, signal);
    };
  }

  /** With a new token, so that the credentials themselves are tested. */
  async tryOut(account: PaypalAccount, request: Call): Promise<Answer> {
    const { timeoutMs = TIMEOUT_MS } = this.#options;
    const token = await this.#newToken(account, timeoutMs / 2);
    if (!isToken(token)) return { ...token, withoutToken: true };
    return this.#call(account, token, request, AbortSignal.timeout(timeoutMs / 2));
  }

  #token(account: PaypalAccount, timeoutMs: number): Promise<Token | Answer> {
    const now = this.#options.clock.now();
    return this.#tokens.of(account, now, () => this.#newToken(account, timeoutMs / 2));
  }

  async #newToken(account: PaypalAccount, timeoutMs: number): Promise<Token | Answer> {
    const givenAt = this.#options.clock.now();
    const { clientId, clientSecret } = account;
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
    const answer = await this.#send(account, "/v1/oauth2/token", {
      method: "POST",
      headers: {
        accept: "application/json",
        authorization: `Basic ${basic}`,
        "content-type": "application/x-www-form-urlencoded",
      },
      body: "grant_type=client_credentials",
      signal: AbortSignal.timeout(timeoutMs),
    });
    const tokenData = readAs(answer, tokenGiven);
    if (tokenData.end !== "data") return tokenData;
    const usableUntil = new Date(givenAt.getTime() + tokenData.data.expires_in * 1000 - TOKEN_SPARE_MS);
    return { value: tokenData.data.access_token, givenAt, usableUntil };
  }

  #call(
    account: PaypalAccount,
    token: Token,
    { method, path, body, requestId }: Call,
    signal: AbortSignal,
  ): Promise<Answer> {
    return this.#send(account, path, {
      method,
      headers: {
        accept: "application/json",
        authorization: `Bearer ${token.value}`,
        ...(method === "POST" && { "content-type": "application/json", prefer: "return=representation" }),
        ...(requestId && { "paypal-request-id": requestId }),
      },
      body: method === "POST" ? JSON.stringify(body ?? {}) : undefined,
      signal,
    });
  }

  #send(
    { environment }: PaypalAccount,
    path: string,
    request: Pick<JsonRequest, "method" | "headers" | "body" | "signal">,
  ): Promise<Exchange<unknown>> {
    const { origins = ORIGINS, fetch } = this.#options;
    return askJson({ ...request, url: new URL(path, origins[environment]), fetch }, ANSWER);
  }
}
