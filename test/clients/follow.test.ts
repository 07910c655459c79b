import { expect, it } from "vitest";
import { type FeedEvent, type FollowOptions, PartnerRaffle } from "../../clients/typescript/src/index.ts";
import { Partner } from "../support/builders/partner.ts";
import { opened, prepared } from "../support/opened.ts";
import { TestService } from "../support/service/service.ts";
import { forwarding } from "./support/forwarder.ts";

const service = opened(() => TestService.open({ background: true }));
const partner = prepared(() => Partner.add(service));
const reader = prepared(() => partner.addKey(["events:read"]));

/** Lets the partner have one more event, of type `lot.cancelled`. */
async function cancelled(): Promise<void> {
  const { id } = await partner.lot();
  await partner.post(`/competitions/${id}/cancel`);
}

const follow = (options: FollowOptions = {}, baseUrl = service.baseUrl) =>
  new PartnerRaffle({ apiKey: reader.key, baseUrl }).events.follow(options);

/** Returns the first events of a feed. */
async function first(count: number, feed: AsyncIterable<FeedEvent>): Promise<FeedEvent[]> {
  const events: FeedEvent[] = [];
  for await (const event of feed) if (events.push(event) === count) break;
  return events;
}

it("follows events in their order, waits for the next, and continues behind a cursor", async () => {
  await cancelled();
  await cancelled();
  const feed = follow();
  expect(feed.cursor).toBeNull();
  const events = feed[Symbol.asyncIterator]();
  const one = (await events.next()).value!;
  const two = (await events.next()).value!;
  const waiting = events.next();
  await cancelled();
  const three = (await waiting).value!;
  expect([one, two, three].map(({ type }) => type)).toEqual(Array(3).fill("lot.cancelled"));
  expect(new Set([one, two, three].map(({ id }) => id)).size).toBe(3);
  await events.return?.();
  const after = feed.cursor!;
  expect(await first(1, follow({ after }))).toEqual([three]);
  expect(await first(1, follow({ since: three.createdAt, types: ["ping", "lot.cancelled"] }))).toEqual([
    three,
  ]);
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

it("ends by its signal, and throws what time does not lift", async () => {
  const end = new AbortController();
  const none = first(1, follow({ types: ["ping"], signal: end.signal }));
  setTimeout(() => end.abort(), 100);
  expect(await none).toEqual([]);
  await expect(first(1, follow({ after: "nonsense" }))).rejects.toMatchObject({ code: "invalid_cursor" });
});
