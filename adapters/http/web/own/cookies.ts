import { Cookies } from "../../callers/cookies.ts";

/** As long as a session that is not used. */
const SESSION_MS = 30 * 86_400_000;
const ATTEMPT_MS = 10 * 60_000;

/** What a browser keeps: who is signed in, and a sign-in under way at an organisation. */
type CookieName = "buyer" | `attempt-${string}`;
export type OwnCookies = Cookies<CookieName>;

/** The cookies of our own pages. */
export function ownCookies(baseUrl: string): OwnCookies {
  const ageMs = (name: CookieName) => (name === "buyer" ? SESSION_MS : ATTEMPT_MS);
  return new Cookies({ baseUrl, sameSite: "lax", ageMs });
}
