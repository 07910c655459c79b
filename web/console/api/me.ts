import { queryOptions, useSuspenseQuery } from "@tanstack/react-query";
import { answerOf, api } from "./client.ts";
import type { Schema } from "./schemas.ts";

/** Who is signed in, and what the person may do where. */
type Me = Schema<"Me">;
export type Permission = Me["permissions"][number];

export const ME = queryOptions({
  queryKey: ["me"],
  queryFn: () => answerOf(api.GET("/me")),
  staleTime: 30_000,
});

export function useMe(): Me {
  return useSuspenseQuery(ME).data;
}

/** What the person may do: a button for anything else is not shown. The service decides for itself. */
export function useMay(slug?: string): (permission: Permission) => boolean {
  const me = useMe();
  const membership = me.memberships.find(({ organisation }) => organisation.slug === slug);
  return (permission) =>
    me.permissions.includes(permission) || membership?.permissions.includes(permission) === true;
}
