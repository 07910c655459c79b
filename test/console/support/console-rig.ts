import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { MemberRole, OperatorRole } from "../../../src/people/role.ts";
import type { TestBrowser } from "../../support/browser/browser.ts";
import { Partner, type PartnerOptions } from "../../support/builders/partner.ts";
import { addPerson, ConsoleBrowser } from "../../support/people/console-browser.ts";
import {
  type Answer as Reply,
  startReceiver,
  type WebhookReceiver,
} from "../../support/receivers/webhook-receiver.ts";
import { ADMIN_TOKEN, type Answer, type ServiceOptions, TestService } from "../../support/service/service.ts";
import { useMadeConsole } from "./made-console.ts";

const REFUSED: Reply = { status: 400, body: "<img src=x onerror=alert(1)> bad signature" };
const TAKEN: Reply = { status: 204 };

/** Messages of a browser about a breach of its page's policy. */
const FAULTY = /Content.Security.Policy|Refused to|violates/i;

const SCREEN = { width: 1_280, height: 900 };

/** Passkeys work at a name alone. */
type Host = "127.0.0.1" | "localhost";

/** Service with background work, a partner with a receiver, and people who use the console in a browser. */
export class ConsoleRig {
  readonly service: TestService;
  readonly partner: Partner;
  readonly receiver: WebhookReceiver;
  /** true: the receiver accepts deliveries. */
  takes: boolean;
  /** Forbidden events: requests to other hosts, breaches of the policy, errors. */
  readonly strange: string[] = [];
  readonly #browser: TestBrowser;
  /** Pages that tests share, one for each time zone. */
  readonly #pages = new Map<string, Page>();

  private constructor(
    service: TestService,
    partner: Partner,
    receiver: WebhookReceiver,
    browser: TestBrowser,
  ) {
    this.service = service;
    this.partner = partner;
    this.receiver = receiver;
    this.takes = false;
    this.#browser = browser;
  }

  static async open(
    browser: TestBrowser,
    { partnerRails, ...options }: ServiceOptions & { readonly partnerRails?: PartnerOptions["rails"] } = {},
  ): Promise<ConsoleRig> {
    const service = await TestService.open({
      background: true,
      webhooksPollMs: 50,
      replace: useMadeConsole,
      ...options,
    });
    const partner = await Partner.add(service, {
      slug: "acme",
      ...(partnerRails && { rails: partnerRails }),
    });
    let rig: ConsoleRig;
    const receiver = await startReceiver(() => (rig.takes ? TAKEN : REFUSED));
    rig = new ConsoleRig(service, partner, receiver, browser);
    return rig;
  }

  /** Calls the operator interface with the service's token. */
  async asToken(method: string, path: string, body?: object): Promise<Answer["json"]> {
    const answer = await this.service.call(method, `/admin/api/v1/organisations/acme${path}`, {
      key: ADMIN_TOKEN,
      body,
    });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer.json.data;
  }

  async sold(competitionId: number, quantity = 1): Promise<string> {
    const { json } = await this.partner.checkout(competitionId, { quantity });
    await this.partner.provider(json.data.id, { outcome: "paid" });
    return json.data.id as string;
  }

  /**
   * Signs in a new person of these roles. The page is at no address yet.
   * @param isConfirmed the person has just confirmed the login
   * @param isFresh the page has a separate context. Other calls share a page: each signs the person before out.
   */
  async signedIn(
    { operatorRole, memberRole }: { readonly operatorRole?: OperatorRole; readonly memberRole?: MemberRole },
    {
      host = "127.0.0.1",
      isConfirmed = true,
      isFresh = false,
      timezoneId = "UTC",
    }: {
      readonly host?: Host;
      readonly isConfirmed?: boolean;
      readonly isFresh?: boolean;
      readonly timezoneId?: string;
    } = {},
  ): Promise<Page> {
    const { service, partner } = this;
    const person = await addPerson(service, {
      operatorRole: operatorRole ?? null,
      memberOf: memberRole ? [{ organisationId: partner.organisation.id, role: memberRole }] : [],
    });
    const { cookies } = await ConsoleBrowser.of(service, person);
    if (isConfirmed)
      await service.sql("update login set confirmed_at = now() where person_id = $1", person.id);
    const page = isFresh ? await this.newPage(timezoneId) : await this.#sharedPage(timezoneId);
    const url = this.at(host);
    const sessionCookies = [...cookies].map(([name, value]) => ({ name, value, url, httpOnly: true }));
    await page.context().addCookies(sessionCookies);
    return page;
  }

  /** Returns the page that tests share, without cookies. */
  async #sharedPage(timezoneId: string): Promise<Page> {
    const shared = this.#pages.get(timezoneId);
    if (shared === undefined || shared.isClosed()) {
      const page = await this.newPage(timezoneId);
      this.#pages.set(timezoneId, page);
      return page;
    }
    // Ends the requests of the person before.
    await shared.goto("about:blank");
    await shared.context().clearCookies();
    await shared.setViewportSize(SCREEN);
    await shared.emulateMedia({ colorScheme: null });
    return shared;
  }

  /** Returns a page without a login, in a new context. */
  async newPage(timezoneId = "UTC"): Promise<Page> {
    const context = await this.#browser.newContext({ viewport: SCREEN, timezoneId });
    const page = await context.newPage();
    this.#watch(page);
    return page;
  }

  /** Returns the address at which people reach the service. */
  at(host: Host): string {
    return this.service.baseUrl.replace("127.0.0.1", host);
  }

  #watch(page: Page): void {
    const own = [this.at("127.0.0.1"), this.at("localhost")];
    page.on("request", (request) => {
      const url = request.url();
      if (!own.some((base) => url.startsWith(base)) && !url.startsWith("data:")) this.strange.push(url);
    });
    page.on("console", (message) => {
      if (FAULTY.test(message.text())) this.strange.push(message.text());
    });
    page.on("pageerror", (error) => this.strange.push(`${page.url()}: ${error.message}`));
    page.on("dialog", (dialog) => {
      this.strange.push(`a script ran: ${dialog.message()}`);
      void dialog.dismiss();
    });
  }

  /** Opens a page of the console, and waits until its data is loaded. */
  async look(page: Page, path: string, host: Host = "127.0.0.1"): Promise<void> {
    await page.goto(`${this.at(host)}/admin${path}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await this.#loaded(page);
  }

  /** Visits the page of a search and types what it searches for, which is not part of its address. */
  async search(page: Page, path: string, text: string): Promise<void> {
    await this.visit(page, path);
    await page.getByLabel("Find a purchase").fill(text);
    await page.locator("#content").getByRole("button", { name: "Search" }).click();
    await page.getByRole("heading", { level: 2, name: `Results for ${text}` }).waitFor();
    await this.#loaded(page);
  }

  /**
   * Opens another page as the console's links do, so that loaded data stays. The page must exist at its own
   * address, too. Another query of the same page is loaded again.
   */
  async visit(page: Page, path: string): Promise<void> {
    const { status, headers } = await this.service.call("GET", `/admin${path}`);
    expect([status, headers.get("Content-Type")], path).toEqual([200, "text/html; charset=utf-8"]);
    const { pathname } = new URL(path, this.service.baseUrl);
    if (new URL(page.url()).pathname === `/admin${pathname}`) return this.look(page, path);
    await page.evaluate((to) => {
      document.querySelector("h1")?.setAttribute("data-left", "");
      history.pushState({}, "", to);
    }, `/admin${path}`);
    await page.locator("h1:not([data-left])").waitFor();
    await this.#loaded(page);
  }

  async #loaded(page: Page): Promise<void> {
    // A page may load several things.
    const loading = page.getByRole("status", { name: "Loading" });
    await expect.poll(() => loading.count()).toBe(0);
  }

  async close(): Promise<void> {
    await this.receiver.close();
    await this.service.stop();
  }
}

/** Gives the page's browser an authenticator that keeps passkeys, with a person who always agrees. */
export async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Finds a button by its whole name, or by a pattern. */
export const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: typeof name === "string" });
