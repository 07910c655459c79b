import { useQuery } from "@tanstack/react-query";
import { answerOf, api } from "../../api/client.ts";
import { useMay } from "../../api/me.ts";
import { ZONE } from "../../parts/time.tsx";

const LOOK_EVERY_MS = 30_000;

/** Reads what waits in an organisation, and what is open. */
export function useFigures(slug: string) {
  const may = useMay(slug);
  return useQuery({
    queryKey: ["o", slug, "figures"],
    queryFn: () =>
      answerOf(
        api.GET("/organisations/{slug}/figures", {
          params: { path: { slug }, query: { timeZone: ZONE, days: 1 } },
        }),
      ),
    enabled: may("orders:read"),
    refetchInterval: LOOK_EVERY_MS,
  });
}
