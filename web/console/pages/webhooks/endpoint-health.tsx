import { useQueries } from "@tanstack/react-query";
import { answerOf, api } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import { count } from "../../parts/money.ts";
import { Tag } from "../../parts/tag.tsx";
import { dateTime, ZONE } from "../../parts/time.tsx";
import { outcomeOf } from "./delivery-figures.ts";

type Endpoint = Schema<"WebhookEndpoint">;
export type EndpointFigures = Schema<"EndpointFigures">;

/** Days of `EndpointFigures`. */
export const DAYS = 14;

/** Returns the query of an endpoint's figures, which count all stored deliveries. */
export function figuresOf(slug: string, id: number) {
  return {
    queryKey: ["o", slug, "deliveries", id, "figures"],
    queryFn: () =>
      answerOf(
        api.GET("/organisations/{slug}/webhook-endpoints/{id}/figures", {
          params: { path: { slug, id }, query: { timeZone: ZONE } },
        }),
      ),
  } as const;
}

/** Reads the figures of several endpoints, by id. */
export function useFiguresOf(
  slug: string,
  endpoints: readonly Endpoint[],
  everyMs: number,
): ReadonlyMap<number, EndpointFigures> {
  const results = useQueries({
    queries: endpoints.map(({ id }) => ({ ...figuresOf(slug, id), refetchInterval: everyMs })),
  });
  return new Map(results.flatMap(({ data }, at) => (data ? [[endpoints[at]!.id, data] as const] : [])));
}

/** Returns the title of an endpoint: its description, or its address. */
export const endpointName = ({ description, url }: Endpoint): string => description ?? url;

/** Describes a present failure: `250 of 250 failed since Nov 23, 01:39, last answer 400 bad signature`. */
export function failingText({ failing }: EndpointFigures): string | null {
  if (failing === null || failing.undelivered === 0) return null;
  const { undelivered, attempted, since, lastAttempt } = failing;
  const answer = lastAttempt === null ? "" : `, last answer ${outcomeOf(lastAttempt)}`;
  return `${count(undelivered)} of ${count(attempted)} failed since ${dateTime(since)}${answer}`;
}

/** Formats the share of the deliveries of the last days that the receiver accepted. */
export function successText({ days }: EndpointFigures): string {
  const sumOf = (part: "delivered" | "failed") => days.reduce((sum, day) => sum + day[part], 0);
  const [delivered, failed] = [sumOf("delivered"), sumOf("failed")];
  if (delivered + failed === 0) return "none ended";
  // Rounded down: one failure of a million is not 100 %.
  const share = Math.floor((delivered / (delivered + failed)) * 1_000) / 10;
  return `${share.toLocaleString()} % delivered, ${count(failed)} failed`;
}

interface StateProps {
  readonly endpoint: Endpoint;
  readonly figures: EndpointFigures | undefined;
}

/** Shows whether an endpoint receives deliveries, and its present failure. */
export function EndpointState({ endpoint, figures }: StateProps) {
  const { enabled, disabledReason, failingSince } = endpoint;
  const failure = figures && failingText(figures);
  if (!enabled)
    return (
      <>
        <Tag state="disabled" /> {disabledReason}
        {failure && <div className="bad-text">{failure}</div>}
      </>
    );
  if (failure || failingSince !== null)
    return (
      <>
        <Tag state="failing" />
        <div className="bad-text">{failure ?? `failing since ${dateTime(failingSince!)}`}</div>
      </>
    );
  return <Tag state="enabled" />;
}
