import { randomUUID } from "node:crypto";
import { Client, type Notification } from "pg";
import type { Log } from "../../ports/log.ts";
import type { Wakers } from "../../ports/jobs/wakers.ts";
import { backoffMs } from "../../src/shared/backoff.ts";
import type { OrganisationId } from "../../src/shared/ids.ts";

const PG_CHANNEL = "raffle_wake";
const NOTIFY = { name: "notify", text: "select pg_notify($1, $2)" };
const PROOF = "proof:";
const FIRST_BACKOFF_MS = 500;
const LONGEST_BACKOFF_MS = 60_000;

export interface WakeOptions {
  /** A direct connection: behind a transaction pooler LISTEN is lost without an error. */
  readonly directUrl: string;
  readonly log: Pick<Log, "info" | "warn">;
  /** Minimum time between two notices on a channel; notices in between are combined. */
  readonly minGapMs?: number;
  /** Minimum time between two notices to others on a channel that this process listens on itself: it finds the work. */
  readonly sharedGapMs?: number;
  /** The time limit of the proof that LISTEN works. */
  readonly proofMs?: number;
}

/** @param organisations those that a notice names; null: it names none, or notices may have been missed */
type Listener = (organisations: readonly OrganisationId[] | null) => void;

interface Channel {
  readonly listeners: Set<Listener>;
  busy: boolean;
  again: boolean;
  /** The time of the last notice to others, in milliseconds of this process. */
  toldAt: number;
}

/**
 * Notifies all processes of work, over LISTEN and NOTIFY on a separate connection, so that no transaction of the
 * business carries a NOTIFY (their commits would queue for one lock). Notices may be lost; polling finds the work.
 * `relay_events` notifies of what it adds to feeds, and names the organisations.
 */
export class Wake implements Wakers {
  readonly #options: Required<WakeOptions>;
  readonly #channels = new Map<string, Channel>();
  readonly #stop = new AbortController();
  #client: Client | null = null;
  #maintaining: Promise<void> | undefined;
  #warned = false;

  constructor(options: WakeOptions) {
    this.#options = { minGapMs: 20, sharedGapMs: 1_000, proofMs: 2_000, ...options };
  }

  /** true: notices of other processes arrive. */
  get listening(): boolean {
    return this.#client !== null;
  }

  /** Resolves once it listens, or after the first try failed; further tries follow in the background. */
  start(): Promise<void> {
    return new Promise((resolve) => {
      this.#maintaining ??= this.#maintain(resolve);
    });
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#maintaining;
  }

  /** @returns ends it */
  onWake(channel: string, listener: () => void): () => void {
    return this.#listenTo(channel, listener);
  }

  /** Calls back when the relay has added to the feeds of organisations. @returns ends it */
  onFeed(listener: Listener): () => void {
    return this.#listenTo("feed", listener);
  }

  #listenTo(channel: string, listener: Listener): () => void {
    const { listeners } = this.#channel(channel);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  /** Wakes the listeners of this process at once, those of others when they hear of it. Never throws. */
  notify(name: string): void {
    const channel = this.#channel(name);
    if (channel.busy) channel.again = true;
    else void this.#tell(name, channel);
  }

  eventsWritten(): void {
    this.notify("events");
  }

  deliveriesDue(): void {
    this.notify("deliveries");
  }

  mailsWritten(): void {
    this.notify("mails");
  }

  callsQueued(): void {
    this.notify("calls");
  }

  clockMoved(): void {
    this.notify("clock");
  }

  async #tell(name: string, channel: Channel): Promise<void> {
    channel.busy = true;
    do {
      channel.again = false;
      fire(channel);
      await this.#tellOthers(name, channel);
      await pause(this.#options.minGapMs, this.#stop.signal);
    } while (channel.again && !this.#stop.signal.aborted);
    channel.busy = false;
  }

  /** Each notice is a commit: of work that this process does itself it sends few. */
  async #tellOthers(name: string, channel: Channel): Promise<void> {
    const client = this.#client;
    const now = performance.now();
    const toldJustNow = channel.listeners.size > 0 && now - channel.toldAt < this.#options.sharedGapMs;
    if (client === null || toldJustNow) return;
    channel.toldAt = now;
    // A failure ends the connection, which is noticed elsewhere.
    await client.query({ ...NOTIFY, values: [PG_CHANNEL, name] }).catch(() => {});
  }

  #channel(name: string): Channel {
    const known = this.#channels.get(name);
    if (known) return known;
    const channel = { listeners: new Set<Listener>(), busy: false, again: false, toldAt: -Infinity };
    this.#channels.set(name, channel);
    return channel;
  }

  async #maintain(tried: () => void): Promise<void> {
    const { signal } = this.#stop;
    let failures = 0;
    while (!signal.aborted) {
      try {
        await this.#listen(() => {
          failures = 0;
          tried();
        });
      } catch (error) {
        if (!this.#warned && !signal.aborted) this.#warn(error);
      }
      tried();
      await pause(backoffMs(FIRST_BACKOFF_MS, LONGEST_BACKOFF_MS, failures++), signal);
    }
  }

  /** Listens until the connection ends. */
  async #listen(proven: () => void): Promise<void> {
    const client = this.#connection();
    const ended = new Promise<void>((resolve) => client.on("end", resolve).on("error", () => resolve()));
    try {
      await client.connect();
      await client.query(`listen ${PG_CHANNEL}`);
      await this.#prove(client);
      client.on("notification", (notice) => this.#hear(notice, client));
      this.#client = client;
      if (this.#warned) this.#options.log.info({}, "LISTEN connection recovered");
      this.#warned = false;
      proven();
      // Notices that were missed while not listening.
      for (const channel of this.#channels.values()) fire(channel);
      await Promise.race([ended, aborted(this.#stop.signal)]);
    } finally {
      this.#client = null;
      await client.end().catch(() => {});
    }
  }

  /** Notifies over another connection: over the same one the test would also pass behind a pooler. */
  async #prove(listener: Client): Promise<void> {
    const payload = PROOF + randomUUID();
    const giveUp = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(this.#options.proofMs)]);
    const heard = new Promise<boolean>((resolve) => {
      listener.on("notification", (notice) => {
        if (notice.payload === payload) resolve(true);
      });
      giveUp.addEventListener("abort", () => resolve(false), { once: true });
    });
    const notifier = this.#connection();
    notifier.on("error", () => {});
    try {
      await notifier.connect();
      await notifier.query("select pg_notify($1, $2)", [PG_CHANNEL, payload]);
      if (!(await heard)) throw new ListenLost();
    } finally {
      await notifier.end().catch(() => {});
    }
  }

  #hear(notice: Notification, client: Client): void {
    // This process's own notices have already reached its listeners.
    if (!notice.payload || notice.payload.startsWith(PROOF) || notice.processId === processId(client)) return;
    const [name, organisations] = notice.payload.split(":");
    const channel = this.#channels.get(name!);
    if (channel) fire(channel, organisations?.split(",").map(Number) ?? null);
  }

  #warn(error: unknown): void {
    this.#warned = true;
    const why =
      error instanceof ListenLost
        ? "LISTEN does not work on DATABASE_DIRECT_URL (does it go through a transaction pooler?)"
        : "LISTEN connection failed";
    this.#options.log.warn({ err: error }, `${why}: falling back to polling`);
  }

  #connection(): Client {
    const { directUrl } = this.#options;
    return new Client({ connectionString: directUrl, keepAlive: true, connectionTimeoutMillis: 5_000 });
  }
}

class ListenLost extends Error {
  override readonly name = "ListenLost";
  override readonly message = "a notice that was sent did not arrive";
}

function fire(channel: Channel, organisations: readonly OrganisationId[] | null = null): void {
  for (const listener of channel.listeners) listener(organisations);
}

/** The server's process that serves this connection; `pg` knows it and does not declare it. */
function processId(client: Client): number | null {
  return (client as Client & { processID: number | null }).processID;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
  });
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
