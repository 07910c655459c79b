import type { EventType } from "./event.ts";
import type { NextStep } from "./retry-schedule.ts";
import type { DeliveryId, EndpointId, EventId } from "../shared/ids.ts";

/** One event on its way to one endpoint. */
export interface Delivery {
  readonly id: DeliveryId;
  readonly endpointId: EndpointId;
  readonly eventId: EventId;
  readonly type: EventType;
  readonly state: "pending" | "delivered" | "failed";
  /** When the next attempt is due; null once it is delivered or failed. */
  readonly dueAt: Date | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
  /** In the order they were made. */
  readonly attempts: readonly Attempt[];
}

/** One POST. */
export interface Attempt {
  /** Counts up from 1. A gap is an attempt whose process died. */
  readonly number: number;
  readonly at: Date;
  readonly durationMs: number;
  /** null: no answer, and `error` says why. */
  readonly status: number | null;
  readonly error: string | null;
  /** The beginning of the answer's body. */
  readonly response: string | null;
}

/** A delivery that somebody is to send now. */
export interface ClaimedDelivery {
  readonly id: DeliveryId;
  /** Number of the attempt to make. */
  readonly number: number;
  /** Attempts that ended since it was made or last replayed. */
  readonly attemptsBefore: number;
  readonly endpointId: EndpointId;
  readonly url: string;
  /** All that sign, the newest first. */
  readonly secrets: readonly string[];
  readonly eventId: EventId;
  readonly type: EventType;
  /** Signed and sent as it is. */
  readonly payload: string;
}

export interface EndedAttempt extends Attempt {
  readonly deliveryId: DeliveryId;
  readonly next: NextStep;
}

/** What an attempt came to: 2xx, 4xx, any other status, no answer in time, no connection, or none allowed. */
export const ATTEMPT_OUTCOMES = [
  "delivered",
  "rejected",
  "failed",
  "timeout",
  "connection_error",
  "refused_address",
] as const;
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

export function attemptOutcome({ status, error }: Pick<Attempt, "status" | "error">): AttemptOutcome {
  if (status === null) {
    if (error === "timeout") return "timeout";
    return error === "address_refused" ? "refused_address" : "connection_error";
  }
  if (status >= 200 && status < 300) return "delivered";
  return status >= 400 && status < 500 ? "rejected" : "failed";
}
