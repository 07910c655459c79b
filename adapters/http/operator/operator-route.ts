import type { z } from "zod";
import type { Permission } from "../../../src/operations/permission.ts";
import { RateLimited } from "../../../src/organisations/access.ts";
import { type SignedIn, SignInRequired } from "../../../src/people/login.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import { accessBy } from "../callers/access.ts";
import { type Browser, CrossSiteRequest } from "../callers/browser.ts";
import type { Operator } from "../callers/caller.ts";
import {
  defineRoute,
  type Description,
  type Handling,
  inTwoSteps,
  type Nothing,
  type Payload,
  type Route,
  type RouteRequest,
} from "../kernel/route.ts";

/** A person who is signed in, in a browser. */
interface SignedInCaller extends Operator {
  readonly signedIn: SignedIn;
  readonly browser: Browser;
}

/** A browser in which no person has signed in yet. */
interface StrangerCaller extends Operator {
  readonly browser: Browser;
}

function signedInCaller({ signedIn, browser, ...caller }: Operator): SignedInCaller {
  if (signedIn === null || browser === null)
    throw SignInRequired.because("This route needs a signed-in person.");
  return { ...caller, signedIn, browser };
}

/** A route of the operator interface, which requires a permission, without what it does. */
export type OperatorDescription<
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodType,
  R extends z.ZodType,
> = Description<Operator, P, Q, B, R> & { readonly permission: Permission };

/** Defines a route of the operator interface. */
export function operatorRoute<
  R extends z.ZodType,
  P extends z.ZodObject = Nothing,
  Q extends z.ZodObject = Nothing,
  B extends z.ZodType = Nothing,
>({
  permission,
  ...definition
}: OperatorDescription<P, Q, B, R> &
  Handling<
    RouteRequest<Operator, z.output<P>, z.output<Q>, z.output<B>>,
    Payload<z.input<R>>
  >): Route<Operator> {
  return defineRoute<Operator, R, P, Q, B>(accessBy({ permission }), definition);
}

/** Defines a route of the operator interface about the signed-in person alone. */
export function personRoute<
  R extends z.ZodType,
  P extends z.ZodObject = Nothing,
  Q extends z.ZodObject = Nothing,
  B extends z.ZodType = Nothing,
>(
  definition: Description<Operator, P, Q, B, R> &
    Handling<RouteRequest<SignedInCaller, z.output<P>, z.output<Q>, z.output<B>>, Payload<z.input<R>>>,
): Route<Operator> {
  const prepare = inTwoSteps(definition);
  const { handle: _, ...description } = definition;
  const foreign = definition.method === "GET" ? [] : [CrossSiteRequest];
  return defineRoute<Operator, R, P, Q, B>(accessBy({}), {
    ...description,
    problems: [SignInRequired, ...foreign, ...(definition.problems ?? [])],
    prepare: async (request) => prepare({ ...request, caller: signedInCaller(request.caller) }),
  });
}

/** Defines a route of the operator interface for a browser on the console's pages in which no person has signed in yet. */
export function doorRoute<R extends z.ZodType, B extends z.ZodType = Nothing>({
  handle,
  isGuess,
  ...description
}: Omit<Description<Operator, Nothing, Nothing, B, R>, "params" | "query" | "idempotency"> & {
  handle(
    request: RouteRequest<StrangerCaller, unknown, unknown, z.output<B>>,
  ): Payload<z.input<R>> | Promise<Payload<z.input<R>>>;
  /** The request proves an identity: a refusal spends the failure budget of the client's address. */
  readonly isGuess?: true;
}): Route<Operator> {
  return defineRoute<Operator, R, Nothing, Nothing, B>(accessBy({ scope: "public" }), {
    ...description,
    idempotency: "none",
    problems: [...(description.problems ?? []), CrossSiteRequest, RateLimited],
    handle: (request) => {
      const { browser } = request.caller;
      invariant(browser, "who is about to sign in has a browser");
      const judge = () => handle({ ...request, caller: { ...request.caller, browser } });
      return isGuess ? browser.judged(judge) : judge();
    },
  });
}
