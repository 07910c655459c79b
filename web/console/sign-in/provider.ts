import { queryOptions } from "@tanstack/react-query";
import { answerOf, api } from "../api/client.ts";

const RETURN_TO = "console-return-to";
/** Storage key by which the console's pages in this browser share a confirmation of the provider. */
const CONFIRMED_AT = "console-confirmed-at";

/** Ways to sign in to this service. */
export const WAYS = queryOptions({
  queryKey: ["sign-in", "ways"],
  queryFn: () => answerOf(api.GET("/sign-in/ways")),
  staleTime: 60_000,
});

/** Opens the identity provider. @param returnTo page of the console to return to */
export async function goToProvider(returnTo: string | undefined): Promise<void> {
  const { url } = await answerOf(api.POST("/sign-in/oidc"));
  if (returnTo === undefined) sessionStorage.removeItem(RETURN_TO);
  else sessionStorage.setItem(RETURN_TO, returnTo);
  location.assign(url);
}

/** Opens the identity provider for a new sign-in. */
export async function confirmAtProvider(): Promise<void> {
  const { url } = await answerOf(api.POST("/me/confirm/oidc"));
  location.assign(url);
}

/**
 * Completes the request that was started at the provider.
 * @param answer query of the address that the browser returned to
 * @returns the next page; null: it was a confirmation, and the waiting page has been notified
 */
export async function finishAtProvider(answer: string): Promise<string | null> {
  const { did } = await answerOf(api.POST("/sign-in/oidc/finish", { body: { answer } }));
  if (did === "confirm") {
    localStorage.setItem(CONFIRMED_AT, String(Date.now()));
    return null;
  }
  const returnTo = sessionStorage.getItem(RETURN_TO);
  sessionStorage.removeItem(RETURN_TO);
  return isOurs(returnTo) ? returnTo : "/";
}

/** Returns whether an address is a page of the console. */
export function isOurs(returnTo: string | null | undefined): returnTo is string {
  return typeof returnTo === "string" && /^\/(?![/\\])/.test(returnTo);
}

/** Calls a function when another page of this browser has confirmed. @returns ends it */
export function whenConfirmed(then: () => void): () => void {
  const hear = ({ key }: StorageEvent) => {
    if (key === CONFIRMED_AT) then();
  };
  addEventListener("storage", hear);
  return () => removeEventListener("storage", hear);
}
