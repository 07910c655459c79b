import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { Chance } from "../../../../test/simulation/chance.ts";
import { anyOf } from "../../support/world.ts";
import type { Front } from "./front.ts";
import type { Shop } from "./shops.ts";

/** Ends of sessions, with their weights. */
const FATES = {
  "is paid": 64,
  "is paid and reported twice": 8,
  "is paid late": 6,
  "is paid with a wrong amount": 2,
  "is paid and given back": 4,
  "is declined": 4,
  "is expired by the partner": 4,
  "is abandoned": 8,
};
type Fate = keyof typeof FATES;

/** Most buyers at once: further ones are turned away. */
const AT_ONCE = 300;
const RETURNING = 400;
const LATE_MS = 8_000;
const GIVEN_BACK_MS = 3_000;
/** Pause before a notification is sent again that no process took; providers repeat them for days. */
const REPEATED_AFTER_MS = 2_000;
const NOTIFICATIONS = 60;
/** Refusals for a buyer who is too late, has too many pending sessions, or has credit for nearly the whole price. */
const REFUSALS = [
  "sold_out",
  "entries_closed",
  "too_many_pending_sessions",
  "rail_unavailable",
  "amount_too_small",
  "entry_condition_not_met",
];

/** Buyers who come at a steady rate, each for one session. */
export class Buyers {
  /** Numbers of sessions, by their ends. */
  readonly fates = new Map<Fate, number>();
  /** Number of buyers turned away since `AT_ONCE` were there. */
  turnedAway = 0;
  readonly #front: Front;
  readonly #shops: readonly Shop[];
  readonly #operator: string;
  readonly #chance = new Chance(Date.now());
  readonly #underWay = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;

  constructor(front: Front, shops: readonly Shop[], operator: string) {
    this.#front = front;
    this.#shops = shops;
    this.#operator = operator;
  }

  start(perSec: number): void {
    this.#timer = setInterval(() => {
      if (this.#underWay.size >= AT_ONCE) return void this.turnedAway++;
      const buying = this.#buy(anyOf(this.#shops)).finally(() => this.#underWay.delete(buying));
      this.#underWay.add(buying);
    }, 1000 / perSec);
  }

  /** Stops new buyers; resolves when the last has left. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#underWay);
  }

  async #buy(shop: Shop): Promise<void> {
    const chance = this.#chance;
    const returns = chance.happens(0.3);
    const email = `${returns ? `buyer-${chance.between(1, RETURNING)}` : randomUUID()}@example.com`;
    const pass = await this.#pass(shop);
    if (shop.lots.length === 0) return;
    const body = {
      competitionId: anyOf(shop.lots),
      quantity: chance.between(1, 3),
      buyer: { email },
      applyCredit: returns,
      ...(chance.happens(0.2) && { affiliate: shop.affiliate }),
      ...(pass !== null && { skillPass: pass }),
    };
    const answer = await this.#front.call("POST", "/api/v1/checkout/sessions", {
      key: shop.key,
      body,
      headers: { "idempotency-key": randomUUID() },
      refusals: REFUSALS,
    });
    const session = answer?.json?.data;
    if (session === undefined) return;
    if (session.status === "paid" || session.payment === null) return;
    const fate = chance.weighted(FATES);
    this.fates.set(fate, (this.fates.get(fate) ?? 0) + 1);
    await pause(chance.between(0, 1_500));
    await this.#meet(shop, session.id, fate);
  }

  async #meet(shop: Shop, id: string, fate: Fate): Promise<void> {
    switch (fate) {
      case "is paid":
        return this.#pay(shop, id, {});
      case "is paid and reported twice":
        await Promise.all([this.#pay(shop, id, {}), this.#pay(shop, id, {})]);
        return;
      case "is paid late":
        await pause(LATE_MS);
        return this.#pay(shop, id, { late: true });
      case "is paid with a wrong amount":
        return this.#pay(shop, id, { amount: 77 });
      case "is paid and given back":
        await this.#pay(shop, id, {});
        await pause(GIVEN_BACK_MS);
        await this.#front.call("POST", `/admin/api/v1/organisations/${shop.slug}/orders/${id}/refund`, {
          key: this.#operator,
          body: { reason: "requested by the buyer" },
          refusals: ["invalid_transition"],
        });
        return;
      case "is declined":
        await this.#act(id, { outcome: "declined" });
        return;
      case "is expired by the partner":
        await this.#front.call("POST", `/api/v1/checkout/sessions/${id}/expire`, {
          key: shop.key,
          refusals: ["session_not_expirable"],
        });
        return;
      case "is abandoned":
        return;
    }
  }

  /** Pays, and reads the session as the buyer's browser does on its return. */
  async #pay(shop: Shop, id: string, more: object): Promise<void> {
    if (!(await this.#act(id, { outcome: "paid", ...more }))) return;
    await this.#front.call("GET", `/api/v1/checkout/sessions/${id}`, { key: shop.key });
  }

  /** @returns whether the provider did it and notified the service */
  async #act(id: string, act: object): Promise<boolean> {
    for (let tries = 0; tries < NOTIFICATIONS; tries++) {
      const refusals = ["invalid_transition"];
      const answer = await this.#front.call("POST", `/sandbox/payments/${id}`, { body: act, refusals });
      if (answer === null || answer.status !== 200) return false;
      if (answer.json.notified) return true;
      await pause(REPEATED_AFTER_MS);
    }
    this.#front.unexpected.set("a notification", `${id}: no process took it`);
    return false;
  }

  async #pass({ questionId, key }: Shop): Promise<string | null> {
    if (questionId === null) return null;
    const body = { questionId, answerIndex: 1 };
    const answer = await this.#front.call("POST", "/api/v1/entry-question/verify", { key, body });
    return answer?.json.data.pass ?? null;
  }
}
