import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useFilters } from "../shell/filters.ts";
import type { Page } from "./client.ts";
import type { ApiProblem } from "./problem.ts";

const PAGE_SIZE = 50;

/** List that loads further pages on request. */
export interface List<Row> {
  readonly rows: readonly Row[];
  readonly problem: ApiProblem | null;
  readonly isLoading: boolean;
  readonly hasMore: boolean;
  /** true: the last page ended before its limit, and rows beyond it have not been scanned yet. */
  readonly isPartial: boolean;
  readonly isLoadingMore: boolean;
  readonly more: () => void;
  readonly again: () => void;
  readonly filter?: ListFilter;
}

/** Select above a list. Its value is part of the page's address. */
export interface ListFilter {
  /** Parameter of the address and of the API's query. */
  readonly name: string;
  readonly label: string;
  readonly placeholder: string;
  readonly values: readonly string[];
  readonly value: string | undefined;
  /** Value without a choice; undefined: all values, and the choice can be cleared. */
  readonly initial: string | undefined;
  readonly choose: (value: string | null) => void;
}

/** Limit and cursor of a page. Cursors are numbers or texts, and are passed on unchanged. */
export type Part = { readonly limit: number; readonly after?: never };

interface FilterOptions<Name extends string, Value extends string> {
  readonly name: Name;
  readonly values: readonly Value[];
  /** Default: `State`. */
  readonly label?: string;
  readonly placeholder?: string;
  readonly initial?: Value;
}

interface ListOptions<Row, Name extends string, Value extends string> {
  /** Beginning of the query key; the value of the filter follows it. */
  readonly key: readonly unknown[];
  readonly filter?: FilterOptions<Name, Value>;
  readonly read: (query: Part & { readonly [N in Name]?: Value }) => Promise<Page<Row>>;
  /** Interval of reloads while the page is visible. Default: only when the window gets the focus. */
  readonly everyMs?: number | false;
  readonly enabled?: boolean;
}

/** Reads a list page by page, with the filter of the address. */
export function useList<Row, const Name extends string = never, const Value extends string = never>({
  key,
  filter,
  read,
  everyMs = false,
  enabled = true,
}: ListOptions<Row, Name, Value>): List<Row> {
  const [words, setWord] = useFilters<Name>();
  const value = filter && (filter.values.find((each) => each === words[filter.name]) ?? filter.initial);
  const query = useInfiniteQuery({
    queryKey: [...key, value],
    queryFn: ({ pageParam }) =>
      read({
        limit: PAGE_SIZE,
        ...(pageParam === null ? {} : { after: pageParam as never }),
        ...(filter && value !== undefined ? { [filter.name]: value } : {}),
      } as Parameters<typeof read>[0]),
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
    isPartial: query.hasNextPage && (query.data?.pages.at(-1)?.rows.length ?? PAGE_SIZE) < PAGE_SIZE,
    isLoadingMore: query.isFetchingNextPage,
    more: () => void query.fetchNextPage(),
    again: () => void query.refetch(),
    ...(filter && {
      filter: {
        label: "State",
        placeholder: "Any state",
        initial: undefined,
        ...filter,
        value,
        choose: (chosen) => setWord(filter.name, chosen === filter.initial ? null : chosen),
      },
    }),
  };
}
