import { QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiProblem } from "./problem.ts";

declare module "@tanstack/react-query" {
  interface Register {
    defaultError: ApiProblem;
  }
}

const RETRIES = 20;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;
const FRESH_MS = 5_000;

/** Creates the cache of all reads. @param onSignedOut called when an answer says that the login has ended */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => {
        // Readers of `me` handle this answer.
        if (queryKey[0] !== "me" && error instanceof ApiProblem && error.status === 401) onSignedOut();
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        networkMode: "always",
        // Repeating a read is safe, and a service that is unavailable for a moment returns.
        retry: (tries, error) => error instanceof ApiProblem && error.isPassing && tries < RETRIES,
        retryDelay: (tries) => Math.min(FIRST_PAUSE_MS * 2 ** tries, LONGEST_PAUSE_MS),
      },
      // Changes are never repeated automatically.
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
