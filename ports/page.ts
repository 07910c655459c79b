/** A part of a list: at most `limit` (null: all) behind the element with the id `after` (null: from the start). */
export interface Page {
  readonly limit: number | null;
  readonly after: number | null;
}
