import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { answerOf, api, pageOf } from "../../api/client.ts";
import { useMay } from "../../api/me.ts";
import { To } from "../../shell/links.tsx";

/** Open task, with a link to where it is done. */
export interface Need {
  readonly key: string;
  readonly state: string;
  readonly text: ReactNode;
  readonly link: ReactNode;
}

interface Missing {
  readonly key: string;
  readonly text: string;
  readonly page: "rails" | "keys" | "team" | "competitions" | "quickstart";
  readonly link: string;
}

/** Returns the set-up tasks until the first sale, in the order in which they are done. */
export function useMissing(slug: string): Need[] {
  return useFound(slug).map(({ key, text, page, link }) => ({
    key,
    state: "to do",
    text,
    link: (
      <To to={`/o/$slug/${page}`} params={{ slug }}>
        {link}
      </To>
    ),
  }));
}

function useFound(slug: string): Missing[] {
  const may = useMay(slug);
  const path = { slug };
  const rails = useQuery({
    queryKey: ["o", slug, "rails", "needs"],
    queryFn: () => answerOf(api.GET("/organisations/{slug}/rails", { params: { path } })),
    enabled: may("rails:read"),
  });
  const keys = useQuery({
    queryKey: ["o", slug, "keys", "needs"],
    queryFn: () => answerOf(api.GET("/organisations/{slug}/api-keys", { params: { path } })),
    enabled: may("keys:read"),
  });
  const people = useQuery({
    queryKey: ["o", slug, "team", "people"],
    queryFn: () => answerOf(api.GET("/organisations/{slug}/members", { params: { path } })),
    enabled: may("team:read"),
  });
  const lots = useQuery({
    queryKey: ["o", slug, "competitions", "needs"],
    queryFn: () =>
      answerOf(api.GET("/organisations/{slug}/competitions", { params: { path, query: { limit: 1 } } })),
    enabled: may("competitions:read"),
  });
  const paid = useQuery({
    queryKey: ["o", slug, "orders", "needs"],
    queryFn: () =>
      pageOf(
        api.GET("/organisations/{slug}/orders", { params: { path, query: { limit: 1, status: "paid" } } }),
      ),
    enabled: may("orders:read"),
  });
  const found: Missing[] = [];
  if (rails.data?.length === 0)
    found.push({
      key: "no-rail",
      text: "No rail account: buyers cannot pay yet",
      page: "rails",
      link: "Set one up",
    });
  if (keys.data?.every(({ revokedAt }) => revokedAt !== null))
    found.push({
      key: "no-key",
      text: "No API key: programs cannot sell yet",
      page: "keys",
      link: "API keys",
    });
  if (people.data?.length === 0)
    found.push({
      key: "nobody",
      text: "The organisation has no members yet",
      page: "team",
      link: "Invite the owner",
    });
  if (lots.data?.length === 0)
    found.push({
      key: "no-lot",
      text: "No competition: there is nothing to buy yet",
      page: "competitions",
      link: "Create one",
    });
  if (lots.data && lots.data.length > 0 && paid.data?.rows.length === 0 && paid.data.next === null)
    found.push({
      key: "no-sale",
      text: "No paid orders yet",
      page: "quickstart",
      link: "Quickstart",
    });
  return found;
}
