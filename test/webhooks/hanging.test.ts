import { afterAll, beforeAll, expect, it } from "vitest";
import {
  type CrowdMember,
  newEvents,
  openCrowd,
  writeEvents,
} from "../../tools/bench/support/webhook-crowd.ts";
import { NewIds } from "../../ports/ids.ts";
import { createDatabase } from "../support/database/database.ts";
import { killProcesses, ServiceProcess } from "../support/service/service-process.ts";
import { TestService } from "../support/service/service.ts";
import { startReceiver } from "../support/receivers/webhook-receiver.ts";
import { opened } from "../support/opened.ts";
import { eventually } from "../support/eventually.ts";

const ORGANISATIONS = 50;
const ENDPOINTS_EACH = 20;
/** More than may be under way at one endpoint, by far. */
const EVENTS_OF_THE_FIRST = 100;
const EVENTS_OF_OTHERS = 4;

let crowd: CrowdMember[];
let workers: ServiceProcess[];

const database = opened(createDatabase);
const setUp = opened(() => TestService.open({ databaseUrl: database.url }));
const healthy = opened(() => startReceiver(() => ({ status: 204 })));
/** A separate origin, so that no open connection of another test is used. */
const hanging = opened(() => startReceiver(() => null));
beforeAll(async () => {
  crowd = await openCrowd(setUp.wiring, ORGANISATIONS, ENDPOINTS_EACH, (organisation, endpoint) =>
    organisation === 0 && endpoint === 0 ? hanging.url : `${healthy.url}/${organisation}/${endpoint}`,
  );
  const start = () => ServiceProcess.start(database.url, { environment: { ROLE: "worker" } });
  workers = await Promise.all([start(), start()]);
});

afterAll(async () => {
  // Ends the calls that hang: a worker that stops waits for those it has.
  await Promise.all((workers ?? []).map((worker) => worker.stop())).finally(killProcesses);
});

/** @returns the ids */
async function write(member: CrowdMember, count: number): Promise<string[]> {
  const events = newEvents(setUp.wiring.get(NewIds), { organisationId: member.organisationId }, count);
  await writeEvents(setUp.database.pool, events);
  return events.map(({ id }) => id);
}

it("one endpoint that hangs holds 32 calls of two workers at most, and 999 others get all that is theirs", async () => {
  const [first, ...others] = crowd as [CrowdMember, ...CrowdMember[]];
  const wanted = new Set<string>();
  const want = (organisation: number, ids: readonly string[]) => {
    for (let endpoint = 0; endpoint < ENDPOINTS_EACH; endpoint++) {
      const itHangs = organisation === 0 && endpoint === 0;
      for (const id of itHangs ? [] : ids) wanted.add(`/hook/${organisation}/${endpoint} ${id}`);
    }
  };
  want(0, await write(first, EVENTS_OF_THE_FIRST));
  await hanging.arrived(1);
  for (const [i, member] of others.entries()) want(i + 1, await write(member, EVENTS_OF_OTHERS));
  expect(wanted.size).toBe(19 * EVENTS_OF_THE_FIRST + 49 * 20 * EVENTS_OF_OTHERS);

  await healthy.arrived(wanted.size);
  const got = new Set<string>();
  await eventually(() => {
    for (const { path, headers } of healthy.received) got.add(`${path} ${headers["x-service-delivery"]}`);
    return got.size >= wanted.size;
  });
  expect(got).toEqual(wanted);
  expect(hanging.mostAtOnce).toBeGreaterThan(1);
  expect(hanging.mostAtOnce).toBeLessThanOrEqual(32);
});
