import type { Partner } from "../support/builders/partner.ts";
import type { Answer } from "../support/service/service.ts";
import { Chance } from "./chance.ts";
import { brokenBy } from "./rules.ts";
import type { World } from "./world.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const STEPS = { least: 14, most: 34 };
/** More rounds than anything takes to come to its end. */
const ROUNDS_TO_THE_END = 60;

/** Weights of the next step: during the sale, and around the draw. */
const WEIGHTS = {
  sale: {
    buy: 30,
    pay: 26,
    poll: 4,
    refund: 5,
    credit: 14,
    cancel: 2,
    wait: 10,
    close: 2,
    mine: 3,
    reorganise: 1,
    silence: 1,
    jobs: 14,
  },
  draw: {
    buy: 3,
    pay: 8,
    poll: 2,
    refund: 20,
    credit: 1,
    cancel: 7,
    wait: 8,
    close: 3,
    mine: 14,
    reorganise: 6,
    silence: 3,
    jobs: 32,
  },
};
type Act = keyof (typeof WEIGHTS)["sale"];
const WAITS_MS = {
  sale: [10_000, 3 * MINUTE_MS, 20 * MINUTE_MS, 2 * HOUR_MS],
  draw: [2_000, 6_000, 70_000],
};
/** Raises where an answer has none of these statuses; one whose process dies meanwhile may be a 500. */
type ExpectAnswer = (answer: Answer, statuses: readonly number[]) => void;

/** One lot's life, as chance has it. The same seed tells the same story. */
export class History {
  readonly #world: World;
  readonly #partner: Partner;
  readonly #chance: Chance;
  readonly #lotId: number;
  readonly #affiliate: string | null;
  readonly #sessions: string[] = [];
  /** Sessions with an attempted payment. */
  readonly #paid: string[] = [];
  /** The provider's retry of an unanswered notification. */
  #toldAgain: (() => Promise<unknown>) | null = null;
  /** The steps taken, to explain a failure. */
  readonly story: string[] = [];

  private constructor(
    world: World,
    partner: Partner,
    chance: Chance,
    lotId: number,
    affiliate: string | null,
  ) {
    this.#world = world;
    this.#partner = partner;
    this.#chance = chance;
    this.#lotId = lotId;
    this.#affiliate = affiliate;
  }

  static async begin(world: World, seed: number): Promise<History> {
    const chance = new Chance(seed);
    const rail = chance.oneOf(["redirect", "embed", "qr", "flow"] as const);
    const partner = await world.partner({
      rails: { USD: rail },
      holdMinutes: chance.oneOf([5, 30, 120]),
      autoPublishWinners: chance.happens(0.7),
    });
    const affiliate = chance.happens(0.4) ? "friend" : null;
    if (affiliate !== null) {
      const added = await world.operator(partner, "POST", "/affiliates", {
        code: affiliate,
        name: "Friend",
        commissionBps: chance.between(0, 3_333),
      });
      expectStatus(added, [201]);
    }
    const now = world.clock.now().getTime();
    const lot = await partner.lot({
      maxTickets: chance.between(3, 45),
      priceCents: chance.happens(0.15) ? 0 : chance.between(100, 9_999),
      startAt: new Date(now - MINUTE_MS),
      endAt: new Date(now + chance.between(20, 300) * MINUTE_MS),
    });
    return new History(world, partner, chance, lot.id, affiliate);
  }

  /** @throws with the story when a rule breaks */
  async run(): Promise<void> {
    const steps = this.#chance.between(STEPS.least, STEPS.most);
    const turn = this.#chance.happens(0.6) ? Math.ceil(steps / 2) : steps;
    for (let step = 0; step < steps; step++) {
      const drawing = step >= turn;
      if (step === turn) this.#world.clock.advance(6 * HOUR_MS);
      const act = this.#chance.weighted(WEIGHTS[drawing ? "draw" : "sale"]);
      const dies = this.#chance.happens(drawing ? 0.25 : 0.12) ? this.#chance.between(1, 9) : null;
      this.story.push(`${step + 1}. ${act}${dies === null ? "" : ` (dies at call ${dies})`}`);
      if (dies !== null) this.#world.death.at(dies);
      await this.#do(act, { mayDie: dies !== null, drawing });
      if (dies !== null) {
        await this.#world.bury();
        await this.#toldAgain?.();
      }
      await this.#check("always");
    }
    await this.#bringToItsEnd();
  }

  async #do(
    act: Act,
    { mayDie, drawing }: { readonly mayDie: boolean; readonly drawing: boolean },
  ): Promise<void> {
    const { chain, clock } = this.#world;
    this.#toldAgain = null;
    const expectAnswer = (answer: Answer, statuses: readonly number[]) =>
      expectStatus(answer, mayDie ? [...statuses, 500] : statuses);
    switch (act) {
      case "buy":
        return this.#buy(expectAnswer);
      case "pay":
        return this.#pay();
      case "poll":
        return this.#poll(expectAnswer);
      case "refund":
        return this.#refund(expectAnswer);
      case "credit":
        return this.#credit(expectAnswer);
      case "cancel":
        return this.#cancel(expectAnswer);
      case "wait":
        return clock.advance(this.#chance.oneOf(drawing ? WAITS_MS.draw : WAITS_MS.sale));
      case "close":
        return clock.advance(6 * HOUR_MS);
      case "mine":
        await chain.mine(this.#chance.oneOf([1, 3, 6, 20]));
        return;
      case "reorganise":
        return this.#reorganise();
      case "silence":
        return chain.fallSilent(this.#chance.happens(0.5));
      case "jobs":
        return this.#world.work(this.#chance);
    }
  }

  async #buy(expectAnswer: ExpectAnswer): Promise<void> {
    const chance = this.#chance;
    const body = {
      quantity: chance.between(1, 9),
      buyer: { email: `buyer-${chance.between(1, 3)}@example.com` },
      applyCredit: chance.happens(0.9),
      ...(this.#affiliate !== null && chance.happens(0.6) ? { affiliate: this.#affiliate } : {}),
    };
    this.#world.railFault = chance.happens(0.1)
      ? chance.oneOf(["refuse_connection", "lose_answer", "garble_answer"] as const)
      : null;
    const answer = await this.#partner.checkout(this.#lotId, body);
    this.#world.railFault = null;
    expectAnswer(answer, [201, 400, 502]);
    if (answer.status === 201) this.#sessions.push(answer.json.data.id);
    this.#tell(`${answer.status} ${answer.json?.error ?? answer.json?.data?.id}`);
  }

  async #pay(): Promise<void> {
    const chance = this.#chance;
    if (this.#sessions.length === 0) return;
    const id = chance.oneOf(this.#sessions);
    const outcome = chance.weighted({ paid: 10, declined: 1, processing: 1, expired: 0.5 });
    const body =
      outcome === "paid"
        ? {
            outcome,
            ...(chance.happens(0.15) ? { late: true } : {}),
            ...(chance.happens(0.1) ? { amount: 77 } : {}),
          }
        : { outcome };
    if (outcome === "paid") this.#paid.push(id);
    const times = chance.happens(0.3) ? 3 : 1;
    this.#toldAgain = () => this.#partner.provider(id, body);
    await Promise.all(Array.from({ length: times }, () => this.#partner.provider(id, body)));
    this.#tell(`${id} ${JSON.stringify(body)} × ${times}`);
  }

  async #poll(expectAnswer: ExpectAnswer): Promise<void> {
    if (this.#sessions.length === 0) return;
    const id = this.#chance.oneOf(this.#sessions);
    expectAnswer(await this.#partner.get(`/checkout/sessions/${id}`), [200]);
  }

  async #refund(expectAnswer: ExpectAnswer): Promise<void> {
    const chance = this.#chance;
    if (this.#sessions.length === 0) return;
    const paid = this.#paid.length > 0 && chance.happens(0.85) ? this.#paid : this.#sessions;
    const id = chance.oneOf(paid);
    const twice = [1, ...(chance.happens(0.3) ? [2] : [])];
    const answers = await Promise.all(
      twice.map(() =>
        this.#world.operator(this.#partner, "POST", `/orders/${id}/refund`, { reason: "requested" }),
      ),
    );
    for (const answer of answers) expectAnswer(answer, [200, 201, 400, 409]);
    this.#tell(`${id}: ${answers.map(({ status }) => status).join()}`);
  }

  async #credit(expectAnswer: ExpectAnswer): Promise<void> {
    const chance = this.#chance;
    const { json } = await this.#world.operator(this.#partner, "GET", "/accounts");
    if (json.data.length === 0) return;
    const grant = { amountCents: chance.between(1, 5_000), reason: "a gift" };
    const path = `/accounts/${chance.oneOf<{ id: number }>(json.data).id}/credit`;
    expectAnswer(await this.#world.operator(this.#partner, "POST", path, grant), [200, 201]);
  }

  async #cancel(expectAnswer: ExpectAnswer): Promise<void> {
    const answer = await this.#partner.post(`/competitions/${this.#lotId}/cancel`);
    expectAnswer(answer, [200, 400, 503]);
    this.#tell(`${answer.status} ${answer.json?.error ?? ""}`);
  }

  async #reorganise(): Promise<void> {
    const { chain } = this.#world;
    const depth = this.#chance.between(0, 6);
    chain.fallSilent(false);
    await chain.reorganise((await chain.head()) - depth);
  }

  /** Advances time, extends the chain and runs the jobs until nothing changes any more. */
  async #bringToItsEnd(): Promise<void> {
    this.#world.chain.fallSilent(false);
    this.story.push("the end");
    let broken: string[] = [];
    for (let round = 0; round < ROUNDS_TO_THE_END; round++) {
      this.#world.clock.advance(round < 4 ? 6 * HOUR_MS : 10 * MINUTE_MS);
      await this.#world.work(null);
      await this.#world.chain.mine(20);
      await this.#world.work(null);
      broken = await brokenBy(this.#world.pool, this.#partner.organisation.id, "end");
      if (broken.length === 0) return;
    }
    throw this.#failure(broken);
  }

  async #check(when: "always"): Promise<void> {
    const broken = await brokenBy(this.#world.pool, this.#partner.organisation.id, when);
    if (broken.length > 0) throw this.#failure(broken);
  }

  #tell(more: string): void {
    this.story[this.story.length - 1] += `: ${more}`;
  }

  #failure(broken: readonly string[]): Error {
    return new Error(`broken:\n  ${broken.join("\n  ")}\nstory:\n  ${this.story.join("\n  ")}`);
  }
}

function expectStatus(answer: Answer, statuses: readonly number[]): void {
  if (!statuses.includes(answer.status)) throw new Error(`answered ${answer.status}: ${answer.text}`);
}
