import type { EventType } from "./event.ts";
import type { NextStep } from "./retry-schedule.ts";
import type { DeliveryId, EndpointId, EventId } from "../shared/ids.ts";

export const DELIVERY_STATES = ["pending", "delivered", "failed"] as const;

/** An event for one endpoint. */
export interface Delivery {
  readonly id: DeliveryId;
  readonly endpointId: EndpointId;
  readonly eventId: EventId;
  readonly type: EventType;
  readonly state: (typeof DELIVERY_STATES)[number];
  /** When the next attempt is due; null once it is delivered or failed. */
  readonly dueAt: Date | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
  /** In chronological order. */
  readonly attempts: readonly Attempt[];
}

/** One POST to an endpoint. */
export interface Attempt {
  /** Counts from 1. A gap is an attempt whose process died. */
  readonly number: number;
  readonly at: Date;
  readonly durationMs: number;
  /** null: no response; `error` contains the reason. */
  readonly status: number | null;
  readonly error: string | null;
  /** The start of the response body. */
  readonly response: string | null;
}

/** A claimed delivery, to be sent now. */
export interface ClaimedDelivery {
  readonly id: DeliveryId;
  /** Number of the attempt to make. */
  readonly number: number;
  /** Completed attempts since the delivery was created or last replayed. */
  readonly attemptsBefore: number;
  readonly endpointId: EndpointId;
  readonly url: string;
  /** All signing secrets, newest first. */
  readonly secrets: readonly string[];
  readonly eventId: EventId;
  readonly type: EventType;
  /** Text that is signed and sent unchanged. */
  readonly payload: string;
  /** Id of the request that placed the event's order; null: there is no order, or it is not known. */
  readonly requestId: string | null;
}

export interface EndedAttempt extends Attempt {
  readonly deliveryId: DeliveryId;
  readonly next: NextStep;
}

/** The result of an attempt: 2xx, 4xx, any other status, timeout, no connection, or address refused. */
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
