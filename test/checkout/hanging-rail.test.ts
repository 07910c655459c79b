import { expect, it } from "vitest";
import { Partner } from "../support/builders/partner.ts";
import { type Answer, TestService } from "../support/service/service.ts";
import { opened } from "../support/opened.ts";

const BUYERS = 200;
const CALLS_AT_ONCE = 32;

/** The provider of this organisation answers nothing while it is set. */
let hanging: { readonly slug: string; readonly end: Promise<void> } | null = null;
/** Calls that have reached it. */
let reached = 0;
const service = opened(() =>
  TestService.open({
    environment: { RAIL_CALLS_AT_ONCE: String(CALLS_AT_ONCE) },
    circuitLimits: { openMs: 3_600_000, openMsMax: 3_600_000 },
    faults: {
      before: async (_operation, order) => {
        if (hanging === null || !order.notificationUrl.includes(`/${hanging.slug}/`)) return null;
        reached++;
        await hanging.end;
        // As a call ends that was given up.
        return "lose_answer";
      },
    },
  }),
);

const held = async (lotId: number): Promise<number> =>
  (await service.sql("select held from lot_stock where lot_id = $1", lotId))[0].held;

const errors = (answers: readonly Answer[]) =>
  new Set(answers.map(({ status, json }) => `${status} ${json.error}`));

it("while a provider hangs for 200 buyers, others sell, hold and settle as ever", async () => {
  const ill = await Partner.add(service);
  const well = await Partner.add(service, { rails: { USD: "embed" } });
  const [illLot, wellLot] = [await ill.lot({ maxTickets: 1_000 }), await well.lot({ maxTickets: 1_000 })];
  const end = Promise.withResolvers<void>();
  hanging = { slug: ill.organisation.slug, end: end.promise };

  const answered: Answer[] = [];
  const buyers = Array.from({ length: BUYERS }, () =>
    ill.checkout(illLot.id).then((answer) => answered.push(answer)),
  );
  // Those beyond the limit have their answer, and their hold is given back; the others wait for the provider.
  await expect.poll(() => answered.length).toBe(BUYERS - CALLS_AT_ONCE);
  expect(errors(answered)).toEqual(new Set(["502 rail_unavailable"]));
  expect(await held(illLot.id)).toBe(CALLS_AT_ONCE);

  const sold = await Promise.all(Array.from({ length: 20 }, () => well.checkout(wellLot.id)));
  expect(sold.map(({ status }) => status)).toEqual(Array(20).fill(201));
  for (const { json } of sold) await well.provider(json.data.id, { outcome: "paid" });
  expect(await held(wellLot.id)).toBe(0);
  expect((await well.get(`/competitions/${wellLot.id}`)).json.data.ticketsSold).toBe(20);
  // No connection of the pool waits for the provider.
  expect(service.database.pool.waitingCount).toBe(0);
  expect(answered.length).toBe(BUYERS - CALLS_AT_ONCE);

  end.resolve();
  await Promise.all(buyers);
  expect(errors(answered)).toEqual(new Set(["502 rail_unavailable"]));
  expect(reached).toBe(CALLS_AT_ONCE);

  // Now the provider is known to be away: a call to it costs nothing, and nothing is sent.
  for (let i = 0; i < 3; i++) expect((await ill.checkout(illLot.id)).json.error).toBe("rail_unavailable");
  expect(reached).toBe(CALLS_AT_ONCE);
  expect(await held(illLot.id)).toBe(CALLS_AT_ONCE);
  const { text } = await service.call("GET", "/metrics");
  expect(text).toContain('rail_circuit_open{kind="redirect",provider="sandbox"} 1');
  expect(text).toMatch(
    /rail_calls_total\{kind="redirect",provider="sandbox",operation="createPayment",outcome="not_sent"\} 171/,
  );
  expect(text).toMatch(
    /rail_call_duration_seconds_count\{kind="embed",provider="sandbox",operation="createPayment"\} 20/,
  );
  expect(text).not.toContain(ill.organisation.slug);
});
