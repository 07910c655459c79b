import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { Pool } from "undici";
import { invariant } from "../../../src/shared/invariant.ts";
import type { MailServer } from "../../../test/support/receivers/mail-server.ts";
import { SERVICE_ADDRESS } from "../servers/served.ts";
import type { Exchange } from "../support/exchange.ts";
import { SLUG } from "../support/world.ts";
import { attributeOf, factsOf, filesOf, formsOf, linkWith, type PageForm } from "./page.ts";
import type { Steps } from "./steps.ts";

/** Pages that a purchase has at most: more are a circle. */
const PAGES = 20;
const ANSWER_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 50;
const CONNECTIONS = 256;

/** A question that each buyer answers. */
interface Question {
  readonly answerIndex: number;
}

interface HostedOptions {
  readonly origin: string;
  readonly mails: MailServer;
  /** Sends the provider's words. */
  readonly exchange: Exchange;
  readonly question: Question;
  readonly priceCents: number;
}

/** Answer to a request of one browser. */
interface Page {
  readonly path: string;
  readonly text: string;
  /** Address of a redirect; null: there is none. */
  readonly location: string | null;
}

/** Buyers who use the service's own pages as browsers do: by the links, forms and addresses that the pages have. */
export class HostedBuyers {
  /** Payments that the service has acknowledged. */
  paid = 0;
  readonly #options: HostedOptions;
  readonly #http: Pool;
  readonly #codes = new Map<string, (code: string) => void>();
  /** Codes that were requested, by address. */
  readonly #arriving = new Map<string, Promise<string>>();

  constructor(options: HostedOptions) {
    this.#options = options;
    const limits = { headersTimeout: ANSWER_WITHIN_MS, bodyTimeout: ANSWER_WITHIN_MS };
    this.#http = new Pool(options.origin, { connections: CONNECTIONS, pipelining: 1, ...limits });
    options.mails.onMail = ({ to, email }) => {
      const [code] = /\b\d{8}\b/.exec(email.text ?? "") ?? [];
      if (code !== undefined) this.#codes.get(to[0]!)?.(code);
    };
  }

  close(): Promise<void> {
    return this.#http.close();
  }

  /** Opens an address in as many browsers at once. */
  async open(address: string, count: number): Promise<void> {
    await Promise.all(Array.from({ length: count }, () => new Browser(this.#http).get(address)));
  }

  /** One ticket, from the frame to the page that says so. */
  async buy(lotId: number, steps: Steps): Promise<void> {
    const browser = new Browser(this.#http);
    const frame = await steps.time("frame", () => browser.get(`/embed/${SLUG}/competition/${lotId}`));
    const { live, visits } = factsOf(frame.text) as { readonly live: string; readonly visits: string };
    await steps.time("its files", () => browser.load(frame));
    await steps.time("live counter", () => browser.get(live));
    const visit = randomBytes(16).toString("base64url");
    const poll = () => steps.time("frame's poll", () => browser.get(visits + visit));
    const checkout = `${linkWith(frame.text, "data-buy")}?visit=${visit}`;
    // A frame's files are not shared with the window: browsers keep a cache for each site that is visited.
    browser.leaveFrame();
    let page = await steps.time("checkout", () => browser.get(checkout));
    await browser.load(page);
    const email = `buyer-${randomUUID()}@example.com`;
    for (let n = 0; n < PAGES; n++) {
      const { status } = factsOf(page.text) ?? {};
      // The window tells the frame of each page; the frame polls while the buyer is busy elsewhere: with the mail, and at
      // the provider.
      if (status === "paid") return;
      if (status === "pending") page = await this.#pay(browser, page, steps, poll);
      else page = await this.#send(browser, page, email, steps);
      if (attributeOf(page.text, "data-mail-refused") !== null) await poll();
    }
    throw new Error(`a purchase does not end, but is at ${page.path}`);
  }

  /** Sends the form that leads on. */
  async #send(browser: Browser, page: Page, email: string, steps: Steps): Promise<Page> {
    const forms = formsOf(page.text);
    const having = (name: string) => forms.find(({ names }) => names.has(name));
    const [code, address, order] = [having("code"), having("email"), having("form")];
    if (code) return this.#giveCode(browser, page, code, email, steps);
    if (address) {
      const arrived = steps.time("code arrives", () => this.#codeTo(email));
      arrived.catch(() => {});
      this.#arriving.set(email, arrived);
      return browser.post("send code", address, { email }, steps);
    }
    invariant(order !== undefined, `${page.path} has a form that leads on`);
    const answer = String(this.#options.question.answerIndex);
    const filled: Record<string, string> = order.names.has("answer") ? { answer } : {};
    return browser.post(browser.isSignedIn ? "order" : "to sign in", order, filled, steps);
  }

  async #giveCode(browser: Browser, page: Page, form: PageForm, email: string, steps: Steps): Promise<Page> {
    const look = attributeOf(page.text, "data-mail-refused");
    if (look !== null) await steps.time("poll for the mail", () => browser.get(look));
    const code = await this.#arriving.get(email)!;
    this.#arriving.delete(email);
    const next = await browser.post("give code", form, { code }, steps);
    browser.isSignedIn = true;
    return next;
  }

  #codeTo(email: string): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const late = setTimeout(() => reject(new Error("a code does not arrive")), ANSWER_WITHIN_MS);
    this.#codes.set(email, resolve);
    return promise.finally(() => {
      clearTimeout(late);
      this.#codes.delete(email);
    });
  }

  /** Pays as a provider does that has the buyer's money, and comes back to the page that shows it. */
  async #pay(browser: Browser, page: Page, steps: Steps, poll: () => Promise<Page>): Promise<Page> {
    const { id, back, here, mark } = factsOf(page.text) as Readonly<Record<string, string>>;
    await browser.load(page);
    const { exchange, priceCents } = this.#options;
    await poll();
    await steps.time("provider's word", () => exchange.pay({ id: id!, amount: priceCents, currency: "USD" }));
    this.paid++;
    const result = await steps.time("return", async () => browser.follow(await browser.get(back!)));
    if (factsOf(result.text)?.status !== "pending") return result;
    const status = `${new URL(here!, SERVICE_ADDRESS).pathname}/status`;
    const giveUpAt = performance.now() + ANSWER_WITHIN_MS;
    for (;;) {
      const polled = await steps.time("poll of the order", () => browser.get(status));
      if (JSON.parse(polled.text).mark !== mark) break;
      invariant(performance.now() < giveUpAt, "a paid order is settled in time");
      await pause(LOOK_EVERY_MS);
    }
    return steps.time("result", () => browser.get(here!));
  }
}

const unzipped = promisify(gunzip);
const textOf = async (packed: Buffer) => (await unzipped(packed)).toString("utf8");

let browsers = 0;

/** One browser: cookies, a cache, and an address of a separate client. */
class Browser {
  isSignedIn = false;
  readonly #http: Pool;
  readonly #cookies = new Map<string, string>();
  readonly #client: string;
  /** Files that do not change. */
  readonly #cache = new Set<string>();

  constructor(http: Pool) {
    const n = browsers++;
    this.#http = http;
    this.#client = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
  }

  get(address: string): Promise<Page> {
    return this.#request("GET", address);
  }

  /** Loads the files of a page that the browser does not have. */
  async load({ text }: Page): Promise<void> {
    const missing = filesOf(text).filter((file) => !this.#cache.has(file));
    await Promise.all(missing.map((file) => this.get(file)));
  }

  leaveFrame(): void {
    this.#cache.clear();
  }

  /** Posts a form and opens the page that it leads to, as two steps. */
  async post(
    step: string,
    { action, fields }: PageForm,
    filled: Readonly<Record<string, string>>,
    steps: Steps,
  ): Promise<Page> {
    const body = new URLSearchParams({ ...fields, ...filled }).toString();
    const answer = await steps.time(step, () => this.#request("POST", action, body));
    return steps.time(`${step}: next page`, () => this.follow(answer));
  }

  async follow(page: Page): Promise<Page> {
    let last = page;
    while (last.location !== null) last = await this.get(last.location);
    return last;
  }

  async #request(method: "GET" | "POST", address: string, body?: string): Promise<Page> {
    const url = new URL(address, SERVICE_ADDRESS);
    const path = url.pathname + url.search;
    const headers: Record<string, string> = {
      "accept-encoding": "gzip, br",
      "accept-language": "en",
      "x-forwarded-for": this.#client,
      cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; "),
    };
    if (body !== undefined) {
      headers["content-type"] = "application/x-www-form-urlencoded";
      headers.origin = SERVICE_ADDRESS;
    }
    const response = await this.#http.request({ method, path, headers, body });
    const bytes = Buffer.from(await response.body.arrayBuffer());
    const { statusCode } = response;
    invariant(statusCode === 200 || statusCode === 303, `${method} ${path} answers ${statusCode}`);
    for (const cookie of [response.headers["set-cookie"] ?? []].flat()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      this.#cookies.set(name, value);
    }
    if (/\bimmutable\b/.test([response.headers["cache-control"] ?? []].flat()[0] ?? ""))
      this.#cache.add(address);
    const text =
      response.headers["content-encoding"] === "gzip" ? await textOf(bytes) : bytes.toString("utf8");
    const location = [response.headers.location ?? []].flat()[0] ?? null;
    return { path, text, location };
  }
}
