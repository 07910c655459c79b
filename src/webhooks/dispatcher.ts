import { WorldClock } from "../../ports/clock.ts";
import { Deliveries } from "../../ports/webhooks/deliveries.ts";
import { Log } from "../../ports/log.ts";
import { Random } from "../../ports/crypto.ts";
import { Meter } from "../../ports/operations/meter.ts";
import { WebhookSender } from "../../ports/webhooks/webhook-sender.ts";
import type { Parts } from "../../ports/token.ts";
import type { EndpointId } from "../shared/ids.ts";
import { invariant } from "../shared/invariant.ts";
import { attemptOutcome, type ClaimedDelivery, type EndedAttempt } from "./delivery.ts";
import { eventTime } from "./event.ts";
import { nextStep } from "./retry-schedule.ts";
import { signatureHeader, standardHeaders } from "./signature.ts";

const RELAY_BATCH = 500;
const RELAY_GAP_MS = 15;
const CROWDED_RELAY_GAP_MS = 50;
/** Number of events in a relay that counts as a crowd. */
const CROWD = 8;
const CLAIM_BATCH = 512;
/** Maximum deliveries held by this process: being sent, or queued for a quick endpoint. */
const MAX_HELD = 2_048;
/** Maximum concurrent calls to one endpoint, over all processes. */
const MAX_CALLS_PER_ENDPOINT = 32;
/** Deliveries to a quick endpoint that are leased together, to reduce the number of claims and records. */
const MAX_HELD_OF_QUICK = 512;
const QUICK_MS = 100;
/** This many deliveries of one endpoint in a claim indicate that more are waiting. */
const BACKLOG = 16;
/** Milliseconds from connecting to the status line. */
export const TIMEOUT_MS = 10_000;
/** A lease has three parts: for waiting, for the call, and for recording it. */
const LEASE_PARTS = 3;
const USER_AGENT = "Partner-Raffle-Webhooks/1.0";

/**
 * Returns the time from one relay to the next: longer in crowds of events, where one relay takes many at little extra
 * cost, but not after a full batch, since more events wait.
 * @param relayed events of the previous relay
 */
export function relayGapMs(relayed: number): number {
  return relayed >= CROWD && relayed < RELAY_BATCH ? CROWDED_RELAY_GAP_MS : RELAY_GAP_MS;
}

export interface DispatcherOptions {
  readonly maxHeld?: number;
  readonly timeoutMs?: number;
  readonly leaseSec?: number;
}

/** This process's deliveries of one endpoint. */
interface Lane {
  readonly waiting: { readonly delivery: ClaimedDelivery; readonly startBy: number }[];
  calls: number;
  /** true: its last call was answered quickly. */
  quick: boolean;
  /** true: the last claim returned its maximum: more is probably due. */
  backlog: boolean;
}

const NEEDS = {
  deliveries: Deliveries,
  sender: WebhookSender,
  clock: WorldClock,
  random: Random,
  log: Log,
  meter: Meter,
};

/**
 * Turns events into deliveries and sends them. Calls run concurrently with each other and with later claims: a slow
 * endpoint delays only its own calls.
 */
export class Dispatcher {
  static readonly needs = NEEDS;
  readonly #parts: Parts<typeof NEEDS>;
  readonly #claimer: string;
  readonly #maxHeld: number;
  readonly #timeoutMs: number;
  readonly #leaseSec: number;
  readonly #lanes = new Map<EndpointId, Lane>();
  readonly #calls = new Set<Promise<void>>();
  #waiting = 0;
  #ended: EndedAttempt[] = [];
  #onWork: () => void = () => {};

  constructor(parts: Parts<typeof NEEDS>, options: DispatcherOptions = {}) {
    this.#parts = parts;
    this.#claimer = Buffer.from(parts.random.bytes(16)).toString("hex");
    this.#maxHeld = options.maxHeld ?? MAX_HELD;
    this.#timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
    this.#leaseSec = options.leaseSec ?? Math.ceil((LEASE_PARTS * this.#timeoutMs) / 1_000);
    invariant(this.#leaseSec * 1_000 > this.#timeoutMs, "a lease outlasts a call");
  }

  /** @param onWork called whenever `dispatchOnce` has new work */
  whenWork(onWork: () => void): void {
    this.#onWork = onWork;
  }

  /** @returns number of events relayed */
  async relayOnce(): Promise<number> {
    const { deliveries, clock } = this.#parts;
    const relayed = await deliveries.relay({ limit: RELAY_BATCH, now: clock.now() });
    if (relayed.deliveries > 0) this.#onWork();
    return relayed.events;
  }

  /**
   * Records completed calls and starts due ones, up to the limits; does not wait for them.
   * @returns number of calls recorded and deliveries claimed
   */
  async dispatchOnce(): Promise<number> {
    const { deliveries, clock } = this.#parts;
    const finished = await this.#record();
    // Unrecorded calls still occupy their slots, so that calls stop while the database is unavailable.
    const room = this.#maxHeld - this.#calls.size - this.#waiting - this.#ended.length;
    if (room <= 0) return finished;
    const before = performance.now();
    const claimed = await deliveries.claimDue({
      claimer: this.#claimer,
      limit: Math.min(room, CLAIM_BATCH),
      perEndpoint: MAX_CALLS_PER_ENDPOINT,
      ahead: MAX_HELD_OF_QUICK,
      quick: [...this.#lanes].filter(([, { quick, backlog }]) => quick && backlog).map(([id]) => id),
      leaseSec: this.#leaseSec,
      now: clock.now(),
    });
    const startBy = before + (this.#leaseSec * 1_000 - this.#timeoutMs) / 2;
    this.#queue(claimed, startBy);
    return finished + claimed.length;
  }

  /**
   * Releases queued deliveries, waits for the calls in progress and records them; for shutdown, after the last claim. A
   * call that cannot be recorded is sent again after its lease, by the next claimer.
   */
  async drain(): Promise<void> {
    const unsent = [...this.#lanes.values()].flatMap((lane) => lane.waiting.splice(0));
    this.#waiting = 0;
    await this.#giveBack(unsent.map(({ delivery }) => delivery));
    await Promise.all(this.#calls);
    await this.#record().catch((error: unknown) =>
      this.#parts.log.error(
        { err: error, attempts: this.#ended.length },
        "recording webhook attempts failed",
      ),
    );
  }

  #queue(claimed: readonly ClaimedDelivery[], startBy: number): void {
    const byEndpoint = Map.groupBy(claimed, ({ endpointId }) => endpointId);
    for (const endpointId of byEndpoint.keys()) {
      if (!this.#lanes.has(endpointId))
        this.#lanes.set(endpointId, { waiting: [], calls: 0, quick: false, backlog: false });
    }
    for (const [endpointId, lane] of this.#lanes) {
      const deliveries = byEndpoint.get(endpointId) ?? [];
      for (const delivery of deliveries) lane.waiting.push({ delivery, startBy });
      this.#waiting += deliveries.length;
      lane.backlog = deliveries.length >= BACKLOG;
      this.#advance(endpointId, lane);
    }
  }

  /** Starts an endpoint's queued deliveries, up to its limit. */
  #advance(endpointId: EndpointId, lane: Lane): void {
    const late: ClaimedDelivery[] = [];
    while (lane.calls < MAX_CALLS_PER_ENDPOINT && lane.waiting.length > 0) {
      const { delivery, startBy } = lane.waiting.shift()!;
      this.#waiting--;
      // The endpoint is no longer quick: the lease could expire during the call.
      if (performance.now() > startBy) late.push(delivery);
      else this.#begin(delivery, lane);
    }
    void this.#giveBack(late);
    if (lane.calls === 0 && lane.waiting.length === 0 && !lane.backlog) this.#lanes.delete(endpointId);
  }

  #begin(delivery: ClaimedDelivery, lane: Lane): void {
    lane.calls++;
    const call = this.#attempt(delivery)
      .then((attempt) => {
        lane.quick = attempt.status !== null && attempt.durationMs < QUICK_MS;
        return this.#end(delivery, attempt);
      })
      // The delivery becomes due again after its lease.
      .catch((error: unknown) =>
        this.#parts.log.error({ err: error, deliveryId: delivery.id }, "webhook call failed"),
      )
      .finally(() => {
        this.#calls.delete(call);
        lane.calls--;
        this.#advance(delivery.endpointId, lane);
        this.#onWork();
      });
    this.#calls.add(call);
  }

  /** Deliveries that cannot be released become due after their lease. */
  async #giveBack(unsent: readonly ClaimedDelivery[]): Promise<void> {
    const { deliveries, log } = this.#parts;
    if (unsent.length === 0) return;
    await deliveries
      .giveBack(this.#claimer, unsent)
      .catch((error: unknown) => log.warn({ err: error }, "releasing unsent webhooks failed"));
  }

  async #attempt(delivery: ClaimedDelivery): Promise<EndedAttempt> {
    const { clock, sender, log } = this.#parts;
    const at = clock.now();
    const timestampSec = Math.floor(at.getTime() / 1000);
    const { url, secrets, eventId, payload } = delivery;
    const answer = await sender.send({
      url,
      headers: {
        "Content-Type": "application/json",
        "User-Agent": USER_AGENT,
        "X-Service-Event": delivery.type,
        "X-Service-Delivery": eventId,
        "X-Service-Signature": signatureHeader(secrets, timestampSec, payload),
        ...standardHeaders(secrets, eventId, timestampSec, payload),
      },
      body: payload,
      timeoutMs: this.#timeoutMs,
    });
    const { status, response, error } =
      "status" in answer ? { ...answer, error: null } : { ...answer, status: null, response: null };
    const next = nextStep(status, delivery.attemptsBefore + 1, clock.now(), () => this.#chance());
    const { id: deliveryId, endpointId, requestId, number } = delivery;
    const facts = { deliveryId, endpointId, eventId, requestId, number, status, error };
    if (next.state === "failed") log.warn(facts, "webhook delivery failed permanently");
    else log.info(facts, "webhook attempted");
    return {
      deliveryId: delivery.id,
      number: delivery.number,
      at,
      durationMs: answer.durationMs,
      status,
      error,
      response,
      next,
    };
  }

  #end(delivery: ClaimedDelivery, attempt: EndedAttempt): void {
    this.#ended.push(attempt);
    const { durationMs } = attempt;
    const outcome = attemptOutcome(attempt);
    // A delivery claimed more often than attempted was replayed, or its process died: not a lag of the service.
    const isFirstArrival = outcome === "delivered" && delivery.number === delivery.attemptsBefore + 1;
    const arrivedMs = attempt.at.getTime() + durationMs;
    const lagMs = isFirstArrival ? Math.max(0, arrivedMs - eventTime(delivery.payload).getTime()) : null;
    this.#parts.meter.webhookAttempted({ outcome, durationMs, lagMs });
  }

  /** Records attempts; those that could not be recorded are kept for the next try. */
  async #record(): Promise<number> {
    const ended = this.#ended;
    if (ended.length === 0) return 0;
    this.#ended = [];
    try {
      await this.#parts.deliveries.finish(ended);
    } catch (error) {
      this.#ended = [...ended, ...this.#ended];
      throw error;
    }
    return ended.length;
  }

  #chance(): number {
    const [high = 0, low = 0] = this.#parts.random.bytes(2);
    return (high * 256 + low) / 65_535;
  }
}
