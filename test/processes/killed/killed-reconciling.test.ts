import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { brokenRules } from "../../support/builders/books.ts";
import { createDatabase, type TestDatabase } from "../../support/database/database.ts";
import { killProcesses, type ServiceProcess } from "../../support/service/service-process.ts";
import { TestService } from "../../support/service/service.ts";
import {
  dieTogether,
  dyingWorker,
  endLeases,
  expectKilled,
  type Fate,
  FATES,
  finishLater,
  inPairs,
  Scene,
} from "./deaths.ts";

interface Death {
  readonly when: string;
  readonly at: string;
  /** Number of calls there: one for a batch, or one for each of the two orders. */
  readonly deaths: 1 | 2;
  readonly found: keyof typeof FOUND;
  /** The orders' state after the death. */
  readonly left: string;
  readonly end: string;
}

/** Open work for the worker, for two orders. */
const FOUND = {
  open: createBoth,
  async paid(scene: Scene) {
    for (const id of await createBoth(scene)) await scene.paidUnnoticed(id);
  },
  /** Messages of the provider that a dead process had stored. */
  async stored(scene: Scene) {
    await createBoth(scene);
    const pay = async (at: ServiceProcess, fate: Fate) => {
      const [order] = await scene.orders(fate);
      await at.call("POST", `/sandbox/payments/${order!.id}`, { body: { outcome: "paid" } });
    };
    await dieTogether(scene.setUp.databaseUrl, {}, [{ scene, at: "inbox.add:after", act: pay }]);
  },
  /** Payments at the rail that no buyer has seen. */
  async lost(scene: Scene) {
    const create = (at: ServiceProcess, fate: Fate) => scene.create(at, fate);
    await dieTogether(scene.setUp.databaseUrl, {}, [{ scene, at: "rail.createPayment:after", act: create }]);
  },
};

async function createBoth(scene: Scene): Promise<string[]> {
  const ids: string[] = [];
  for (const fate of FATES) ids.push(await scene.created(fate));
  return ids;
}

const open = "pending, pass burnt";
const paid = "paid, pass burnt";
const expired = "expired, pass burnt";

/** Every gap between two statements of a worker that ends unfinished orders. */
const DEATHS: readonly Death[] = [
  {
    when: "due orders are claimed",
    at: "orders.claimDue:after",
    deaths: 1,
    found: "paid",
    left: open,
    end: paid,
  },
  {
    when: "the rail has been asked",
    at: "rail.lookUp:after",
    deaths: 2,
    found: "paid",
    left: open,
    end: paid,
  },
  {
    when: "a paid order is settled",
    at: "orders.settle:after",
    deaths: 2,
    found: "paid",
    left: paid,
    end: paid,
  },
  {
    when: "the rail has cancelled",
    at: "rail.cancel:after",
    deaths: 2,
    found: "open",
    left: open,
    end: expired,
  },
  {
    when: "an unseen payment is cancelled",
    at: "rail.cancel:after",
    deaths: 2,
    found: "lost",
    left: open,
    end: "rail_unavailable",
  },
  {
    when: "an order is released",
    at: "orders.release:after",
    deaths: 2,
    found: "open",
    left: expired,
    end: expired,
  },
  {
    when: "a message of the dead is claimed",
    at: "inbox.claimDue:after",
    deaths: 1,
    found: "stored",
    left: open,
    end: paid,
  },
];

/** After the end of the hold, before the end of the payment at the rail. */
const LATER_SEC = 6 * 60;
const LEASE_SEC = 61;

describe("kill -9 of a worker, when", () => {
  const databases: TestDatabase[] = [];
  const services: TestService[] = [];
  const stories = new Map<string, { scene: Scene; left: string[][] }>();

  beforeAll(async () => {
    // A separate database for each: a worker takes any due work.
    await inPairs(DEATHS, async ({ when, at, deaths, found }) => {
      const database = await createDatabase();
      databases.push(database);
      const setUp = await TestService.open({ databaseUrl: database.url });
      services.push(setUp);
      const scene = await Scene.open(setUp, { rail: "embed", holdMinutes: 5 });
      await FOUND[found](scene);
      await endLeases(database.url);
      await expectKilled(dyingWorker(database.url, at, deaths, found === "stored" ? 0 : LATER_SEC));
      stories.set(when, { scene, left: [await scene.outcomes("again"), await scene.outcomes("gone")] });

      await endLeases(database.url);
      await finishLater(
        database.url,
        LATER_SEC + LEASE_SEC,
        `select from ticket_order where status = 'pending' or rail_cancel_at is not null
         union all select from rail_notification where processed_at is null`,
      );
    });
  });

  afterAll(async () => {
    await killProcesses();
    await Promise.all(services.map((service) => service.stop()));
    await Promise.all(databases.map((database) => database.drop()));
  });

  it.each(DEATHS)("$when: the orders are ended whole or not at all", ({ when, left }) => {
    expect(stories.get(when)!.left).toEqual([[left], [left]]);
  });

  it.each(DEATHS)("$when: the next worker ends them, and the books are right", async ({ when, end }) => {
    const { scene } = stories.get(when)!;
    expect([await scene.outcomes("again"), await scene.outcomes("gone")]).toEqual([[end], [end]]);
    expect(await brokenRules(scene.setUp.databaseUrl)).toEqual([]);
  });
});
