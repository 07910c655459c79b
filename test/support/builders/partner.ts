import { operatorPrincipal } from "../../../ports/principal.ts";
import type { RailKind } from "../../../ports/rail.ts";
import type { Lot } from "../../../src/lots/lot.ts";
import { QuestionAdministration } from "../../../src/lots/question-administration.ts";
import { CreditAdministration } from "../../../src/organisations/credit-administration.ts";
import { OrganisationAdministration } from "../../../src/organisations/organisation-administration.ts";
import { AffiliateAdministration } from "../../../src/organisations/affiliate-administration.ts";
import { DEFAULT_RATE, type Scope } from "../../../src/organisations/api-key.ts";
import type { Mode } from "../../../src/organisations/mode.ts";
import type { Organisation, OrganisationSettings } from "../../../src/organisations/organisation.ts";
import {
  RailAdministration,
  type WantedRailAccount,
} from "../../../src/rail-accounts/rail-administration.ts";
import { addLot, addRail, addShop, type LotOptions, type Shop } from "../../../app/demo-shop.ts";
import type { Answer, TestService } from "../service/service.ts";

const ACT = { actor: operatorPrincipal("test"), requestId: "test-set-up" };

export interface PartnerOptions extends Partial<OrganisationSettings> {
  readonly slug?: string;
  readonly mode?: Mode;
  /** Currency to rail kind; one sandbox account each. Default: USD by redirect. */
  readonly rails?: Readonly<Record<string, RailKind>>;
}

let partners = 0;

/** An organisation that can sell, with an API key that may do everything. */
export class Partner implements Shop {
  readonly service: TestService;
  readonly organisation: Organisation;
  readonly key: string;
  readonly keyId: number;
  readonly prizeId: number;

  private constructor(service: TestService, { organisation, key, keyId, prizeId }: Shop) {
    this.service = service;
    this.organisation = organisation;
    this.key = key;
    this.keyId = keyId;
    this.prizeId = prizeId;
  }

  static async add(service: TestService, options: PartnerOptions = {}): Promise<Partner> {
    partners += 1;
    const { slug = `partner-${partners}`, rails = { USD: "redirect" }, ...settings } = options;
    const shop = await addShop(service.wiring, ACT, {
      slug,
      name: `Partner ${slug}`,
      rails,
      rate: { rateLimit: 1_000_000 },
      ...settings,
    });
    return new Partner(service, shop);
  }

  /** The same at another service, on a database that knows it, too. */
  at(service: TestService): Partner {
    return new Partner(service, this);
  }

  /** An active competition. */
  lot(options: LotOptions = {}): Promise<Lot> {
    return addLot(this.service.wiring, this, options);
  }

  /** Settings that the operator changes later. */
  async change(settings: Partial<OrganisationSettings>): Promise<void> {
    await this.service.wiring
      .get(OrganisationAdministration)
      .changeOrganisation(ACT, this.organisation, settings);
  }

  /** An account at a provider, whose credentials are checked there. */
  async putRail(account: WantedRailAccount): Promise<void> {
    await addRail(this.service.wiring, ACT, this.organisation, account);
  }

  /** The account of this kind serves its currencies no longer. */
  async removeRail(kind: RailKind): Promise<void> {
    await this.service.wiring.get(RailAdministration).remove(ACT, this.organisation.id, kind, "sandbox");
  }

  async addKey(
    scopes: readonly Scope[],
    rate: Partial<typeof DEFAULT_RATE> | { rateLimit: number; rateWindowSec: number } = {},
  ) {
    const wanted = { name: "another", scopes, ...DEFAULT_RATE, ...rate };
    const { apiKey, secret } = await this.service.wiring
      .get(OrganisationAdministration)
      .createApiKey(ACT, this.organisation.id, wanted);
    return { id: apiKey.id, key: secret };
  }

  addQuestion(category: string | null = "watch") {
    return this.service.wiring.get(QuestionAdministration).add(ACT, this.organisation.id, {
      question: "Two and two?",
      options: ["3", "4", "5"],
      answerIndex: 1,
      category,
    });
  }

  addAffiliate(code: string, commissionBps = 1_000) {
    return this.service.wiring
      .get(AffiliateAdministration)
      .add(ACT, this.organisation.id, { code, name: `Affiliate ${code}`, commissionBps });
  }

  /** Credit for the account of a buyer who has ordered before. */
  grantCredit(accountId: number, amountCents: number) {
    const grant = { amountCents, reason: "test" };
    return this.service.wiring
      .get(CreditAdministration)
      .grantCredit(ACT, this.organisation.id, accountId, grant);
  }

  get(path: string): Promise<Answer> {
    return this.service.call("GET", `/api/v1${path}`, { key: this.key });
  }

  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer> {
    return this.service.call("POST", `/api/v1${path}`, { key: this.key, body, headers });
  }

  patch(path: string, body: unknown): Promise<Answer> {
    return this.service.call("PATCH", `/api/v1${path}`, { key: this.key, body });
  }

  /** A checkout session for one entry of a new buyer, unless the body says otherwise. */
  checkout(competitionId: number, body: object = {}, headers?: Record<string, string>): Promise<Answer> {
    const buyer = { email: `buyer-${crypto.randomUUID()}@example.com` };
    return this.post("/checkout/sessions", { competitionId, buyer, ...body }, headers);
  }

  /** Lets the simulated provider act, which notifies the service; resolves when that is processed. */
  async provider(sessionId: string, act: object): Promise<Answer> {
    const answer = await this.service.call("POST", `/sandbox/payments/${sessionId}`, { body: act });
    await this.service.idle();
    return answer;
  }

  /** The session as a poll sees it. */
  async session(id: string) {
    return (await this.get(`/checkout/sessions/${id}`)).json.data;
  }
}
