import { queryOptions } from "@tanstack/react-query";
import { answerOf, api } from "../api/client.ts";

const RETURN_TO = "console-return-to";
/** Pages of the console in this browser tell each other here when the provider has confirmed somebody. */
const CONFIRMED_AT = "console-confirmed-at";

/** How people may sign in here. */
export const WAYS = queryOptions({
  queryKey: ["sign-in", "ways"],
  queryFn: () => answerOf(api.GET("/sign-in/ways")),
  staleTime: 60_000,
});

/** Leaves for the identity provider. @param returnTo a page of the console, for the way back */
export async function goToProvider(returnTo: string | undefined): Promise<void> {
  const { url } = await answerOf(api.POST("/sign-in/oidc"));
  if (returnTo === undefined) sessionStorage.removeItem(RETURN_TO);
  else sessionStorage.setItem(RETURN_TO, returnTo);
  location.assign(url);
}

/** Leaves for the identity provider, to sign in there anew. */
export async function confirmAtProvider(): Promise<void> {
  const { url } = await answerOf(api.POST("/me/confirm/oidc"));
  location.assign(url);
}

/**
 * Finishes what was begun at the provider.
 * @param answer query of the address that the browser came back to
 * @returns where to go on; null: it was a confirmation, and the other page has been told
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

/** Only a page of the console's own, whatever an address says. */
export function isOurs(returnTo: string | null | undefined): returnTo is string {
  return typeof returnTo === "string" && /^\/(?![/\\])/.test(returnTo);
}

/** @param then is called when another page of this browser has confirmed. @returns ends it */
export function whenConfirmed(then: () => void): () => void {
  const hear = ({ key }: StorageEvent) => {
    if (key === CONFIRMED_AT) then();
  };
  addEventListener("storage", hear);
  return () => removeEventListener("storage", hear);
}
