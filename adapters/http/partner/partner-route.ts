import type { z } from "zod";
import type { Caller } from "../../../ports/organisations/access-control.ts";
import type { Scope } from "../../../src/organisations/api-key.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import { accessBy } from "../callers/access.ts";
import {
  defineRoute,
  type Description,
  type Handling,
  type Nothing,
  type Payload,
  type Route,
  type RouteRequest,
} from "../kernel/route.ts";

/** The caller of a route, as its handler sees it. */
type CallerOf<S> = S extends "public" ? null : Caller;

type PartnerDescription<
  S extends Scope | "public" | null,
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodType,
  R extends z.ZodType,
> = Description<Caller, P, Q, B, R> & {
  /** null: any key. public: no key. */
  readonly scope: S;
  /** Requires a proof of possession in addition to the key. */
  readonly proof?: boolean;
  /** Requires a second proof, by a key that the body names. */
  readonly newKeyProof?: boolean;
};

/** Defines a route of the partner API. */
export function partnerRoute<
  S extends Scope | "public" | null,
  R extends z.ZodType,
  P extends z.ZodObject = Nothing,
  Q extends z.ZodObject = Nothing,
  B extends z.ZodType = Nothing,
>({
  scope,
  proof = false,
  newKeyProof = false,
  ...definition
}: PartnerDescription<S, P, Q, B, R> &
  Handling<
    RouteRequest<CallerOf<S>, z.output<P>, z.output<Q>, z.output<B>>,
    Payload<z.input<R>>
  >): Route<Caller> {
  invariant(
    !proof || (scope !== null && scope !== "public"),
    `${definition.method} ${definition.path}: a proof is of a key that has a scope`,
  );
  return defineRoute<Caller, R, P, Q, B, CallerOf<S>>(accessBy({ scope, proof, newKeyProof }), definition);
}
