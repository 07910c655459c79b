import { BuyerSessions } from "../../../ports/buyers/buyer-sessions.ts";
import { Random } from "../../../ports/crypto.ts";
import { UnitOfWork } from "../../../ports/unit-of-work.ts";
import { newBrowserValue } from "../../../src/shared/sign-in/browser-code.ts";
import type { Answer, TestService } from "../service/service.ts";

let shoppers = 0;

interface ShopperOptions {
  readonly email?: string;
  /** Origin of the pages that send forms. Default: the service's. */
  readonly origin?: string;
  /** The client address that a proxy names; by default each has its own. */
  readonly client?: string;
}

/** A buyer without scripts who is signed in at an organisation, and sends the forms that its pages have. */
export class Shopper {
  readonly service: TestService;
  readonly email: string;
  readonly accountId: number;
  /** The session cookie of its browser. */
  readonly session: string;
  readonly #headers: Record<string, string>;

  private constructor(
    service: TestService,
    facts: Pick<Shopper, "email" | "accountId" | "session">,
    headers: Record<string, string>,
  ) {
    this.service = service;
    this.email = facts.email;
    this.accountId = facts.accountId;
    this.session = facts.session;
    this.#headers = headers;
  }

  static async signIn(
    service: TestService,
    organisationId: number,
    { email = `shopper-${crypto.randomUUID()}@example.com`, ...options }: ShopperOptions = {},
  ): Promise<Shopper> {
    shoppers += 1;
    const { value: session, hash } = newBrowserValue(service.wiring.get(Random));
    const now = service.clock.now();
    const identity = { kind: "email", value: email } as const;
    const wanted = { organisationId, hash, formerHash: null, seenAfter: now, identity, now };
    const accountId = await service.wiring
      .get(UnitOfWork)
      .run(() => service.wiring.get(BuyerSessions).begin(wanted));
    const headers = {
      Cookie: `buyer=${session}`,
      Origin: options.origin ?? new URL(service.baseUrl).origin,
      "X-Forwarded-For": options.client ?? `10.20.${Math.floor(shoppers / 250)}.${shoppers % 250}`,
    };
    return new Shopper(service, { email, accountId, session }, headers);
  }

  /** The same browser, where another process answers it. */
  at(service: TestService): Shopper {
    const { email, accountId, session } = this;
    const headers = { ...this.#headers, Origin: new URL(service.baseUrl).origin };
    return new Shopper(service, { email, accountId, session }, headers);
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.service.call("GET", path, { headers: { ...this.#headers, ...headers } });
  }

  post(
    path: string,
    fields: Readonly<Record<string, string>>,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const type = { "Content-Type": "application/x-www-form-urlencoded" };
    const raw = new URLSearchParams(fields).toString();
    return this.service.call("POST", path, { raw, headers: { ...this.#headers, ...type, ...headers } });
  }

  /** The order form of a page of checkout, as it was answered, with other values in some fields. */
  order(page: Answer, change: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const { action, fields } = fieldsOf(page.text, "form");
    return this.post(action, { ...fields, ...change });
  }
}

/** The order that a form's answer leads to. */
export function orderIn({ status, text, headers }: Answer): string {
  const id = /\/orders\/(cs_[0-9a-z]{26})/.exec(headers.get("Location") ?? "")?.[1];
  if (status !== 303 || text !== "" || id === undefined) throw new Error(`No order, but ${status}: ${text}`);
  return id;
}

/** The fields of the first form that has this one, with their values; of radio buttons none is chosen. */
export function fieldsOf(page: string, having: string): { action: string; fields: Record<string, string> } {
  for (const [, tag = "", body = ""] of page.matchAll(/<form([^>]*)>(.*?)<\/form>/gs)) {
    const fields: Record<string, string> = {};
    for (const [input] of body.matchAll(/<input[^>]*>/g)) {
      const name = attribute(input, "name");
      if (name !== null && attribute(input, "type") !== "radio")
        fields[name] = attribute(input, "value") ?? "";
    }
    if (having in fields) return { action: attribute(tag, "action")!, fields };
  }
  throw new Error(`the page has no form with ${having}`);
}

function attribute(tag: string, name: string): string | null {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? null : value.replaceAll("&amp;", "&").replaceAll("&quot;", '"');
}
