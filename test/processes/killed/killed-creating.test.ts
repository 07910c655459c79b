import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { brokenRules } from "../../support/builders/books.ts";
import { createDatabase } from "../../support/database/database.ts";
import { killProcesses, type ServiceProcess } from "../../support/service/service-process.ts";
import { type Answer, TestService } from "../../support/service/service.ts";
import {
  dieAtTheLot,
  dieTogether,
  endLeases,
  type Fate,
  finishLater,
  inPairs,
  Scene,
  type SceneOptions,
} from "./deaths.ts";
import { opened } from "../../support/opened.ts";

interface Death extends SceneOptions {
  readonly when: string;
  /** Moment of the death; null: it is killed while `place` is under way. */
  readonly at: string | null;
  readonly fault?: "create:refuse_connection";
  /** The order's state after the death; null: there is none. */
  readonly left: string | null;
  /** Its final state without a repeated request. */
  readonly gone: string | null;
}

const refused = { fault: "create:refuse_connection" } as const;
const taken = "pending, pass burnt";
const back = "rail_unavailable";

/** Every gap between two statements of creating a session, in order. */
const DEATHS: readonly Death[] = [
  {
    when: "the key is claimed",
    at: "idempotency.claim:after",
    left: null,
    gone: null,
  },
  {
    when: "the purchase is decided on",
    at: "orders.place:before",
    left: null,
    gone: null,
  },
  { when: "place waits for the lot", at: null, left: taken, gone: back },
  {
    when: "the order is placed",
    at: "rail.createPayment:before",
    left: taken,
    gone: back,
  },
  {
    when: "the rail has made the payment",
    at: "rail.createPayment:after",
    left: taken,
    gone: back,
  },
  {
    when: "the instruction is stored",
    at: "orders.storeInstruction:after",
    left: taken,
    gone: "expired, pass burnt",
  },
  {
    when: "the answer is stored",
    at: "idempotency.complete:after",
    left: taken,
    gone: "expired, pass burnt",
  },
  {
    when: "the rail has refused",
    at: "orders.release:before",
    ...refused,
    left: taken,
    gone: back,
  },
  {
    when: "the order is released",
    at: "orders.release:after",
    ...refused,
    left: back,
    gone: back,
  },
  {
    when: "the key is free again",
    at: "idempotency.release:after",
    ...refused,
    left: back,
    gone: back,
  },
  {
    when: "credit covers what is placed",
    free: true,
    at: "orders.settle:before",
    left: taken,
    gone: "paid, pass burnt",
  },
  {
    when: "credit covers what is settled",
    free: true,
    at: "orders.settle:after",
    left: "paid, pass burnt",
    gone: "paid, pass burnt",
  },
];

interface Story {
  readonly scene: Scene;
  /** States after the death. */
  left: { again: string[]; gone: string[]; id: string | undefined };
  /** Answers to the buyer who repeats the request twice. */
  answers: Answer[];
}

describe("kill -9 while a session is created, when", () => {
  const stories = new Map<string, Story>();

  const database = opened(createDatabase);
  const setUp = opened(() => TestService.open({ databaseUrl: database.url }));
  beforeAll(async () => {
    const scenes = new Map<Death, Scene>();
    await inPairs(DEATHS, async (death) => void scenes.set(death, await Scene.open(setUp, death)));
    const all = [...scenes].map(([death, scene]) => ({
      ...death,
      scene,
      act: (at: ServiceProcess, fate: Fate) => scene.create(at, fate),
    }));
    const atMoments = all.flatMap(({ at, ...rest }) => (at === null ? [] : [{ at, ...rest }]));
    await Promise.all([
      dieTogether(database.url, {}, atMoments),
      ...all.filter(({ at }) => at === null).map(({ scene, act }) => dieAtTheLot(scene, "place", act)),
    ]);
    for (const [{ when }, scene] of scenes) {
      const [again, gone] = await Promise.all([scene.outcomes("again"), scene.outcomes("gone")]);
      const id = (await scene.orders("again"))[0]?.id;
      stories.set(when, { scene, left: { again, gone, id }, answers: [] });
    }
    await endLeases(database.url);

    const restarted = await TestService.open({ databaseUrl: database.url, environment: { ROLE: "api" } });
    for (const { scene, answers } of stories.values()) {
      answers.push(await scene.create(restarted, "again"), await scene.create(restarted, "again"));
      const { id, status } = answers[0]!.json.data ?? {};
      if (status === "pending")
        await restarted.call("POST", `/sandbox/payments/${id}`, { body: { outcome: "paid" } });
    }
    await restarted.stop();
    const pending = "select from ticket_order where status = 'pending'";
    await finishLater(database.url, 61, `${pending} and instruction is null`);
    await finishLater(database.url, 41 * 60, pending);
  });

  afterAll(killProcesses);

  it.each(DEATHS)("$when: one order at most is left", ({ when, left }) => {
    const expected = left === null ? [] : [left];
    expect(stories.get(when)!.left).toMatchObject({ again: expected, gone: expected });
  });

  it.each(DEATHS)(
    "$when: the same Idempotency-Key comes to one session, which can be paid",
    async ({ when, left }) => {
      const { scene, answers, left: leftOver } = stories.get(when)!;
      const [first, second] = answers;
      expect([first!.status, second!.status]).toEqual([201, 201]);
      expect(second!.json).toEqual(first!.json);
      expect(second!.headers.get("Idempotent-Replayed")).toBe("true");
      const orders = await scene.orders("again");
      // A rail that refused ended the first one; anything else is gone on with.
      const afresh = left === null || left === back;
      expect(first!.json.data.id === leftOver.id).toBe(!afresh);
      expect(orders.at(-1)).toMatchObject({ id: first!.json.data.id, status: "paid" });
      expect(orders.length).toBe(left === back ? 2 : 1);
    },
  );

  it.each(DEATHS)("$when: what nobody asks for again is settled or released", async ({ when, gone }) => {
    expect(await stories.get(when)!.scene.outcomes("gone")).toEqual(gone === null ? [] : [gone]);
  });

  it("afterwards no hold, credit, pass, ticket or event is lost or doubled", async () => {
    expect(await brokenRules(database.url)).toEqual([]);
  });
});
