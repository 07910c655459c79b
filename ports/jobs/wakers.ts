import { type Token, token } from "../token.ts";

/** Signals new work, so that background tasks need not wait for their next poll. A lost signal loses no work. */
export interface Wakers {
  eventsWritten(): void;
  /** For existing deliveries: a replay, or an endpoint that was enabled again. */
  deliveriesDue(): void;
  mailsWritten(): void;
  /** Calls of contracts wait to be sent. */
  callsQueued(): void;
  /** The simulated clock was moved. */
  clockMoved(): void;
}
export const Wakers: Token<Wakers> = token("Wakers");
