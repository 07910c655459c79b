import { queryOptions, useSuspenseQuery } from "@tanstack/react-query";
import { answerOf, api } from "./client.ts";
import type { Schema } from "./schemas.ts";

/** Person who is signed in, with their permissions. */
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

/**
 * Returns whether the person has a permission. Buttons for anything else are hidden; the service makes the
 * decision.
 */
export function useMay(slug?: string): (permission: Permission) => boolean {
  const me = useMe();
  const membership = me.memberships.find(({ organisation }) => organisation.slug === slug);
  return (permission) =>
    me.permissions.includes(permission) || membership?.permissions.includes(permission) === true;
}
