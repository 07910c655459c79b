import { z } from "zod";
import type { Look } from "../../../ports/page.ts";
import { idText, integerText } from "./fields.ts";
import { Reply } from "../kernel/route.ts";

const MAX_LIMIT = 100;
/** Default size of a list without `limit`: far more than a partner has live. */
const UNASKED_LIMIT = 1_000;
/** A page that has reached this ends before its limit: texts may be long. */
const PAGE_BYTES = 2_000_000;
/** Rows read per query, so that long rows are never all in memory. A page of the operator interface is one query. */
const ROWS_AT_ONCE = MAX_LIMIT + 1;
const ENDS_SOONER = "A page that reaches 2 MB ends earlier; `Link` names the next page.";

/** A query to a store: at most `limit` rows after the cursor, in its order; null: from the start. */
export interface Slice<Cursor> {
  readonly limit: number;
  readonly after: Cursor | null;
}

/** `limit` in the query of a list, where a page without it has `most` elements, too. */
export function limitUpTo(most: number) {
  return integerText(z.int().min(1).max(most))
    .default(most)
    .describe(`The maximum number of elements of a page. ${ENDS_SOONER}`);
}

/** The query of a partner's list that is paged by another cursor than an integer id. More members: `.extend({…})`. */
export function pageQueryBy<Cursor extends z.ZodType<string | number>>(cursor: Cursor) {
  return z.strictObject({
    limit: integerText(z.int().min(1).max(MAX_LIMIT))
      .optional()
      .describe(`The maximum number of elements of a page. Default: ${UNASKED_LIMIT}. ${ENDS_SOONER}`),
    after: cursor
      .optional()
      .describe("Continues after the element with this id. Taken from the `Link` header."),
  });
}

/** The query of a partner's list: `limit` and `after`. */
export const pageQuery = pageQueryBy(idText);

/**
 * Answers one page, which ends at its limit or at 2 MB, but not before its first element. When more rows follow, `Link`
 * names the next page.
 * @param rowsOf is called more than once for a long page
 * @param cursorOf the value of `after` that continues behind this row
 * @param rowsAtOnce more than the default only where every row is short
 */
export async function paged<Cursor extends string | number, Row, T>(
  request: { readonly url: string; readonly query: { readonly limit?: number; readonly after?: Cursor } },
  rowsOf: (slice: Slice<Cursor>) => Promise<readonly Row[]>,
  toPayload: (row: Row) => T,
  cursorOf: (row: Row) => Cursor,
  rowsAtOnce = ROWS_AT_ONCE,
): Promise<Reply<T[]>> {
  const { limit = UNASKED_LIMIT } = request.query;
  const page: T[] = [];
  let after = request.query.after ?? null;
  let bytes = 0;
  for (;;) {
    // One row more than the page shows whether another page follows.
    const count = Math.min(rowsAtOnce, limit + 1 - page.length);
    const rows = await rowsOf({ limit: count, after });
    for (const row of rows) {
      const payload = toPayload(row);
      bytes += Buffer.byteLength(JSON.stringify(payload));
      if (page.length === limit || (page.length > 0 && bytes > PAGE_BYTES)) {
        return new Reply(page, linkToNext(request.url, after!));
      }
      page.push(payload);
      after = cursorOf(row);
    }
    if (rows.length < count) return new Reply(page, {});
  }
}

/** Answers one page as `paged` does, of rows whose `id` is the cursor. */
export function pagedById<Cursor extends string | number, Row extends { readonly id: Cursor }, T>(
  request: Parameters<typeof paged<Cursor, Row, T>>[0],
  rowsOf: (slice: Slice<Cursor>) => Promise<readonly Row[]>,
  toPayload: (row: Row) => T,
): Promise<Reply<T[]>> {
  return paged(request, rowsOf, toPayload, ({ id }) => id);
}

/**
 * Answers one page of a list with conditions that no index covers. It may be short or empty although more rows match:
 * then `Link` names the page after the rows that were scanned.
 */
export async function lookedThrough<Cursor extends string | number, Row, T>(
  request: { readonly url: string; readonly query: { readonly limit: number; readonly after?: Cursor } },
  look: (slice: Slice<Cursor>) => Promise<Look<Row, Cursor>>,
  toPayload: (row: Row) => T,
  cursorOf: (row: Row) => Cursor,
): Promise<Reply<T[]>> {
  const { limit, after = null } = request.query;
  const { rows, reached } = await look({ limit: limit + 1, after });
  const page: T[] = [];
  let bytes = 0;
  for (const [position, row] of rows.entries()) {
    const payload = toPayload(row);
    bytes += Buffer.byteLength(JSON.stringify(payload));
    if (position === limit || (position > 0 && bytes > PAGE_BYTES))
      return new Reply(page, linkToNext(request.url, cursorOf(rows[position - 1]!)));
    page.push(payload);
  }
  return new Reply(page, reached === null ? {} : linkToNext(request.url, reached));
}

/** The header that names the page behind a cursor, of the list at this address. @param without parameters of the first page */
export function linkToNext(
  url: string,
  cursor: string | number,
  without: readonly string[] = [],
): { readonly Link: string } {
  const next = new URL(url, "http://host");
  for (const name of without) next.searchParams.delete(name);
  next.searchParams.set("after", String(cursor));
  return { Link: `<${next.pathname}${next.search}>; rel="next"` };
}
