/** A page of a list: at most `limit` elements after the element with the id `after` (null: from the start). */
export interface Page {
  readonly limit: number;
  readonly after: number | null;
}
