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

/** @param onSignedOut when an answer says that nobody is signed in */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => {
        // Whoever asks who is signed in knows what to do with the answer.
        if (queryKey[0] !== "me" && error instanceof ApiProblem && error.status === 401) onSignedOut();
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        networkMode: "always",
        // Reading again is safe, and a service that is away for a moment comes back.
        retry: (tries, error) => error instanceof ApiProblem && error.isPassing && tries < RETRIES,
        retryDelay: (tries) => Math.min(FIRST_PAUSE_MS * 2 ** tries, LONGEST_PAUSE_MS),
      },
      // What changes something is never repeated unasked.
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
