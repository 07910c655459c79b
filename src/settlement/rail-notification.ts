import type { RailEvent, RailKind } from "../../ports/rail.ts";
import type { NotificationId } from "../shared/ids.ts";

/**
 * ignored: it says nothing that matters here. retried: processing it did not end at once. unmatched: it speaks of an
 * order or refund that the account does not have. failed: processing was given up.
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

/** A provider's notification that did not simply do what it says. What it says in full is encrypted, and not here. */
export interface RailNotification {
  readonly id: NotificationId;
  readonly kind: RailKind;
  readonly provider: string;
  readonly state: NotificationState;
  /** What it tells, an entry an event. null: it came before that was recorded. */
  readonly types: string | null;
  readonly dedupeKey: string;
  readonly tries: number;
  readonly error: string | null;
  readonly receivedAt: Date;
  readonly processedAt: Date | null;
}

const TYPES_LENGTH_MAX = 200;

/** What events tell, in a word each: `payment.paid, refund.succeeded`; of one that is ignored the provider's own word. */
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
