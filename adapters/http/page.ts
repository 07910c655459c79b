import { z } from "zod";
import { idText, integerText } from "./fields.ts";
import { Reply } from "./route.ts";

const MAX_LIMIT = 100;

/** What is asked of a store: rows after the cursor, in its order; null: from the start, without limit. */
export interface Slice<Cursor> {
  readonly limit: number | null;
  readonly after: Cursor | null;
}

/** The query of a list that is paged by another cursor than an integer id. More members: `.extend({…})`. */
export function pageQueryBy<Cursor extends z.ZodType<string | number>>(cursor: Cursor) {
  return z.strictObject({
    limit: integerText(z.int().min(1).max(MAX_LIMIT))
      .optional()
      .describe("At most so many. Without it the list is complete."),
    after: cursor
      .optional()
      .describe("Continues behind the element with this id. The Link header has the address."),
  });
}

/** The query of a list: `limit` and `after`. */
export const pageQuery = pageQueryBy(idText);

/**
 * Answers one page. One row more than the page is asked for; when it is there, `Link` names the next page.
 * @param cursorOf the value of `after` that continues behind this row
 */
export async function paged<Cursor extends string | number, Row, T>(
  request: { readonly url: string; readonly query: { readonly limit?: number; readonly after?: Cursor } },
  rowsOf: (slice: Slice<Cursor>) => Promise<readonly Row[]>,
  toPayload: (row: Row) => T,
  cursorOf: (row: Row) => Cursor,
): Promise<Reply<T[]>> {
  const { limit, after } = request.query;
  const rows = await rowsOf({ limit: limit === undefined ? null : limit + 1, after: after ?? null });
  if (limit === undefined || rows.length <= limit) return new Reply(rows.map(toPayload), {});
  const page = rows.slice(0, limit);
  return new Reply(page.map(toPayload), {
    Link: `<${urlAfter(request.url, cursorOf(page.at(-1)!))}>; rel="next"`,
  });
}

function urlAfter(url: string, cursor: string | number): string {
  const next = new URL(url, "http://host");
  next.searchParams.set("after", String(cursor));
  return next.pathname + next.search;
}
