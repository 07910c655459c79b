import { useQuery } from "@tanstack/react-query";
import { useMay, useMe } from "../api/me.ts";
import { organisationOf } from "../api/organisation.ts";
import { To } from "./links.tsx";

const LISTS = {
  orders: { to: "/o/$slug/orders", label: "Orders" },
  buyers: { to: "/o/$slug/buyers", label: "Buyers" },
  refunds: { to: "/o/$slug/refunds", label: "Refunds" },
  competitions: { to: "/o/$slug/competitions", label: "Competitions" },
  webhooks: { to: "/o/$slug/webhooks", label: "Webhooks" },
} as const;

/** Link to the list that a thing belongs to: `Orders of Northwind`. */
export function ToList({ slug, to }: { readonly slug: string; readonly to: keyof typeof LISTS }) {
  const list = LISTS[to];
  return (
    <To to={list.to} params={{ slug }}>
      {list.label} of {useOrganisationName(slug)}
    </To>
  );
}

function useOrganisationName(slug: string): string {
  const { memberships } = useMe();
  const own = memberships.find(({ organisation }) => organisation.slug === slug)?.organisation.name;
  const mayRead = useMay(slug)("organisations:read");
  const { data } = useQuery({
    ...organisationOf(slug),
    enabled: own === undefined && mayRead,
    staleTime: 60_000,
  });
  return own ?? data?.name ?? slug;
}
