import { queryOptions } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { answerOf, api } from "./client.ts";

export const organisationOf = (slug: string) =>
  queryOptions({
    queryKey: ["o", slug, "organisation"],
    queryFn: () => answerOf(api.GET("/organisations/{slug}", { params: { path: { slug } } })),
  });

/** Returns the slug of the page's organisation. */
export function useSlug(): string {
  const { slug } = useParams({ strict: false });
  if (slug === undefined) throw new Error("The address of this page contains no organisation.");
  return slug;
}
