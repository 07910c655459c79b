import { type Token, token } from "./token.ts";

/** Says that there is work, so that whoever does it need not wait for the next look. Losing a call loses no work. */
export interface Wakers {
  eventsWritten(): void;
}
export const Wakers: Token<Wakers> = token("Wakers");
