import type { ModificationsApi } from "@adyen/api-library/lib/src/services/checkout/modificationsApi.js";
import type { PaymentLinksApi } from "@adyen/api-library/lib/src/services/checkout/paymentLinksApi.js";
import type { PaymentsApi } from "@adyen/api-library/lib/src/services/checkout/paymentsApi.js";
import type { IRequest } from "@adyen/api-library/lib/src/typings/requestOptions.js";
import { request } from "undici";
import { z } from "zod";
import { jsonOf, plainText, textWithin } from "../shared/bounded.ts";
import { type Exchange, readAs, reasonOf, type Trouble } from "../shared/exchange.ts";
import { unanswered } from "../shared/not-sent.ts";
import type { AdyenAccount } from "./account.ts";
import { adyenLibrary } from "./library.ts";

const ANSWER_BYTES_MAX = 1_000_000;
const ANSWER_DEPTH_MAX = 32;
/** Adyen is still processing the same idempotency key: the outcome is not known yet. */
const IN_PROGRESS = "704";

const refusalBody = z.object({ errorCode: z.string().max(40).optional().catch(undefined) });

/** The end of a call, passed through the library, which knows only exceptions. */
class Ended extends Error {
  readonly trouble: Trouble;

  constructor(trouble: Trouble) {
    super(`Adyen: ${reasonOf(trouble)}`);
    this.trouble = trouble;
  }
}

/** The result of a library call whose answer is as documented. */
export async function exchanged<T>(schema: z.ZodType<T>, answer: Promise<unknown>): Promise<Exchange<T>> {
  try {
    return readAs({ end: "data", data: await answer }, schema);
  } catch (error) {
    return error instanceof Ended ? error.trouble : { end: "unreadable" };
  }
}

export interface CheckoutApis {
  readonly payments: PaymentsApi;
  readonly links: PaymentLinksApi;
  readonly modifications: ModificationsApi;
}

/**
 * Returns the official library over the service's own connection: it never retries, and ends with the deadline.
 * @param origin where to send requests for Adyen's host, read at each request; null: to Adyen
 */
export function checkoutApis(
  account: AdyenAccount,
  deadline: AbortSignal,
  origin: (() => string) | null,
): CheckoutApis {
  const { apiKey, live, liveEndpointUrlPrefix } = account;
  const library = adyenLibrary();
  const environment = live ? library.EnvironmentEnum.LIVE : library.EnvironmentEnum.TEST;
  const client = new library.Client(
    { apiKey, environment, liveEndpointUrlPrefix },
    new Connection(apiKey, deadline, origin),
  );
  return {
    payments: new library.PaymentsApi(client),
    links: new library.PaymentLinksApi(client),
    modifications: new library.ModificationsApi(client),
  };
}

class Connection {
  readonly #apiKey: string;
  readonly #deadline: AbortSignal;
  readonly #origin: (() => string) | null;

  constructor(apiKey: string, deadline: AbortSignal, origin: (() => string) | null) {
    this.#apiKey = apiKey;
    this.#deadline = deadline;
    this.#origin = origin;
  }

  /** Raises `Ended` only. @returns a text that is JSON, for the library to parse */
  async request(
    endpoint: string,
    json: string | Buffer,
    _config: object,
    _keyNeeded: boolean,
    { method = "POST", idempotencyKey, params }: IRequest.Options = {},
  ): Promise<string> {
    const url = new URL(endpoint);
    if (params !== undefined) url.search = new URLSearchParams(params).toString();
    const address = this.#origin === null ? url.href : `${this.#origin()}${url.pathname}${url.search}`;
    const headers = {
      "x-api-key": this.#apiKey,
      "content-type": "application/json",
      accept: "application/json",
      ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
    };
    const sent = { method, headers, body: method === "GET" ? null : json, signal: this.#deadline };
    const { status, text } = await received(address, sent);
    if (status >= 200 && status < 300) {
      const plain = plainText(text, ANSWER_DEPTH_MAX);
      if (plain === null) throw new Ended({ end: "unreadable" });
      return plain;
    }
    const code = refusalBody.safeParse(jsonOf(text, ANSWER_DEPTH_MAX)).data?.errorCode ?? null;
    throw new Ended(troubleOf(status, code));
  }
}

/** @param errorCode Adyen's own, as `14_030`; null: none was given */
function troubleOf(status: number, errorCode: string | null): Trouble {
  const mayHaveActed = status >= 500 || status === 408 || status < 400 || errorCode === IN_PROGRESS;
  // Adyen's codes are numbers, which say little without their status.
  const code = errorCode === null ? null : `http_${status}_${errorCode}`;
  return { end: mayHaveActed ? "undecided" : "refused", status, code };
}

async function received(
  address: string,
  options: NonNullable<Parameters<typeof request>[1]>,
): Promise<{ readonly status: number; readonly text: string }> {
  try {
    const { statusCode, body } = await request(address, options);
    const text = await textWithin(body, ANSWER_BYTES_MAX);
    if (text === null) throw new Ended({ end: "unreadable" });
    return { status: statusCode, text };
  } catch (error) {
    if (error instanceof Ended) throw error;
    throw new Ended(unanswered(error));
  }
}
