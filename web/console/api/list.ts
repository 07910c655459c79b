import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { Page } from "./client.ts";
import type { ApiProblem } from "./problem.ts";

const PAGE_SIZE = 50;

/** A list that goes on where people ask for more of it. */
export interface List<Row> {
  readonly rows: readonly Row[];
  readonly problem: ApiProblem | null;
  readonly isLoading: boolean;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly more: () => void;
  readonly again: () => void;
}

/** Some lists go on after a number, others after a text: it is passed on as it came. */
type Part = { readonly limit: number; readonly after?: never };

interface Wanted<Row> {
  /** What the list is, with its filters. */
  readonly key: readonly unknown[];
  readonly read: (part: Part) => Promise<Page<Row>>;
  /** How often it is read anew while somebody looks. Default: when the window is looked at again. */
  readonly everyMs?: number | false;
  readonly enabled?: boolean;
}

export function useList<Row>({ key, read, everyMs = false, enabled = true }: Wanted<Row>): List<Row> {
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam }) =>
      read(pageParam === null ? { limit: PAGE_SIZE } : { limit: PAGE_SIZE, after: pageParam as never }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: everyMs,
    placeholderData: keepPreviousData,
    enabled,
  });
  return {
    rows: query.data?.pages.flatMap(({ rows }) => rows) ?? [],
    problem: query.error,
    isLoading: query.isLoading,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    more: () => void query.fetchNextPage(),
    again: () => void query.refetch(),
  };
}
