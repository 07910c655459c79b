import { setTimeout as pause } from "node:timers/promises";
import { anyOf } from "../../support/world.ts";
import type { Front } from "./front.ts";
import type { Shop } from "./shops.ts";

const EVERY_MS = 150;
const PAGE = 50;
const PAGES = 4;
const CREDIT_CENTS = 500;
const PARTNERS = [
  "/competitions",
  "/checkout/sessions",
  "/prizes",
  "/winners",
  "/draws/usage",
  "/draws/ledger",
];
const OPERATORS = [
  "/orders",
  "/refunds",
  "/events",
  "/accounts",
  "/audit",
  "/rail-notifications",
  "/webhook-endpoints",
  "/winners",
];
/** Lists without pages. */
const WHOLE = ["/draws/usage", "/draws/ledger"];

/** Partners and operators who read some pages of their lists, and periodically give credit. */
export class Readers {
  readonly #front: Front;
  readonly #shops: readonly Shop[];
  readonly #operator: string;
  #running: Promise<void> | undefined;
  #stopping = false;

  constructor(front: Front, shops: readonly Shop[], operator: string) {
    this.#front = front;
    this.#shops = shops;
    this.#operator = operator;
  }

  start(): void {
    this.#running = (async () => {
      for (let n = 0; !this.#stopping; n++) {
        const shop = anyOf(this.#shops);
        if (n % 2 === 0) await this.#list(`/api/v1${anyOf(PARTNERS)}`, shop.key);
        else await this.#list(`${this.#base(shop)}${anyOf(OPERATORS)}`, this.#operator);
        if (n % 20 === 0) await this.#giveCredit(shop);
        await pause(EVERY_MS);
      }
    })();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#running;
  }

  async #list(path: string, key: string): Promise<void> {
    let next: string | null = WHOLE.some((end) => path.endsWith(end)) ? path : `${path}?limit=${PAGE}`;
    for (let page = 0; page < PAGES && next !== null; page++)
      next = (await this.#front.call("GET", next, { key }))?.next ?? null;
  }

  async #giveCredit(shop: Shop): Promise<void> {
    const key = this.#operator;
    const listed = await this.#front.call("GET", `${this.#base(shop)}/accounts?limit=${PAGE}`, { key });
    const accounts: { id: number }[] = listed?.json.data ?? [];
    if (accounts.length === 0) return;
    const body = { amountCents: CREDIT_CENTS, reason: "a gift" };
    await this.#front.call("POST", `${this.#base(shop)}/accounts/${anyOf(accounts).id}/credit`, {
      key,
      body,
    });
  }

  #base({ slug }: Shop): string {
    return `/admin/api/v1/organisations/${slug}`;
  }
}
