import { Alert } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ApiProblem } from "../api/problem.ts";

/** Shows that the service is unavailable while reads are retried automatically. */
export function Away() {
  const queries = useQueryClient();
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    const look = () =>
      setAway(
        queries
          .getQueryCache()
          .getAll()
          .some(({ state }) => {
            const reason = state.fetchFailureReason;
            return state.fetchStatus !== "idle" && reason instanceof ApiProblem && reason.isPassing;
          }),
      );
    look();
    return queries.getQueryCache().subscribe(() => queueMicrotask(look));
  }, [queries]);
  if (!isAway) return null;
  return (
    <Alert color="yellow" mb="md" role="status" title="The service is temporarily unavailable">
      The page retries every few seconds and continues automatically. Changes are never sent again without
      you.
    </Alert>
  );
}
