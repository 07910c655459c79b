import { type Token, token } from "../token.ts";

/** Says that there is work, so that whoever does it need not wait for the next look. Losing a call loses no work. */
export interface Wakers {
  eventsWritten(): void;
  /** Of deliveries that were there before: they are to be sent again, or their endpoint is enabled. */
  deliveriesDue(): void;
}
export const Wakers: Token<Wakers> = token("Wakers");
