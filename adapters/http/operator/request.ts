import { z } from "zod";
import type { Act } from "../../../src/operations/audit-trail.ts";
import type { Organisation } from "../../../src/organisations/organisation.ts";
import { SLUG } from "../../../src/organisations/settings.ts";
import { NotFound } from "../../../src/shared/problem.ts";
import { idText, idTextOf } from "../input/fields.ts";
import {
  type Handling,
  inTwoSteps,
  type Nothing,
  type Payload,
  type Route,
  type RouteRequest,
} from "../kernel/route.ts";
import type { Operator } from "../callers/caller.ts";
import { type OperatorDescription, operatorRoute } from "./operator-route.ts";
import { shownTo } from "./masked-emails.ts";
import { limitUpTo, pageQueryBy as pagedBy } from "../input/page.ts";

/** Default size of a list without `limit`. */
const PAGE = 100;

/** The path of one thing of an organisation: `ofItem<RefundId>()`. */
export function ofItem<Id extends number>() {
  return z.strictObject({ id: idTextOf<Id>() });
}

/** The query of a list that is paged by another cursor than an integer id. */
export function pageQueryBy<Cursor extends z.ZodType<string | number>>(cursor: Cursor) {
  return pagedBy(cursor).extend({ limit: limitUpTo(PAGE) });
}

/** The query of a list: `limit` and `after`. */
export const pageQuery = pageQueryBy(idText);

export const currencyCode = z.string().regex(/^[A-Z]{3}$/, "must be an ISO 4217 code in capital letters");
export const time = z.iso.datetime();

export function distinct<Item extends z.ZodType>(list: z.ZodArray<Item>) {
  return list
    .refine((items) => new Set(items).size === items.length, "must not contain an element twice")
    .meta({ uniqueItems: true });
}

export function actOf({ caller, requestId }: { readonly caller: Operator; readonly requestId: string }): Act {
  return { actor: caller.principal, requestId, source: caller.source };
}

/** The buyer, for operators. */
export const buyerReply = z
  .strictObject({ email: z.string().nullable(), walletAddress: z.string().nullable() })
  .meta({ id: "Buyer" });

/** A slug in a path: an invalid slug is answered like one that does not exist. */
const slug = z.string().regex(SLUG).describe("The organisation's slug.");

/** A request about an organisation that exists. */
type OrganisationRequest<Params, Query, Body> = RouteRequest<Operator, Params, Query, Body> & {
  readonly organisation: Organisation;
};

type OrganisationDefinition<
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodType,
  R extends z.ZodType,
> = Omit<OperatorDescription<P, Q, B, R>, "path"> & {
  /** Behind `/organisations/{slug}`. */
  readonly path: "" | `/${string}`;
} & Handling<OrganisationRequest<z.output<P>, z.output<Q>, z.output<B>>, Payload<z.input<R>>>;

/** Finds an organisation by its slug. Raises not_found. */
export type FindOrganisation = (slug: string) => Promise<Organisation>;

/** A route without the lookup of its organisation. */
export type OrganisationRoute = (find: FindOrganisation) => Route<Operator>;

/** For the routes of one organisation: `/organisations/{slug}` and all paths below it. Unknown ones are not_found. */
export function organisationRoute<
  R extends z.ZodType,
  P extends z.ZodObject = Nothing,
  Q extends z.ZodObject = Nothing,
  B extends z.ZodType = Nothing,
>(definition: OrganisationDefinition<P, Q, B, R>): OrganisationRoute {
  const { path, params, problems = [], handle: _, ...rest } = definition;
  const prepare = inTwoSteps(definition);
  return (find) =>
    operatorRoute({
      ...rest,
      path: `/organisations/{slug}${path}`,
      params: z.strictObject({ slug, ...params?.shape }),
      problems: [NotFound, ...problems],
      prepare: async (request) => {
        const organisation = await find(request.params.slug);
        // With the slug in it, params are still those of the definition.
        const run = await prepare({ ...request, params: request.params as z.output<P>, organisation });
        const { slug } = request.params;
        return async () => shownTo(request.caller, slug, definition.permission, await run());
      },
    });
}
