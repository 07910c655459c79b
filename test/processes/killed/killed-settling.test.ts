import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { brokenRules } from "../../support/builders/books.ts";
import { createDatabase } from "../../support/database/database.ts";
import { killProcesses, type ServiceProcess } from "../../support/service/service-process.ts";
import { type Answer, TestService } from "../../support/service/service.ts";
import {
  dieAtTheLot,
  dieTogether,
  endLeases,
  FATES,
  type Fate,
  finishLater,
  inPairs,
  Scene,
} from "./deaths.ts";
import { opened } from "../../support/opened.ts";

/** A way in which the service learns of a payment; a retry by buyer, provider or partner is the same act. */
interface Act {
  readonly rail?: "fields";
  /** An act elsewhere before it. */
  readonly before?: (scene: Scene, id: string) => Promise<void>;
  readonly run: (scene: Scene, at: Pick<ServiceProcess, "call">, id: string, fate: Fate) => Promise<Answer>;
}

const notified = (outcome: string): Act => ({
  run: (_scene, at, id) => at.call("POST", `/sandbox/payments/${id}`, { body: { outcome } }),
});
const unnoticed = (scene: Scene, id: string) => scene.paidUnnoticed(id);
const ACTS = {
  paid: notified("paid"),
  declined: notified("declined"),
  polled: { before: unnoticed, run: (scene, at, id) => scene.poll(at, id) },
  returned: { before: unnoticed, run: (_scene, at, id) => at.call("GET", `/rails/redirect/${id}/return`) },
  confirmed: {
    rail: "fields",
    run: ({ partner, setUp }, at, id, fate) =>
      at.call("POST", `/api/v1/checkout/sessions/${id}/confirm`, {
        key: partner.key,
        headers: { "Idempotency-Key": `confirm-${fate}` },
        body: { sessionHref: `${setUp.baseUrl}/sandbox/sessions/approve` },
      }),
  },
} satisfies Record<string, Act>;

interface Death {
  readonly when: string;
  readonly act: keyof typeof ACTS;
  /** null: it is killed while `settle` is under way. */
  readonly at: string | null;
  /** The order's state after the death. */
  readonly left: string;
  /** Its final state, with or without a second try. */
  readonly end: string;
}

const open = "pending, pass burnt";
const paid = "paid, pass burnt";
const declined = "card_declined, pass burnt";

/** Every gap between two statements of settling, in order, for each way to hear of a payment. */
const DEATHS: readonly Death[] = [
  { when: "a notification has come", act: "paid", at: "inbox.add:before", left: open, end: paid },
  { when: "the notification is stored", act: "paid", at: "inbox.add:after", left: open, end: paid },
  {
    when: "it is to be settled",
    act: "paid",
    at: "orders.settle:before",
    left: open,
    end: paid,
  },
  { when: "settle waits for the lot", act: "paid", at: null, left: paid, end: paid },
  { when: "the notification is settled", act: "paid", at: "orders.settle:after", left: paid, end: paid },
  { when: "a refusal is stored", act: "declined", at: "orders.release:before", left: open, end: declined },
  {
    when: "the refused order is released",
    act: "declined",
    at: "inbox.done:before",
    left: declined,
    end: declined,
  },
  {
    when: "the refusal is done with",
    act: "declined",
    at: "inbox.done:after",
    left: declined,
    end: declined,
  },
  {
    when: "the rail has been asked for a poll",
    act: "polled",
    at: "rail.lookUp:after",
    left: open,
    end: paid,
  },
  { when: "a poll has settled the order", act: "polled", at: "orders.settle:after", left: paid, end: paid },
  {
    when: "the rail has been asked for a return",
    act: "returned",
    at: "rail.lookUp:after",
    left: open,
    end: paid,
  },
  {
    // The rail gets the confirmation neither before nor after: nothing is charged.
    when: "a confirmation has begun",
    act: "confirmed",
    at: "orders.beginConfirm:after",
    left: open,
    end: "expired, pass burnt",
  },
  { when: "the rail has charged", act: "confirmed", at: "rail.confirm:after", left: open, end: paid },
  {
    when: "a confirmation has settled",
    act: "confirmed",
    at: "orders.settle:after",
    left: paid,
    end: paid,
  },
  {
    when: "a confirmation is answered",
    act: "confirmed",
    at: "idempotency.complete:after",
    left: paid,
    end: paid,
  },
];

interface Story {
  readonly scene: Scene;
  readonly ids: Record<Fate, string>;
  left: Record<Fate, string[]>;
  answer: Answer | null;
}

describe("kill -9 while a payment is settled, when", () => {
  const stories = new Map<string, Story>();

  const database = opened(createDatabase);
  const setUp = opened(() => TestService.open({ databaseUrl: database.url }));
  beforeAll(async () => {
    await inPairs(DEATHS, async ({ when, act: name }) => {
      const act: Act = ACTS[name];
      const scene = await Scene.open(setUp, { rail: act.rail });
      const ids = { again: await scene.created("again"), gone: await scene.created("gone") };
      for (const fate of FATES) await act.before?.(scene, ids[fate]);
      stories.set(when, { scene, ids, left: { again: [], gone: [] }, answer: null });
    });
    const all = DEATHS.map(({ when, act, at }) => {
      const { scene, ids } = stories.get(when)!;
      const run = (service: ServiceProcess, fate: Fate) => ACTS[act].run(scene, service, ids[fate], fate);
      return { scene, at, act: run };
    });
    const atMoments = all.flatMap(({ at, ...rest }) => (at === null ? [] : [{ at, ...rest }]));
    await Promise.all([
      // Polls query the rail after a pause. The next try of a confirmation comes early enough.
      dieTogether(database.url, { CLOCK_SHIFT_SEC: "60", BASE_URL: setUp.baseUrl }, atMoments),
      ...all.filter(({ at }) => at === null).map(({ scene, act }) => dieAtTheLot(scene, "settle", act)),
    ]);
    for (const story of stories.values())
      for (const fate of FATES) story.left[fate] = await story.scene.outcomes(fate);
    await endLeases(database.url);

    const restarted = await TestService.open({
      databaseUrl: database.url,
      environment: { ROLE: "api", BASE_URL: setUp.baseUrl },
    });
    for (const { when, act } of DEATHS) {
      const story = stories.get(when)!;
      story.answer = await ACTS[act].run(story.scene, restarted, story.ids.again, "again");
    }
    await restarted.stop();
    await finishLater(
      database.url,
      41 * 60,
      `select from ticket_order where status = 'pending'
       union all select from rail_notification where processed_at is null`,
    );
  });

  afterAll(killProcesses);

  it.each(DEATHS)("$when: the order is settled whole or not at all", ({ when, left }) => {
    expect(stories.get(when)!.left).toEqual({ again: [left], gone: [left] });
  });

  it.each(DEATHS)("$when: trying again is answered", ({ when, act, end }) => {
    const { answer, ids } = stories.get(when)!;
    expect(answer!.status).toBe(200);
    if (act !== "confirmed") return;
    const { again: id } = ids;
    expect(answer!.json.data).toEqual(
      end === paid
        ? { id, status: "paid", ticketsIssued: true, paymentId: `sbx_pay_${id}`, payment: null }
        : { id, status: "pending", ticketsIssued: false, paymentId: null, payment: null },
    );
  });

  it.each(DEATHS)("$when: it ends the same, with a second try or without", async ({ when, end }) => {
    const { scene } = stories.get(when)!;
    expect([await scene.outcomes("again"), await scene.outcomes("gone")]).toEqual([[end], [end]]);
  });

  it("afterwards no money, hold, credit, ticket or event is lost or doubled", async () => {
    expect(await brokenRules(database.url)).toEqual([]);
  });
});
