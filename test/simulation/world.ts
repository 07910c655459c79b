import type { Pool } from "pg";
import { SimulatedChain } from "../../adapters/chain/simulated-chain.ts";
import { WorldClock } from "../../ports/clock.ts";
import { Inbox } from "../../ports/checkout/inbox.ts";
import { LotDraws } from "../../ports/lot-draws/lot-draws.ts";
import { Lots } from "../../ports/lots/lots.ts";
import { Orders } from "../../ports/checkout/orders.ts";
import { Refunds } from "../../ports/checkout/refunds.ts";
import type { SandboxFault } from "../../rails/sandbox/faults.ts";
import { Notifications } from "../../src/settlement/notifications.ts";
import { Reconciliation } from "../../src/settlement/reconciliation.ts";
import { RefundRunner } from "../../src/refunds/refund-runner.ts";
import { LotDrawRunner } from "../../src/lot-draws/lot-draw-runner.ts";
import { LotCloser } from "../../src/lots/lot-closer.ts";
import { LotUnwinder } from "../../src/lots/lot-unwinder.ts";
import type { Token } from "../../ports/token.ts";
import { SandboxProviderSettings } from "../../rails/sandbox/provider.ts";
import { sandboxSecret } from "../../rails/sandbox/signature.ts";
import type { Wiring } from "../../app/wiring.ts";
import { createDatabase, type TestDatabase } from "../support/database/database.ts";
import { Partner, type PartnerOptions } from "../support/builders/partner.ts";
import {
  ADMIN_TOKEN,
  type Answer,
  ENCRYPTION_KEY,
  TestClock,
  TestService,
} from "../support/service/service.ts";
import type { Chance } from "./chance.ts";

/** A process that ends in the middle: from the named call of a store on, nothing it does is done. */
class Death {
  #callsLeft: number | null = null;
  #dead = false;

  /** Dies at the nth call of a store from now: before it is made, or after, in turn. */
  at(nth: number): void {
    this.#callsLeft = nth;
    this.#dead = false;
  }

  undone(): void {
    this.#callsLeft = null;
    this.#dead = false;
  }

  /** @throws when the process is dead */
  pass(): void {
    if (this.#dead) throw new Error("the process is dead");
    if (this.#callsLeft !== null && --this.#callsLeft === 0) {
      this.#dead = true;
      throw new Error("the process dies");
    }
  }
}

type Step = (wiring: Wiring) => Promise<unknown>;

const JOBS: readonly Step[] = [
  (wiring) => wiring.get(Reconciliation).reconcileOnce(),
  (wiring) => wiring.get(Reconciliation).cancelAtRailsOnce(),
  (wiring) => wiring.get(Notifications).processOnce(),
  (wiring) => wiring.get(LotCloser).closeOnce(),
  (wiring) => wiring.get(LotDrawRunner).drawOnce(),
  (wiring) => wiring.get(LotUnwinder).unwindOnce(),
  (wiring) => wiring.get(RefundRunner).refundOnce(),
];

/** Ends leases, which use the database's clock, that no test can set. */
const FREED = [
  "update rail_notification set lease_until = clock_timestamp() where processed_at is null",
  "update refund set lease_until = null where lease_until is not null",
  "update lot set draw_lease_until = null where draw_lease_until is not null",
];

const LEAST_SEEN = 2;
/** Counts of the ends that matter. */
const SEEN = `
  select
    (select count(*)::int from lot where drawn_at is not null) as "drawn lots",
    (select count(*)::int from lot l join lot_stock s on s.lot_id = l.id where l.status = 'ended' and s.sold = s.voided) as "lots that retired",
    (select count(*)::int from lot where status = 'cancelled') as "cancelled lots",
    (select count(*)::int from lot where status = 'cancelled' and committed_at is not null) as "lots cancelled in their draw",
    (select count(*)::int from lot_commitment where voided_at is not null) as "void commitments",
    (select count(*)::int from lot_stock where sold = max_tickets) as "lots that sold out",
    (select count(*)::int from ticket_range where voided_at is not null) as "voided ranges",
    (select count(*)::int from ticket_order o join refund f on f.order_id = o.id join ticket_range r on r.order_id = o.id
      join lot l on l.id = o.lot_id where r.voided_at is null and l.status = 'ended') as "refunds that left the range",
    (select count(*)::int from payment where state = 'late') as "late payments",
    (select count(*)::int from payment where state = 'mismatch') as "wrong amounts",
    (select count(*)::int from credit_entry where kind = 'refund') as "credit given back",
    (select count(*)::int from commission_entry where kind = 'reversal') as "commissions taken back",
    (select count(*)::int from ticket_order where status = 'failed' and error = 'rail_unavailable') as "orders the rail did not take",
    (select count(*)::int from refund where state = 'succeeded') as "refunds"`;

/** Two processes on one database with one clock and one chain; the first one may die. */
export class World {
  readonly clock: TestClock;
  readonly death = new Death();
  readonly chain: SimulatedChain;
  readonly pool: Pool;
  /** Sets the rail's fault at the next creation. */
  railFault: SandboxFault | null = null;
  readonly #database: TestDatabase;
  readonly #mortal: TestService;
  readonly #other: TestService;

  private constructor(
    database: TestDatabase,
    mortal: TestService,
    other: TestService,
    clock: TestClock,
    parts: { readonly death: Death },
  ) {
    this.#database = database;
    this.#mortal = mortal;
    this.#other = other;
    this.clock = clock;
    this.death = parts.death;
    this.chain = mortal.wiring.get(SimulatedChain);
    this.pool = other.database.pool;
  }

  static async open(): Promise<World> {
    const database = await createDatabase();
    const clock = new TestClock();
    const death = new Death();
    let world: World | null = null;
    const faults = {
      before: async (operation: string) => (operation === "create" ? (world?.railFault ?? null) : null),
    };
    let notifyOrigin = "";
    const mortal = await TestService.open({
      databaseUrl: database.url,
      faults,
      replace: (wiring) => {
        wiring.bind(WorldClock, () => clock);
        // It notifies only once: a process that was dead then must find out.
        wiring.bind(SandboxProviderSettings, () => ({
          secret: sandboxSecret(ENCRYPTION_KEY),
          notifyOrigin: () => notifyOrigin,
          retryDelaysMs: [],
        }));
        makeMortal(wiring, Orders, death);
        makeMortal(wiring, Inbox, death);
        makeMortal(wiring, Lots, death);
        makeMortal(wiring, LotDraws, death);
        makeMortal(wiring, Refunds, death);
      },
    });
    notifyOrigin = mortal.baseUrl;
    const other = await TestService.open({
      databaseUrl: database.url,
      faults,
      replace: (wiring) => wiring.bind(WorldClock, () => clock),
    });
    world = new World(database, mortal, other, clock, { death });
    return world;
  }

  partner(options: PartnerOptions): Promise<Partner> {
    return Partner.add(this.#mortal, options);
  }

  operator(partner: Partner, method: string, path: string, body?: unknown): Promise<Answer> {
    const url = `/admin/api/v1/organisations/${partner.organisation.slug}${path}`;
    return this.#mortal.call(method, url, { key: ADMIN_TOKEN, body });
  }

  /** Jobs, at the one process, the other, or both at once. @param chance null: all of them, at the one that lives */
  async work(chance: Chance | null): Promise<void> {
    for (const job of JOBS) {
      if (chance === null) await job(this.#other.wiring);
      else if (chance.happens(0.6)) {
        const at = chance.oneOf([[this.#mortal], [this.#other], [this.#mortal, this.#other]]);
        // A dead process's jobs fail; other faults show in the stored state.
        await Promise.allSettled(at.map((service) => job(service.wiring)));
      }
    }
  }

  /** Ends the leases of the dead process, and replaces it. */
  async bury(): Promise<void> {
    await this.#mortal.idle();
    this.death.undone();
    for (const freed of FREED) await this.pool.query(freed);
  }

  /** Returns the ends that too few histories reached: without them the histories prove little. */
  async unseen(): Promise<string[]> {
    const { rows } = await this.pool.query<Record<string, number>>(SEEN);
    return Object.entries(rows[0]!).flatMap(([what, count]) =>
      count < LEAST_SEEN ? [`${what}: ${count}`] : [],
    );
  }

  async close(): Promise<void> {
    await this.#mortal.stop();
    await this.#other.stop();
    await this.#database.drop();
  }
}

/** Calls of the port pass by death, before and after. */
function makeMortal<Port extends object>(wiring: Wiring, token: Token<Port>, death: Death): void {
  const port: Port = wiring.get(token);
  const mortal = new Proxy(port, {
    get(_target, property) {
      const member: unknown = Reflect.get(port, property, port);
      if (typeof member !== "function") return member;
      return async (...parameters: unknown[]) => {
        death.pass();
        const result: unknown = await Reflect.apply(member, port, parameters);
        death.pass();
        return result;
      };
    },
  });
  wiring.bind(token, () => mortal);
}
