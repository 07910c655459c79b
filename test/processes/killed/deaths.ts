import { setTimeout as delay } from "node:timers/promises";
import { type Clock, WorldClock } from "../../../ports/clock.ts";
import type { Rail, RailKind } from "../../../ports/rail.ts";
import { SandboxPayments } from "../../../ports/simulated/sandbox-payments.ts";
import type { Lot } from "../../../src/lots/lot.ts";
import { ask } from "../../support/builders/books.ts";
import { holdLot } from "../../support/builders/held-lot.ts";
import { Partner } from "../../support/builders/partner.ts";
import { onDatabase, ServiceProcess } from "../../support/service/service-process.ts";
import { type Answer, TestService } from "../../support/service/service.ts";
import type { Story } from "./killed-service.ts";
import { eventually } from "../../support/eventually.ts";

/** Two buyers are under way when the process dies: one comes back, of the other nothing is heard again. */
export const FATES = ["again", "gone"] as const;
export type Fate = (typeof FATES)[number];

/** A process that has not died by then will not. */
const ALIVE_MS = 120_000;
const CREDIT_CENTS = 1_000;

export interface SceneOptions {
  readonly rail?: RailKind;
  readonly holdMinutes?: number;
  /** The buyers' credit pays for all of it. */
  readonly free?: boolean;
}

/** An organisation that asks a question, and two buyers who have a ticket, some credit and a pass. */
export class Scene {
  readonly setUp: TestService;
  readonly partner: Partner;
  readonly lot: Lot;
  readonly #passes: Record<Fate, string>;

  private constructor(setUp: TestService, partner: Partner, lot: Lot, passes: Record<Fate, string>) {
    this.setUp = setUp;
    this.partner = partner;
    this.lot = lot;
    this.#passes = passes;
  }

  static async open(setUp: TestService, options: SceneOptions = {}): Promise<Scene> {
    const { rail = "redirect", holdMinutes = 30, free = false } = options;
    const partner = await Partner.add(setUp, {
      rails: { USD: rail },
      holdMinutes,
      entryQuestionRequired: true,
    });
    const question = await partner.addQuestion();
    const lot = await partner.lot();
    const pass = async () => {
      const answer = { questionId: question.id, answerIndex: 1 };
      return (await partner.post("/entry-question/verify", answer)).json.data.pass;
    };
    for (const fate of FATES) {
      const first = await partner.checkout(lot.id, {
        buyer: { email: emailOf(fate) },
        skillPass: await pass(),
      });
      await partner.provider(first.json.data.id, { outcome: "paid" });
    }
    const accounts = await ask<{ id: string }>(
      setUp.databaseUrl,
      "select id from account where organisation_id = $1",
      [partner.organisation.id],
    );
    const creditCents = free ? lot.priceCents : CREDIT_CENTS;
    for (const { id } of accounts) await partner.grantCredit(Number(id), creditCents);
    return new Scene(setUp, partner, lot, { again: await pass(), gone: await pass() });
  }

  /** The very same request each time: with the same Idempotency-Key. */
  create(at: Pick<ServiceProcess, "call">, fate: Fate): Promise<Answer> {
    const buyer = { email: emailOf(fate) };
    return at.call("POST", "/api/v1/checkout/sessions", {
      key: this.partner.key,
      headers: { "Idempotency-Key": `create-${fate}` },
      body: { competitionId: this.lot.id, buyer, skillPass: this.#passes[fate] },
    });
  }

  /** @returns the session's id */
  async created(fate: Fate): Promise<string> {
    return (await this.create(this.setUp, fate)).json.data.id;
  }

  poll(at: Pick<ServiceProcess, "call">, id: string): Promise<Answer> {
    return at.call("GET", `/api/v1/checkout/sessions/${id}`, { key: this.partner.key });
  }

  /** Returns what requests of this scene, and of no other, have in their address or their credentials. */
  async marks(): Promise<string[]> {
    const orders = (await Promise.all(FATES.map((fate) => this.orders(fate)))).flat();
    return [this.partner.key, `/${this.partner.organisation.slug}/`, ...orders.map(({ id }) => id)];
  }

  /** Pays at the provider, without a notification to the service. */
  async paidUnnoticed(id: string): Promise<void> {
    const payments = this.setUp.wiring.get(SandboxPayments);
    const payment = await payments.byId(id);
    await payments.move(id, ["open"], "paid", payment!.charge);
  }

  /** The orders that were under way, by age. */
  orders(fate: Fate): Promise<OrderState[]> {
    return ask(
      this.setUp.databaseUrl,
      `select o.id, o.status, o.error, exists (select from entry_pass p where p.order_id = o.id) as "burnt"
       from ticket_order o where o.lot_id = $1 and o.buyer_email = $2 and o.credit_cents > 0 order by o.number`,
      [this.lot.id, emailOf(fate)],
    );
  }

  /** Returns the state of each order of a buyer, and whether it keeps the pass. */
  async outcomes(fate: Fate): Promise<string[]> {
    return (await this.orders(fate)).map(
      ({ status, error, burnt }) => `${error ?? status}${burnt ? ", pass burnt" : ""}`,
    );
  }
}

interface OrderState {
  readonly id: string;
  readonly status: "pending" | "paid" | "failed";
  readonly error: string | null;
  /** It has burnt a pass. */
  readonly burnt: boolean;
}

/** Acts of both buyers of a scene that are under way when their process dies. */
interface UnderWay extends Pick<Story, "at" | "fault"> {
  readonly scene: Scene;
  readonly act: (service: ServiceProcess, fate: Fate) => Promise<unknown>;
}

/** Starts a process, lets the buyers of all scenes do something there, and sees it die of it. */
export async function dieTogether(
  databaseUrl: string,
  environment: Readonly<Record<string, string>>,
  all: readonly UnderWay[],
): Promise<void> {
  const stories = await Promise.all(
    all.map(async ({ scene, at, fault }): Promise<Story> => ({
      marks: await scene.marks(),
      at,
      fault,
      calls: FATES.length,
    })),
  );
  const acts = all.flatMap(({ act }) => FATES.map((fate) => (at: ServiceProcess) => act(at, fate)));
  await dieOf(databaseUrl, { stories, acts, environment });
}

interface Requests {
  readonly stories: readonly Story[];
  readonly acts: readonly ((service: ServiceProcess) => Promise<unknown>)[];
  readonly environment?: Readonly<Record<string, string>>;
}

/**
 * Lets a process die once every act waits at the moment of its story. One death serves many stories: each finds what it
 * would find, had the process died for it alone.
 * @returns how many requests were answered before: a notification is, once it is stored
 */
export async function dieOf(databaseUrl: string, { stories, acts, environment }: Requests): Promise<number> {
  const service = await ServiceProcess.start(databaseUrl, {
    program: "killed-service",
    environment: {
      ROLE: "api",
      STORIES: JSON.stringify(stories),
      // A transaction may be open at each of the moments.
      DATABASE_POOL_SIZE: String(acts.length + 8),
      ...environment,
    },
  });
  const ends = new Map<number, string>();
  const answers = acts.map((act, n) =>
    act(service).then(
      (answer) => void ends.set(n, `answered ${JSON.stringify(answer)}`),
      () => void ends.set(n, "broken off"),
    ),
  );
  const alive = setTimeout(() => {
    service.output += `\nalive after ${ALIVE_MS / 1_000} s: ${JSON.stringify([...ends])}`;
    service.kill("SIGTERM");
  }, ALIVE_MS);
  await expectKilled(service).finally(() => clearTimeout(alive));
  await Promise.all(answers);
  return [...ends.values()].filter((end) => end !== "broken off").length;
}

/**
 * Lets each buyer act at a separate process, since a process lets only one call of a kind wait for a lot. Kills both
 * processes once their statements wait at the database, which still runs them.
 * @param procedure the SQL function that the statements call
 */
export async function dieAtTheLot(
  { setUp: { databaseUrl }, lot }: Scene,
  procedure: string,
  act: (service: ServiceProcess, fate: Fate) => Promise<unknown>,
): Promise<void> {
  const start = () => ServiceProcess.start(databaseUrl, { environment: { ROLE: "api" } });
  const services = await Promise.all(FATES.map(start));
  const held = await holdLot(databaseUrl, lot.id);
  const acts = services.map((service, i) => act(service, FATES[i]!).catch((error: unknown) => error));
  await held.waitedForPatiently(services.length);
  for (const service of services) service.kill("SIGKILL");
  for (const service of services) await expectKilled(service);
  await held.release();
  await Promise.all(acts);
  await until(
    databaseUrl,
    `select from pg_stat_activity where datname = current_database() and state = 'active'
       and query like '%${procedure}(%' and pid <> pg_backend_pid()`,
  );
}

export async function expectKilled(service: ServiceProcess): Promise<void> {
  const { code, signal } = await service.exited;
  if (signal !== "SIGKILL") throw new Error(`the process was not killed (${code}):\n${service.output}`);
}

/** A worker that dies of what it finds to do; its business time is ahead. */
export function dyingWorker(
  databaseUrl: string,
  at: string,
  deaths: number,
  seconds: number,
): ServiceProcess {
  const dying = { ROLE: "worker", DIE_AT: at, DEATHS: String(deaths), CLOCK_SHIFT_SEC: String(seconds) };
  return new ServiceProcess({ program: "killed-service", environment: onDatabase(databaseUrl, dying) });
}

interface Later {
  /** Seconds by which its business time is ahead. */
  readonly aheadSec: number;
  readonly environment?: Readonly<Record<string, string>>;
  readonly rails?: (clock: Clock) => readonly Rail[];
}

/** Opens the service that comes after the dead ones, in this process: it only has to finish what they have left. */
export function laterService(
  databaseUrl: string,
  { aheadSec, environment, rails }: Later,
): Promise<TestService> {
  const clock: Clock = { now: () => new Date(Date.now() + aheadSec * 1_000) };
  return TestService.open({
    databaseUrl,
    environment,
    rails: rails?.(clock),
    background: true,
    replace: (wiring) => wiring.bind(WorldClock, () => clock),
  });
}

/** Lets a worker that comes later work until nothing is left that this finds. */
export async function finishLater(databaseUrl: string, aheadSec: number, nothing: string): Promise<void> {
  const worker = await laterService(databaseUrl, { aheadSec, environment: { ROLE: "worker" } });
  await until(databaseUrl, nothing).finally(() => worker.stop());
}

/** Frees leases of dead processes, which end by the database's clock: no test can set it. */
export async function endLeases(databaseUrl: string): Promise<void> {
  await ask(databaseUrl, "update idempotency set lease_until = clock_timestamp() where status is null");
  await ask(
    databaseUrl,
    "update rail_notification set lease_until = clock_timestamp() where processed_at is null",
  );
}

/** Lets a process work until nothing is left that this finds. */
export async function until(databaseUrl: string, nothing: string): Promise<void> {
  await eventually(async () => {
    const left = await ask(databaseUrl, nothing);
    if (left.length > 0) await delay(50);
    return left.length === 0;
  });
}

/** In twos: more than that only wait for the processor. */
export async function inPairs<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const take = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all([take(), take()]);
}

function emailOf(fate: Fate): string {
  return `${fate}@example.com`;
}
