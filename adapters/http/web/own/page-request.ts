import type { Request, Response } from "express";
import type { SignedIn } from "../../../../ports/buyers/buyer-sessions.ts";
import type { BuyerSignIn } from "../../../../src/buyers/buyer-sign-in.ts";
import { SLUG } from "../../../../src/organisations/settings.ts";
import { NotFound } from "../../../../src/shared/problem.ts";
import type { LotId } from "../../../../src/shared/ids.ts";
import type { Locale } from "../../../../src/shop/locale.ts";
import type { Shopkeeper } from "../../../../src/shop/shop-lot.ts";
import type { ShopWindow } from "../../../../src/shop/shop-window.ts";
import type { Face, Site } from "../../../../web/pages/face.ts";
import { clientOf } from "../../callers/client-address.ts";
import { tenantOf } from "../../callers/tenant-host.ts";
import type { SiteAssets } from "../site-assets.ts";
import { type OwnClass, type PartSources, setPagePolicy } from "../policies.ts";
import { siteOf } from "../site.ts";
import type { VisitorBudgets } from "../visitor-budgets.ts";
import { preferencesOf } from "../reader-preferences.ts";
import type { OwnCookies } from "./cookies.ts";
import type { Fields } from "./forms.ts";

export interface OwnPagesOptions {
  readonly assets: SiteAssets;
  readonly window: ShopWindow;
  readonly signIn: BuyerSignIn;
  /** The budget of a client address for pages that know the buyer. */
  readonly visitors: VisitorBudgets;
  readonly baseUrl: string;
  readonly baseDomain: string | null;
}

/** A request for a page that knows the buyer, and what is known of who sent it. */
export class PageRequest {
  readonly request: Request;
  readonly response: Response;
  /** The fields of a POST. */
  form: Fields = {};
  /** Whose page it is, once that is known. */
  shop: Shopkeeper | null = null;
  /** Parameters of the page's own address, where a provider's leads to it. */
  parameters: Readonly<Record<string, string>> = {};
  readonly #options: OwnPagesOptions & { readonly cookies: OwnCookies };
  readonly #policy: OwnClass;

  constructor(
    request: Request,
    response: Response,
    policy: OwnClass,
    options: OwnPagesOptions & { readonly cookies: OwnCookies },
  ) {
    this.request = request;
    this.response = response;
    this.#policy = policy;
    this.#options = options;
    this.allow({});
  }

  /** Returns a parameter of the path: `param("organisation")`. */
  param(name: string): string {
    return (this.request.params as Record<string, string>)[name] ?? "";
  }

  /** A parameter of the address that is there once. */
  query(name: string): string | undefined {
    const value = this.request.query[name];
    return typeof value === "string" ? value : undefined;
  }

  /** The slug of the organisation that the host belongs to; null: the host is shared. */
  get tenant(): string | null {
    return tenantOf(this.request, this.#options.baseDomain);
  }

  /** The client as limits count it. */
  get client(): string {
    return clientOf(this.request);
  }

  /** Allows additional sources for the page. */
  allow(sources: PartSources): void {
    setPagePolicy(this.response, this.#policy, this.#options.baseUrl, sources);
  }

  /** Raises not_found if no organisation has the slug, or the host is another organisation's. */
  async shopkeeper(slug = this.param("organisation")): Promise<Shopkeeper> {
    const { window } = this.#options;
    const { tenant } = this;
    if (!SLUG.test(slug) || (tenant !== null && tenant !== slug)) throw NotFound.because();
    this.shop = (await window.snapshot(slug)).shopkeeper;
    return this.shop;
  }

  /** Returns the picture of a lot that buyers see; null: it has none, or is not shown. */
  async imageOf({ slug }: Pick<Shopkeeper, "slug">, lotId: LotId): Promise<string | null> {
    const { lots } = await this.#options.window.snapshot(slug);
    return lots.find(({ lot }) => lot.id === lotId)?.lot.imageUrl ?? null;
  }

  /** Returns the look and language of the page. */
  async face(shopkeeper: Shopkeeper): Promise<Face> {
    const { faceOf } = await import("../../../../web/pages/render.ts");
    return faceOf(
      await this.site(),
      shopkeeper,
      preferencesOf(this.request, shopkeeper.locale, this.parameters),
    );
  }

  site(): Promise<Site> {
    return siteOf(this.#options.assets, this.#options.baseUrl, "checkout.js");
  }

  get locale(): Locale {
    return preferencesOf(this.request, this.shop?.locale ?? "en", this.parameters).locale;
  }

  /** Returns the buyer who is signed in at the organisation; null: none. */
  async buyer({ id }: Pick<Shopkeeper, "id">): Promise<SignedIn | null> {
    const { signIn, cookies } = this.#options;
    const session = this.session;
    const signedIn = session === null ? null : await signIn.signedIn(id, session);
    // As long as it is used.
    if (signedIn !== null) cookies.write(this.response, "buyer", session);
    return signedIn;
  }

  /** The secret that finds the browser's session; null: it has none. */
  get session(): string | null {
    return this.#options.cookies.read(this.request, "buyer");
  }

  keepSession(session: string): void {
    this.#options.cookies.write(this.response, "buyer", session);
  }

  /** Returns the secret that finds the browser's sign-in under way. */
  attempt({ slug }: Pick<Shopkeeper, "slug">): string | null {
    return this.#options.cookies.read(this.request, `attempt-${slug}`);
  }

  /** Returns the fields of the purchase that waits for the browser's sign-in, as its form sent them; null: none waits. */
  choice({ slug }: Pick<Shopkeeper, "slug">): Fields | null {
    const text = this.#options.cookies.readText(this.request, `choice-${slug}`);
    return text === null ? null : Object.fromEntries(new URLSearchParams(text));
  }

  /** @param fields null: none waits any more */
  keepChoice({ slug }: Pick<Shopkeeper, "slug">, fields: Readonly<Record<string, string>> | null): void {
    const { cookies } = this.#options;
    if (fields !== null)
      cookies.writeText(this.response, `choice-${slug}`, new URLSearchParams(fields).toString());
    else if (this.choice({ slug }) !== null) cookies.write(this.response, `choice-${slug}`, null);
  }

  /** @param attempt null: it is over */
  keepAttempt({ slug }: Pick<Shopkeeper, "slug">, attempt: string | null): void {
    this.#options.cookies.write(this.response, `attempt-${slug}`, attempt);
  }
}
