import type { ReactNode } from "react";
import type { ApiProblem } from "../api/problem.ts";
import { ProblemAlert } from "../parts/problem-alert.tsx";
import { Loading } from "../parts/table.tsx";
import { PageMissing } from "./root.tsx";

interface Query<Data> {
  readonly data: Data | undefined;
  readonly error: ApiProblem | null;
  readonly isLoading: boolean;
  readonly refetch: () => unknown;
}

interface LoadedProps<Data> {
  readonly query: Query<Data>;
  /** Height of the placeholder. */
  readonly rows?: number;
  readonly children: (data: Data) => ReactNode;
}

/** Shows what a page has loaded, or that it is loading, missing or refused. */
export function Loaded<Data>({ query, rows = 6, children }: LoadedProps<Data>) {
  const { data, error, isLoading, refetch } = query;
  if (isLoading) return <Loading rows={rows} />;
  if (error?.status === 404) return <PageMissing />;
  if (data === undefined) return <ProblemAlert problem={error} again={() => void refetch()} />;
  return children(data);
}
