import { expect, it } from "vitest";
import { ask } from "../../support/builders/books.ts";
import { Partner } from "../../support/builders/partner.ts";
import { createDatabase } from "../../support/database/database.ts";
import { TestService } from "../../support/service/service.ts";
import { dieAtTheLot, dieTogether, type Fate, Scene } from "./deaths.ts";
import { opened } from "../../support/opened.ts";

// A notification of a plain payment is stored together with what it settles: both are there, or neither.
const database = opened(createDatabase);
const setUp = opened(() => TestService.open({ databaseUrl: database.url }));

/** Two plain orders of the scene's lot. */
async function plainOrders(scene: Scene): Promise<Record<Fate, string>> {
  const other = await Partner.add(setUp);
  const { id: lotId } = await other.lot();
  Object.assign(scene, { partner: other, lot: { ...scene.lot, id: lotId } });
  const session = async () => (await other.checkout(lotId)).json.data.id as string;
  return { again: await session(), gone: await session() };
}

async function books(ids: Record<Fate, string>): Promise<Record<string, unknown>> {
  const [row] = await ask(
    setUp.databaseUrl,
    `select count(*) filter (where t.status = 'paid')::int as paid,
       (select count(*) from ticket_range r where r.order_id = any($1))::int as tickets,
       (select count(*) from payment y where y.order_id = any($1))::int as payments,
       (select count(*) from event e where e.payload like '%' || min(t.id) || '%' or e.payload like '%' || max(t.id) || '%')::int as events,
       (select count(*) from rail_notification n where n.organisation_id = min(t.organisation_id))::int as notifications
     from ticket_order t where t.id = any($1)`,
    [Object.values(ids)],
  );
  return row as Record<string, unknown>;
}

const NOTHING = { paid: 0, tickets: 0, payments: 0, events: 0, notifications: 0 };
const ALL = { paid: 2, tickets: 2, payments: 2, events: 4, notifications: 2 };

it.each([
  ["has begun", "inbox.addSettled:before", NOTHING],
  ["waits for the lot", null, ALL],
  ["has ended", "inbox.addSettled:after", ALL],
] as const)(
  "kill -9 when storing and settling a notification %s leaves both or neither; the provider's repeat settles once",
  async (_when, at, left) => {
    const scene = await Scene.open(setUp);
    const ids = await plainOrders(scene);
    const notify = (service: Pick<TestService, "call">, fate: Fate) =>
      service.call("POST", `/sandbox/payments/${ids[fate]}`, { body: { outcome: "paid" } });
    if (at === null) await dieAtTheLot(scene, "settle", notify);
    else await dieTogether(database.url, { BASE_URL: setUp.baseUrl }, [{ scene, at, act: notify }]);
    expect(await books(ids)).toEqual(left);
    for (const fate of ["again", "gone"] as const) await notify(setUp, fate);
    await setUp.idle();
    expect(await books(ids)).toEqual(ALL);
  },
);
