/**
 * What a list with conditions has found among the rows that it has looked at: 20,000 at most, because no index knows the
 * conditions.
 */
export interface Look<Row, Cursor> {
  readonly rows: readonly Row[];
  /** The last row that was looked at, where more follow it; null: all were looked at, or the page is full. */
  readonly reached: Cursor | null;
}

/** A page of a list: at most `limit` elements after the element with the id `after` (null: from the start). */
export interface Page {
  readonly limit: number;
  readonly after: number | null;
}
