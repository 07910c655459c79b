import { Cookies } from "../../callers/cookies.ts";

/** The life of an unused session. */
const SESSION_MS = 30 * 86_400_000;
const ATTEMPT_MS = 10 * 60_000;

/**
 * The cookies of buyers' browsers: the session, and for each organisation a sign-in under way and the purchase that
 * waits for it.
 */
type CookieName = "buyer" | `attempt-${string}` | `choice-${string}`;
export type OwnCookies = Cookies<CookieName>;

/** Returns the cookies of the pages that know the buyer. */
export function ownCookies(baseUrl: string): OwnCookies {
  const ageMs = (name: CookieName) => (name === "buyer" ? SESSION_MS : ATTEMPT_MS);
  return new Cookies({ baseUrl, sameSite: "lax", ageMs });
}
