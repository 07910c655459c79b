import type { RailEvent, RailKind } from "../../ports/rail.ts";
import type { NotificationId } from "../shared/ids.ts";

/**
 * ignored: not relevant. retried: processing did not complete at once. unmatched: it refers to an order or refund that
 * the account does not have. failed: processing was given up.
 */
export type NotificationRemark = "ignored" | "retried" | "unmatched" | "failed";

export type NotificationState = "waiting" | "processed" | "ignored" | "unmatched" | "failed";
export const NOTIFICATION_STATES = [
  "waiting",
  "processed",
  "ignored",
  "unmatched",
  "failed",
] as const satisfies readonly NotificationState[];

/** A provider's notification that was not processed at once. Its body is stored encrypted and not included. */
export interface RailNotification {
  readonly id: NotificationId;
  readonly kind: RailKind;
  readonly provider: string;
  readonly state: NotificationState;
  /** One entry per event. null: it was received before this was recorded. */
  readonly types: string | null;
  readonly dedupeKey: string;
  readonly tries: number;
  readonly error: string | null;
  readonly receivedAt: Date;
  readonly processedAt: Date | null;
}

const TYPES_LENGTH_MAX = 200;

/** Returns the types of events: `payment.paid, refund.succeeded`; for an ignored event the provider's own type. */
export function typesOf(events: readonly RailEvent[]): string {
  return [...new Set(events.map(typeOf))].join(", ").slice(0, TYPES_LENGTH_MAX);
}

function typeOf(event: RailEvent): string {
  switch (event.about) {
    case "payment":
      return `payment.${event.payment.outcome}`;
    case "refund":
      return `refund.${event.state}`;
    case "dispute":
      return `dispute.${event.stage}`;
    case "named":
      return "named";
    case "ignored":
      return event.type;
  }
}
