import { queryOptions, useSuspenseQuery } from "@tanstack/react-query";
import { ask } from "./ask.ts";

interface Membership {
  readonly organisation: { readonly slug: string; readonly name: string };
  readonly role: string;
  readonly permissions: readonly string[];
}

/** Who is signed in, and what the person may do where. */
interface Me {
  readonly person: { readonly id: string; readonly email: string; readonly name: string };
  /** null: no operator. */
  readonly operatorRole: string | null;
  readonly memberships: readonly Membership[];
  /** As an operator, in every organisation. */
  readonly permissions: readonly string[];
  readonly hasPasskey: boolean;
  readonly passkeysPossible: boolean;
  readonly login: { readonly id: string; readonly confirmedUntil: string | null; readonly endsAt: string };
}

export const ME = queryOptions({ queryKey: ["me"], queryFn: () => ask<Me>("GET", "/me"), staleTime: 30_000 });

export function useMe(): Me {
  return useSuspenseQuery(ME).data;
}

/** What the person may do: a button for anything else is not shown. The service decides for itself. */
export function useMay(slug?: string): (permission: string) => boolean {
  const me = useMe();
  const membership = me.memberships.find(({ organisation }) => organisation.slug === slug);
  return (permission) =>
    me.permissions.includes(permission) || membership?.permissions.includes(permission) === true;
}
