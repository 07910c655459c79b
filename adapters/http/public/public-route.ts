import type { z } from "zod";
import { RateLimited } from "../../../src/organisations/access.ts";
import { accessBy } from "../callers/access.ts";
import type { Visitor } from "../callers/caller.ts";
import {
  defineRoute,
  type Description,
  type Handling,
  type Nothing,
  type Payload,
  type Route,
  type RouteRequest,
} from "../kernel/route.ts";

/**
 * A route of the public API: it needs neither scope nor permission, and changes nothing.
 * @template Subject the payload; of a stream, its subject
 */
type PublicDefinition<P extends z.ZodObject, Q extends z.ZodObject, R extends z.ZodType, Subject> = Omit<
  Description<Visitor, P, Q, Nothing, R>,
  "body" | "bodyLimitBytes" | "readsBody" | "beforeBody" | "idempotency"
> & {
  readonly method: "GET";
  /** Returns whether the answer can never change any more: caches may keep it for ever, else for a moment. */
  settled(subject: Subject): boolean;
} & Handling<RouteRequest<Visitor, z.output<P>, z.output<Q>, unknown>, Payload<z.input<R>>>;

/** Defines a route of the public API, which has a budget for each network address. */
export function publicRoute<
  R extends z.ZodType,
  P extends z.ZodObject = Nothing,
  Q extends z.ZodObject = Nothing,
  Subject = z.input<R>,
>({ settled, ...definition }: PublicDefinition<P, Q, R, Subject>): Route<Visitor> {
  const problems = [...(definition.problems ?? []), RateLimited];
  const route = defineRoute<Visitor, R, P, Q>(accessBy({ scope: "public" }), { ...definition, problems });
  return { ...route, settled: (payload) => settled(payload as Subject) };
}
