import { Clock } from "../../ports/clock.ts";
import { Deliveries } from "../../ports/deliveries.ts";
import { Log } from "../../ports/log.ts";
import { Random } from "../../ports/random.ts";
import { WebhookMeter } from "../../ports/webhook-meter.ts";
import { WebhookSender } from "../../ports/webhook-sender.ts";
import { attemptOutcome, type ClaimedDelivery, type EndedAttempt } from "./delivery.ts";
import { eventTime } from "./event.ts";
import { nextStep } from "./retry-schedule.ts";
import { signatureHeader } from "./signature.ts";

const RELAY_BATCH = 500;
/** Calls that may be under way in this process. */
const MAX_CALLS = 256;
/** Calls to one endpoint that may be under way in all processes. */
const MAX_CALLS_PER_ENDPOINT = 32;
/** From connecting to the line with the status. */
export const TIMEOUT_MS = 10_000;
/** More than a call and the recording of it can take. */
const LEASE_SEC = 30;
const USER_AGENT = "Partner-Raffle-Webhooks/1.0";

export interface DispatcherOptions {
  readonly maxCalls?: number;
  readonly timeoutMs?: number;
  readonly leaseSec?: number;
}

/**
 * Turns events into deliveries and sends them. Calls run beside each other and beside the next claims: a slow
 * endpoint holds back only the calls it has itself.
 */
export class Dispatcher {
  static readonly needs = [Deliveries, WebhookSender, Clock, Random, Log, WebhookMeter] as const;
  readonly #deliveries: Deliveries;
  readonly #sender: WebhookSender;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #log: Log;
  readonly #meter: WebhookMeter;
  readonly #maxCalls: number;
  readonly #timeoutMs: number;
  readonly #leaseSec: number;
  readonly #calls = new Set<Promise<void>>();
  #ended: EndedAttempt[] = [];
  #onWork: () => void = () => {};

  constructor(
    deliveries: Deliveries,
    sender: WebhookSender,
    clock: Clock,
    random: Random,
    log: Log,
    meter: WebhookMeter,
    options: DispatcherOptions = {},
  ) {
    this.#deliveries = deliveries;
    this.#sender = sender;
    this.#clock = clock;
    this.#random = random;
    this.#log = log;
    this.#meter = meter;
    this.#maxCalls = options.maxCalls ?? MAX_CALLS;
    this.#timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
    this.#leaseSec = options.leaseSec ?? LEASE_SEC;
  }

  /** @param onWork called whenever `dispatchOnce` has something to do that it had not before */
  whenWork(onWork: () => void): void {
    this.#onWork = onWork;
  }

  /** @returns how many events became deliveries */
  async relayOnce(): Promise<number> {
    const relayed = await this.#deliveries.relay({ limit: RELAY_BATCH, now: this.#clock.now() });
    if (relayed > 0) this.#onWork();
    return relayed;
  }

  /**
   * Records the calls that ended and begins those that are due, as far as there is room; does not wait for them.
   * @returns how many ended and began
   */
  async dispatchOnce(): Promise<number> {
    const finished = await this.#record();
    // What ended meanwhile and is not recorded keeps its room: a database that is away stops the calls, too.
    const room = this.#maxCalls - this.#calls.size - this.#ended.length;
    if (room <= 0) return finished;
    const claimed = await this.#deliveries.claimDue({
      limit: room,
      perEndpoint: MAX_CALLS_PER_ENDPOINT,
      leaseSec: this.#leaseSec,
      now: this.#clock.now(),
    });
    for (const delivery of claimed) this.#begin(delivery);
    return finished + claimed.length;
  }

  /**
   * Waits for the calls under way and records them; for the end, when nothing is claimed any more. What cannot be
   * recorded is sent again, by whoever claims it when its lease has passed.
   */
  async drain(): Promise<void> {
    await Promise.all(this.#calls);
    await this.#record().catch((error: unknown) =>
      this.#log.error({ err: error, attempts: this.#ended.length }, "webhook attempts could not be recorded"),
    );
  }

  #begin(delivery: ClaimedDelivery): void {
    const call = this.#attempt(delivery)
      .then((attempt) => this.#end(delivery, attempt))
      // The lease brings the delivery back.
      .catch((error: unknown) =>
        this.#log.error({ err: error, deliveryId: delivery.id }, "a webhook call failed"),
      )
      .finally(() => {
        this.#calls.delete(call);
        this.#onWork();
      });
    this.#calls.add(call);
  }

  async #attempt(delivery: ClaimedDelivery): Promise<EndedAttempt> {
    const at = this.#clock.now();
    const answer = await this.#sender.send({
      url: delivery.url,
      headers: {
        "Content-Type": "application/json",
        "User-Agent": USER_AGENT,
        "X-Service-Event": delivery.type,
        "X-Service-Delivery": delivery.eventId,
        "X-Service-Signature": signatureHeader(
          delivery.secrets,
          Math.floor(at.getTime() / 1000),
          delivery.payload,
        ),
      },
      body: delivery.payload,
      timeoutMs: this.#timeoutMs,
    });
    const { status, response, error } =
      "status" in answer ? { ...answer, error: null } : { ...answer, status: null, response: null };
    const next = nextStep(status, delivery.attemptsBefore + 1, this.#clock.now(), this.#chance());
    if (next.state === "failed") {
      const { id: deliveryId, endpointId, eventId } = delivery;
      this.#log.warn(
        { deliveryId, endpointId, eventId, status, error },
        "a webhook delivery failed for good",
      );
    }
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
    // What was claimed more often than attempted was replayed, or its process died: no lag of the service's.
    const isFirstArrival = outcome === "delivered" && delivery.number === delivery.attemptsBefore + 1;
    const arrivedMs = attempt.at.getTime() + durationMs;
    const lagMs = isFirstArrival ? Math.max(0, arrivedMs - eventTime(delivery.payload).getTime()) : null;
    this.#meter.attempted({ outcome, durationMs, lagMs });
  }

  /** Attempts that could not be recorded are kept for the next time. */
  async #record(): Promise<number> {
    const ended = this.#ended;
    if (ended.length === 0) return 0;
    this.#ended = [];
    try {
      await this.#deliveries.finish(ended);
    } catch (error) {
      this.#ended = [...ended, ...this.#ended];
      throw error;
    }
    return ended.length;
  }

  #chance(): number {
    const [high = 0, low = 0] = this.#random.bytes(2);
    return (high * 256 + low) / 65_535;
  }
}
