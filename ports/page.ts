/** Matches of a filtered list among the scanned rows: at most 20,000, because the conditions have no index. */
export interface Look<Row, Cursor> {
  readonly rows: readonly Row[];
  /** The last scanned row if more rows follow it; null: all were scanned, or the page is full. */
  readonly reached: Cursor | null;
}

/** A page of a list: at most `limit` elements after the element with the id `after` (null: from the start). */
export interface Page {
  readonly limit: number;
  readonly after: number | null;
}
