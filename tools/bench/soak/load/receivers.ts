import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { Chance } from "../../../../test/simulation/chance.ts";
import type { Front } from "./front.ts";
import type { Shop } from "./shops.ts";

/** Longest business time of one replay. On a busy machine more time passes between two looks. */
const MOST_REPLAYED_MS = 30 * 86_400_000;
/** Overlap of replays: an endpoint that is soon disabled again loses deliveries of the replay before. */
const OVERLAP_MS = 21 * 86_400_000;
/** Ways in which a receiver treats calls for a while. */
const MOODS = ["well", "answers 500", "hangs", "is slow", "resets", "takes it and cuts its answer"] as const;
type Mood = (typeof MOODS)[number];

/** Duration of a mood. */
const MOOD_MS = { least: 2_000, most: 12_000 };
const SLOW_MS = 1_500;
/** Refusals after which a receiver takes an event, before its deliveries are given up. */
const MOST_REFUSALS = 3;

/** A partner's endpoint on the loopback. */
export class Receiver {
  readonly shop: Shop;
  /** Ids of events that were taken and not yet compared. */
  readonly taken = new Set<string>();
  /** Number of calls for events that had been taken before. */
  repeated = 0;
  readonly conducts = new Map<Mood, number>();
  endpointId = 0;
  /** Number of times that the service had disabled it. */
  disabled = 0;
  #seenEnabled = new Date(0);
  readonly #always: Mood | null;
  readonly #server: Server;
  readonly #refused = new Map<string, number>();
  readonly #chance = new Chance(Date.now());
  #mood: Mood = "well";
  #timer: NodeJS.Timeout | undefined;

  /** @param always its only mood; null: they change */
  constructor(shop: Shop, always: Mood | null) {
    this.shop = shop;
    this.#always = always;
    this.#mood = always ?? "well";
    this.#server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
      void this.#meet(request, response).catch(() => request.socket.destroy());
    });
  }

  get name(): string {
    return `The receiver of ${this.shop.slug} ${this.#always === null ? "whose moods change" : `(${this.#always})`}`;
  }

  /** True if it takes every event in the end. */
  get lives(): boolean {
    return this.#always !== "hangs";
  }

  async open(front: Front, operator: string): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    const { port } = this.#server.address() as AddressInfo;
    const path = `/admin/api/v1/organisations/${this.shop.slug}/webhook-endpoints`;
    // An endpoint that never answers subscribes to few types: its queue would only grow.
    const events = this.lives ? null : ["lot.closed", "lot.cancelled", "draw.completed"];
    const body = { url: `http://127.0.0.1:${port}/hook`, events };
    const registered = await front.call("POST", path, { key: operator, body });
    this.endpointId = registered!.json.data.id;
    this.#seenEnabled = front.time.now();
    if (this.#always === null) this.#change();
  }

  /**
   * Enables the endpoint if it was disabled, and requests a replay of the missed events, as its partner does after days of
   * failures. Does nothing for one that never answers.
   * @returns whether it was disabled
   */
  async keepEnabled(front: Front, operator: string): Promise<boolean> {
    if (!this.lives) return false;
    const path = `/admin/api/v1/organisations/${this.shop.slug}/webhook-endpoints`;
    const looked = front.time.now();
    const answer = await front.call("GET", path, { key: operator });
    const all: { readonly id: number; readonly enabled: boolean }[] = answer?.json.data ?? [];
    const own = all.find(({ id }) => id === this.endpointId);
    if (own === undefined) return false;
    if (own.enabled) {
      this.#seenEnabled = looked;
      return false;
    }
    const key = operator;
    await front.call("PATCH", `${path}/${own.id}`, { key, body: { enabled: true } });
    const end = front.time.now().getTime();
    const first = this.#seenEnabled.getTime() - OVERLAP_MS;
    for (let from = first; from < end; from += MOST_REPLAYED_MS) {
      const until = Math.min(from + MOST_REPLAYED_MS, end);
      const body = { since: new Date(from).toISOString(), until: new Date(until).toISOString() };
      await front.call("POST", `${path}/${own.id}/replay`, { key, body, refusals: ["invalid_transition"] });
    }
    this.disabled++;
    return true;
  }

  /** Takes every call from now on. */
  recover(): void {
    clearTimeout(this.#timer);
    this.#mood = "well";
    this.#server.closeAllConnections();
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    await closed;
  }

  #change(): void {
    this.#mood = this.#chance.happens(0.5) ? "well" : this.#chance.oneOf(MOODS);
    this.#timer = setTimeout(() => this.#change(), this.#chance.between(MOOD_MS.least, MOOD_MS.most));
  }

  async #meet(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const id = String(request.headers["x-service-delivery"]);
    const mood = this.#moodFor(id);
    this.conducts.set(mood, (this.conducts.get(mood) ?? 0) + 1);
    for await (const _ of request);
    if (mood === "is slow") await pause(SLOW_MS);
    switch (mood) {
      case "well":
      case "is slow":
        this.#take(id);
        return void response.writeHead(204).end();
      case "takes it and cuts its answer":
        this.#take(id);
        response.writeHead(200, { "content-length": "1000" });
        return void response.write("thank", () => request.socket.destroy());
      case "answers 500":
        return void response.writeHead(500).end("out of order");
      case "resets":
        return void request.socket.resetAndDestroy();
      case "hangs":
        return;
    }
  }

  #moodFor(id: string): Mood {
    if (this.#mood === "well" || this.#mood === "is slow" || this.#always !== null) return this.#mood;
    const refused = this.#refused.get(id) ?? 0;
    if (refused >= MOST_REFUSALS) return "well";
    this.#refused.set(id, refused + 1);
    return this.#mood;
  }

  #take(id: string): void {
    if (this.taken.has(id)) this.repeated++;
    this.taken.add(id);
    this.#refused.delete(id);
  }
}

/** Endpoints of all sorts: one that takes everything, some whose moods change, one that never answers. */
export async function openReceivers(
  front: Front,
  [one, two, three]: readonly Shop[],
  operator: string,
): Promise<Receiver[]> {
  const receivers = [
    new Receiver(one!, "well"),
    new Receiver(one!, null),
    new Receiver(two!, null),
    new Receiver(two!, "hangs"),
    new Receiver(three!, "is slow"),
  ];
  for (const receiver of receivers) await receiver.open(front, operator);
  return receivers;
}
