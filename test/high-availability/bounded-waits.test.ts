import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask } from "../support/builders/books.ts";
import { holdLot } from "../support/builders/held-lot.ts";
import { Partner } from "../support/builders/partner.ts";
import { Cluster } from "../support/database/cluster.ts";
import { DatabaseProxy } from "../support/database/database-proxy.ts";
import { ADMIN_TOKEN, type Answer, TestService } from "../support/service/service.ts";
import { prepared } from "../support/opened.ts";
import { eventually } from "../support/eventually.ts";

/** Limit for an answer of the database; a timeout fires on each connection that was idle that long. */
const ANSWER_MS = 1_000;
const IDLE_MS = 1.5 * ANSWER_MS;

let proxy: DatabaseProxy;
let service: TestService;
let partner: Partner;
let lotId: number;
const cluster = prepared(() => Cluster.make());
beforeAll(async () => {
  await cluster.start();
  proxy = await DatabaseProxy.open(cluster.url);
  service = await TestService.open({ databaseUrl: proxy.url, answerMs: ANSWER_MS });
  partner = await Partner.add(service, { slug: "shop" });
  lotId = (await partner.lot({ maxTickets: 10_000 })).id;
});
afterAll(async () => {
  await service.stop();
  await proxy.close();
  await cluster.discard();
});

/** Waits for a standby that is not there, until the returned function is called. */
async function standbyAway(): Promise<() => Promise<void>> {
  const name = async (names: string) => {
    await ask(cluster.url, `alter system set synchronous_standby_names = '${names}'`);
    await ask(cluster.url, "select pg_reload_conf()");
  };
  await name("none");
  // Commits wait once the checkpointer has read it.
  for (let waits = false; !waits;) {
    const commit = ask(cluster.url, "update write_check set at = now()").then(() => false);
    waits = await Promise.race([commit, delay(300, true)]);
  }
  return () => name("");
}

const HANGING_BACKENDS = "its backends hang, as where a disk does, and others can be had";
const TROUBLES: readonly (readonly [string, () => Promise<() => unknown>])[] = [
  ["the synchronous standby is away", standbyAway],
  ["the server is frozen", () => cluster.freeze()],
  [HANGING_BACKENDS, () => cluster.freeze("backends")],
  [
    "the network is stalled",
    async () => {
      proxy.stall();
      return () => proxy.resume();
    },
  ],
  [
    "the network is cut",
    async () => {
      await proxy.cut();
      return () => proxy.mend();
    },
  ],
];

const buy = (key: string): Promise<Answer> =>
  partner.checkout(lotId, { buyer: { email: `${key}@example.com` } }, { "Idempotency-Key": key });
const plainBuy = (name: string) => partner.checkout(lotId, { buyer: { email: `${name}@example.com` } });
const add = (slug: string) =>
  service.call("POST", "/admin/api/v1/organisations", { key: ADMIN_TOKEN, body: { slug, name: "Another" } });

/** Repeats a request as a partner does while the outcome is unknown. */
async function repeated(key: string): Promise<Answer> {
  for (;;) {
    const answer = await buy(key);
    if (answer.status !== 503 && answer.json.error !== "idempotency_in_progress") return answer;
    await delay(100);
  }
}

const isRefused = ({ status, headers, json }: Answer) =>
  status === 503 && json.error === "unavailable" && Number(headers.get("retry-after")) > 0;

describe.each(TROUBLES)("while %s", (trouble, begin) => {
  it.each([
    [1, "idle", IDLE_MS],
    [10, "idle", IDLE_MS],
    [60, "idle", IDLE_MS],
    [10, "busy", 0],
    [60, "busy", 0],
  ])(
    "each of %i callers of a service that was %s is answered 503, and repeating is right",
    async (callers, how, idleMs) => {
      const name = `${TROUBLES.findIndex(([each]) => each === trouble)}-${callers}-${how}`;
      const names = Array.from({ length: callers }, (_, i) => `c${name}-${i}`);
      // As many connections as there may be.
      await Promise.all(names.map((each) => plainBuy(`warm-${each}`)));
      await delay(idleMs);
      const end = await begin();
      const kinds = [buy, plainBuy, add];
      const answers = await Promise.all(names.map((each, i) => kinds[i % kinds.length]!(each)));
      await end();
      const isSold = ({ status }: Answer) => trouble === HANGING_BACKENDS && status === 201;
      const others = answers.filter((answer) => !isRefused(answer) && !isSold(answer));
      expect(others.map(({ status, text }) => [status, text])).toEqual([]);
      const keys = names.filter((_, i) => i % kinds.length === 0);
      const sold = await Promise.all(keys.map(repeated));
      expect(sold.map(({ status }) => status)).toEqual(keys.map(() => 201));
      const again = await Promise.all(keys.map(repeated));
      expect(again.map(({ json }) => json.data.id)).toEqual(sold.map(({ json }) => json.data.id));
      const [orders] = await ask<{ count: number }>(
        cluster.url,
        `select count(*)::int from ticket_order t join account_identity e using (organisation_id, account_id)
         where e.value = any($1)`,
        [keys.map((key) => `${key}@example.com`)],
      );
      expect(orders!.count).toBe(keys.length);
    },
  );
});

it("while a competition's row is held, each of 60 callers is answered 503", async () => {
  await delay(IDLE_MS);
  const held = await holdLot(cluster.url, lotId);
  const calls = Array.from({ length: 60 }, (_, i) => plainBuy(`held-${i}`));
  const answers = await Promise.all(calls);
  await held.release();
  expect(answers.filter((answer) => !isRefused(answer))).toEqual([]);
  await eventually(async () => (await plainBuy("free")).status === 201);
});
