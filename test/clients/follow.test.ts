import { setTimeout as delay } from "node:timers/promises";
import { afterAll, expect, it } from "vitest";
import { type FeedEvent, type FollowOptions, PartnerRaffle } from "../../clients/typescript/src/index.ts";
import { Partner } from "../support/builders/partner.ts";
import { opened, prepared } from "../support/opened.ts";
import { killProcesses, ServiceProcess } from "../support/service/service-process.ts";
import { TestService } from "../support/service/service.ts";
import { describeClients } from "./support/clients.ts";
import { forwarding } from "./support/forwarder.ts";

/** Longer than the tries of one call without an answer. */
const THREE_TRIES_MS = 2_500;

const service = opened(() => TestService.open({ background: true }));

afterAll(killProcesses);

/** Lets a partner have one more event, of type `lot.cancelled`. */
async function cancelled(partner: Partner): Promise<void> {
  const { id } = await partner.lot();
  await partner.post(`/competitions/${id}/cancel`);
}

/** Returns the first events of a feed. */
async function first(count: number, feed: AsyncIterable<FeedEvent>): Promise<FeedEvent[]> {
  const events: FeedEvent[] = [];
  for await (const event of feed) if (events.push(event) === count) break;
  return events;
}

describeClients((client) => {
  const partner = prepared(() => Partner.add(service));
  const reader = prepared(() => partner.addKey(["events:read"]));
  const follow = (options: FollowOptions = {}, baseUrl = service.baseUrl) =>
    client.raffle({ apiKey: reader.key, baseUrl }).events.follow(options);

  it("follows events in their order, waits for the next, and continues behind a cursor", async () => {
    await cancelled(partner);
    await cancelled(partner);
    const feed = follow();
    expect(feed.cursor).toBeNull();
    const events = feed[Symbol.asyncIterator]();
    const one = (await events.next()).value!;
    const two = (await events.next()).value!;
    const waiting = events.next();
    await cancelled(partner);
    const three = (await waiting).value!;
    expect([one, two, three].map(({ type }) => type)).toEqual(Array(3).fill("lot.cancelled"));
    expect(new Set([one, two, three].map(({ id }) => id)).size).toBe(3);
    await events.return?.();
    const after = feed.cursor!;
    expect(await first(1, follow({ after }))).toEqual([three]);
    const types = ["ping", "lot.cancelled"];
    expect(await first(1, follow({ since: three.createdAt, types }))).toEqual([three]);
  });

  it("yields pages with the cursor to keep when their events are done", async () => {
    const all = await first(3, follow());
    const feed = follow({ waitSec: 0 });
    const pages = feed.pages();
    const { events, cursor } = (await pages.next()).value!;
    expect([events, feed.cursor]).toEqual([all, null]);
    const { value: next } = await pages.next();
    expect([next!.events, feed.cursor]).toEqual([[], cursor]);
  });

  it("continues after broken connections without a loss", async () => {
    const all = await first(3, follow());
    await forwarding(service.baseUrl, 4, async (losing) => {
      const breaks: string[] = [];
      const feed = follow({ onBreak: ({ code }) => breaks.push(code) }, losing.baseUrl);
      expect(await first(3, feed)).toEqual(all);
      expect(breaks).toEqual(["no_answer"]);
    });
  });

  it("continues when the service is back after its end", async () => {
    const start = (port = "0") => ServiceProcess.start(service.databaseUrl, { environment: { PORT: port } });
    const before = await start();
    const all = await first(3, follow());
    const events = follow({}, before.origin)[Symbol.asyncIterator]();
    for (const event of all) expect((await events.next()).value).toEqual(event);
    const waiting = events.next();
    before.kill("SIGKILL");
    await before.exited;
    await delay(THREE_TRIES_MS);
    await cancelled(partner);
    const after = await start(new URL(before.origin).port);
    const { value: fourth } = await waiting;
    expect(all.map(({ id }) => id)).not.toContain(fourth!.id);
    expect(await first(4, follow())).toEqual([...all, fourth]);
    await after.stop();
  });

  it("throws what time does not lift", async () => {
    await expect(first(1, follow({ after: "nonsense" }))).rejects.toMatchObject({ code: "invalid_cursor" });
  });
});

it("ends by its signal", async () => {
  const partner = await Partner.add(service);
  const { key: apiKey } = await partner.addKey(["events:read"]);
  const end = new AbortController();
  const { events } = new PartnerRaffle({ apiKey, baseUrl: service.baseUrl });
  const none = first(1, events.follow({ signal: end.signal }));
  setTimeout(() => end.abort(), 100);
  expect(await none).toEqual([]);
});
