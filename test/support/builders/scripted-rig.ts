import { Inbox } from "../../../ports/checkout/inbox.ts";
import { Orders } from "../../../ports/checkout/orders.ts";
import { type ScriptedProvider, ScriptedRail, signatureOf } from "../rails/scripted-rail.ts";
import { OperatorRig, ok, type Shop } from "./operator-rig.ts";
import type { Answer, Json, ServiceOptions } from "../service/service.ts";

export const CREDENTIALS = { apiKey: "key_one-canary", signingKey: "signing-canary-1" };

/** The operator's side of a service that has the scripted rail, too. */
export class ScriptedRig {
  readonly operator: OperatorRig;
  readonly #provider: ScriptedProvider;

  private constructor(operator: OperatorRig, provider: ScriptedProvider) {
    this.operator = operator;
    this.#provider = provider;
  }

  static async open(options: ServiceOptions = {}, rail = new ScriptedRail()): Promise<ScriptedRig> {
    const operator = await OperatorRig.open({ ...options, rails: [rail] });
    return new ScriptedRig(operator, rail.said);
  }

  get service() {
    return this.operator.service;
  }

  /** Answers of the provider, to be changed. */
  get said(): ScriptedProvider {
    return this.#provider;
  }

  /** The provider is well again. */
  reset(): void {
    Object.assign(this.#provider, {
      check: { outcome: "accepted" },
      payment: { outcome: "pending", stage: "open" },
      missed: [],
      named: async () => [],
    } satisfies Partial<ScriptedProvider>);
    this.#provider.askedSince.length = 0;
    this.#provider.askedAbout.length = 0;
  }

  /** Messages are stored and not processed meanwhile, as by a process that dies then. */
  async whileSettlingFails<T>(error: Error, work: () => Promise<T>): Promise<T> {
    const orders = this.service.wiring.get(Orders);
    const inbox = this.service.wiring.get(Inbox);
    const { settle } = orders;
    const { addSettled } = inbox;
    orders.settle = async () => {
      throw error;
    };
    inbox.addSettled = async () => null;
    try {
      return await work();
    } finally {
      Object.assign(orders, { settle });
      Object.assign(inbox, { addSettled });
    }
  }

  /** PUTs the account of an organisation. */
  put(slug: string, changes: object = {}): Promise<Answer> {
    const account = { provider: "example", currencies: ["USD"], credentials: CREDENTIALS, ...changes };
    return this.operator.admin("PUT", `/organisations/${slug}/rails/redirect`, account);
  }

  /** The newest account of an organisation. */
  async account(slug: string): Promise<Json> {
    return (await ok(this.operator.admin("GET", `/organisations/${slug}/rails`)))[0];
  }

  /** A shop whose USD this rail charges, at 5 each. */
  async shop(): Promise<Shop> {
    const shop = await this.operator.shop();
    await ok(this.operator.admin("DELETE", `/organisations/${shop.slug}/rails/redirect`));
    await ok(this.put(shop.slug));
    return shop;
  }

  /** The provider notifies the service; resolves when that is processed. @returns the status it was answered */
  async notify(slug: string, event: object, signingKey = CREDENTIALS.signingKey): Promise<number> {
    const body = JSON.stringify(event);
    const address = `${this.service.baseUrl}/rails/redirect/example/${slug}/notifications`;
    const headers = { signature: signatureOf(signingKey, body) };
    const answer = await fetch(address, { method: "POST", headers, body });
    await this.service.idle();
    return answer.status;
  }

  /** Sends a name to the notification address; resolves when it is processed. @returns the status */
  async name(slug: string, what: string): Promise<number> {
    const id = encodeURIComponent(what);
    const address = `${this.service.baseUrl}/rails/redirect/example/${slug}/notifications?id=${id}`;
    const answer = await fetch(address, { method: "POST", body: "id=another" });
    await this.service.idle();
    return answer.status;
  }

  async statusOf({ slug }: Shop, orderId: string): Promise<string> {
    return (await ok(this.operator.admin("GET", `/organisations/${slug}/orders/${orderId}`))).status;
  }

  /** The notifications of an organisation that are worth a look. */
  notifications(slug: string, query = ""): Promise<Json[]> {
    return ok(this.operator.admin("GET", `/organisations/${slug}/rail-notifications${query}`)) as Promise<
      Json[]
    >;
  }

  close(): Promise<void> {
    return this.operator.close();
  }
}
