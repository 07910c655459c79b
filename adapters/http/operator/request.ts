import { z } from "zod";
import type { Act } from "../../../src/audit/audit-trail.ts";
import { SLUG } from "../../../src/organisations/settings.ts";
import { idText } from "../input/fields.ts";
import type { Operator } from "../kernel/route.ts";
import { limitUpTo, pageQueryBy as pagedBy } from "../input/page.ts";

/** What a list without `limit` ends at. */
const PAGE = 100;

/** A slug in a path: what cannot be one is answered like one that does not exist. */
const slugText = z.string().regex(SLUG).describe("The organisation.");

export const ofOrganisation = z.strictObject({ slug: slugText });
export const ofItem = z.strictObject({ slug: slugText, id: idText });

/** The query of a list that is paged by another cursor than an integer id. */
export function pageQueryBy<Cursor extends z.ZodType<string | number>>(cursor: Cursor) {
  return pagedBy(cursor).extend({ limit: limitUpTo(PAGE) });
}

/** The query of a list: `limit` and `after`. */
export const pageQuery = pageQueryBy(idText);

export const currencyCode = z.string().regex(/^[A-Z]{3}$/, "must be an ISO 4217 code in capitals");
export const time = z.iso.datetime();

export function distinct<Item extends z.ZodType>(list: z.ZodArray<Item>) {
  return list
    .refine((items) => new Set(items).size === items.length, "must not repeat an element")
    .meta({ uniqueItems: true });
}

export function actOf({ caller, requestId }: { readonly caller: Operator; readonly requestId: string }): Act {
  return { actor: caller.principal, requestId };
}

/** Who bought, as operators see it. */
export const buyerReply = z
  .strictObject({ email: z.string().nullable(), walletAddress: z.string().nullable() })
  .meta({ id: "Buyer" });
